/// An incremental CSV reader that keeps the bytes of a cell as they are.
///
/// As in Python's `csv`, a quotation mark counts only at the beginning of a cell, two in a quoted cell stand for one, and text
/// after the closing mark belongs to the cell. A row ends with LF, CR or both; empty lines are skipped.
package struct CSVReader: Sendable {
  private enum State { case rowStart, cellStart, plain, quoted, afterQuote }

  private let dialect: CSVDialect
  private var state = State.rowStart
  private var block = CSVBlock()
  private var line = 1
  private var recordLine = 1
  private var hasCarriageReturn = false
  private var lineStart = 0
  private var quote = TextPlace(line: 1, column: 1)

  private let longestRow: Int

  package init(_ dialect: CSVDialect) { self.init(dialect, longestRow: ReadLimit.row) }

  init(_ dialect: CSVDialect, longestRow: Int) { (self.dialect, self.longestRow) = (dialect, longestRow) }

  /// The rows that end in the next bytes; throws `unclosedQuote` at the end, `rowTooLong` for a row of more than 64 MiB.
  package mutating func records(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [CSVRecord] {
    try block(of: bytes, isLast: isLast).records
  }

  package mutating func block(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> CSVBlock {
    read(bytes)
    if isLast {
      if state == .quoted { throw .unclosedQuote(quote) }
      if state != .rowStart { endRow() }
    }
    let rows = block.takeRows()
    if block.byteCount > longestRow {
      throw .rowTooLong(state == .quoted ? quote : TextPlace(line: recordLine, column: 1))
    }
    return rows
  }

  mutating func records(ofPart bytes: [UInt8]) -> [CSVRecord] {
    read(bytes)
    return block.takeRows().records
  }

  private mutating func read(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place < bytes.count { place = read(bytes, place) }
    }
    lineStart -= bytes.count
  }

  /// Returns the offset after the byte, or after the run of bytes, that was read.
  private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int {
    let byte = bytes[place]
    if hasCarriageReturn {
      hasCarriageReturn = false
      if byte == 10 {
        lineStart = place + 1
        if state == .quoted { block.bytes.append(byte) }
        return place + 1
      }
    }
    switch state {
    case .quoted: return readQuoted(bytes, place)
    case .plain: return readPlain(bytes, place)
    case .afterQuote where byte == 34:
      block.bytes.append(byte)
      state = .quoted
    case .rowStart, .cellStart, .afterQuote: start(byte, place)
    }
    return place + 1
  }

  private mutating func start(_ byte: UInt8, _ place: Int) {
    if state == .rowStart { recordLine = line }
    switch byte {
    case dialect.delimiter: endCell()
    case 10, 13:
      if state == .rowStart { endLine(byte, place) } else { endRow(); endLine(byte, place) }
    case 34 where state != .afterQuote && dialect.hasQuotes:
      quote = TextPlace(line: line, column: place - lineStart + 1)
      state = .quoted
    case 32 where state != .afterQuote && dialect.skipsBlanks: state = .cellStart
    default:
      block.bytes.append(byte)
      state = .plain
    }
  }

  private mutating func readPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != dialect.delimiter, bytes[place] != 10, bytes[place] != 13 {
      place += 1
    }
    block.bytes.append(contentsOf: bytes[start..<place])
    guard place < bytes.count else { return place }
    if bytes[place] == dialect.delimiter {
      endCell()
    } else {
      endRow()
      endLine(bytes[place], place)
    }
    return place + 1
  }

  private mutating func readQuoted(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < bytes.count, bytes[place] != 34, bytes[place] != 10, bytes[place] != 13 { place += 1 }
    block.bytes.append(contentsOf: bytes[start..<place])
    guard place < bytes.count else { return place }
    if bytes[place] == 34 {
      state = .afterQuote
    } else {
      block.bytes.append(bytes[place])
      endLine(bytes[place], place)
    }
    return place + 1
  }

  private mutating func endLine(_ byte: UInt8, _ place: Int) {
    line += 1
    lineStart = place + 1
    hasCarriageReturn = byte == 13
  }

  private mutating func endCell() {
    block.cellEnds.append(block.bytes.count)
    state = .cellStart
  }

  private mutating func endRow() {
    endCell()
    block.endRow(line: recordLine)
    state = .rowStart
  }
}

package struct CSVRecord: Hashable, Sendable {
  package var cells: [[UInt8]]
  package var line: Int

  /// Splits a row that a spreadsheet has quoted as one cell; nil for other rows.
  func dividedAgain(_ dialect: CSVDialect) -> CSVRecord? {
    guard let line = cells.first, cells.count == 1, line.contains(dialect.delimiter) else { return nil }
    var reader = CSVReader(dialect)
    guard let records = try? reader.records(of: line, isLast: true), records.count == 1 else { return nil }
    return records.first.map { CSVRecord(cells: $0.cells, line: self.line) }
  }
}

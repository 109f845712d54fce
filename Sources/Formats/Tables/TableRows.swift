import Records

struct TableRows: RowReader {
  private let format: Format
  private let dialect: CSVDialect
  private let isMixed: Bool
  private var hasHeader: Bool
  private var reader: CSVReader
  private var columns: [String]?
  private var service: ServiceReader?
  private var sample: [UInt8]

  init(_ format: Format, _ dialect: CSVDialect, hasHeader: Bool, isMixed: Bool, sample: [UInt8]) {
    (self.format, self.dialect, self.hasHeader, self.isMixed) = (format, dialect, hasHeader, isMixed)
    self.sample = format.service == nil ? [] : sample
    reader = CSVReader(dialect)
  }

  mutating func rows(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> [FormatRow] {
    let block = try block(of: bytes, isLast: isLast)
    guard let columns else { return [] }
    return block.records.map { row($0, columns) }
  }

  mutating func block(of bytes: [UInt8], isLast: Bool) throws(FormatError) -> CSVBlock {
    var block = try reader.block(of: bytes, isLast: isLast)
    if let row = (0..<block.rowCount).first(where: { block.cells(of: $0).count > ReadLimit.cells }) {
      throw .tooManyCells(TextPlace(line: block.line(of: row), column: 1))
    }
    if columns == nil, block.rowCount > 0 {
      begin(block.record(0))
      if hasHeader { block.removeFirst() }
    }
    return block
  }

  func row(_ place: Int, of block: CSVBlock) -> FormatRow? { columns.map { row(block.record(place), $0) } }

  /// The column names, once known; nil for services, which interpret the cells.
  var plainColumns: [String]? { service == nil ? columns : nil }

  private mutating func begin(_ first: CSVRecord) {
    let first = whole(first) { $0 > 1 }
    let cells = first.cells.map { String(decoding: readable($0), as: UTF8.self).trimmed }
    if format == .goodreads, Format.isGoodreadsRow(cells) { hasHeader = false }
    let names = hasHeader ? Self.distinct(cells) : defaultNames(cells.count)
    columns = names
    service = format.service.map { ServiceReader($0, names, sample: sampleCells(names.count)) }
    sample = []
  }

  private func sampleCells(_ width: Int) -> [[String]] {
    var trial = CSVReader(dialect)
    // The last row may be incomplete.
    return trial.records(ofPart: sample + [10]).map { record in
      let whole = record.cells.count < width ? whole(record) { $0 == width } : record
      return whole.cells.map { String(decoding: readable($0), as: UTF8.self) }
    }
  }

  private func defaultNames(_ count: Int) -> [String] {
    let known = count == 31 ? BookService.longGoodreadsOrder : format.service?.order ?? []
    return (0..<count).map { $0 < known.count ? known[$0] : "column \($0 + 1)" }
  }

  /// Makes names unique and non-empty; no generated name equals one in the file.
  private static func distinct(_ names: [String]) -> [String] {
    let given = Set(names)
    var taken: Set<String> = []
    // The next number to try, so that equal names do not each try all numbers.
    var numbers: [String: Int] = [:]
    return names.enumerated().map { place, name in
      let (written, name) = (name, name.isEmpty ? "column \(place + 1)" : name)
      var (unique, number) = (name, numbers[name] ?? 2)
      while taken.contains(unique) || unique != written && given.contains(unique) {
        unique = "\(name) \(number)"
        number += 1
      }
      taken.insert(unique)
      numbers[name] = number
      return unique
    }
  }

  private func readable(_ cell: [UInt8]) -> [UInt8] {
    isMixed && !Self.isUTF8(cell) ? TextDecoder.windows1252(cell) : cell
  }

  private static func isUTF8(_ cell: [UInt8]) -> Bool {
    cell.allSatisfy { $0 < 0x80 } || String(validating: cell, as: UTF8.self) != nil
  }

  /// Divides a service's line that was quoted as a whole.
  private func whole(_ record: CSVRecord, _ isWidth: (Int) -> Bool) -> CSVRecord {
    guard format.service != nil, let divided = record.dividedAgain(dialect), isWidth(divided.cells.count)
    else { return record }
    return divided
  }

  private func row(_ record: CSVRecord, _ columns: [String]) -> FormatRow {
    let record = record.cells.count < columns.count ? whole(record) { $0 == columns.count } : record
    var row = FormatRow(line: record.line, columns: columns, values: [])
    row.values.reserveCapacity(record.cells.count)
    for (place, cell) in record.cells.enumerated() {
      let isReadable = !isMixed || Self.isUTF8(cell)
      if !isReadable {
        row.rawCells[place] = cell
        row.problems.append(.notUTF8(column: place < columns.count ? columns[place] : "column \(place + 1)"))
      }
      row.values.append(
        EncodedBytes.value(of: cell)
          ?? .text(Text(bytes: isReadable ? cell : TextDecoder.windows1252(cell))))
    }
    if record.cells.count != columns.count {
      row.problems.append(.ragged(expected: columns.count, found: record.cells.count))
      for place in columns.count..<max(columns.count, record.cells.count) {
        row.columns.append("column \(place + 1)")
      }
      while row.values.count < columns.count { row.values.append(.null) }
    }
    service?.read(&row)
    return row
  }
}

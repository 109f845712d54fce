/// Rows of cells whose bytes lie one after the other, so that a row costs no memory of its own.
public struct CSVBlock: Sendable {
  /// The bytes of all cells, without their quotation marks.
  public internal(set) var bytes: [UInt8] = []
  /// The place in `bytes` behind each cell.
  var cellEnds: [Int] = []
  /// The place in `cellEnds` behind each row.
  var rowEnds: [Int] = []
  /// The line that each row begins on, from 1.
  var lines: [Int] = []

  /// How many rows there are.
  public var rowCount: Int { rowEnds.count }

  /// How many bytes it takes in memory.
  var byteCount: Int { bytes.count + (cellEnds.count + rowEnds.count + lines.count) * MemoryLayout<Int>.size }

  /// The cells of a row, by their numbers in the block.
  public func cells(of row: Int) -> Range<Int> { (row == 0 ? 0 : rowEnds[row - 1])..<rowEnds[row] }

  /// The places of a cell's bytes.
  public func range(of cell: Int) -> Range<Int> { (cell == 0 ? 0 : cellEnds[cell - 1])..<cellEnds[cell] }

  /// Whether the bytes of each cell are UTF-8.
  public var isUTF8: Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    // All of them may be where a character is divided between two cells.
    return String(validating: bytes, as: UTF8.self) != nil
      && cellEnds.allSatisfy { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
  }

  /// Whether a cell has U+FFFD, which is named with its row.
  public var hasLostCharacters: Bool { LostCharacter.isIn(bytes) }

  /// The line that a row begins on, from 1.
  public func line(of row: Int) -> Int { lines[row] }

  /// The text of a row's first cell, by which people know it.
  public func title(of row: Int) -> String {
    cells(of: row).first.map { String(decoding: bytes[range(of: $0)], as: UTF8.self) } ?? ""
  }

  /// A row with its cells.
  func record(_ row: Int) -> CSVRecord {
    CSVRecord(cells: cells(of: row).map { Array(bytes[range(of: $0)]) }, line: lines[row])
  }

  /// All rows with their cells.
  var records: [CSVRecord] { (0..<rowCount).map(record) }

  /// Ends a row with the cells since the last one.
  mutating func endRow(line: Int) {
    rowEnds.append(cellEnds.count)
    lines.append(line)
  }

  /// Removes the first row.
  mutating func removeFirst() {
    guard let cellCount = rowEnds.first else { return }
    let byteCount = cellCount == 0 ? 0 : cellEnds[cellCount - 1]
    bytes.removeFirst(byteCount)
    cellEnds = cellEnds.dropFirst(cellCount).map { $0 - byteCount }
    rowEnds = rowEnds.dropFirst().map { $0 - cellCount }
    lines.removeFirst()
  }

  /// Takes the rows that have ended out, and leaves the one that has not.
  ///
  /// - Complexity: O(*n*) in the rows that have ended; one that has not is copied only behind others.
  mutating func takeRows() -> CSVBlock {
    guard rowCount > 0 else { return CSVBlock() }
    let (cellCount, rest) = (rowEnds.last ?? 0, self)
    let byteCount = cellCount == 0 ? 0 : cellEnds[cellCount - 1]
    self = CSVBlock()
    bytes.append(contentsOf: rest.bytes[byteCount...])
    cellEnds = rest.cellEnds[cellCount...].map { $0 - byteCount }
    var rows = rest
    rows.bytes.removeLast(rows.bytes.count - byteCount)
    rows.cellEnds.removeLast(rows.cellEnds.count - cellCount)
    return rows
  }
}

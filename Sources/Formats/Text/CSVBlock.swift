/// Rows whose cells are stored contiguously, to save memory.
package struct CSVBlock: Sendable {
  package internal(set) var bytes: [UInt8] = []
  /// The end offset of each cell in `bytes`.
  var cellEnds: [Int] = []
  /// The end index of each row in `cellEnds`.
  var rowEnds: [Int] = []
  var lines: [Int] = []

  package var rowCount: Int { rowEnds.count }

  var byteCount: Int { bytes.count + (cellEnds.count + rowEnds.count + lines.count) * MemoryLayout<Int>.size }

  package func cells(of row: Int) -> Range<Int> { (row == 0 ? 0 : rowEnds[row - 1])..<rowEnds[row] }

  package func range(of cell: Int) -> Range<Int> { (cell == 0 ? 0 : cellEnds[cell - 1])..<cellEnds[cell] }

  package var isUTF8: Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    // A character may be divided between two cells.
    return String(validating: bytes, as: UTF8.self) != nil
      && cellEnds.allSatisfy { $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 }
  }

  package var hasLostCharacters: Bool { LostCharacter.isIn(bytes) }

  package func line(of row: Int) -> Int { lines[row] }

  package func title(of row: Int) -> String {
    cells(of: row).first.map { String(decoding: bytes[range(of: $0)], as: UTF8.self) } ?? ""
  }

  /// Appends the JSON of `FormatRow.json`; false, without a change, if cells are missing, are too many, or need decoding.
  package func appendJSON(of row: Int, names: [[UInt8]], to json: inout [UInt8]) -> Bool {
    let cells = cells(of: row)
    guard cells.count == names.count, !cells.contains(where: { EncodedBytes.mayBe(bytes[range(of: $0)]) })
    else { return false }
    bytes.withUnsafeBufferPointer { bytes in
      for (name, cell) in zip(names, cells) {
        json.append(UInt8(ascii: cell == cells.lowerBound ? "{" : ","))
        json.append(contentsOf: name)
        json.append(UInt8(ascii: ":"))
        JSONValue.append(utf8: UnsafeBufferPointer(rebasing: bytes[range(of: cell)]), to: &json)
      }
    }
    json.append(UInt8(ascii: "}"))
    return true
  }

  func record(_ row: Int) -> CSVRecord {
    CSVRecord(cells: cells(of: row).map { Array(bytes[range(of: $0)]) }, line: lines[row])
  }

  var records: [CSVRecord] { (0..<rowCount).map(record) }

  mutating func endRow(line: Int) {
    rowEnds.append(cellEnds.count)
    lines.append(line)
  }

  mutating func removeFirst() {
    guard let cellCount = rowEnds.first else { return }
    let byteCount = cellCount == 0 ? 0 : cellEnds[cellCount - 1]
    bytes.removeFirst(byteCount)
    cellEnds = cellEnds.dropFirst(cellCount).map { $0 - byteCount }
    rowEnds = rowEnds.dropFirst().map { $0 - cellCount }
    lines.removeFirst()
  }

  /// Removes and returns the complete rows; copies the unfinished row only if it follows others.
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

/// Finds U+FFFD, which programs write for a character that they cannot read.
enum LostCharacter {
  static func isIn(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      while place + 2 < bytes.count {
        if bytes[place] == 0xEF, bytes[place + 1] == 0xBF, bytes[place + 2] == 0xBD { return true }
        place += 1
      }
      return false
    }
  }
}

/// Lines of CSV, written cell by cell (RFC 4180, but with LF).
package struct CSVLines {
  package private(set) var bytes: [UInt8] = []
  private let delimiter: UInt8
  private let isSafeForSpreadsheets: Bool
  private var cellCount = 0
  private var isLastEmpty = false

  /// With `isSafeForSpreadsheets`, cells that a spreadsheet takes for formulas get a leading apostrophe.
  package init(_ format: Format, isSafeForSpreadsheets: Bool = false) {
    delimiter = format == .tsv ? 9 : UInt8(ascii: ",")
    self.isSafeForSpreadsheets = isSafeForSpreadsheets
  }

  package mutating func append(_ cell: UnsafeRawBufferPointer) {
    if cellCount > 0 { bytes.append(delimiter) }
    cellCount += 1
    isLastEmpty = cell.isEmpty
    guard !cell.isEmpty else { return }
    let needsQuotes = needsQuotes(cell)
    if needsQuotes { bytes.append(34) }
    if isSafeForSpreadsheets, isFormula(cell) { bytes.append(UInt8(ascii: "'")) }
    if needsQuotes { appendQuoted(cell) } else { bytes.append(contentsOf: cell) }
    if needsQuotes { bytes.append(34) }
  }

  /// Quotes a single empty cell, because empty lines are skipped.
  package mutating func endLine() {
    if cellCount == 1, isLastEmpty { bytes += [34, 34] }
    bytes.append(10)
    cellCount = 0
  }

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  private func needsQuotes(_ cell: UnsafeRawBufferPointer) -> Bool {
    if cell.first == 32 || cell.last == 32 { return true }
    return cell.contains { $0 == delimiter || $0 == 34 || $0 == 10 || $0 == 13 }
  }

  private mutating func appendQuoted(_ cell: UnsafeRawBufferPointer) {
    for byte in cell {
      if byte == 34 { bytes.append(34) }
      bytes.append(byte)
    }
  }

  private func isFormula(_ cell: UnsafeRawBufferPointer) -> Bool {
    guard let first = cell.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return Double(String(decoding: cell, as: UTF8.self)) == nil
  }
}

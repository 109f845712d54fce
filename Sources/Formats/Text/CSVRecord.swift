/// A row of cells in a text.
public struct CSVRecord: Hashable, Sendable {
  /// The cells' bytes, without their quotation marks.
  public var cells: [[UInt8]]
  /// The line that the row begins on, from 1.
  public var line: Int

  /// The cells of a row that was quoted once more as one cell, as spreadsheets do with lines that they did not divide;
  /// nil for any other row.
  func dividedAgain(_ dialect: CSVDialect) -> CSVRecord? {
    guard let line = cells.first, cells.count == 1, line.contains(dialect.delimiter) else { return nil }
    var reader = CSVReader(dialect)
    guard let records = try? reader.records(of: line, isLast: true), records.count == 1 else { return nil }
    return records.first.map { CSVRecord(cells: $0.cells, line: self.line) }
  }
}

/// A row of cells in a text.
package struct CSVRecord: Hashable, Sendable {
  /// The cells' bytes, without their quotation marks.
  package var cells: [[UInt8]]
  package var line: Int

  /// Splits a row that was quoted as one cell, as spreadsheets do with lines they did not split; nil for other rows.
  func dividedAgain(_ dialect: CSVDialect) -> CSVRecord? {
    guard let line = cells.first, cells.count == 1, line.contains(dialect.delimiter) else { return nil }
    var reader = CSVReader(dialect)
    guard let records = try? reader.records(of: line, isLast: true), records.count == 1 else { return nil }
    return records.first.map { CSVRecord(cells: $0.cells, line: self.line) }
  }
}

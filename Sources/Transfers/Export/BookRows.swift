import Formats
import Listings
import Records
import SQLite

struct BookRows {
  private let database: Database
  private let sql: TableSQL
  private let tables: BookTables
  private let format: Format
  private let columns: [String]
  /// SQL for whether a reading has more than its dates.
  private let hasNotes: String

  init(_ database: Database, _ sql: TableSQL, _ tables: BookTables, _ format: Format) {
    (self.database, self.sql, self.tables, self.format) = (database, sql, tables, format)
    columns = sql.schema.fields.map(\.column)
    let known = ["pk", "book", "started", "finished", "stopped"]
    let others = tables.readings?.rowColumns.filter { !known.contains($0.lowercased()) } ?? []
    hasNotes = (["0"] + others.map { "\(quoted($0)) <> ''" }).joined(separator: " OR ")
  }

  func hasNotedReading(_ book: Int64) throws(StoreError) -> Bool {
    guard tables.readings != nil else { return false }
    return try database.connection.exists(
      "SELECT 1 FROM reading WHERE book = ? AND (\(hasNotes)) LIMIT 1", [.integer(book)])
  }

  func row(of book: Int64) throws(StoreError) -> FormatRow? {
    let id = RecordID(.rowid(book), in: sql.schema.id)
    guard let values = try database.values(Array(columns.indices), of: id) else { return nil }
    var row = FormatRow(columns: columns, values: values, isBook: true)
    try addParts(of: book, to: &row)
    return row
  }

  func addParts(of book: Int64, to row: inout FormatRow) throws(StoreError) {
    if tables.readings != nil {
      row.readings = try database.connection.rows(
        "SELECT started, finished, stopped FROM reading WHERE book = ? ORDER BY coalesce(finished, started)",
        [.integer(book)]
      ) { row in
        Reading(
          started: row.value(at: 0).plainText, finished: row.value(at: 1).plainText,
          stopped: row.value(at: 2).plainText)
      }
    }
    if tables.shelves != nil {
      row.shelves = try database.connection.rows(
        "SELECT name FROM shelf JOIN book_shelf ON shelf = pk WHERE book = ? ORDER BY name", [.integer(book)]
      ) { $0.string(at: 0) }
    }
    if tables.sources != nil { try addName(of: book, to: &row) }
  }

  private func addName(of book: Int64, to row: inout FormatRow) throws(StoreError) {
    let source = try database.connection.row(
      "SELECT id, imported FROM source WHERE book = ? AND service = ? AND id IS NOT NULL ORDER BY rowid LIMIT 1",
      [.integer(book), .text(Text(format.sourceName))]
    ) { ($0.value(at: 0).plainText, $0.value(at: 1)) }
    row.id = source?.0
    guard format == .goodreads, case .text(let imported)? = source?.1 else { return }
    row.serviceTitle = FormatRow(kept: imported.bytes, of: format)?.text("Title")
  }
}

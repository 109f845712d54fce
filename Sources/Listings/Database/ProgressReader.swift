import Records
import SQLite

package struct ProgressReader {
  private let database: Database

  package init(_ database: Database) { self.database = database }

  /// The progress table, and its foreign key to a table; nil if there is none with an index.
  package func source(of readings: TableID) throws(StoreError) -> (schema: Schema, link: Reference)? {
    let table = try database.schema(of: readings).table
    guard let entry = database.entry(named: "progress") else { return nil }
    let schema = try database.schema(of: entry.id)
    guard
      let link = schema.references.first(where: { $0.table.isSameName(as: table) && $0.columns.count == 1 }),
      schema.field(named: "at") != nil, try database.isIndexed(link, of: schema)
    else { return nil }
    return (schema, link)
  }

  /// Runs one statement; `value` is the foreign key's value for the reading, `pages` the number of the book's pages.
  package func latest(
    in source: (schema: Schema, link: Reference), of value: Value, pages: Int?
  ) throws(StoreError) -> ReadingProgress? {
    let statement = Self.latest(
      "\(source.schema.named("page")), \(source.schema.named("percent"))", source, "?")
    return try database.connection.statement(statement, for: .hydrate).firstRow(binding: [value]) { row in
      ReadingProgress(
        page: Self.number(row.value(at: 0)).flatMap { Int(exactly: $0.rounded()) },
        percent: Self.number(row.value(at: 1)), pages: pages)
    }
  }

  private static func latest(
    _ columns: String, _ source: (schema: Schema, link: Reference), _ reading: String
  ) -> String {
    let keys = source.schema.key.columns.map { quoted($0) + " DESC" }.joined(separator: ", ")
    return """
      SELECT \(columns) FROM \(quoted(source.schema.table)) \
      WHERE \(quoted(source.schema.fields[source.link.fields[0]].column)) = \(reading) \
      ORDER BY \(quoted("at")) DESC, \(keys) LIMIT 1
      """
  }

  /// An expression for the percentage read of a book (see `ReadingProgress.fraction`), by the latest progress of an
  /// unfinished reading.
  ///
  /// Nil if the library has no progress table.
  func percentage(
    of readings: Schema, by reference: Reference, to books: Schema
  ) throws(StoreError) -> String? {
    guard reference.columns.count == 1, let source = try source(of: readings.id) else { return nil }
    let row = RelatedField.other
    let pages = """
      (SELECT \(books.named("pages")) FROM \(quoted(books.table)) \
      WHERE \(quoted(reference.columns[0])) = \(row).\(quoted(readings.fields[reference.fields[0]].column)))
      """
    let (page, percent) = (source.schema.named("page"), source.schema.named("percent"))
    let percentage = "coalesce(100.0 * \(page) / nullif(max(\(pages), 0), 0), \(percent))"
    let latest = Self.latest(
      "CAST(round(min(max(\(percentage), 0), 100)) AS INTEGER)", source,
      "\(row).\(quoted(source.link.columns[0]))")
    let ends = ["finished", "stopped"].filter { readings.field(named: $0) != nil }
    let isOpen = ends.map { "\(row).\(quoted($0)) IS NULL" }.joined(separator: " AND ")
    return isOpen.isEmpty ? "(\(latest))" : "CASE WHEN \(isOpen) THEN (\(latest)) END"
  }

  private static func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .real(let number) where abs(number) < 1e9: number
    default: nil
    }
  }

  package static func pages(of book: Schema, _ values: [Value]) -> Int? {
    book.field(named: "pages").flatMap { number(values[$0]) }.flatMap {
      $0 > 0 ? Int(exactly: $0.rounded()) : nil
    }
  }

  package static func isOpen(_ row: RelatedRows.Row, in schema: Schema) -> Bool {
    ["finished", "stopped"].allSatisfy { name in
      schema.field(named: name).map { row.values[$0].isNull } ?? true
    }
  }

  /// Adds the latest progress to the unfinished readings of a book, with one statement for each.
  package func addProgress(to rows: inout RelatedRows, pages: Int?) throws(StoreError) {
    guard rows.schema.table.isSameName(as: "reading"), let content = rows.content,
      content.rows.contains(where: { Self.isOpen($0, in: rows.schema) }),
      let source = try source(of: rows.source.table)
    else { return }
    var changed = content.rows
    for (place, row) in changed.enumerated() where Self.isOpen(row, in: rows.schema) {
      guard let value = try target(of: source.link, row, rows.schema) else { continue }
      changed[place].progress = try latest(in: source, of: value, pages: pages)
    }
    rows.content = RelatedRows.Content(count: content.count, rows: changed)
  }

  private func target(
    of link: Reference, _ row: RelatedRows.Row, _ schema: Schema
  ) throws(StoreError) -> Value? {
    if let field = schema.field(named: link.columns[0]) { return row.values[field] }
    guard schema.key.columns.first.map({ $0.isSameName(as: link.columns[0]) }) == true else { return nil }
    return row.id.values.first
  }
}

extension Schema {
  fileprivate func named(_ column: String) -> String { field(named: column) == nil ? "NULL" : quoted(column) }
}

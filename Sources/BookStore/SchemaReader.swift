import Records

/// Finds the table of a database that people are to see, and reads it as a schema.
struct SchemaReader {
  let connection: Connection

  /// The schema of the book table if there is one, else of the first table that can be used.
  func read() throws(StoreError) -> Schema {
    let names = try tableNames()
    if let name = names.first(where: { $0.lowercased() == Schema.books.table }),
      let schema = try table(name).booksSchema
    {
      return schema
    }
    for name in names {
      if let schema = try table(name).schema { return schema }
    }
    throw .noUsableTable
  }

  /// The database's own tables in the order in which they were made.
  ///
  /// Virtual tables have no root page. They are left out before they are asked for anything, since one that is broken,
  /// or whose module is not there, fails at that.
  private func tableNames() throws(StoreError) -> [String] {
    var names: [String] = []
    let sql = """
      SELECT name FROM main.sqlite_schema
      WHERE type = 'table' AND rootpage > 0 AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid
      """
    try connection.uncachedStatement(sql).forEachRow { row throws(StoreError) in
      names.append(try row.string(at: 0))
    }
    return names
  }

  private func table(_ name: String) throws(StoreError) -> TableDescription {
    var table = TableDescription(name: name)
    let list = "SELECT type, wr FROM pragma_table_list(?) WHERE schema = 'main'"
    try connection.statement(list).forEachRow(binding: [.text(Text(name))]) { row throws(StoreError) in
      table.isOrdinary = try row.string(at: 0) == "table"
      table.isWithoutRowID = row.integer(at: 1) != 0
    }
    let columns = """
      SELECT name, type, "notnull", dflt_value IS NOT NULL, pk, hidden FROM pragma_table_xinfo(?, 'main')
      """
    try connection.statement(columns).forEachRow(binding: [.text(Text(name))]) { row throws(StoreError) in
      table.columns.append(
        ColumnDescription(
          name: try row.string(at: 0), declaredType: try row.string(at: 1),
          isNotNull: row.integer(at: 2) != 0,
          hasDefault: row.integer(at: 3) != 0, keyPosition: Int(row.integer(at: 4)),
          isOrdinary: row.integer(at: 5) == 0))
    }
    let index = "SELECT count(*) FROM pragma_index_list(?, 'main') WHERE origin = 'pk'"
    try connection.statement(index).forEachRow(binding: [.text(Text(name))]) { row in
      table.hasKeyIndex = row.integer(at: 0) != 0
    }
    return table
  }
}

extension PreparedStatement {
  /// The text in a column of the current row as a string, or an empty one.
  func string(at column: Int32) throws(StoreError) -> String {
    if case .text(let text) = try value(at: column) { text.string } else { "" }
  }
}

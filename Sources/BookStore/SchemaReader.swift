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

  /// Asks by plain pragmas: as functions of a SELECT they would be virtual tables, which take SQLite longer to set up
  /// than all the rest of opening.
  private func table(_ name: String) throws(StoreError) -> TableDescription {
    var table = TableDescription(name: name)
    try forEachRow(of: "table_list", name) { row throws(StoreError) in
      table.isOrdinary = try row.string(at: 2) == "table"
      table.isWithoutRowID = row.integer(at: 4) != 0
    }
    try forEachRow(of: "table_xinfo", name) { row throws(StoreError) in
      table.columns.append(
        ColumnDescription(
          name: try row.string(at: 1), declaredType: try row.string(at: 2),
          isNotNull: row.integer(at: 3) != 0,
          hasDefault: try row.value(at: 4) != .null, keyPosition: Int(row.integer(at: 5)),
          isOrdinary: row.integer(at: 6) == 0))
    }
    try forEachRow(of: "index_list", name) { row throws(StoreError) in
      if try row.string(at: 3) == "pk" { table.hasKeyIndex = true }
    }
    return table
  }

  private func forEachRow(
    of pragma: String, _ table: String, _ read: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.uncachedStatement("PRAGMA main.\(pragma)(\(quoted(table)))").forEachRow(read)
  }
}

extension PreparedStatement {
  /// The text in a column of the current row as a string, or an empty one.
  func string(at column: Int32) throws(StoreError) -> String {
    if case .text(let text) = try value(at: column) { text.string } else { "" }
  }
}

import Records

/// Reads the tables of a database as schemas.
struct SchemaReader {
  let connection: Connection

  /// Asks by plain pragmas: as functions of a SELECT they would be virtual tables, which take SQLite longer to set up
  /// than all the rest of opening.
  func table(_ name: String) throws(StoreError) -> TableDescription {
    var table = TableDescription(name: name)
    try forEachRow(of: "table_list", name) { row throws(StoreError) in
      table.isOrdinary = try row.string(at: 2) == "table"
      table.isView = try row.string(at: 2) == "view"
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

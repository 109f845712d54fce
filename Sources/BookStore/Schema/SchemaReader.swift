import Records

/// Reads the tables of a database as schemas.
struct SchemaReader {
  let connection: Connection

  /// Asks by plain pragmas: as functions of a SELECT they would be virtual tables, which take SQLite longer to set up
  /// than all the rest of opening.
  func table(_ name: String) throws(StoreError) -> TableDescription {
    var table = TableDescription(name: name)
    try forEachRow(of: "table_list", name) { row in
      table.isOrdinary = row.string(at: 2) == "table"
      table.isView = row.string(at: 2) == "view"
      table.isWithoutRowID = row.integer(at: 4) != 0
    }
    table.columns = try columns(of: name)
    try connection.uncachedStatement(Self.ownConflictClause).forEachRow(binding: [.text(Text(name))]) {
      row in
      let text = TableText(row.string(at: 0))
      (table.resolvesConflicts, table.replacesRows) = (text.resolvesConflicts, text.replacesRows)
    }
    var uniqueIndexes: [String] = []
    try forEachRow(of: "index_list", name) { row in
      if row.string(at: 3) == "pk" { table.hasKeyIndex = true }
      if row.integer(at: 2) != 0, row.integer(at: 4) == 0 { uniqueIndexes.append(row.string(at: 1)) }
    }
    // What is known of books already needs no more statements before the first screen.
    if table.isPlainBooks, uniqueIndexes.isEmpty { return table }
    for place in table.columns.indices {
      table.columns[place].collation = connection.collation(of: table.columns[place].name, in: name)
    }
    for index in uniqueIndexes { try noteUnique(index, in: &table) }
    table.foreignKeys = try foreignKeys(of: name)
    if table.booksSchema == nil { try readSamples(of: &table) }
    return table
  }

  private static let ownConflictClause =
    "SELECT sql FROM main.sqlite_schema WHERE type = 'table' AND name = ? AND sql LIKE '%conflict%'"

  private func columns(of table: String) throws(StoreError) -> [ColumnDescription] {
    var columns: [ColumnDescription] = []
    try forEachRow(of: "table_xinfo", table) { row in
      columns.append(
        ColumnDescription(
          name: row.string(at: 1), declaredType: row.string(at: 2),
          isNotNull: row.integer(at: 3) != 0,
          hasDefault: row.value(at: 4) != .null, keyPosition: Int(row.integer(at: 5)),
          isHidden: row.integer(at: 6) == 1, isGenerated: row.integer(at: 6) > 1))
    }
    return columns
  }

  /// Notes an index that is unique, and its column if it is the only one.
  private func noteUnique(_ name: String, in table: inout TableDescription) throws(StoreError) {
    var index = UniqueIndex()
    try forEachRow(of: "index_xinfo", name) { row in
      // Behind the key's own columns come those that lead to the row.
      guard row.integer(at: 5) != 0 else { return }
      index.columns.append(row.string(at: 2))
      index.collations.append(row.string(at: 4))
    }
    let names = Set(table.columns.map(\.name))
    // What is no column of the table is an expression over some.
    guard !index.columns.isEmpty, index.columns.allSatisfy(names.contains) else { return }
    table.uniqueIndexes.append(index)
    guard index.columns.count == 1 else { return }
    for place in table.columns.indices where table.columns[place].name == index.columns[0] {
      table.columns[place].isUnique = true
    }
  }

  /// The foreign keys in the order in which they are declared; SQLite lists them the other way round.
  func foreignKeys(of table: String) throws(StoreError) -> [ForeignKey] {
    var keys: [ForeignKey] = []
    try forEachRow(of: "foreign_key_list", table) { row in
      let id = row.integer(at: 0)
      if keys.last?.id != id {
        keys.append(ForeignKey(id: id, table: row.string(at: 2)))
        // To refuse at once is to do nothing, too.
        keys[keys.count - 1].deletion = ForeignKey.Deletion(rawValue: row.string(at: 6)) ?? .noAction
      }
      keys[keys.count - 1].columns.append(row.string(at: 3))
      if row.value(at: 4) != .null { keys[keys.count - 1].targets.append(row.string(at: 4)) }
    }
    for index in keys.indices where keys[index].targets.isEmpty {
      var parent = TableDescription(name: keys[index].table)
      // A parent that cannot be read leaves a key without columns, which is not shown.
      parent.columns = (try? columns(of: parent.name)) ?? []
      keys[index].targets = parent.keyColumns
    }
    return keys.reversed()
  }

  private func forEachRow(
    of pragma: String, _ table: String, _ read: (PreparedStatement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.uncachedStatement("PRAGMA main.\(pragma)(\(quoted(table)))").forEachRow(read)
  }
}

extension PreparedStatement {
  /// The text in a column of the current row as a string, or an empty one.
  func string(at column: Int32) -> String {
    if case .text(let text) = value(at: column) { text.string } else { "" }
  }
}

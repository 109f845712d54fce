import Records

extension SchemaReader {
  /// The database's tables and views in the order in which they were made.
  ///
  /// SQLite's own, and those in which a virtual table keeps its rows, are left out.
  func tables() throws(StoreError) -> [TableEntry] {
    var tables: [TableEntry] = []
    let sql = """
      SELECT name, type, rootpage FROM main.sqlite_schema
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid
      """
    try connection.uncachedStatement(sql).forEachRow { row in
      let isView = row.string(at: 1) == "view"
      tables.append(
        TableEntry(
          id: .first, name: row.string(at: 0),
          kind: isView ? .view : row.integer(at: 2) == 0 ? .virtual : .table))
    }
    if tables.contains(where: { $0.kind == .virtual }) {
      let hidden = try shadowTables()
      tables.removeAll { hidden.contains($0.name) }
    }
    for index in tables.indices { tables[index].id = TableID(index) }
    return tables
  }

  private func shadowTables() throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    try connection.uncachedStatement("PRAGMA main.table_list").forEachRow { row in
      if row.string(at: 2) == "shadow" { names.insert(row.string(at: 1)) }
    }
    return names
  }

  /// The table to begin with: the one that was asked for, else the book table, else the first that can be used.
  ///
  /// - Throws: `noSuchTable` for a name that none has, `noUsableTable` where there is none.
  func first(of tables: [TableEntry], named name: String?) throws(StoreError) -> Schema {
    if let name {
      guard let entry = tables.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        throw .noSuchTable(name)
      }
      return try schema(of: entry)
    }
    let books = tables.filter { $0.kind == .table && $0.name.lowercased() == Schema.books.table }
    for entry in books {
      guard var schema = try table(entry.name).booksSchema else { continue }
      schema.id = entry.id
      return schema
    }
    for entry in tables.filter({ $0.kind == .table }) + tables.filter({ $0.kind != .table }) {
      do {
        return try schema(of: entry)
      } catch {
        guard error.concernsOneTable else { throw error }
      }
    }
    throw .noUsableTable
  }

  /// The schema of a table or view.
  ///
  /// - Throws: `noUsableTable` where it has nothing to show, or why it cannot be read.
  func schema(of entry: TableEntry) throws(StoreError) -> Schema {
    let table = try table(entry.name)
    guard var schema = table.booksSchema ?? table.schema else { throw .noUsableTable }
    schema.id = entry.id
    return schema
  }
}

extension StoreError {
  /// Whether other tables may be readable all the same.
  fileprivate var concernsOneTable: Bool {
    switch self {
    case .other, .noUsableTable: true
    default: false
    }
  }
}

import Records
import SQLite

package struct DeclarationReader {
  private let connection: Connection
  private let schemas: SchemaReader

  package init(_ connection: Connection, arrangements: [String: FieldArrangement] = [:]) {
    self.connection = connection
    schemas = SchemaReader(connection: connection, arrangements: arrangements)
  }

  package func all() throws(StoreError) -> [TableDeclaration] {
    var tables: [TableDeclaration] = []
    for entry in try schemas.tables() { tables.append(try declaration(of: entry)) }
    let references = tables.flatMap(\.references)
    for place in tables.indices {
      let name = tables[place].table.name
      tables[place].referencedBy = references.filter { $0.target.isSameName(as: name) }
    }
    return tables
  }

  private func declaration(of entry: TableEntry) throws(StoreError) -> TableDeclaration {
    var table = TableDeclaration(table: entry)
    table.sql = try text(of: entry.name, "table", "view") ?? ""
    // A view may be broken, and a virtual table's module may be missing; their texts are shown anyway.
    table.columns = (try? columns(of: entry.name)) ?? []
    table.references = (try? references(of: entry.name)) ?? []
    table.parts = try indexes(of: entry.name, marking: &table.columns) + triggers(of: entry.name)
    let checks = TableText(table.sql).checks
    for place in table.columns.indices {
      let own = checks.filter { $0.column?.isSameName(as: table.columns[place].name) ?? false }
      table.columns[place].check = own.isEmpty ? nil : own.map(\.text).joined(separator: " AND ")
    }
    table.checks = checks.filter { $0.column == nil }.map(\.text)
    noteKinds(in: &table)
    return table
  }

  private func noteKinds(in table: inout TableDeclaration) {
    guard let schema = try? schemas.schema(of: table.table) else { return }
    for place in table.columns.indices {
      table.columns[place].kind = schema.fields.first { $0.column == table.columns[place].name }?.kind.name
    }
  }

  private func columns(of table: String) throws(StoreError) -> [ColumnDeclaration] {
    try rows(of: "table_xinfo", table) { row in
      ColumnDeclaration(
        name: row.string(at: 1), type: row.string(at: 2), isNotNull: row.integer(at: 3) != 0,
        defaultText: row.value(at: 4).isNull ? nil : row.string(at: 4), keyPosition: Int(row.integer(at: 5)),
        isGenerated: row.integer(at: 6) > 1)
    }
  }

  private func references(of table: String) throws(StoreError) -> [ReferenceDeclaration] {
    let actions = try rows(of: "foreign_key_list", table) { ($0.integer(at: 0), $0.string(at: 6)) }
    return try schemas.foreignKeys(of: table).map { key in
      ReferenceDeclaration(
        table: table, columns: key.columns, target: key.table, targets: key.targets,
        onDelete: actions.first { $0.0 == key.id }?.1 ?? "")
    }
  }

  /// In the order of creation; a unique index on one column marks the column.
  private func indexes(
    of table: String, marking columns: inout [ColumnDeclaration]
  ) throws(StoreError) -> [TablePart] {
    var parts: [TablePart] = []
    for (name, isUnique, isPartial) in try rows(
      of: "index_list", table, { ($0.string(at: 1), $0.integer(at: 2) != 0, $0.integer(at: 4) != 0) })
    {
      let names = try rows(of: "index_info", name) { $0.string(at: 2) }
      if isUnique, !isPartial, names.count == 1 {
        for place in columns.indices where columns[place].name == names[0] { columns[place].isUnique = true }
      }
      let sql = try text(of: name, "index", "index")
      parts.append(TablePart(kind: isUnique ? .uniqueIndex : .index, name: name, columns: names, sql: sql))
    }
    return parts.reversed()
  }

  private func triggers(of table: String) throws(StoreError) -> [TablePart] {
    let sql = """
      SELECT name, sql FROM main.sqlite_schema
      WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY rowid
      """
    return try connection.uncachedStatement(sql, for: nil).rows(binding: [.text(Text(table))]) { row in
      TablePart(kind: .trigger, name: row.string(at: 0), sql: row.string(at: 1))
    }
  }

  private func text(of name: String, _ type: String, _ other: String) throws(StoreError) -> String? {
    let sql = "SELECT sql FROM main.sqlite_schema WHERE name = ? AND type IN (?, ?) AND sql IS NOT NULL"
    return try connection.uncachedStatement(sql, for: nil).firstRow(
      binding: [.text(Text(name)), .text(Text(type)), .text(Text(other))]
    ) { $0.string(at: 0) }
  }

  private func rows<Result>(
    of pragma: String, _ name: String, _ read: (PreparedStatement) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    try connection.uncachedStatement("PRAGMA main.\(pragma)(\(quoted(name)))", for: nil).rows(read)
  }
}

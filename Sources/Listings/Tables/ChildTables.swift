import SQLite

package struct ChildTables {
  /// By the lower-case name of the table that the foreign keys point to.
  private var tables: [String: Set<String>] = [:]
  private var indexed: [String: Set<String>] = [:]

  package init(_ connection: Connection) throws(StoreError) {
    // An index or a primary key helps if it begins with the column.
    let sql = """
      SELECT m.name, f."table", f."from",
        EXISTS (SELECT 1 FROM pragma_index_list(m.name) AS i JOIN pragma_index_info(i.name) AS x
          WHERE x.seqno = 0 AND NOT i.partial AND x.name = f."from" COLLATE NOCASE)
        OR EXISTS (SELECT 1 FROM pragma_table_info(m.name) AS c
          WHERE c.pk = 1 AND c.name = f."from" COLLATE NOCASE)
      FROM main.sqlite_schema AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'
      """
    try connection.uncachedStatement(sql).forEachRow { row in
      let table = row.string(at: 0)
      tables[row.string(at: 1).lowercased(), default: []].insert(table)
      if row.integer(at: 3) != 0 { indexed[table, default: []].insert(row.string(at: 2).lowercased()) }
    }
  }

  package subscript(table: String) -> Set<String> { tables[table.lowercased()] ?? [] }

  package func isIndexed(_ columns: [String], of table: String) -> Bool {
    columns.contains { indexed[table]?.contains($0.lowercased()) ?? false }
  }
}

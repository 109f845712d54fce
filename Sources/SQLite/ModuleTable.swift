/// A virtual table whose module stores its rows in its own tables: a full-text index or an R-tree.
///
/// SQLite reports no changes of a virtual table, only what the module writes. Each row of the virtual table has a row with the
/// same rowid in one of the module's tables, the *witness*, and both always change together.
package struct ModuleTable {
  package let name: String
  let witness: String
  /// Whether it only indexes another table, from which it reads the values.
  package let isExternal: Bool

  /// The virtual tables whose rows can be read and restored, by witness; contentless full-text indexes cannot be read.
  package static func all(_ connection: Connection) throws(StoreError) -> [String: ModuleTable] {
    var found: [String: ModuleTable] = [:]
    try connection.statement(select, for: nil).forEachRow(binding: []) { row in
      let (name, witness) = (row.string(at: 0), row.string(at: 1))
      // The first of several witnesses is enough.
      guard !found.values.contains(where: { $0.name == name }) else { return }
      found[witness] = ModuleTable(name: name, witness: witness, isExternal: row.integer(at: 2) == 0)
    }
    return found
  }

  package var exists: String { "SELECT 1 FROM main.\(quoted(witness)) WHERE rowid = ?" }

  /// The tables in which FTS3, FTS4 and FTS5 store a row per text, and R-trees a row per box.
  private static let select = """
    WITH module AS (SELECT schema, name, type FROM pragma_table_list WHERE schema = 'main'),
      virtual AS (SELECT m.name, replace(replace(lower(s.sql), ' ', ''), '"', '''') AS text
        FROM module AS m JOIN main.sqlite_schema AS s ON s.name = m.name WHERE m.type = 'virtual')
    SELECT v.name, w.name, w.name NOT LIKE '%docsize'
      OR EXISTS (SELECT 1 FROM module WHERE name = v.name || '_content')
    FROM virtual AS v JOIN module AS w ON w.type = 'shadow'
      AND w.name IN (v.name || '_docsize', v.name || '_content', v.name || '_rowid')
    WHERE v.text NOT LIKE '%content=''''%' AND v.text NOT LIKE '%content=,%' AND v.text NOT LIKE '%content=)%'
    ORDER BY v.name, w.name LIKE '%content'
    """
}

import Records
import SQLite

/// Which statements fire triggers that cannot be compiled.
///
/// SQLite removes a column that a trigger sets (`UPDATE t SET c = …`) without a word, and then refuses every statement that
/// fires the trigger.
struct TriggerCheck {
  let connection: Connection

  /// A table, and what is done to its rows.
  struct Event: Hashable {
    let table: String
    let name: String
  }

  /// The events whose statements cannot be compiled.
  ///
  /// - Complexity: Three statements are compiled for each table that has triggers.
  func failing() throws(StoreError) -> Set<Event> {
    var failing: Set<Event> = []
    let sql = "SELECT DISTINCT tbl_name FROM main.sqlite_schema WHERE type = 'trigger'"
    for table in try connection.uncachedStatement(sql).rows({ $0.string(at: 0) }) {
      for (name, text) in try statements(on: table) {
        do throws(StoreError) {
          _ = try connection.uncachedStatement(text)
        } catch {
          guard error.concernsOneStatement else { throw error }
          failing.insert(Event(table: table, name: name))
        }
      }
    }
    return failing
  }

  private func statements(on table: String) throws(StoreError) -> [(name: String, text: String)] {
    let columns = try connection.uncachedStatement(
      "SELECT name FROM pragma_table_xinfo(?, 'main') WHERE hidden = 0"
    ).rows(binding: [.text(Text(table))]) { quoted($0.string(at: 0)) }
    let assignments = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    let name = "main." + quoted(table)
    return [
      ("INSERT", "INSERT INTO \(name) DEFAULT VALUES"), ("DELETE", "DELETE FROM \(name)"),
      ("UPDATE", "UPDATE \(name) SET \(assignments)"),
    ]
  }

  /// A trigger whose text has a word, preferably one that an event fires itself.
  func trigger(with word: String, firedBy event: Event) throws(StoreError) -> String {
    let sql = """
      SELECT name FROM main.sqlite_schema WHERE type = 'trigger' AND instr(lower(sql), lower(?))
      ORDER BY tbl_name = ? COLLATE NOCASE DESC, instr(upper(sql), ?) > 0 DESC, rowid LIMIT 1
      """
    let values = [word, event.table, event.name].map { Value.text(Text($0)) }
    return try connection.uncachedStatement(sql).firstRow(binding: values) { $0.string(at: 0) } ?? event.table
  }
}

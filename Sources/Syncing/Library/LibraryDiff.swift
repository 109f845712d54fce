import Records
import SQLite

/// Finds the differences between two tables with the same columns, of two databases or of one and the shadow.
///
/// The queries are those of SQLite's session extension (`sqlite3session_diff`), but compare bytes whatever a column's
/// collation, distinguish the integer 1 from the real 1.0, and hold one row at a time. Rows with NULL in the key are ignored.
package struct LibraryDiff {
  private let connection: Connection
  private let old, new: Side
  /// The names of the columns' affinities; `BLOB` if a column keeps every value as it is.
  private let types: [String]
  private let keyCount: Int

  package struct Side {
    let table: String
    /// SQL, key columns first.
    let columns: [String]
    /// Extra columns, whose values come first.
    let others: [String]

    package init(table: String, columns: [String], others: [String] = []) {
      (self.table, self.columns, self.others) = (table, columns, others)
    }
  }

  package init(_ connection: Connection, _ old: Side, _ new: Side, types: [String], keyCount: Int) {
    (self.connection, self.old, self.new) = (connection, old, new)
    (self.types, self.keyCount) = (types, keyCount)
  }

  init(_ shadow: Shadow, _ table: SyncedTable) {
    self.init(
      shadow.connection,
      Side(table: table.shadowName, columns: table.shadowColumns, others: ["rid", "plus"]),
      Side(table: "lib.\(quoted(table.name))", columns: table.columns.map { quoted($0.name) }),
      types: table.columns.map(\.type), keyCount: table.keyCount)
  }

  /// Calls a closure for each row that differs, with its old and new values, or nil; the closure must not change the tables.
  package func forEach(
    _ body: (_ old: [Value]?, _ new: [Value]?) throws(SyncError) -> Void
  ) throws(SyncError) {
    let count = old.others.count + old.columns.count
    var insertedCount: Int64 = 0
    try forEach(changed, 1 + count + new.columns.count) { values throws(SyncError) in
      let isThere = values[0] == .integer(1)
      if !isThere { insertedCount += 1 }
      try body(isThere ? Array(values[1...count]) : nil, Array(values[(1 + count)...]))
    }
    if try hasDeleted(inserted: insertedCount) {
      try forEach(deleted, count) { values throws(SyncError) in try body(values, nil) }
    }
  }

  /// Calls a closure for each row that only the new side has; the closure may add it to the old one.
  package func forEachInserted(_ body: ([Value]) throws(SyncError) -> Void) throws(SyncError) {
    let sql = "SELECT \(list("n", new.columns)) \(joined) WHERE \(isNamed) AND o.\(old.columns[0]) IS NULL"
    try forEach(sql, new.columns.count, body)
  }

  package func unnamedCount() throws(SyncError) -> Int {
    Int(try integer("SELECT count(*) FROM \(new.table) AS n WHERE NOT (\(isNamed))"))
  }

  private func forEach(
    _ sql: String, _ count: Int, _ body: ([Value]) throws(SyncError) -> Void
  ) throws(SyncError) {
    try connection.forEach(sql) { row throws(SyncError) in try body(row.values(at: 0..<count)) }
  }

  private func integer(_ sql: String) throws(SyncError) -> Int64 {
    try store { () throws(StoreError) in
      try connection.uncachedStatement(sql).firstRow { $0.integer(at: 0) } ?? 0
    }
  }

  // MARK: Statements

  private func list(_ name: String, _ columns: [String]) -> String {
    columns.map { "\(name).\($0)" }.joined(separator: ", ")
  }

  private var isNamed: String { isNamed("n", new.columns) }

  private func isNamed(_ name: String, _ columns: [String]) -> String {
    columns.prefix(keyCount).map { "\(name).\($0) IS NOT NULL" }.joined(separator: " AND ")
  }

  private var joined: String {
    let same = zip(old.columns, new.columns).prefix(keyCount).map {
      "o.\($0) = n.\($1) AND o.\($0) = n.\($1) COLLATE BINARY"
    }
    return
      "FROM \(new.table) AS n LEFT JOIN \(old.table) AS o ON \(same.joined(separator: " AND "))"
  }

  private var changed: String {
    let differ = zip(old.columns, new.columns).enumerated().map { place, pair in
      let bytes = "o.\(pair.0) IS NOT n.\(pair.1) COLLATE BINARY"
      // Only in such a column can an integer replace an equal real.
      return types[place] == "BLOB" ? "\(bytes) OR typeof(o.\(pair.0)) <> typeof(n.\(pair.1))" : bytes
    }
    return """
      SELECT o.\(old.columns[0]) IS NOT NULL, \(list("o", old.others + old.columns)), \(list("n", new.columns))
      \(joined) WHERE \(isNamed) AND (\((["o.\(old.columns[0]) IS NULL"] + differ).joined(separator: " OR ")))
      """
  }

  private func hasDeleted(inserted count: Int64) throws(SyncError) -> Bool {
    let there = try integer("SELECT count(*) FROM \(new.table) AS n WHERE \(isNamed)")
    return try integer("SELECT count(*) FROM \(old.table)") > there - count
  }

  private var deleted: String {
    let same = zip(old.columns, new.columns).prefix(keyCount).map {
      "n.\($1) = o.\($0) AND n.\($1) = o.\($0) COLLATE BINARY"
    }.joined(separator: " AND ")
    return """
      SELECT \(list("o", old.others + old.columns)) FROM \(old.table) AS o
      WHERE \(isNamed("o", old.columns)) AND NOT EXISTS (SELECT 1 FROM \(new.table) AS n WHERE \(same))
      """
  }
}

import Records
import SQLite

/// Finds how the library differs from the shadow, whoever made the changes.
///
/// The queries are those of SQLite's session extension (`sqlite3session_diff`), but compare bytes whatever collation a column
/// has, distinguish the integer 1 from the real 1.0, and hold one row at a time.
struct LibraryDiff {
  let shadow: Shadow
  private var connection: Connection { shadow.connection }

  func changes(
    of table: SyncedTable, _ body: (RowOperation) throws(SyncError) -> Void
  ) throws(SyncError) {
    try forEachDifference(of: table) { shared, held throws(SyncError) in
      switch (shared, held) {
      case (nil, let held?): try body(.insert(held))
      case (let shared?, nil): try body(.delete(shared))
      case (let shared?, let held?):
        let cells = Self.cells(from: shared, to: held, table)
        if !cells.isEmpty { try body(.update(key: table.key(of: held), cells: cells)) }
      case (nil, nil): break
      }
    }
  }

  static func cells(
    from shared: [Value], to held: [Value], _ table: SyncedTable
  ) -> [Int: (old: Value, new: Value)] {
    var cells: [Int: (old: Value, new: Value)] = [:]
    for place in table.keyCount..<held.count where shared[place] != held[place] {
      cells[place] = (shared[place], held[place])
    }
    return cells
  }

  /// Calls a closure for each differing row with its values in the shadow and in the library, nil for no row.
  ///
  /// - Parameter scansAll: Whether to look for deleted rows regardless of row counts, which may change outside a transaction.
  func forEachDifference(
    of table: SyncedTable, scansAll: Bool = false,
    _ body: (_ shared: [Value]?, _ held: [Value]?) throws(SyncError) -> Void
  ) throws(SyncError) {
    let count = table.file.columns.count
    var insertedCount = 0
    try forEach(heldRows(of: table), 2 * count + 1) { values throws(SyncError) in
      let held = Array(values.suffix(count))
      if values[0] == .integer(0) { insertedCount += 1 }
      try body(values[0] == .integer(0) ? nil : Array(values[1...count]), held)
    }
    if try scansAll ? true : hasDeleted(from: table, inserted: insertedCount) {
      try forEach(deleted(from: table), count) { values throws(SyncError) in try body(values, nil) }
    }
  }

  private func forEach(
    _ sql: String, _ count: Int, _ body: ([Value]) throws(SyncError) -> Void
  ) throws(SyncError) {
    var failure: SyncError?
    let statement = try store { () throws(StoreError) in try connection.uncachedStatement(sql) }
    do throws(StoreError) {
      try statement.forEachRow(binding: []) { row throws(StoreError) in
        do throws(SyncError) { try body(row.values(at: 0..<count)) } catch {
          failure = error
          throw .interrupted
        }
      }
    } catch { throw failure ?? (error == .interrupted ? .cancelled : .store(error)) }
  }

  // MARK: Statements

  private func library(_ table: SyncedTable) -> String { "lib.\(quoted(table.name)) AS l" }

  private func columns(_ table: SyncedTable, of name: String) -> String {
    if name == "s" { return table.shadowColumns.map { "s.\($0)" }.joined(separator: ", ") }
    return table.columns.map { "l.\(quoted($0))" }.joined(separator: ", ")
  }

  private func isNamed(_ table: SyncedTable) -> String {
    table.columns.prefix(table.keyCount).map { "l.\(quoted($0)) IS NOT NULL" }.joined(separator: " AND ")
  }

  /// The rows that are missing or different in the shadow, and their values there and in the library; none with NULL in the
  /// key.
  func heldRows(of table: SyncedTable) -> String {
    let names = table.columns.map { "l.\(quoted($0))" }
    let pairs = zip(table.shadowColumns, names)
    let same = pairs.prefix(table.keyCount).map { "s.\($0) = \($1)" }.joined(separator: " AND ")
    let differ = pairs.enumerated().dropFirst(table.keyCount).map { place, pair in
      let bytes = "s.\(pair.0) IS NOT \(pair.1) COLLATE BINARY"
      // Only in such a column can an integer replace an equal real.
      return table.affinities[place] == "BLOB"
        ? "\(bytes) OR typeof(s.\(pair.0)) <> typeof(\(pair.1))" : bytes
    }
    return """
      SELECT s.c0 IS NOT NULL, \(columns(table, of: "s")), \(columns(table, of: "l"))
      FROM \(library(table)) LEFT JOIN \(table.shadowName) AS s ON \(same)
      WHERE \(isNamed(table)) AND (\((["s.c0 IS NULL"] + differ).joined(separator: " OR ")))
      """
  }

  /// Whether the shadow has more rows than it shares with the library.
  private func hasDeleted(from table: SyncedTable, inserted count: Int) throws(SyncError) -> Bool {
    let condition = table.isNamedByRowID ? "" : " WHERE \(isNamed(table))"
    let held = try shadow.integer("SELECT count(*) FROM \(library(table))\(condition)") ?? 0
    return try shadow.integer("SELECT count(*) FROM \(table.shadowName)") ?? 0 > held - Int64(count)
  }

  func deleted(from table: SyncedTable) -> String {
    let same = zip(table.shadowColumns, table.columns).prefix(table.keyCount).map {
      "l.\(quoted($1)) = s.\($0) AND l.\(quoted($1)) = s.\($0) COLLATE BINARY"
    }.joined(separator: " AND ")
    return """
      SELECT \(columns(table, of: "s")) FROM \(table.shadowName) AS s
      WHERE NOT EXISTS (SELECT 1 FROM \(library(table)) WHERE \(same))
      """
  }

  func forEachHeld(
    of table: SyncedTable, _ body: ([Value]) throws(SyncError) -> Void
  ) throws(SyncError) {
    try forEach("SELECT \(columns(table, of: "l")) FROM \(library(table))", table.file.columns.count, body)
  }

  func row(of place: RowPlace) throws(SyncError) -> [Value]? {
    let table = place.table
    let condition = table.columns.prefix(table.keyCount).map {
      "l.\(quoted($0)) = ? AND l.\(quoted($0)) = ? COLLATE BINARY"
    }.joined(separator: " AND ")
    let count = table.file.columns.count
    return try shadow.rows(
      "SELECT \(columns(table, of: "l")) FROM \(library(table)) WHERE \(condition)",
      place.key.flatMap { [$0, $0] }
    ) { $0.values(at: 0..<count) }.first
  }

  func rows(
    of table: SyncedTable, pointingBy reference: SyncedTable.Reference, to key: [Value]
  ) throws(SyncError) -> [[Value]] {
    let condition = reference.places.map { "l.\(quoted(table.columns[$0])) = ?" }.joined(separator: " AND ")
    let count = table.file.columns.count
    return try shadow.rows(
      "SELECT \(columns(table, of: "l")) FROM \(library(table)) WHERE \(isNamed(table)) AND \(condition)", key
    ) { $0.values(at: 0..<count) }
  }

  func unnamedCount(in table: SyncedTable) throws(SyncError) -> Int {
    let isUnnamed = table.columns.prefix(table.keyCount).map { "l.\(quoted($0)) IS NULL" }.joined(
      separator: " OR ")
    return Int(try shadow.integer("SELECT count(*) FROM \(library(table)) WHERE \(isUnnamed)") ?? 0)
  }

  /// Copies the table from the library to the shadow.
  func copyAll(_ table: SyncedTable) throws(SyncError) {
    try shadow.run(
      "INSERT INTO \(table.shadowName) SELECT \(columns(table, of: "l")) FROM \(library(table)) WHERE \(isNamed(table))"
    )
  }
}

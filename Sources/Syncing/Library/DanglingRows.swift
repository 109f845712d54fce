import Records
import SQLite

/// Finds the rows for which the library would refuse a whole transaction, because something points to nothing.
///
/// The shadow follows foreign keys to primary keys of tables that are carried; these rows break others, to tables that stay at home or
/// to columns that are unique.
struct DanglingRows {
  private let library: Connection
  private let rows: SharedRows
  private var shadow: Shadow { rows.shadow }

  /// Looks in the open transaction of a connection to the library.
  init(_ library: Connection, _ rows: SharedRows) { (self.library, self.rows) = (library, rows) }

  private struct ForeignKey {
    let table: String
    let parent: String
    let from: [String]
    let to: [String]
  }

  /// The changed rows that point to nothing, and those that are missed by rows that have not changed.
  func find() throws(SyncError) -> [RowPlace] {
    var found: [RowPlace] = []
    for key in try brokenKeys() {
      for place in try rows(breaking: key) where !found.contains(place) { found.append(place) }
    }
    return found
  }

  private func brokenKeys() throws(SyncError) -> [ForeignKey] {
    try store { () throws(StoreError) in
      let broken = try library.rows(#"SELECT DISTINCT "table", parent, fkid FROM pragma_foreign_key_check"#) {
        (table: $0.string(at: 0), parent: $0.string(at: 1), id: $0.integer(at: 2))
      }
      var keys: [ForeignKey] = []
      for key in broken {
        let columns = try library.rows(
          #"SELECT "from", "to" FROM pragma_foreign_key_list(?) WHERE id = ? ORDER BY seq"#,
          [.text(Text(key.table)), .integer(key.id)]
        ) { (from: $0.string(at: 0), to: $0.value(at: 1).isNull ? nil : $0.string(at: 1)) }
        let primary = try library.rows(
          "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(Text(key.parent))]
        ) { $0.string(at: 0) }
        let to = columns.compactMap(\.to)
        keys.append(
          ForeignKey(
            table: key.table, parent: key.parent, from: columns.map(\.from), to: to.isEmpty ? primary : to))
      }
      return keys
    }
  }

  private func rows(breaking key: ForeignKey) throws(SyncError) -> [RowPlace] {
    let table = shadow.table(named: key.table)
    let own = (table?.columns.prefix(table?.keyCount ?? 0) ?? []).map { "c.\(quoted($0))" }
    let from = key.from.map { "c.\(quoted($0))" }
    let isNamed = from.map { "\($0) IS NOT NULL" }
    let same = zip(key.to, from).map { "p.\(quoted($0)) = \($1)" }.joined(separator: " AND ")
    let isMissing = "NOT EXISTS (SELECT 1 FROM main.\(quoted(key.parent)) AS p WHERE \(same))"
    let sql = """
      SELECT \((own + from).joined(separator: ", ")) FROM main.\(quoted(key.table)) AS c
      WHERE \((isNamed + [isMissing]).joined(separator: " AND "))
      """
    let dangling = try store { () throws(StoreError) in
      try library.rows(sql) {
        (key: $0.values(at: 0..<own.count), target: $0.values(at: own.count..<own.count + from.count))
      }
    }
    var (found, missed): ([RowPlace], Set<[Value]>) = ([], [])
    for row in dangling {
      if let table, try points(RowPlace(table, row.key), by: key.from) {
        found.append(RowPlace(table, row.key))
      } else {
        missed.insert(row.target)
      }
    }
    return try found + changed(key, missedAs: missed)
  }

  /// Whether a row has changed so that it points elsewhere.
  private func points(_ place: RowPlace, by columns: [String]) throws(SyncError) -> Bool {
    guard try shadow.exists("SELECT 1 FROM temp.changed WHERE tbl = ? AND key = ?", place.bindings),
      let new = try rows.row(place)
    else { return false }
    guard let old = try rows.old(place) else { return true }
    return places(of: columns, in: place.table).contains { old[$0] != new[$0] }
  }

  /// The changed rows to which others pointed.
  private func changed(_ key: ForeignKey, missedAs targets: Set<[Value]>) throws(SyncError) -> [RowPlace] {
    guard !targets.isEmpty,
      let parent = shadow.tables.first(where: { $0.name.lowercased() == key.parent.lowercased() })
    else { return [] }
    var found: [RowPlace] = []
    let columns = places(of: key.to, in: parent)
    try rows.forEachChanged(of: parent, where: "old IS NOT NULL") { place throws(SyncError) in
      guard let old = try rows.old(place), targets.contains(columns.map { old[$0] }),
        try rows.row(place) != old
      else { return }
      found.append(place)
    }
    return found
  }

  private func places(of columns: [String], in table: SyncedTable) -> [Int] {
    columns.compactMap { name in table.columns.firstIndex { $0.lowercased() == name.lowercased() } }
  }
}

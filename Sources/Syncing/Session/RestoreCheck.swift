import Records
import SQLite

/// Detects that the library is as it was after an earlier sync, as if restored from a backup.
struct RestoreCheck {
  private let shadow: Shadow
  private let lines: TreeLines

  init(_ shadow: Shadow, _ lines: TreeLines) { (self.shadow, self.lines) = (shadow, lines) }

  /// What the library had at a key when an earlier sync ended.
  private struct Former {
    let place: RowPlace
    /// Nil if it had nothing.
    let held: HeldRow?
  }

  /// Shows whether the library's file was replaced: other programs only increase its count of changes.
  private var state: (identity: String, count: UInt32) {
    (Identity.of(shadow.library), shadow.connection.changeCount(of: "lib") ?? 0)
  }

  func note(seconds: Int64) throws(SyncError) {
    let (identity, count) = state
    try shadow.set("identity", identity)
    try shadow.set("changes", String(count))
    try shadow.notePast(seconds: seconds)
  }

  /// The earlier sync whose state the library has; nil if there is none.
  func restored() throws(SyncError) -> (past: Int64, seconds: Int64)? {
    guard let identity = try shadow.text("identity"),
      let count = try shadow.text("changes").flatMap({ UInt32($0) })
    else { return nil }
    // With a write-ahead log, SQLite need not count every change.
    let hasLog = (FileStamp.logSize(shadow.library) ?? 0) > 0
    if state.identity == identity, state.count > count || hasLog { return nil }
    let all = try shadow.rows("SELECT id, seconds FROM past ORDER BY id DESC") {
      (past: $0.integer(at: 0), seconds: $0.integer(at: 1))
    }
    // Among several matching syncs, the one that differs most from the present is the most convincing.
    var (restored, most): ((past: Int64, seconds: Int64)?, Int) = (nil, 0)
    for sync in all {
      let count = try explainedCount(since: sync.past)
      if count > most { (restored, most) = (sync, count) }
    }
    return restored
  }

  /// Sets the shadow back, so that the library is brought forward and not sent.
  func takeBack(to past: Int64) throws(SyncError) {
    try shadow.begin("former", "tbl INTEGER, key, content BLOB")
    try shadow.run("INSERT INTO temp.former SELECT tbl, key, content FROM (\(Self.since))", [.integer(past)])
    try forEachFormer("SELECT * FROM temp.former") { former throws(SyncError) in
      if let name = try shadow.name(at: former.place) {
        try lines.materialize(name, of: former.place.table)
        try shadow.touch(name, of: former.place.table.treeName)
      }
      try lines.materializeRows(pointingTo: former.place)
    }
    try forEachFormer("SELECT * FROM temp.former") { former throws(SyncError) in
      guard let held = former.held else { return try shadow.remove(former.place) }
      try shadow.put(held, in: former.place.table)
      if let name = held.name { try shadow.touch(name, of: former.place.table.treeName) }
    }
  }

  /// The number of rows that have changed since an earlier sync, if the library has all of them as they were then; otherwise
  /// 0.
  private func explainedCount(since past: Int64) throws(SyncError) -> Int {
    var count = 0
    do throws(SyncError) {
      try forEachFormer(Self.since, [.integer(past)]) { former throws(SyncError) in
        if try shadow.library(former.place) != former.held?.values { throw .libraryChanges }
        let now = try shadow.held(at: former.place)
        if now?.values != former.held?.values || now?.name != former.held?.name { count += 1 }
      }
    } catch {
      guard error == .libraryChanges else { throw error }
      return 0
    }
    return count
  }

  /// What the keys had that have changed since a sync.
  private static let since = """
    SELECT tbl, key, content, min(past) FROM kept WHERE past >= ? GROUP BY tbl, key
    """

  private func forEachFormer(
    _ sql: String, _ values: [Value] = [], _ body: (Former) throws(SyncError) -> Void
  ) throws(SyncError) {
    try shadow.forEach(sql, values) { row throws(SyncError) in
      guard let table = shadow.table(row.integer(at: 0)) else { return }
      let place = RowPlace(table, packed: row.value(at: 1))
      guard let packed = row.value(at: 2).bytes.flatMap(PackedBytes.unpack) else {
        return try body(Former(place: place, held: nil))
      }
      // A column that the table did not have then has no former value.
      let others = try shadow.library(place) ?? Array(repeating: .null, count: table.columns.count)
      try body(Former(place: place, held: HeldRow(packed: packed, in: table, others: others)))
    }
  }
}

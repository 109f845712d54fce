import Platform
import Records
import SQLite

/// Tracks which changes have reached the database.
///
/// Changes up to a session's mark count as written unless their own state differs, so one row covers very many. A mark may be
/// late: before treating a change as unwritten, ask the database.
package struct LogMarks {
  package let connection: Connection
  package let keeper: LogKeeper
  package let sessions: LogSessions

  package struct Places: Sendable {
    package let schemas: [Schema]
    package var fields: [(id: RecordID, index: Int)] = []

    package init(schemas: [Schema]) { self.schemas = schemas }
  }

  /// Records at once that all changes up to this one were committed, which only a system crash can undo.
  ///
  /// `noteWritten` follows when they are on disk.
  package func noteLanded(upTo change: Int64) {
    guard let session = sessions.own, let boot = SystemBoot.id else { return }
    // If this fails, recovery asks the database.
    try? connection.execute(
      "UPDATE session SET landed = ?, boot = ? WHERE id = ?",
      [.integer(change), .text(Text(boot)), .integer(session)])
  }

  /// Counts what a dead session committed since the system booted as written, as `noteWritten` would have.
  func takeLanded(of session: Int64) throws(StoreError) {
    guard let boot = SystemBoot.id else { return }
    let sql = "SELECT landed FROM session WHERE id = ? AND boot = ? AND landed IS NOT NULL"
    let landed = try connection.row(sql, [.integer(session), .text(Text(boot))]) { $0.integer(at: 0) }
    guard let landed else { return }
    keeper.noteCommit()
    keeper.flushCommits()
    try Self.load(Places(schemas: []), on: connection)
    try connection.transaction { () throws(StoreError) in
      try connection.execute(Self.settleKept, [.integer(landed), .integer(session)])
      // Edits that are restored later may have smaller numbers.
      try connection.execute(
        "UPDATE session SET written = max(written, landed), landed = NULL WHERE id = ?", [.integer(session)])
    }
    keeper.noteWrite()
  }

  /// Forgets what this session has committed, because it takes over unwritten changes with smaller numbers.
  func forgetLanded(of session: Int64) throws(StoreError) {
    keeper.flush()
    try connection.execute("UPDATE session SET landed = NULL WHERE id = ?", [.integer(session)])
  }

  /// Records that all changes up to `mark` were written, except those of some fields.
  package func noteWritten(upTo mark: Int64, except kept: Places = Places(schemas: [])) {
    guard let session = sessions.own else { return }
    keeper.run { connection throws(StoreError) in
      try Self.load(kept, on: connection)
      try Self.forEachChunk(of: session, upTo: kept.fields.isEmpty ? 0 : mark, on: connection) {
        range throws(StoreError) in
        try connection.execute(Self.keep, range + [.integer(session)])
      }
      try connection.execute(Self.settleKept, [.integer(mark), .integer(session)])
      try connection.execute(
        "UPDATE session SET written = max(written, ?) WHERE id = ?", [.integer(mark), .integer(session)])
    }
  }

  /// Records that only the changes of some fields up to `mark` were written.
  package func noteWritten(_ places: Places, upTo mark: Int64) {
    guard let session = sessions.own else { return }
    keeper.run { connection throws(StoreError) in
      try Self.load(places, on: connection)
      try Self.forEachChunk(of: session, upTo: mark, on: connection) { range throws(StoreError) in
        try connection.execute(Self.settle, range + [.integer(session)])
      }
      // Also settle the fields that an earlier mark left out.
      try connection.execute(Self.settleKeptPlaces, [.integer(mark), .integer(session)])
    }
  }

  package func note(changes: [Int64], _ state: Int64) throws(StoreError) {
    guard !changes.isEmpty else { return }
    try connection.transaction { () throws(StoreError) in try set(state, of: changes) }
    keeper.noteWrite()
  }

  /// Discards changes of dead sessions that no program has written or taken over meanwhile.
  package func discard(unwritten changes: [Int64], of sessions: [Int64]) throws(StoreError) {
    let dead = Set(sessions)
    let sql = """
      SELECT step.session FROM change JOIN step ON step.id = change.step
        WHERE change.id = ? AND change.state = \(LogCode.pending)
      """
    var found: [Int64] = []
    for change in changes {
      let session = try connection.row(sql, [.integer(change)]) { $0.integer(at: 0) }
      if let session, dead.contains(session) { found.append(change) }
    }
    try note(changes: found, LogCode.discarded)
  }

  package func set(_ state: Int64, of changes: [Int64]) throws(StoreError) {
    let statement = try connection.statement("UPDATE change SET state = ? WHERE id = ?")
    for change in changes { try statement.run(binding: [.integer(state), .integer(change)]) }
  }

  package func discard(
    _ table: String, _ key: RecordID.Key, column: String? = nil, upTo end: Int64 = .max
  ) throws(StoreError) {
    try give(LogCode.discarded, toUnwrittenOf: table, key, column: column, upTo: end)
  }

  /// Marks this session's edits of a row as written, because its insertion included them.
  package func noteWritten(_ table: String, _ key: RecordID.Key) throws(StoreError) {
    try give(LogCode.written, toUnwrittenOf: table, key)
  }

  package func discardUnwritten() throws(StoreError) {
    guard let session = sessions.own else { return }
    // Marks that are still queued must be recorded first.
    keeper.flush()
    try connection.execute(Self.discardUnwritten, [.integer(session)])
    keeper.noteWrite()
  }

  private func give(
    _ state: Int64, toUnwrittenOf table: String, _ key: RecordID.Key, column: String? = nil,
    upTo end: Int64 = .max
  ) throws(StoreError) {
    guard let session = sessions.own else { return }
    let values: [Value] = [
      .text(Text(table)), PackedKey.value(of: key), column.map { .text(Text($0)) } ?? .null,
      .integer(session), .integer(end), .integer(state),
    ]
    for sql in [Self.giveToUnwritten, Self.giveToKept] { try connection.execute(sql, values) }
    keeper.noteWrite()
  }

  private static func load(_ places: Places, on connection: Connection) throws(StoreError) {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS place (\"table\" TEXT, key, \"column\" TEXT, PRIMARY KEY (key, \"table\", \"column\")) WITHOUT ROWID"
    )
    try connection.run("DELETE FROM temp.place")
    guard !places.fields.isEmpty else { return }
    try connection.begin(isImmediate: false)
    let statement = try connection.statement("INSERT OR IGNORE INTO temp.place VALUES (?, ?, ?)")
    for (id, index) in places.fields {
      let schema = places.schemas[Int(id.table.index)]
      try statement.run(binding: [
        .text(Text(schema.table)), PackedKey.value(of: id.key), .text(Text(schema.fields[index].column)),
      ])
    }
    try connection.run("COMMIT")
  }

  /// Visits the changes above a session's mark in ranges so short that a Save can run in between.
  private static func forEachChunk(
    of session: Int64, upTo end: Int64, on connection: Connection,
    _ body: ([Value]) throws(StoreError) -> Void
  ) throws(StoreError) {
    var start = try connection.integer("SELECT written FROM session WHERE id = ?", [.integer(session)]) ?? end
    // Numbers may be far apart.
    while start < end, let next = try last(of: start, upTo: end, on: connection) {
      try body([.integer(start), .integer(next)])
      start = next
    }
  }

  private static func last(
    of start: Int64, upTo end: Int64, on connection: Connection
  ) throws(StoreError) -> Int64? {
    let sql = "SELECT max(id) FROM (SELECT id FROM change WHERE id > ? AND id <= ? ORDER BY id LIMIT 2048)"
    let last = try connection.value(sql, [.integer(start), .integer(end)])
    return if case .integer(let last)? = last { last } else { nil }
  }

  private static let isPlace =
    "(key, \"table\", \"column\") IN (SELECT key, \"table\", \"column\" FROM temp.place)"
  private static let isOwn = "(SELECT session FROM step WHERE id = change.step) = ?"
  private static let isUnmarkedPlace =
    "id > ? AND id <= ? AND state = \(LogCode.byMark) AND \(isPlace) AND \(isOwn)"
  private static let keep = "UPDATE change SET state = \(LogCode.pending) WHERE \(isUnmarkedPlace)"
  private static let settle = "UPDATE change SET state = \(LogCode.written) WHERE \(isUnmarkedPlace)"
  private static let settleKept = """
    UPDATE change SET state = \(LogCode.written)
    WHERE state = \(LogCode.pending) AND id <= ? AND NOT coalesce(\(isPlace), 0) AND \(isOwn)
    """
  private static let settleKeptPlaces = """
    UPDATE change SET state = \(LogCode.written)
    WHERE state = \(LogCode.pending) AND id <= ? AND \(isPlace) AND \(isOwn)
    """
  private static let giveToUnwritten = """
    UPDATE change SET state = ?6
    WHERE id > (SELECT written FROM session WHERE id = ?4) AND id <= ?5 AND state = \(LogCode.byMark) AND \(isRow)
    """
  private static let giveToKept = """
    UPDATE change SET state = ?6
    WHERE state = \(LogCode.pending) AND id <= ?5 AND \(isRow)
    """
  private static let isRow = """
    "table" = ?1 AND key = ?2 AND (?3 IS NULL OR "column" = ?3)
      AND (SELECT session FROM step WHERE id = change.step) = ?4
    """
  private static let discardUnwritten = """
    UPDATE change SET state = \(LogCode.discarded)
    WHERE (SELECT session FROM step WHERE id = change.step) = ?1 AND (state = \(LogCode.pending)
      OR state = \(LogCode.byMark) AND id > (SELECT written FROM session WHERE id = ?1))
    """
}

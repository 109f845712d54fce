import Records
import SQLite

/// What sessions have left that have ended without writing it.
package final class LogRecovery {
  private let connection: Connection
  private let keeper: LogKeeper
  private let sessions: LogSessions
  private let marks: LogMarks
  private let reader: LogReader
  /// The table whose edits of titles were looked for.
  private var titleEditsTable: String?

  init(_ connection: Connection, _ keeper: LogKeeper, _ sessions: LogSessions, _ marks: LogMarks) {
    (self.connection, self.keeper, self.sessions, self.marks) = (connection, keeper, sessions, marks)
    reader = LogReader(connection)
  }

  /// Counts what dead sessions have committed since the system was started as written.
  ///
  /// Call this before their drafts are settled: that makes changes pending which no commit has covered.
  package func takeLanded(of sessions: [Int64]) throws(StoreError) {
    for session in sessions { try marks.takeLanded(of: session) }
  }

  /// The numbers of the changes that the log does not know to have reached the database, in their order.
  package func unwritten(of sessions: [Int64]) throws(StoreError) -> AbandonedReader {
    var (numbers, doubted, written): ([Int64], Set<Int64>, Set<Int64>) = ([], [], [])
    for session in sessions {
      var found: [Int64] = []
      for sql in [Self.unwritten, Self.kept] {
        found += try connection.rows(sql, [.integer(session)]) { $0.integer(at: 0) }
      }
      let later = try connection.rows(Self.written, [.integer(session)]) { $0.integer(at: 0) }
      written.formUnion(later)
      numbers += found + later
      if try self.sessions.isDoubted(session) { doubted.formUnion(found) }
    }
    // What was kept back, or taken over from another session, may be older or newer than the rest.
    return AbandonedReader(of: numbers.sorted(), doubted: doubted, written: written)
  }

  private static let unwritten = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.byMark)
    """
  /// The edits behind the session's mark that were written by themselves, as an undo writes where triggers follow edits,
  /// and those that triggers have made: nothing that was set in the same field before is left to be written, or nothing
  /// that a trigger has changed.
  private static let written = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.written)
      AND c.kind = 0
    """
  private static let kept = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.state = \(LogCode.pending) AND t.session = ?1
    """

  /// Reads the next of them; each field comes once, with its first and its last value.
  package func read(_ reader: inout AbandonedReader, count: Int) throws(StoreError) {
    for number in reader.next(count) { reader.add(try entry(number), number) }
  }

  /// A change, or nil if its row was deleted afterwards, or a row with its key inserted.
  private func entry(_ number: Int64) throws(StoreError) -> AbandonedEntry? {
    let sql = """
      SELECT \(LogReader.columns), t.id, t.time FROM change c CROSS JOIN step t ON t.id = c.step
      WHERE c.id = ? AND NOT EXISTS (\(end(at: "r.key = c.key")))
        AND NOT (typeof(c.key) = 'integer' AND EXISTS (\(end(at: Self.isInRun))))
      """
    return try connection.row(sql, [.integer(number)]) { row throws(StoreError) -> AbandonedEntry? in
      guard let change = try reader.changes(row).first else { return nil }
      return AbandonedEntry(
        numbers: [number], step: row.integer(at: LogReader.columnCount),
        time: row.real(at: LogReader.columnCount + 1), change: change)
    } ?? nil
  }

  /// Finds a later change that ends the edit `c` of the step `t`: one that deleted its row, or that inserted a row with its key.
  ///
  /// A row that was brought back is the same one, with what was set in it by the session that had deleted it. Of an edit
  /// that was kept back or restored nobody knows whether the deleted row had it.
  private func end(at place: String) -> String {
    """
    SELECT 1 FROM change r JOIN step u ON u.id = r.step
    WHERE \(place) AND r."table" = c."table" AND r.kind <> 0 AND r.id > c.id AND r.state < \(LogCode.discarded)
      AND CASE r.kind WHEN 1 THEN u.cause = 0
        ELSE u.undone IN (0, \(LogCode.passedOver)) OR u.session = t.session AND c.state = \(LogCode.byMark) END
      \(sessions.isOfThisFile("u.session"))
    """
  }

  /// Whether the row of the change `c` is one of the run `r`.
  private static let isInRun =
    "r.rows > 1 AND r.key BETWEEN c.key - \(RowRun.longest) AND c.key AND r.key + r.rows > c.key"

  /// Makes steps of adopted sessions this session's own; what of them is not written says so itself by then.
  package func takeOver(_ steps: some Sequence<Int64>, upTo number: Int64) throws(StoreError) {
    let session = try sessions.begin()
    try marks.forgetLanded(of: session)
    try transaction { () throws(StoreError) in
      for step in steps {
        try connection.execute(
          "UPDATE step SET session = ? WHERE id = ?", [.integer(session), .integer(step)])
      }
    }
    sessions.raiseLastChange(to: number)
  }

  /// Moves changes that cannot be restored now out of steps that are to be taken over, into steps of the same sessions.
  package func keepBack(_ changes: [(number: Int64, step: Int64)], of steps: Set<Int64>) throws(StoreError) {
    let changes = changes.filter { steps.contains($0.step) }
    guard !changes.isEmpty else { return }
    try transaction { () throws(StoreError) in
      for (step, kept) in Dictionary(grouping: changes, by: \.step) {
        try connection.execute(Self.copyStep, [.integer(step)])
        let copy = connection.lastInsertedRowID
        for change in kept {
          try connection.execute(
            "UPDATE change SET step = ? WHERE id = ?", [.integer(copy), .integer(change.number)])
        }
      }
    }
  }

  private static let copyStep = """
    INSERT INTO step (session, time, cause, undone, origin)
    SELECT session, time, cause, undone, origin FROM step WHERE id = ?
    """

  /// Notes that nothing is left of dead sessions that could be restored, except some changes.
  ///
  /// - Parameter number: The last change of the sessions, or a later one.
  package func close(_ sessions: [Int64], except kept: [Int64], upTo number: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for session in sessions { try connection.execute(Self.settle, [.integer(session)]) }
      try marks.set(LogCode.pending, of: kept)
      // What is kept says so itself.
      for session in sessions {
        try connection.execute(
          "UPDATE session SET written = max(written, ?) WHERE id = ?",
          [.integer(try hasKept(session) ? number : .max), .integer(session)])
      }
    }
    // The lock's file is kept of a session that is doubted.
    for session in sessions where try !hasKept(session) { try self.sessions.removeLock(of: session) }
  }

  private func hasKept(_ session: Int64) throws(StoreError) -> Bool {
    try connection.exists(Self.kept + " LIMIT 1", [.integer(session)])
  }

  private static let settle = """
    UPDATE change SET state = \(LogCode.written)
    WHERE state = \(LogCode.pending) AND (SELECT session FROM step WHERE id = change.step) = ?
    """

  private func transaction(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    try connection.transaction(body)
    keeper.noteWrite()
  }

  // MARK: Edits of titles

  /// The edits of the title of a change's row that were not given up, in their order.
  ///
  /// - Complexity: O(*n*) in the log for the first row of a table, O(log *n*) for others after that.
  package func titleEdits(of change: LoggedChange, columns: [String]) throws(StoreError) -> [LoggedChange] {
    if titleEditsTable != change.table { try findTitleEdits(of: change.table, columns) }
    return try reader.changes(
      """
      SELECT \(LogReader.columns) FROM temp.title_edit e JOIN main.change c ON c.id = e.id
      WHERE e.key = ? ORDER BY c.id
      """, [PackedKey.value(of: change.key)])
  }

  /// Forgets which edits of titles were found, since there may be others by now.
  package func forgetTitleEdits() { titleEditsTable = nil }

  private func findTitleEdits(of table: String, _ columns: [String]) throws(StoreError) {
    forgetTitleEdits()
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS title_edit (key, id INTEGER, PRIMARY KEY (key, id))")
    try connection.run("DELETE FROM temp.title_edit")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    try connection.execute(
      """
      INSERT INTO temp.title_edit SELECT key, id FROM main.change
      WHERE kind = 0 AND state <> \(LogCode.discarded) AND "table" = ? AND "column" IN (\(places))
      """, ([table] + columns).map { .text(Text($0)) })
    titleEditsTable = table
  }
}

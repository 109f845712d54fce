import Records
import SQLite

package final class LogRecovery {
  private let connection: Connection
  private let keeper: LogKeeper
  private let sessions: LogSessions
  private let marks: LogMarks
  private let reader: LogReader
  private var titleEditsTable: String?

  init(_ connection: Connection, _ keeper: LogKeeper, _ sessions: LogSessions, _ marks: LogMarks) {
    (self.connection, self.keeper, self.sessions, self.marks) = (connection, keeper, sessions, marks)
    reader = LogReader(connection)
  }

  /// Counts what dead sessions committed since the system booted as written; must precede the settling of drafts.
  package func takeLanded(of sessions: [Int64]) throws(StoreError) {
    for session in sessions { try marks.takeLanded(of: session) }
  }

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
    // Changes that were kept back or taken over may be older or newer than the rest.
    return AbandonedReader(of: numbers.sorted(), doubted: doubted, written: written)
  }

  private static let unwritten = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.byMark)
    """
  /// Edits after the session's mark that were written separately, by triggers or by an undo in a database with triggers.
  ///
  /// Such an edit also settles earlier edits of the field; a trigger's edit only those that the trigger changed.
  private static let written = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.written)
      AND c.kind = 0
    """
  private static let kept = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.state = \(LogCode.pending) AND t.session = ?1
    """

  /// Reads the next changes; a field comes once, with its first and last value.
  package func read(_ reader: inout AbandonedReader, count: Int) throws(StoreError) {
    for number in reader.next(count) { reader.add(try entry(number), number) }
  }

  /// Nil if the row was deleted later, or a row with its key was inserted.
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

  /// Finds a later change that ends the edit `c` of the step `t`: a deletion of its row, or an insertion with its key.
  ///
  /// A restored row counts as the same, with the edits of the session that deleted it. For an edit that was kept back or
  /// restored, it is unknown whether the deleted row had it.
  private func end(at place: String) -> String {
    """
    SELECT 1 FROM change r JOIN step u ON u.id = r.step
    WHERE \(place) AND r."table" = c."table" AND r.kind <> 0 AND r.id > c.id AND r.state < \(LogCode.discarded)
      AND CASE r.kind WHEN 1 THEN u.cause = 0
        ELSE u.undone IN (0, \(LogCode.passedOver)) OR u.session = t.session AND c.state = \(LogCode.byMark) END
      \(sessions.isOfThisFile("u.session"))
    """
  }

  private static let isInRun =
    "r.rows > 1 AND r.key BETWEEN c.key - \(RowRun.longest) AND c.key AND r.key + r.rows > c.key"

  /// Takes over steps of adopted sessions, whose unwritten changes must be `pending` by then.
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

  /// Moves changes that cannot be restored now out of steps that are to be taken over, into copies of the steps.
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

  package func close(_ sessions: [Int64], except kept: [Int64], upTo number: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for session in sessions { try connection.execute(Self.settle, [.integer(session)]) }
      try marks.set(LogCode.pending, of: kept)
      for session in sessions {
        try connection.execute(
          "UPDATE session SET written = max(written, ?) WHERE id = ?",
          [.integer(try hasKept(session) ? number : .max), .integer(session)])
      }
    }
    // The lock file of a doubted session is kept.
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

  /// The edits of a row's title that were not discarded, in order; O(*n*) in the log for the first row of a table.
  package func titleEdits(of change: Change, columns: [String]) throws(StoreError) -> [Change] {
    if titleEditsTable != change.table { try findTitleEdits(of: change.table, columns) }
    return try reader.changes(
      """
      SELECT \(LogReader.columns) FROM temp.title_edit e JOIN main.change c ON c.id = e.id
      WHERE e.key = ? ORDER BY c.id
      """, [PackedKey.value(of: change.key)])
  }

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

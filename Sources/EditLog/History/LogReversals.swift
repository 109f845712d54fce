import Records
import SQLite

/// Tracks which steps reverse which others, and how far.
///
/// A step that is reversed in pieces gives its reversed changes to a separate step, its part. So the log is always
/// consistent: what remains in the step can still be undone.
package struct LogReversals {
  package let connection: Connection

  package func part(of step: Int64) throws(StoreError) -> Int64? {
    try connection.integer(
      "SELECT id FROM step WHERE subject = ? AND undone = \(LogCode.undonePart) LIMIT 1", [.integer(step)])
  }

  package func beginPart(of step: Int64) throws(StoreError) -> Int64 {
    if let part = try part(of: step) { return part }
    try connection.execute(
      """
      INSERT INTO step (session, time, cause, undone, subject, origin)
      SELECT session, time, cause, \(LogCode.undonePart), id, origin FROM step WHERE id = ?
      """, [.integer(step)])
    return connection.lastInsertedRowID
  }

  /// An unfinished reversal that can continue, with its session; nil if anything else was done since.
  package func unfinished(of step: Int64, _ cause: ChangeEntry.Cause) throws(StoreError) -> (
    step: Int64, session: Int64
  )? {
    let sql = """
      SELECT id, session FROM step WHERE subject = ?1 AND cause = ?2 AND undone = 0
        AND NOT EXISTS (SELECT 1 FROM step later
          WHERE later.id > step.id AND later.undone NOT IN (\(LogCode.undonePart), \(LogCode.dropped)))
        AND NOT \(LogCode.hasPending("step.id"))
      """
    return try connection.row(sql, [.integer(step), LogCode.code(cause)]) {
      ($0.integer(at: 0), $0.integer(at: 1))
    }
  }

  // MARK: What was never written

  /// The last reversal of a session with unwritten changes, unless the session made other changes after it.
  package func unwritten(of session: Int64) throws(StoreError) -> Int64? {
    let sql = """
      SELECT id FROM step
      WHERE session = ?1 AND cause <> 0 AND undone = 0 AND subject IS NOT NULL AND \(LogCode.hasPending("step.id"))
        AND NOT EXISTS (SELECT 1 FROM step later
          WHERE later.session = ?1 AND later.id > step.id AND later.cause = 0 AND later.undone <> \(LogCode.undonePart)
            AND EXISTS (SELECT 1 FROM change WHERE change.step = later.id AND state <> \(LogCode.discarded)))
      ORDER BY id DESC LIMIT 1
      """
    return try connection.integer(sql, [.integer(session)])
  }

  package func unfinished(of session: Int64) throws(StoreError) -> (isRedo: Bool, count: Int)? {
    guard let step = try unwritten(of: session) else { return nil }
    let cause = try connection.integer("SELECT cause FROM step WHERE id = ?", [.integer(step)]) ?? 0
    return (LogCode.cause(cause) == .redo, try changes(of: step).count)
  }

  private func changes(of reversal: Int64) throws(StoreError) -> [Int64] {
    try connection.rows(
      """
      SELECT c.id FROM change c JOIN step t ON t.id = c.step JOIN session s ON s.id = t.session
      WHERE c.step = ? AND \(LogCode.isPending) AND c.kind = 0
      """, [.integer(reversal)]
    ) { $0.integer(at: 0) }
  }

  /// Returns a reversal's unwritten changes to the step that it reversed, in the open transaction.
  func giveBack(_ reversal: Int64) throws(StoreError) -> [Int64] {
    let subject = try connection.integer("SELECT subject FROM step WHERE id = ?", [.integer(reversal)])
    guard let subject else { return [] }
    let numbers = try changes(of: reversal)
    guard !numbers.isEmpty else { return [] }
    try noteFields(of: numbers)
    try reopen(subject)
    // The database never had them, so the history does not need them either.
    let removal = try connection.statement("DELETE FROM change WHERE id = ?")
    for number in numbers { try removal.run(binding: [.integer(number)]) }
    return numbers
  }

  private func noteFields(of changes: [Int64]) throws(StoreError) {
    try connection.run(
      "CREATE TEMP TABLE IF NOT EXISTS given_back (key, \"table\" TEXT, \"column\" TEXT, PRIMARY KEY (key, \"table\", \"column\")) WITHOUT ROWID"
    )
    try connection.run("DELETE FROM temp.given_back")
    let insertion = try connection.statement(
      "INSERT OR IGNORE INTO temp.given_back SELECT key, \"table\", \"column\" FROM main.change WHERE id = ?")
    for change in changes { try insertion.run(binding: [.integer(change)]) }
  }

  /// Moves the fields in `temp.given_back` into the step, and all other reversed changes into its part.
  private func reopen(_ step: Int64) throws(StoreError) {
    if let part = try part(of: step) {
      // A wholly reversed step no longer exists.
      try connection.execute(
        """
        INSERT OR IGNORE INTO step (id, session, time, cause, undone, origin)
        SELECT ?, session, time, cause, 0, origin FROM step WHERE id = ?
        """, [.integer(step), .integer(part)])
      try move("kind = 0 AND \(Self.isNoted)", from: part, to: step)
    } else {
      try connection.execute("UPDATE step SET undone = 0 WHERE id = ? AND undone = 1", [.integer(step)])
      let part = try beginPart(of: step)
      try move("NOT (kind = 0 AND \(Self.isNoted))", from: step, to: part)
    }
  }

  private func move(_ condition: String, from step: Int64, to other: Int64) throws(StoreError) {
    try connection.execute(
      "UPDATE change SET step = ? WHERE step = ? AND \(condition)", [.integer(other), .integer(step)])
  }

  private static let isNoted =
    "(key, \"table\", \"column\") IN (SELECT key, \"table\", \"column\" FROM temp.given_back)"
}

/// The step that changes reverse, wholly or in part.
package struct Reversal {
  package let step: Int64
  /// The step to move these changes to, unless the whole step is reversed.
  package var part: (step: Int64, changes: ClosedRange<Int64>)?

  package init(step: Int64) { self.step = step }
}

import Records
import SQLite

/// Row changes that are logged before the database has them, and invisible until confirmed.
package struct LogDrafts {
  package let connection: Connection

  package struct Draft {
    package let changes: ClosedRange<Int64>
    package let step: Int64
    package var reversal: Reversal?

    fileprivate var numbers: [Value] {
      [.integer(changes.lowerBound), .integer(changes.upperBound), .integer(step)]
    }
  }

  package func append(_ changes: Range<Int64>, of step: Int64, _ reversal: Reversal?) throws(StoreError) {
    guard let first = changes.first, let last = changes.last else { return }
    let part = reversal?.part
    let numbers = [
      first, last, step, reversal?.step, part?.step, part?.changes.lowerBound, part?.changes.upperBound,
    ]
    try connection.execute(
      "INSERT INTO draft VALUES (?, ?, ?, ?, ?, ?, ?)", numbers.map { $0.map { .integer($0) } ?? .null })
  }

  package func note(_ reversal: Reversal) throws(StoreError) {
    guard let part = reversal.part else {
      return try connection.execute(
        "UPDATE step SET undone = 1 WHERE id = ? AND undone <> \(LogCode.dropped)", [.integer(reversal.step)])
    }
    try connection.execute(
      "UPDATE change SET step = ? WHERE step = ? AND id BETWEEN ? AND ?",
      [part.step, reversal.step, part.changes.lowerBound, part.changes.upperBound].map { .integer($0) })
  }

  package func confirm(_ changes: ClosedRange<Int64>, of step: Int64) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for draft in try drafts(of: step, within: changes) { try confirm(draft) }
    }
  }

  package func remove(_ changes: ClosedRange<Int64>, of step: Int64) throws(StoreError) -> Bool {
    try connection.transaction { () throws(StoreError) in
      for draft in try drafts(of: step, within: changes) { try remove(draft) }
      return try removeIfEmpty(step)
    }
  }

  package func settle(of sessions: [Int64], isMade: ([Draft]) throws(StoreError) -> Bool) throws(StoreError) {
    for session in sessions {
      let sql = "SELECT DISTINCT d.step FROM draft d JOIN step t ON t.id = d.step WHERE t.session = ?"
      for step in try connection.rows(sql, [.integer(session)], { $0.integer(at: 0) }) {
        let drafts = try drafts(of: step)
        try settle(drafts, of: step, areMade: try isMade(drafts))
      }
    }
  }

  private func settle(_ drafts: [Draft], of step: Int64, areMade: Bool) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      // Another program may have settled some meanwhile.
      let left = try Set(self.drafts(of: step).map(\.changes.lowerBound))
      for draft in drafts where left.contains(draft.changes.lowerBound) {
        if areMade { try confirm(draft) } else { try remove(draft) }
      }
      if !areMade { _ = try removeIfEmpty(step) }
    }
  }

  private func drafts(
    of step: Int64, within changes: ClosedRange<Int64> = 0...Int64.max
  ) throws(StoreError) -> [Draft] {
    try connection.rows(
      "SELECT * FROM draft WHERE first BETWEEN ? AND ? AND step = ? AND first <= last ORDER BY first",
      [changes.lowerBound, changes.upperBound, step].map { .integer($0) }
    ) { row in
      var draft = Draft(changes: row.integer(at: 0)...row.integer(at: 1), step: row.integer(at: 2))
      if !row.value(at: 3).isNull { draft.reversal = Reversal(step: row.integer(at: 3)) }
      if !row.value(at: 4).isNull, row.integer(at: 5) <= row.integer(at: 6) {
        draft.reversal?.part = (row.integer(at: 4), row.integer(at: 5)...row.integer(at: 6))
      }
      return draft
    }
  }

  private func confirm(_ draft: Draft) throws(StoreError) {
    try connection.execute(Self.confirmation, draft.numbers)
    if let reversal = draft.reversal { try note(reversal) }
    try forget(draft)
  }

  private func remove(_ draft: Draft) throws(StoreError) {
    for sql in Self.removals { try connection.execute(sql, draft.numbers) }
    try forget(draft)
  }

  private func forget(_ draft: Draft) throws(StoreError) {
    try connection.execute("DELETE FROM draft WHERE first = ?", [.integer(draft.changes.lowerBound)])
  }

  private func removeIfEmpty(_ step: Int64) throws(StoreError) -> Bool {
    try connection.execute(
      "DELETE FROM step WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM change WHERE step = ?1)", [.integer(step)]
    )
    return connection.changedRowCount > 0
  }

  private static let confirmation = """
    UPDATE change SET state = CASE state WHEN \(LogCode.draft) THEN \(LogCode.written) ELSE \(LogCode.pending) END
    WHERE id BETWEEN ? AND ? AND step = ? AND state >= \(LogCode.draft)
    """
  private static let removals = [
    "DELETE FROM image WHERE change IN (SELECT id FROM change WHERE id BETWEEN ? AND ? AND step = ?)",
    "DELETE FROM change WHERE id BETWEEN ? AND ? AND step = ?",
  ]
}

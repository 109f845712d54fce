import Records

/// Changes of rows that are in the log before the database has them, so that none is there which the log does not know.
///
/// Nobody is told of them before they are confirmed. What a dead session has left of them is looked up in the database.
extension EditLog {
  /// A part of a draft, which was appended in one transaction.
  struct Draft {
    /// The numbers of its changes.
    let changes: ClosedRange<Int64>
    let step: Int64
    /// The step, or the part of one, that counts as taken back once this is confirmed.
    var reversal: Reversal?
  }

  /// Notes in the transaction that is open that changes are a draft.
  func appendDraft(_ changes: [Int64], of step: Int64, _ reversal: Reversal?) throws(StoreError) {
    guard let first = changes.first, let last = changes.last else { return }
    let part = reversal?.part
    let numbers = [
      first, last, step, reversal?.step, part?.step, part?.changes.lowerBound, part?.changes.upperBound,
    ]
    try connection.statement("INSERT INTO draft VALUES (?, ?, ?, ?, ?, ?, ?)").run(
      binding: numbers.map { $0.map { .integer($0) } ?? .null })
  }

  /// Notes that the database has what was appended as a draft, and what that takes back.
  func confirm(_ appended: Appended) throws(StoreError) {
    guard let first = appended.changes.first, let last = appended.changes.last else { return }
    try transaction { () throws(StoreError) in
      for draft in try drafts(of: appended.step, within: first...last) { try confirmAlone(draft) }
    }
  }

  /// Forgets a draft that the database did not take; true where its step is forgotten with it.
  func remove(_ appended: Appended) throws(StoreError) -> Bool {
    guard let first = appended.changes.first, let last = appended.changes.last else { return false }
    return try transaction { () throws(StoreError) in
      for draft in try drafts(of: appended.step, within: first...last) { try removeAlone(draft) }
      return try removeIfEmpty(appended.step)
    }
  }

  /// Settles the drafts of dead sessions, each once: those that the database has are confirmed, and the others forgotten.
  func settleDrafts(of sessions: [Int64], isMade: ([Draft]) throws(StoreError) -> Bool) throws(StoreError) {
    for session in sessions {
      var steps: [Int64] = []
      let sql = "SELECT DISTINCT d.step FROM draft d JOIN step t ON t.id = d.step WHERE t.session = ?"
      try connection.statement(sql).forEachRow(binding: [.integer(session)]) {
        steps.append($0.integer(at: 0))
      }
      for step in steps {
        let drafts = try drafts(of: step)
        let isMade = try isMade(drafts)
        try transaction { () throws(StoreError) in
          // Another program may have settled some meanwhile.
          let left = try Set(self.drafts(of: step).map(\.changes.lowerBound))
          for draft in drafts where left.contains(draft.changes.lowerBound) {
            if isMade { try confirmAlone(draft) } else { try removeAlone(draft) }
          }
          if !isMade { _ = try removeIfEmpty(step) }
        }
      }
    }
  }

  /// The changes of a draft, what the person has done first, and fields that go along last.
  func changes(of draft: Draft, limit: Int) throws(StoreError) -> [LoggedChange] {
    var changes: [LoggedChange] = []
    let sql = """
      SELECT \(Self.columns) FROM change c WHERE c.step = ? AND c.id BETWEEN ? AND ? AND c.state = \(LogCode.draft)
      ORDER BY c.depth, c.kind = 0, c.id LIMIT ?
      """
    try connection.statement(sql).forEachRow(binding: [
      .integer(draft.step), .integer(draft.changes.lowerBound), .integer(draft.changes.upperBound),
      .integer(Int64(limit)),
    ]) { row throws(StoreError) in
      changes += try self.changes(row)
    }
    return changes
  }

  /// The parts of a step's drafts.
  private func drafts(
    of step: Int64, within changes: ClosedRange<Int64> = 0...Int64.max
  ) throws(StoreError) -> [Draft] {
    var drafts: [Draft] = []
    let sql = "SELECT * FROM draft WHERE first BETWEEN ? AND ? AND step = ? AND first <= last ORDER BY first"
    try connection.statement(sql).forEachRow(
      binding: [changes.lowerBound, changes.upperBound, step].map { .integer($0) }
    ) { row in
      var draft = Draft(changes: row.integer(at: 0)...row.integer(at: 1), step: row.integer(at: 2))
      if !row.value(at: 3).isNull { draft.reversal = Reversal(step: row.integer(at: 3)) }
      if !row.value(at: 4).isNull, row.integer(at: 5) <= row.integer(at: 6) {
        draft.reversal?.part = .init(
          step: row.integer(at: 4), changes: row.integer(at: 5)...row.integer(at: 6))
      }
      drafts.append(draft)
    }
    return drafts
  }

  private func confirmAlone(_ draft: Draft) throws(StoreError) {
    try connection.statement(Self.confirm).run(binding: draft.numbers)
    if let reversal = draft.reversal { try note(reversal) }
    try connection.statement("DELETE FROM draft WHERE first = ?").run(
      binding: [.integer(draft.changes.lowerBound)])
  }

  private func removeAlone(_ draft: Draft) throws(StoreError) {
    for sql in [Self.removeImages, Self.removeChanges] {
      try connection.statement(sql).run(binding: draft.numbers)
    }
    try connection.statement("DELETE FROM draft WHERE first = ?").run(
      binding: [.integer(draft.changes.lowerBound)])
  }

  private func removeIfEmpty(_ step: Int64) throws(StoreError) -> Bool {
    let sql = "DELETE FROM step WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM change WHERE step = ?1)"
    try connection.statement(sql).run(binding: [.integer(step)])
    return connection.changedRowCount > 0
  }

  private static let confirm = """
    UPDATE change SET state = CASE state WHEN \(LogCode.draft) THEN \(LogCode.written) ELSE \(LogCode.pending) END
    WHERE id BETWEEN ? AND ? AND step = ? AND state >= \(LogCode.draft)
    """
  private static let removeImages =
    "DELETE FROM image WHERE change IN (SELECT id FROM change WHERE id BETWEEN ? AND ? AND step = ?)"
  private static let removeChanges = "DELETE FROM change WHERE id BETWEEN ? AND ? AND step = ?"
}

extension LoggedChange.Fate {
  /// The state of a change in a draft.
  var code: Int64 {
    switch self {
    case .made: LogCode.draft
    case .givenUp: LogCode.discarded
    case .waiting: LogCode.waitingDraft
    }
  }
}

extension EditLog.Draft {
  /// The numbers of the first and the last change, and of the step.
  fileprivate var numbers: [Value] {
    [.integer(changes.lowerBound), .integer(changes.upperBound), .integer(step)]
  }
}

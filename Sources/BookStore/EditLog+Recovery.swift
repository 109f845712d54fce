import Records

/// What sessions have left that live no more.
extension EditLog {
  /// The sessions that have ended with changes that may not have reached the database.
  func deadSessions() throws(StoreError) -> [Int64] {
    var sessions: [(id: Int64, token: String)] = []
    let sql = "SELECT id, token FROM session WHERE written < ? ORDER BY id"
    try connection.statement(sql).forEachRow(binding: [.integer(.max)]) { row throws(StoreError) in
      sessions.append((row.integer(at: 0), try row.string(at: 1)))
    }
    return sessions.filter { $0.id != session && !SessionLock.isHeld(file.lock($0.token)) }.map(\.id)
  }

  /// What the log does not know of that it reached the database, each field once with its first and its last value.
  func abandoned(of sessions: [Int64]) throws(StoreError) -> [AbandonedEntry] {
    var numbers: [Int64] = []
    for session in sessions {
      for sql in [Self.unwritten, Self.kept] {
        try connection.statement(sql).forEachRow(binding: [.integer(session)]) {
          numbers.append($0.integer(at: 0))
        }
      }
    }
    var entries: [AbandonedEntry] = []
    var places: [Place: Int] = [:]
    // What was kept back, or taken over from another session, may be older or newer than the rest.
    let deletions = try lastDeletions(after: numbers.min() ?? .max)
    for number in numbers.sorted() {
      guard let entry = try entry(number) else { continue }
      var place = Place(table: entry.change.table, key: entry.change.key, column: nil)
      // The row that it is of was deleted; one that has its key now is another one.
      if entry.change.kind == .edit, number < deletions[place] ?? 0 { continue }
      place.column = entry.change.column
      if let index = places[place], entry.change.column != nil {
        entries[index].merge(entry)
      } else {
        places[place] = entries.endIndex
        entries.append(entry)
      }
    }
    return entries
  }

  /// The last deletion of each row that was deleted after a change.
  private func lastDeletions(after number: Int64) throws(StoreError) -> [Place: Int64] {
    let sql = """
      SELECT "table", key, max(id) FROM change WHERE id > ? AND kind = ?
        AND state <> \(LogCode.discarded) GROUP BY "table", key
      """
    var deletions: [Place: Int64] = [:]
    try connection.statement(sql).forEachRow(binding: [.integer(number), LogCode.code(.deletion)]) {
      row throws(StoreError) in
      guard let key = PackedKey.key(of: try row.value(at: 1)) else { return }
      deletions[Place(table: try row.string(at: 0), key: key)] = row.integer(at: 2)
    }
    return deletions
  }

  private func entry(_ number: Int64) throws(StoreError) -> AbandonedEntry? {
    let sql =
      "SELECT \(Self.columns), t.id, t.time FROM change c CROSS JOIN step t ON t.id = c.step WHERE c.id = ?"
    let entry = try connection.statement(sql).firstRow(binding: [.integer(number)]) {
      row throws(StoreError) -> AbandonedEntry? in
      try change(row, from: 0).map {
        AbandonedEntry(numbers: [number], step: row.integer(at: 8), time: row.real(at: 9), change: $0)
      }
    }
    return entry ?? nil
  }

  /// Whether one of some changes of a field has set it to a value for which something holds.
  func hasSet(_ changes: [Int64], where isRight: (Value) -> Bool) throws(StoreError) -> Bool {
    for change in changes {
      let value = try connection.statement("SELECT after FROM change WHERE id = ?").firstRow(
        binding: [.integer(change)]) { row throws(StoreError) in try row.value(at: 0) }
      if let value, isRight(value) { return true }
    }
    return false
  }

  private struct Place: Hashable {
    var table: String
    var key: RecordID.Key
    var column: String?
  }

  private static let unwritten = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.byMark)
    """
  private static let kept = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.state = \(LogCode.pending) AND t.session = ?1
    """

  /// Makes what dead sessions have left this session's own, so that no other takes it, too.
  func claim() throws(StoreError) -> [AbandonedEntry] {
    try beginSession()
    return try transaction { () throws(StoreError) in
      let sessions = try deadSessions()
      let entries = try abandoned(of: sessions)
      for session in sessions { try close(session) }
      for step in Set(entries.flatMap(\.steps)) {
        try connection.statement("UPDATE step SET session = ? WHERE id = ?").run(
          binding: [.integer(self.session ?? 0), .integer(step)])
        try connection.statement("UPDATE change SET state = 1 WHERE step = ? AND state IN (0, 2)").run(
          binding: [.integer(step)])
      }
      let statement = try connection.statement("UPDATE change SET state = \(LogCode.pending) WHERE id = ?")
      for number in entries.flatMap(\.numbers) {
        try statement.run(binding: [.integer(number)])
        raiseLastChange(to: number)
      }
      return entries
    }
  }

  /// Notes that nothing is left of a dead session that could be restored.
  func close(_ session: Int64) throws(StoreError) {
    // Without its lock a session is a dead one all the same, should this be rolled back.
    if let token = try token(of: session) { SessionLock.remove(file.lock(token)) }
    try connection.statement("UPDATE session SET written = ? WHERE id = ?").run(
      binding: [.integer(.max), .integer(session)])
  }
}

extension AbandonedEntry {
  fileprivate init(numbers: [Int64], step: Int64, time: Double, change: LoggedChange) {
    self.init(numbers: numbers, steps: [step], times: time...time, change: change)
  }

  /// Takes a later change of the same field in.
  fileprivate mutating func merge(_ later: AbandonedEntry) {
    guard case .edit(let column, let before, _) = change.content,
      case .edit(_, _, let after) = later.change.content
    else { return }
    numbers += later.numbers
    steps += later.steps
    times = min(times.lowerBound, later.times.lowerBound)...max(times.upperBound, later.times.upperBound)
    change.content = .edit(column: column, before: before, after: after)
  }
}

import Records

/// What sessions have left that live no more.
extension EditLog {
  /// The sessions of the database's own file that have ended with changes that may not have reached it.
  func deadSessions() throws(StoreError) -> [Int64] {
    var sessions: [(id: Int64, token: String)] = []
    let sql = "SELECT id, token FROM session WHERE written < ? ORDER BY id"
    try connection.statement(sql).forEachRow(binding: [.integer(.max)]) { row in
      sessions.append((row.integer(at: 0), row.string(at: 1)))
    }
    return sessions.filter {
      $0.id != session && !isOfOtherFile($0.id) && !SessionLock.isHeld(file.lock($0.token))
    }.map(\.id)
  }

  /// Takes the locks of dead sessions, so that nobody else takes them for abandoned; those that others were faster with
  /// are left out.
  func adopt(_ sessions: [Int64]) throws(StoreError) -> [(session: Int64, lock: SessionLock)] {
    var adopted: [(Int64, SessionLock)] = []
    for session in sessions {
      guard let token = try token(of: session) else { continue }
      // Who only looks whether it is held holds it for a moment.
      for _ in 0..<3 {
        guard let lock = try? SessionLock(path: file.lock(token)) else { continue }
        adopted.append((session, lock))
        break
      }
    }
    // One that was closed meanwhile has nothing left.
    let dead = Set(try openSessions(sessions))
    return adopted.filter { dead.contains($0.0) }
  }

  private func openSessions(_ sessions: [Int64]) throws(StoreError) -> [Int64] {
    var open: [Int64] = []
    for session in sessions {
      let isOpen = try connection.statement("SELECT written < ? FROM session WHERE id = ?").firstRow(
        binding: [.integer(.max), .integer(session)]) { $0.integer(at: 0) != 0 }
      if isOpen == true { open.append(session) }
    }
    return open
  }

  /// The numbers of the changes that the log does not know to have reached the database, in their order.
  func unwritten(of sessions: [Int64]) throws(StoreError) -> AbandonedReader {
    var reader = AbandonedReader()
    for session in sessions {
      let isDoubted = try isDoubted(session)
      for sql in [Self.unwritten, Self.kept] {
        try connection.statement(sql).forEachRow(binding: [.integer(session)]) {
          reader.numbers.append($0.integer(at: 0))
          if isDoubted { reader.doubted.insert($0.integer(at: 0)) }
        }
      }
    }
    // What was kept back, or taken over from another session, may be older or newer than the rest.
    reader.numbers.sort()
    return reader
  }

  /// Reads the next of them; each field comes once, with its first and its last value.
  func read(_ reader: inout AbandonedReader, count: Int) throws(StoreError) {
    for number in reader.numbers[reader.done...].prefix(count) {
      if let entry = try entry(number) { reader.add(entry, number) }
      reader.done += 1
    }
  }

  /// Whether a session went on when the log could not be written.
  private func isDoubted(_ session: Int64) throws(StoreError) -> Bool {
    try token(of: session).map { SessionLock.isDoubted(file.lock($0)) } ?? false
  }

  /// A change, or nil where the row that it is of was deleted afterwards, or one with its key inserted.
  private func entry(_ number: Int64) throws(StoreError) -> AbandonedEntry? {
    let sql = """
      SELECT \(Self.columns), t.id, t.time FROM change c CROSS JOIN step t ON t.id = c.step
      WHERE c.id = ? AND NOT EXISTS (\(end(at: "r.key = c.key")))
        AND NOT (typeof(c.key) = 'integer' AND EXISTS (\(end(at: Self.isInRun))))
      """
    return try connection.statement(sql).firstRow(binding: [.integer(number)]) {
      row throws(StoreError) -> AbandonedEntry? in
      guard let change = try changes(row).first else { return nil }
      return AbandonedEntry(
        numbers: [number], step: row.integer(at: Self.columnCount),
        time: row.real(at: Self.columnCount + 1), change: change)
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
        ELSE u.undone = 0 OR u.session = t.session AND c.state = \(LogCode.byMark) END \(isOfThisFile("u.session"))
    """
  }

  /// Whether the row of the change `c` is one of the run `r`.
  private static let isInRun =
    "r.rows > 1 AND r.key BETWEEN c.key - \(RowRun.longest) AND c.key AND r.key + r.rows > c.key"

  /// Whether one of some changes of a field has set it to a value for which something holds.
  func hasSet(_ changes: [Int64], where isRight: (Value) -> Bool) throws(StoreError) -> Bool {
    for change in changes {
      let value = try connection.statement("SELECT after FROM change WHERE id = ?").firstRow(
        binding: [.integer(change)]) { $0.value(at: 0) }
      if let value, isRight(value) { return true }
    }
    return false
  }

  private static let unwritten = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.id > (SELECT written FROM session WHERE id = ?1) AND t.session = ?1 AND c.state = \(LogCode.byMark)
    """
  private static let kept = """
    SELECT c.id FROM change c CROSS JOIN step t ON t.id = c.step
    WHERE c.state = \(LogCode.pending) AND t.session = ?1
    """

  /// Makes steps of adopted sessions this session's own; what of them is not written says so itself by then.
  func takeOver(_ steps: ArraySlice<Int64>, upTo number: Int64) throws(StoreError) {
    try beginSession()
    try transaction { () throws(StoreError) in
      for step in steps {
        try connection.statement("UPDATE step SET session = ? WHERE id = ?").run(
          binding: [.integer(session ?? 0), .integer(step)])
      }
    }
    raiseLastChange(to: number)
  }

  /// Moves changes that cannot be restored now out of steps that are to be taken over, into steps of the same sessions.
  func keepBack(_ changes: [(number: Int64, step: Int64)], of steps: Set<Int64>) throws(StoreError) {
    let changes = changes.filter { steps.contains($0.step) }
    guard !changes.isEmpty else { return }
    try transaction { () throws(StoreError) in
      for (step, kept) in Dictionary(grouping: changes, by: \.step) {
        try connection.statement(Self.copyStep).run(binding: [.integer(step)])
        let copy = connection.lastInsertedRowID
        for change in kept {
          try connection.statement("UPDATE change SET step = ? WHERE id = ?").run(
            binding: [.integer(copy), .integer(change.number)])
        }
      }
    }
  }

  private static let copyStep = """
    INSERT INTO step (session, time, cause, undone) SELECT session, time, cause, undone FROM step WHERE id = ?
    """

  /// Notes that nothing is left of dead sessions that could be restored, except some changes.
  ///
  /// - Parameter number: The last change of the sessions, or a later one.
  func close(_ sessions: [Int64], except kept: [Int64], upTo number: Int64) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for session in sessions { try connection.statement(Self.settle).run(binding: [.integer(session)]) }
      try set(LogCode.pending, of: kept)
      // What is kept says so itself.
      for session in sessions {
        let sql = "UPDATE session SET written = max(written, ?) WHERE id = ?"
        try connection.statement(sql).run(
          binding: [.integer(try hasKept(session) ? number : .max), .integer(session)])
      }
    }
    for session in sessions {
      // The lock's file is kept of a session that is doubted.
      guard try !hasKept(session), let token = try token(of: session) else { continue }
      SessionLock.remove(file.lock(token))
    }
  }

  private func hasKept(_ session: Int64) throws(StoreError) -> Bool {
    try connection.statement(Self.kept + " LIMIT 1").firstRow(binding: [.integer(session)]) { _ in true }
      ?? false
  }

  private static let settle = """
    UPDATE change SET state = \(LogCode.written)
    WHERE state = \(LogCode.pending) AND (SELECT session FROM step WHERE id = change.step) = ?
    """
}

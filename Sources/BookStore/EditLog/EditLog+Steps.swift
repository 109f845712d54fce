import Records

/// The steps that can be undone and done again.
extension EditLog {
  /// A step, with the numbers of its first and its last change.
  struct Step {
    let id: Int64
    let changes: ClosedRange<Int64>
  }

  /// A change with its number.
  struct NumberedChange {
    let number: Int64
    let change: LoggedChange
  }

  /// The step that is to be undone next, or to be done again; nil where there is none.
  ///
  /// It is one of this session or of a dead one, and all of it that was not given up has reached this session's records or
  /// the database. What was undone can be done again until something else is done.
  func step(for cause: ChangeEntry.Cause, passing passed: Set<Int64>) throws(StoreError) -> Step? {
    var place = Int64.max
    let sql = cause == .undo ? Self.doneStep : Self.undoneStep
    while let (id, owner) = try connection.statement(sql).firstRow(
      binding: [.integer(place)], { ($0.integer(at: 0), $0.integer(at: 1)) })
    {
      place = id
      if passed.contains(id) { continue }
      if owner != session {
        if try isAlive(owner) { continue }
        if try isPending(id) { continue }
      }
      // Who does something else gives up what was undone before it.
      if cause == .redo, try isFollowed(id) { return nil }
      if let last = try changes(of: id, limit: 1).first, let first = try firstChange(of: id) {
        return Step(id: id, changes: first...max(first, last.number))
      }
    }
    return nil
  }

  private func firstChange(of step: Int64) throws(StoreError) -> Int64? {
    try connection.statement(
      "SELECT id FROM change WHERE step = ? AND state < \(LogCode.draft) ORDER BY id LIMIT 1"
    ).firstRow(
      binding: [.integer(step)]) { $0.integer(at: 0) }
  }

  private static let doneStep =
    "SELECT id, session FROM step WHERE id < ? AND undone = 0 AND cause IN (0, 2) ORDER BY id DESC LIMIT 1"
  private static let undoneStep =
    "SELECT id, session FROM step WHERE id < ? AND undone = 0 AND cause = 1 ORDER BY id DESC LIMIT 1"

  /// Whether another program that lives has a session.
  func isAlive(_ session: Int64) throws(StoreError) -> Bool {
    if session == self.session { return true }
    return try token(of: session).map { SessionLock.isHeld(file.lock($0)) } ?? false
  }

  /// What a session's lock is named after.
  func token(of session: Int64) throws(StoreError) -> String? {
    try connection.statement("SELECT token FROM session WHERE id = ?").firstRow(
      binding: [.integer(session)]
    ) { row throws(StoreError) in try row.string(at: 0) }
  }

  private func isPending(_ step: Int64) throws(StoreError) -> Bool {
    try connection.statement("SELECT 1 WHERE \(Self.hasPending("?1"))").firstRow(binding: [.integer(step)]) {
      _ in
      true
    } ?? false
  }

  /// Whether a step has changes that the database does not have, as far as the log knows.
  ///
  /// Each of the two looks has an index, so that a step of very many changes is not gone through.
  static func hasPending(_ step: String) -> String {
    """
    (EXISTS (SELECT 1 FROM change c WHERE c.state = \(LogCode.pending) AND +c.step = \(step))
      OR EXISTS (SELECT 1 FROM step t JOIN session s ON s.id = t.session
        CROSS JOIN change c ON c.step = t.id AND c.id > s.written
        WHERE t.id = \(step) AND c.state = \(LogCode.byMark)))
    """
  }

  /// Whether the change `c` of the session `s` has not reached the database, as far as the log knows.
  static let isPending =
    "(c.state = \(LogCode.pending) OR c.state = \(LogCode.byMark) AND c.id > s.written)"

  private func isFollowed(_ step: Int64) throws(StoreError) -> Bool {
    let sql = """
      SELECT id, session FROM step WHERE id > ? AND cause = 0 AND undone <> \(LogCode.undonePart)
        AND NOT EXISTS (SELECT 1 FROM draft WHERE draft.step = step.id)
      """
    var isFollowed = false
    try connection.statement(sql).forEachRow(binding: [.integer(step)]) { row throws(StoreError) in
      let owner = row.integer(at: 1)
      if isFollowed { return }
      isFollowed = try owner == session ? true : !isAlive(owner)
    }
    return isFollowed
  }

  /// The last changes of a step that were not given up, from the last one on.
  ///
  /// - Parameter number: Only changes before this one.
  func changes(of step: Int64, before number: Int64 = .max, limit: Int) throws(StoreError) -> [NumberedChange]
  {
    var changes: [NumberedChange] = []
    let sql = """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id < ? AND c.state < \(LogCode.discarded) ORDER BY c.id DESC LIMIT ?
      """
    try connection.statement(sql).forEachRow(
      binding: [.integer(step), .integer(number), .integer(Int64(limit))]
    ) { row throws(StoreError) in
      guard let change = try change(row, from: 0) else { return }
      changes.append(NumberedChange(number: row.integer(at: 0), change: change))
    }
    return changes
  }

  /// The edits of a step that went with their rows, from a change on and before another one.
  ///
  /// - Complexity: O(*n*) in the changes of the step there.
  func givenUp(of step: Int64, from first: Int64, before next: Int64) throws(StoreError) -> [LoggedChange] {
    var changes: [LoggedChange] = []
    let sql = """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id >= ? AND c.id < ? AND c.state = \(LogCode.discarded) AND c.kind = ?
      """
    let values: [Value] = [
      .integer(step), .integer(first), .integer(next), LogCode.code(ChangeEntry.Kind.edit),
    ]
    try connection.statement(sql).forEachRow(binding: values) { row throws(StoreError) in
      if let change = try change(row, from: 0) { changes.append(change) }
    }
    return changes
  }

  /// A change by its number.
  func change(_ number: Int64) throws(StoreError) -> LoggedChange? {
    try connection.statement("SELECT \(Self.columns) FROM change c WHERE c.id = ?").firstRow(
      binding: [.integer(number)]) { row throws(StoreError) in try change(row, from: 0) } ?? nil
  }

  static let columns = "c.id, c.\"table\", c.key, c.title, c.kind, c.\"column\", c.before, c.after, c.depth"

  /// Reads a change whose columns begin at one of the row's; nil where it makes no sense.
  func change(_ row: PreparedStatement, from column: Int32) throws(StoreError) -> LoggedChange? {
    let kind = Int(row.integer(at: column + 4))
    guard let key = PackedKey.key(of: try row.value(at: column + 2)), LogCode.kinds.indices.contains(kind)
    else {
      return nil
    }
    let content: LoggedChange.Content =
      switch LogCode.kinds[kind] {
      case .edit:
        .edit(
          column: try row.string(at: column + 5), before: try row.value(at: column + 6),
          after: try row.value(at: column + 7))
      case .insertion: .insertion(try cells(of: row.integer(at: column)))
      case .deletion: .deletion(try cells(of: row.integer(at: column)))
      }
    return LoggedChange(
      table: try row.string(at: column + 1), key: key, title: try row.value(at: column + 3), content: content,
      depth: Int(row.integer(at: column + 8)))
  }

  private func cells(of change: Int64) throws(StoreError) -> [LoggedChange.Cell] {
    var cells: [LoggedChange.Cell] = []
    let sql = "SELECT \"column\", value FROM cell WHERE change = ? ORDER BY id"
    try connection.statement(sql).forEachRow(binding: [.integer(change)]) { row throws(StoreError) in
      cells.append(LoggedChange.Cell(column: try row.string(at: 0), value: try row.value(at: 1)))
    }
    return cells
  }
}

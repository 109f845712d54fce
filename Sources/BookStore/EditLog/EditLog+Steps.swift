import Records

/// The steps that can be undone and done again.
extension EditLog {
  /// A step, with the numbers of its first and its last change.
  struct Step {
    let id: Int64
    let changes: ClosedRange<Int64>
    /// How many fields and rows are changed, about: more where other programs made changes at the same time.
    let count: Int
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
      if passed.contains(id) || isOfOtherFile(owner) { continue }
      if owner != session {
        if try isAlive(owner) { continue }
        if try isPending(id) { continue }
      }
      // Who does something else gives up what was undone before it.
      if cause == .redo, try isFollowed(id) { return nil }
      if let last = try endChange(of: id, "DESC"), let first = try endChange(of: id, "ASC") {
        let numbers = first...max(first, last)
        return Step(id: id, changes: numbers, count: try count(of: id, numbers))
      }
    }
    return nil
  }

  /// How many rows and fields a step changes; the entries behind the first ones are taken for one each.
  private func count(of step: Int64, _ numbers: ClosedRange<Int64>) throws(StoreError) -> Int {
    let sql = """
      SELECT sum(\(RowRun.rowCount)), count(*)
      FROM (SELECT rows FROM change WHERE step = ? ORDER BY id LIMIT 65536)
      """
    let (rows, entries) =
      try connection.statement(sql).firstRow(binding: [.integer(step)]) {
        ($0.integer(at: 0), $0.integer(at: 1))
      } ?? (0, 0)
    return Int(max(rows, rows + numbers.upperBound - numbers.lowerBound + 1 - entries))
  }

  /// The number of the first or the last change of a step that was not given up.
  private func endChange(of step: Int64, _ order: String) throws(StoreError) -> Int64? {
    let sql =
      "SELECT id FROM change WHERE step = ? AND state < \(LogCode.discarded) ORDER BY id \(order) LIMIT 1"
    return try connection.statement(sql).firstRow(binding: [.integer(step)]) { $0.integer(at: 0) }
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
    ) { $0.string(at: 0) }
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
      if isFollowed || isOfOtherFile(owner) { return }
      isFollowed = try owner == session ? true : !isAlive(owner)
    }
    return isFollowed
  }

  /// The last changes of a step that were not given up, from the last one on.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one.
  ///   - limit: How many; the rows of a run come together, also where that is more.
  /// - Throws: `changedSince` where the log has lost what came or went.
  func changes(of step: Int64, before number: Int64 = .max, limit: Int) throws(StoreError) -> [NumberedChange]
  {
    var (changes, next): ([NumberedChange], Int64?) = ([], number)
    let sql = """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id < ? AND c.state < \(LogCode.discarded) ORDER BY c.id DESC LIMIT 1
      """
    let statement = try connection.statement(sql)
    while changes.count < limit, let place = next {
      next = try statement.firstRow(binding: [.integer(step), .integer(place)]) { row throws(StoreError) in
        let number = row.integer(at: 0)
        let found = try self.changes(row)
        if found.isEmpty { throw .changedSince }
        changes += found.reversed().map { NumberedChange(number: number, change: $0) }
        return number
      }
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
      changes += try self.changes(row)
    }
    return changes
  }

  /// A change by its number; of a run the one that the history shows.
  func change(_ number: Int64) throws(StoreError) -> LoggedChange? {
    var changes: [LoggedChange] = []
    try connection.statement("SELECT \(Self.columns) FROM change c WHERE c.id = ?").forEachRow(
      binding: [.integer(number)]
    ) { row throws(StoreError) in changes = try self.changes(row) }
    return RowRun(changes: changes[...]).main
  }

  static let columns = """
    c.id, c."table", c.key, c.title, c.kind, c."column", c.before, c.after, c.depth, c.rows
    """
  /// How many columns these are.
  static let columnCount: Int32 = 10

  /// Reads a change by `columns`, or those of a run in their order; none if they make no sense.
  func changes(_ row: PreparedStatement) throws(StoreError) -> [LoggedChange] {
    let kind = Int(row.integer(at: 4))
    guard let key = PackedKey.key(of: row.value(at: 2)), LogCode.kinds.indices.contains(kind)
    else { return [] }
    var contents: [(key: RecordID.Key, content: LoggedChange.Content)] = []
    if LogCode.kinds[kind] == .edit {
      let (before, after) = (row.value(at: 6), row.value(at: 7))
      contents = [(key, .edit(column: row.string(at: 5), before: before, after: after))]
    } else {
      let rows = Int(row.integer(at: 9))
      contents = try images(of: row.integer(at: 0), LogCode.kinds[kind], key, rows: rows).map {
        ($0, LogCode.kinds[kind] == .insertion ? .insertion($1) : .deletion($1))
      }
    }
    let (table, title) = (row.string(at: 1), row.value(at: 3))
    // Triggers are no deeper than this (SQLITE_MAX_TRIGGER_DEPTH).
    let depth = Int(min(max(0, row.integer(at: 8)), 1_000))
    return contents.map { LoggedChange(table: table, key: $0, title: title, content: $1, depth: depth) }
  }
}

import Records
import SQLite

/// Reads changes from a log, by their numbers, steps and drafts.
package struct LogReader {
  private let connection: Connection
  private let images: LogImages

  init(_ connection: Connection) {
    (self.connection, images) = (connection, LogImages(connection: connection))
  }

  /// A change with its number.
  package struct NumberedChange {
    package let number: Int64
    package let change: LoggedChange
  }

  /// The last changes of a step that were not given up, from the last one on.
  ///
  /// - Parameters:
  ///   - first: Only this change and those after it.
  ///   - number: Only changes before this one.
  ///   - limit: How many; the rows of a run come together, and so do the edits of a row, even if that is more.
  /// - Throws: `changedSince` if the log has lost what came or went.
  package func changes(
    of step: Int64, from first: Int64 = 0, before number: Int64 = .max, limit: Int
  ) throws(StoreError) -> [NumberedChange] {
    var (changes, next): ([NumberedChange], Int64?) = ([], number)
    let sql = """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id >= ? AND c.id < ? AND c.state < \(LogCode.discarded) ORDER BY c.id DESC LIMIT 1
      """
    while let place = next, changes.count < limit || changes.last?.change.kind == .edit {
      next = nil
      _ = try connection.statement(sql).firstRow(
        binding: [.integer(step), .integer(first), .integer(place)]
      ) { row throws(StoreError) in
        let number = row.integer(at: 0)
        let found = try self.changes(row)
        if found.isEmpty { throw .changedSince }
        if changes.count >= limit, !isOfLastRow(found, changes) { return }
        changes += found.reversed().map { NumberedChange(number: number, change: $0) }
        next = number
      }
    }
    return changes
  }

  /// Whether what was found is an edit of the row that was edited last.
  private func isOfLastRow(_ found: [LoggedChange], _ changes: [NumberedChange]) -> Bool {
    found.count == 1 && found[0].kind == .edit && found[0].row == changes.last?.change.row
  }

  /// Looks at the next changes of a step for one of rows.
  ///
  /// - Returns: Its number, and before which number to look next; nil at the end, or once one is found.
  package func firstRow(
    of step: Int64, before number: Int64, limit: Int
  ) throws(StoreError) -> (row: Int64?, next: Int64?) {
    let sql = """
      SELECT min(id), max(CASE WHEN kind <> 0 OR depth > 0 THEN id END) FROM (SELECT id, kind, depth FROM change
        WHERE step = ? AND id < ? AND state < \(LogCode.discarded) ORDER BY id DESC LIMIT ?)
      """
    let found = try connection.row(sql, [.integer(step), .integer(number), .integer(Int64(limit))]) {
      (next: $0.value(at: 0), row: $0.value(at: 1))
    }
    if case .integer(let row)? = found?.row { return (row, nil) }
    if case .integer(let next)? = found?.next { return (nil, next) }
    return (nil, nil)
  }

  /// The edits of a step that went with their rows, from a change on and before another one.
  ///
  /// - Complexity: O(*n*) in the changes of the step there.
  package func givenUp(of step: Int64, from first: Int64, before next: Int64) throws(StoreError)
    -> [LoggedChange]
  {
    try changes(
      """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id >= ? AND c.id < ? AND c.state = \(LogCode.discarded) AND c.kind = ?
      """,
      [.integer(step), .integer(first), .integer(next), LogCode.code(ChangeEntry.Kind.edit)])
  }

  /// The changes of a draft, what the person has done first, and fields that go along last.
  package func changes(of draft: LogDrafts.Draft, limit: Int) throws(StoreError) -> [LoggedChange] {
    try changes(
      """
      SELECT \(Self.columns) FROM change c WHERE c.step = ? AND c.id BETWEEN ? AND ? AND c.state = \(LogCode.draft)
      ORDER BY c.depth, c.kind = 0, c.id LIMIT ?
      """,
      [
        .integer(draft.step), .integer(draft.changes.lowerBound), .integer(draft.changes.upperBound),
        .integer(Int64(limit)),
      ])
  }

  /// A change by its number; of a run the one that the history shows.
  package func change(_ number: Int64) throws(StoreError) -> LoggedChange? {
    RowRun(changes: try run(number)[...]).main
  }

  /// The change with a number, or those of a run in their order.
  package func run(_ number: Int64) throws(StoreError) -> [LoggedChange] {
    try changes("SELECT \(Self.columns) FROM change c WHERE c.id = ?", [.integer(number)])
  }

  /// The origin of a step; nil if the log has none.
  package func origin(of step: Int64) throws(StoreError) -> StepOrigin? {
    Self.origin(try connection.value("SELECT origin FROM step WHERE id = ?", [.integer(step)]) ?? .null)
  }

  /// The origin that a value of the log stands for.
  static func origin(_ value: Value) -> StepOrigin? {
    guard case .text(let text) = value else { return nil }
    return StepOrigin(text: text.string)
  }

  /// The numbers of the next changes of a step, without regard to what became of them.
  package func numbers(of step: Int64, after number: Int64, count: Int) throws(StoreError) -> [Int64] {
    try connection.rows(
      "SELECT id FROM change WHERE step = ? AND id > ? ORDER BY id LIMIT ?",
      [.integer(step), .integer(number), .integer(Int64(count))]
    ) { $0.integer(at: 0) }
  }

  /// The step of the last edit of a row that a dead session, or a write-back, has left unwritten.
  package func pendingStep(of row: RowRecorder.Row) throws(StoreError) -> Int64? {
    try connection.integer(
      """
      SELECT step FROM change WHERE key = ? AND "table" = ? AND state = \(LogCode.pending) AND kind = ?
      ORDER BY id DESC LIMIT 1
      """, [PackedKey.value(of: row.key), .text(Text(row.table)), LogCode.code(ChangeEntry.Kind.edit)])
  }

  /// The number of the change that a step is about: of those that the person has made the last one if it has deleted a
  /// row, and otherwise the first.
  package func mainChange(of step: Int64) throws(StoreError) -> Int64? {
    let sql = """
      SELECT id, kind FROM change WHERE step = ? AND depth = 0 AND state < \(LogCode.draft) ORDER BY id
      """
    let last = try connection.row(sql + " DESC LIMIT 1", [.integer(step)]) {
      (number: $0.integer(at: 0), kind: LogCode.kind($0.integer(at: 1)))
    }
    if last?.kind == .deletion { return last?.number }
    return try connection.integer(sql + " LIMIT 1", [.integer(step)])
  }

  /// Whether one of some changes of a field has set it to a value for which something holds.
  package func hasSet(_ changes: [Int64], where isRight: (Value) -> Bool) throws(StoreError) -> Bool {
    for change in changes {
      let value = try connection.value("SELECT after FROM change WHERE id = ?", [.integer(change)])
      if let value, isRight(value) { return true }
    }
    return false
  }

  /// The changes that a query over `columns` finds.
  package func changes(_ sql: String, _ values: [Value]) throws(StoreError) -> [LoggedChange] {
    try connection.rows(sql, values) { row throws(StoreError) in try changes(row) }.flatMap(\.self)
  }

  /// What a query reads of the change `c`.
  package static let columns = """
    c.id, c."table", c.key, c.title, c.kind, c."column", c.before, c.after, c.depth, c.rows
    """
  /// How many columns these are.
  package static let columnCount: Int32 = 10

  /// Reads a change by `columns`, or those of a run in their order; none if they make no sense.
  package func changes(_ row: PreparedStatement) throws(StoreError) -> [LoggedChange] {
    guard let key = PackedKey.key(of: row.value(at: 2)), let kind = LogCode.kind(row.integer(at: 4))
    else { return [] }
    var contents: [(key: RecordID.Key, content: LoggedChange.Content)] = []
    if kind == .edit {
      contents = [(key, Self.edit(row))]
    } else if kind == .field {
      contents = Self.field(row).map { [(key, $0)] } ?? []
    } else {
      let rows = Int(row.integer(at: 9))
      contents = try images.images(of: row.integer(at: 0), kind, key, rows: rows).map {
        ($0, kind == .insertion ? .insertion($1) : .deletion($1))
      }
    }
    let (table, title) = (row.string(at: 1), row.value(at: 3))
    // Triggers are no deeper than this (SQLITE_MAX_TRIGGER_DEPTH).
    let depth = Int(min(max(0, row.integer(at: 8)), 1_000))
    let isDangling = kind == .deletion && row.value(at: 6) == LogCode.dangling
    return contents.map {
      LoggedChange(
        table: table, key: $0, title: title, content: $1, depth: depth, isDangling: isDangling)
    }
  }

  /// The change of a column, or nil if it makes no sense.
  package static func field(_ row: PreparedStatement) -> LoggedChange.Content? {
    LogCode.fieldChange(row.string(at: 5), row.value(at: 6), row.value(at: 7)).map { .field($0) }
  }

  /// The edit of a field, whose column and values are in the same places in the history.
  package static func edit(_ row: PreparedStatement) -> LoggedChange.Content {
    .edit(column: row.string(at: 5), before: row.value(at: 6), after: row.value(at: 7))
  }
}

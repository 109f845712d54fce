import Records
import SQLite

package struct LogReader {
  private let connection: Connection
  private let images: LogImages

  init(_ connection: Connection) {
    (self.connection, images) = (connection, LogImages(connection: connection))
  }

  package typealias NumberedChange = (number: Int64, change: Change)

  /// The latest changes of a step that were not discarded, latest first.
  ///
  /// - Parameter limit: May be exceeded to keep the rows of a run, or the edits of a row, together.
  /// - Throws: `changedSince` if a row's content is missing.
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
        changes += found.reversed().map { (number, $0) }
        next = number
      }
    }
    return changes
  }

  private func isOfLastRow(_ found: [Change], _ changes: [NumberedChange]) -> Bool {
    found.count == 1 && found[0].kind == .edit && found[0].row == changes.last?.change.row
  }

  /// Searches the next changes of a step for an inserted or deleted row; `next` continues the search.
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

  package func givenUp(of step: Int64, from first: Int64, before next: Int64) throws(StoreError)
    -> [Change]
  {
    try changes(
      """
      SELECT \(Self.columns) FROM change c
      WHERE c.step = ? AND c.id >= ? AND c.id < ? AND c.state = \(LogCode.discarded) AND c.kind = ?
      """,
      [.integer(step), .integer(first), .integer(next), LogCode.code(Change.Kind.edit)])
  }

  /// The changes of a draft: the person's first, side effects on fields last.
  package func changes(of draft: LogDrafts.Draft, limit: Int) throws(StoreError) -> [Change] {
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

  /// For a run, the change of the row that the history shows.
  package func change(_ number: Int64) throws(StoreError) -> Change? {
    RowRun(changes: try run(number)[...]).main
  }

  package func run(_ number: Int64) throws(StoreError) -> [Change] {
    try changes("SELECT \(Self.columns) FROM change c WHERE c.id = ?", [.integer(number)])
  }

  package func origin(of step: Int64) throws(StoreError) -> StepOrigin? {
    Self.origin(try connection.value("SELECT origin FROM step WHERE id = ?", [.integer(step)]) ?? .null)
  }

  static func origin(_ value: Value) -> StepOrigin? {
    guard case .text(let text) = value else { return nil }
    return StepOrigin(text: text.string)
  }

  package func numbers(of step: Int64, after number: Int64, count: Int) throws(StoreError) -> [Int64] {
    try connection.rows(
      "SELECT id FROM change WHERE step = ? AND id > ? ORDER BY id LIMIT ?",
      [.integer(step), .integer(number), .integer(Int64(count))]
    ) { $0.integer(at: 0) }
  }

  /// The step of the last unwritten edit of a row by a dead session or a write-back.
  package func pendingStep(of row: RowRecorder.Row) throws(StoreError) -> Int64? {
    try connection.integer(
      """
      SELECT step FROM change WHERE key = ? AND "table" = ? AND state = \(LogCode.pending) AND kind = ?
      ORDER BY id DESC LIMIT 1
      """, [PackedKey.value(of: row.key), .text(Text(row.table)), LogCode.code(Change.Kind.edit)])
  }

  /// The change that represents a step: the person's last if it deleted a row, otherwise the person's first.
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

  package func hasSet(_ changes: [Int64], where isRight: (Value) -> Bool) throws(StoreError) -> Bool {
    for change in changes {
      let value = try connection.value("SELECT after FROM change WHERE id = ?", [.integer(change)])
      if let value, isRight(value) { return true }
    }
    return false
  }

  package func changes(_ sql: String, _ values: [Value]) throws(StoreError) -> [Change] {
    try connection.rows(sql, values) { row throws(StoreError) in try changes(row) }.flatMap(\.self)
  }

  package static let columns = """
    c.id, c."table", c.key, c.title, c.kind, c."column", c.before, c.after, c.depth, c.rows
    """
  package static let columnCount: Int32 = 10

  /// Decodes a row of `columns` to a change, or to the changes of a run; empty if damaged.
  package func changes(_ row: PreparedStatement) throws(StoreError) -> [Change] {
    guard let key = PackedKey.key(of: row.value(at: 2)), let kind = LogCode.kind(row.integer(at: 4))
    else { return [] }
    var contents: [(key: RecordID.Key, content: Change.Content)] = []
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
    // Triggers cannot nest deeper (SQLITE_MAX_TRIGGER_DEPTH).
    let depth = Int(min(max(0, row.integer(at: 8)), 1_000))
    let isDangling = kind == .deletion && row.value(at: 6) == LogCode.dangling
    return contents.map {
      Change(
        table: table, key: $0, title: title, content: $1, depth: depth, isDangling: isDangling)
    }
  }

  package static func field(_ row: PreparedStatement) -> Change.Content? {
    LogCode.fieldChange(row.string(at: 5), row.value(at: 6), row.value(at: 7)).map { .field($0) }
  }

  package static func edit(_ row: PreparedStatement) -> Change.Content {
    .edit(column: row.string(at: 5), before: row.value(at: 6), after: row.value(at: 7))
  }
}

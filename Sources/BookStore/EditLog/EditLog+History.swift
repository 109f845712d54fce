import Records

/// Changes as people read them.
extension EditLog {
  /// A change of the history, by names.
  struct Line {
    var number: Int64
    var step: Int64
    var time: Double
    var cause: ChangeEntry.Cause
    var state: ChangeEntry.State
    /// Whether this session has made it.
    var isOwn = false
    /// With values that are shortened, and without those of rows.
    var change: LoggedChange
    /// How many rows came or went, of which it is one.
    var rowCount = 1
  }

  /// The changes next to one, the latest first.
  ///
  /// - Parameters:
  ///   - number: Only changes before this one, or after it, where 0 stands for the oldest of all.
  ///   - step: Only changes of this step.
  /// - Complexity: O(*n*) in the changes that are read.
  func history(
    limit: Int, before number: Int64?, isAfter: Bool = false, of step: Int64? = nil
  ) throws(StoreError) -> [Line] {
    var lines: [Line] = []
    var alive: [Int64: Bool] = [:]
    let sql = Self.history + isOfThisFile("t.session") + (step == nil ? "" : " AND c.step = ?3")
    try connection.statement(sql + (isAfter ? Self.upwards : Self.downwards)).forEachRow(
      binding: [.integer(isAfter ? number ?? 0 : 0), .integer(isAfter ? .max : number ?? .max)]
        + (step.map { [.integer($0)] } ?? []) + [.integer(Int64(limit))]
    ) { row throws(StoreError) in
      guard let lowest = PackedKey.key(of: row.value(at: 2)) else { return }
      let owner = row.integer(at: 10)
      if alive[owner] == nil { alive[owner] = try isAlive(owner) }
      let kind = LogCode.kinds[min(max(0, Int(row.integer(at: 4))), LogCode.kinds.count - 1)]
      // The title is that of the first row of a run that came, and of the last of one that went.
      let (rowCount, isFalling) = (Int(row.integer(at: 15)), row.integer(at: 16) != 0)
      let isHighest = (kind == .deletion) != isFalling
      guard let key = lowest.advanced(by: isHighest ? rowCount - 1 : 0) else { return }
      let content: LoggedChange.Content =
        switch kind {
        case .edit:
          .edit(column: row.string(at: 5), before: row.value(at: 6), after: row.value(at: 7))
        case .insertion: .insertion(.cells([]))
        case .deletion: .deletion(.cells([]))
        }
      lines.append(
        Line(
          number: row.integer(at: 0), step: row.integer(at: 8), time: row.real(at: 9),
          cause: LogCode.causes[min(max(0, Int(row.integer(at: 11))), LogCode.causes.count - 1)],
          state: Self.state(row, isAlive: alive[owner] ?? false), isOwn: owner == session,
          change: LoggedChange(
            table: row.string(at: 1), key: key, title: row.value(at: 3), content: content),
          rowCount: rowCount))
    }
    return isAfter ? lines.reversed() : lines
  }

  private static func state(_ row: PreparedStatement, isAlive: Bool) -> ChangeEntry.State {
    if row.integer(at: 12) != 0 { return .undone }
    if row.integer(at: 13) == LogCode.discarded { return .discarded }
    guard row.integer(at: 14) != 0 else { return .written }
    return isAlive ? .pending : .abandoned
  }

  /// The columns of a change with its values cut short, and what is known of its step and session.
  private static let history = """
    SELECT c.id, c."table", c.key, \(short("title")), c.kind, c."column", \(short("before")), \(short("after")),
      t.id, t.time, t.session, t.cause, t.undone, c.state, coalesce(\(isPending), 0), \(RowRun.rowCount),
      coalesce(i.falling, 0)
    FROM change c JOIN step t ON t.id = c.step LEFT JOIN session s ON s.id = t.session
      LEFT JOIN image i ON i.change = c.id
    WHERE c.id > ?1 AND c.id < ?2 AND c.state < \(LogCode.draft) AND t.undone <> \(LogCode.dropped)
    """
  private static let downwards = " ORDER BY c.id DESC LIMIT ?"
  private static let upwards = " ORDER BY c.id LIMIT ?"

  private static func short(_ column: String) -> String {
    "CASE WHEN typeof(c.\(column)) IN ('text', 'blob') THEN substr(c.\(column), 1, 256) ELSE c.\(column) END"
  }
}

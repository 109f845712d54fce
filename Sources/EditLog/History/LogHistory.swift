import Records
import SQLite

/// The history for display: changes by name, and steps, each as one line however many changes it has.
package final class LogHistory {
  private let connection: Connection
  private let sessions: LogSessions
  private let reader: LogReader
  private let reversals: LogReversals
  private var stepCounts: [Int64: (last: Int64, count: Int, alikeCount: Int)] = [:]

  init(_ connection: Connection, _ sessions: LogSessions) {
    (self.connection, self.sessions, reader) = (connection, sessions, LogReader(connection))
    reversals = LogReversals(connection: connection)
  }

  // MARK: Changes

  /// - Parameter number: Only changes before or after this one; with `isAfter`, 0 starts at the oldest.
  package func changes(
    limit: Int, before number: Int64?, isAfter: Bool = false, of step: Int64? = nil
  ) throws(StoreError) -> [ChangeEntry] {
    let sql = Self.lines + sessions.isOfThisFile("t.session") + (step == nil ? "" : " AND c.step = ?3")
    let bounds = isAfter ? [number ?? 0, .max] : [0, number ?? .max]
    let values = bounds + (step.map { [$0] } ?? []) + [Int64(limit)]
    var alive: [Int64: Bool] = [:]
    let lines = try connection.rows(
      "\(sql) ORDER BY c.id \(isAfter ? "" : "DESC") LIMIT ?", values.map { .integer($0) }
    ) {
      row throws(StoreError) in
      let owner = row.integer(at: 10)
      if alive[owner] == nil { alive[owner] = try sessions.isAlive(owner) }
      return line(row, owner, isAlive: alive[owner] ?? false)
    }.compactMap(\.self)
    return isAfter ? lines.reversed() : lines
  }

  private func line(_ row: PreparedStatement, _ owner: Int64, isAlive: Bool) -> ChangeEntry? {
    let kind = LogCode.kind(row.integer(at: 4)) ?? .edit
    // A run of insertions has the title of its first row, a run of deletions that of its last.
    let (rowCount, isFalling) = (Int(row.integer(at: 15)), row.integer(at: 16) != 0)
    let isHighest = (kind == .deletion) != isFalling
    guard let lowest = PackedKey.key(of: row.value(at: 2)),
      let key = lowest.advanced(by: isHighest ? rowCount - 1 : 0)
    else { return nil }
    let content: Change.Content? =
      switch kind {
      case .edit: LogReader.edit(row)
      case .insertion: .insertion(.cells([]))
      case .deletion: .deletion(.cells([]))
      case .field: LogReader.field(row)
      }
    guard let content else { return nil }
    return ChangeEntry(
      number: row.integer(at: 0), step: row.integer(at: 8), time: row.real(at: 9),
      cause: LogCode.cause(row.integer(at: 11)),
      change: Change(
        table: row.string(at: 1), key: key, title: row.value(at: 3), content: content,
        state: Self.state(row, isAlive: isAlive)),
      rowCount: rowCount, isOwn: owner == sessions.own)
  }

  private static func state(_ row: PreparedStatement, isAlive: Bool) -> Change.State {
    if ![0, LogCode.passedOver].contains(row.integer(at: 12)) { return .undone }
    if row.integer(at: 13) == LogCode.discarded { return .discarded }
    guard row.integer(at: 14) != 0 else { return .written }
    return isAlive ? .pending : .abandoned
  }

  private static let lines = """
    SELECT c.id, c."table", c.key, \(short("title")), c.kind, c."column", \(short("before")), \(short("after")),
      t.id, t.time, t.session, t.cause, t.undone, c.state, coalesce(\(LogCode.isPending), 0), \(RowRun.rowCount),
      coalesce(i.falling, 0)
    FROM change c JOIN step t ON t.id = c.step LEFT JOIN session s ON s.id = t.session
      LEFT JOIN image i ON i.change = c.id
    WHERE c.id > ?1 AND c.id < ?2 AND c.state < \(LogCode.draft) AND t.undone <> \(LogCode.dropped)
    """

  private static func short(_ column: String) -> String {
    "CASE WHEN typeof(c.\(column)) IN ('text', 'blob') THEN substr(c.\(column), 1, 256) ELSE c.\(column) END"
  }

  package func pendingRows() throws(StoreError) -> Set<RowRecorder.Row> {
    let sql = """
      SELECT \(LogReader.columns) FROM change c JOIN step t ON t.id = c.step JOIN session s ON s.id = t.session
      WHERE \(LogCode.isPending) AND t.undone = 0 AND c.kind = 0
      """
    return Set(try reader.changes(sql + sessions.isOfThisFile("t.session"), []).map(\.row))
  }

  package func isLastElsewhere(_ cause: ChangeEntry.Cause) throws(StoreError) -> Bool {
    let sql = """
      SELECT t.session FROM step t WHERE t.undone = 0 AND t.cause \(cause == .undo ? "IN (0, 2)" : "= 1")
      """
    let last = sql + sessions.isOfThisFile("t.session") + " ORDER BY t.id DESC LIMIT 1"
    guard let owner = try connection.integer(last, []), owner != sessions.own else { return false }
    return try sessions.isAlive(owner)
  }

  // MARK: Steps

  /// - Parameter number: Only steps before or after this one; with `isAfter`, 0 starts at the oldest.
  package func steps(limit: Int, before number: Int64?, isAfter: Bool = false) throws(StoreError)
    -> [StepEntry]
  {
    // In one snapshot, a step that is marked for dropping meanwhile shows whole or not at all.
    try connection.begin(isImmediate: false)
    defer { connection.rollBack() }
    let found = try connection.rows(
      steps(isAfter: isAfter), [.integer(number ?? (isAfter ? 0 : .max)), .integer(Int64(limit))]
    ) { (id: $0.integer(at: 0), owner: $0.integer(at: 1), origin: LogReader.origin($0.value(at: 2))) }
    var alive: [Int64: Bool] = [:]
    var steps: [StepEntry] = []
    for (id, owner, origin) in isAfter ? found.reversed() : found {
      if alive[owner] == nil { alive[owner] = try sessions.isAlive(owner) }
      guard var step = try step(id, isAlive: alive[owner] ?? false) else { continue }
      step.origin = origin
      steps.append(step)
    }
    return steps
  }

  private func step(_ id: Int64, isAlive: Bool) throws(StoreError) -> StepEntry? {
    guard let last = try changes(limit: 1, before: nil, of: id).first,
      let first = try changes(limit: 1, before: nil, isAfter: true, of: id).first
    else { return nil }
    var line = StepEntry(main: try main(of: id, first, last))
    let waiting = isAlive ? Change.State.pending : .abandoned
    line.isRest = try isRest(id)
    if first.number != last.number || first.rowCount > 1 {
      if last.number - first.number < Self.fewChanges {
        try count(&line, of: id)
      } else {
        try judge(&line, of: id, by: first, last, waiting, isFixed: line.isRest ? false : try !isGrowing(id))
      }
    }
    if line.count > 1, line.main.state != .undone {
      line.main.change.state =
        line.unwrittenCount > 0 ? waiting : line.writtenCount > 0 ? .written : .discarded
    }
    return line
  }

  private func isGrowing(_ step: Int64) throws(StoreError) -> Bool {
    try connection.exists(
      "SELECT 1 FROM step JOIN step whole ON whole.id = step.subject WHERE step.id = ? AND step.undone = \(LogCode.undonePart)",
      [.integer(step)])
  }

  private func isRest(_ step: Int64) throws(StoreError) -> Bool {
    guard let part = try reversals.part(of: step) else { return false }
    return try hasChange("step = ? AND state < \(LogCode.draft)", part)
  }

  /// The change that represents a step: side effects precede a deletion, and follow an insertion.
  private func main(of id: Int64, _ first: ChangeEntry, _ last: ChangeEntry) throws(StoreError) -> ChangeEntry
  {
    let number = try reader.mainChange(of: id)
    if number == nil || number == first.number { return first }
    if number == last.number { return last }
    return try changes(limit: 1, before: number.map { $0 + 1 }, of: id).first ?? first
  }

  /// As many changes as can be counted well within a millisecond.
  private static let fewChanges: Int64 = 512

  private func count(_ line: inout StepEntry, of id: Int64) throws(StoreError) {
    let change = line.main.change
    _ = try connection.row(
      Self.countChanges, [.integer(id), LogCode.code(change.kind), .text(Text(change.table))]
    ) { row in
      line.count = Int(row.integer(at: 0))
      line.unwrittenCount = Int(row.integer(at: 1))
      line.discardedCount = Int(row.integer(at: 2))
      line.alikeCount = Int(row.integer(at: 3))
      line.isOfOneField = row.integer(at: 4) != 0
    }
  }

  /// Estimates the state of a large step from its first and last change; a step that is not `isFixed` can still change.
  private func judge(
    _ line: inout StepEntry, of id: Int64, by first: ChangeEntry, _ last: ChangeEntry,
    _ waiting: Change.State, isFixed: Bool
  ) throws(StoreError) {
    let (ends, change) = ([first, last], line.main.change)
    let isAlike = ends.allSatisfy { $0.change.kind == change.kind && $0.change.table == change.table }
    let counts = try counts(of: id, last: last.number, like: isAlike ? nil : change, isKept: isFixed)
    (line.count, line.alikeCount) = (counts.count, counts.alikeCount)
    line.isOfOneField = !isAlike || first.change.column == last.change.column
    let isKept = try hasChange("state = \(LogCode.pending) AND +step = ?", id)
    if isKept || ends.contains(where: { $0.state == waiting }) {
      line.unwrittenCount = line.count
    } else if first.state == .discarded, last.state == .discarded,
      try !hasChange("step = ? AND state <> \(LogCode.discarded)", id)
    {
      line.discardedCount = line.count
    }
  }

  private func counts(
    of step: Int64, last: Int64, like change: Change?, isKept: Bool
  ) throws(StoreError) -> (last: Int64, count: Int, alikeCount: Int) {
    if isKept, let known = stepCounts[step], known.last == last { return known }
    let count = try count("step = ?", [.integer(step)])
    var alikeCount = count
    if let change {
      alikeCount = try self.count(
        "step = ? AND kind = ? AND \"table\" = ?",
        [.integer(step), LogCode.code(change.kind), .text(Text(change.table))])
    }
    stepCounts[step] = isKept ? (last, count, alikeCount) : nil
    return (last, count, alikeCount)
  }

  private func count(_ condition: String, _ values: [Value]) throws(StoreError) -> Int {
    let sql = "SELECT coalesce(sum(\(RowRun.rowCount)), 0) FROM change WHERE \(condition)"
    return Int(try connection.integer(sql, values) ?? 0)
  }

  private func hasChange(_ condition: String, _ step: Int64) throws(StoreError) -> Bool {
    try connection.exists("SELECT 1 FROM change WHERE \(condition) LIMIT 1", [.integer(step)])
  }

  private static let hasChanges = """
    undone <> \(LogCode.dropped) AND EXISTS (SELECT 1 FROM change WHERE step = step.id AND state < \(LogCode.draft))
    """
  private func steps(isAfter: Bool) -> String {
    """
    SELECT id, session, origin FROM step
    WHERE id \(isAfter ? ">" : "<") ? AND \(Self.hasChanges) \(sessions.isOfThisFile("session"))
    ORDER BY id \(isAfter ? "" : "DESC") LIMIT ?
    """
  }

  private static let countChanges = """
    SELECT coalesce(sum(\(RowRun.rowCount)), 0), coalesce(sum(\(RowRun.rowCount) * coalesce(\(LogCode.isPending), 0)), 0),
      coalesce(sum(\(RowRun.rowCount) * (c.state = \(LogCode.discarded))), 0),
      coalesce(sum(\(RowRun.rowCount) * \(isAlike)), 0),
      min(CASE WHEN \(isAlike) THEN c."column" END) IS max(CASE WHEN \(isAlike) THEN c."column" END)
    FROM change c LEFT JOIN session s ON s.id = (SELECT session FROM step WHERE id = ?1)
    WHERE c.step = ?1 AND c.state < \(LogCode.draft)
    """
  private static let isAlike = "(c.kind = ?2 AND c.\"table\" = ?3)"
}

import Records

/// Steps as people read them: however many changes one has, it is one line.
extension EditLog {
  /// A step of the history.
  struct StepLine {
    /// The change that it is about.
    var main: Line
    var count = 1
    /// How many changes the database does not have, as far as the log knows; all where very many may be among them.
    var unwrittenCount = 0
    /// How many were given up.
    var discardedCount = 0
    /// How many are of the kind and the table of `main`.
    var alikeCount = 1
    /// Whether all of those set the same column, or none.
    var isOfOneField = true
    /// What becomes of those that the database does not have.
    var waitingState = ChangeEntry.State.pending
  }

  /// The steps next to one, the latest first.
  ///
  /// - Parameter number: Only steps before this one, or after it, where 0 stands for the oldest of all.
  /// - Complexity: O(*n*) in the changes of the steps, of which only numbers, states and names are read; where a step has
  ///   very many, its entries of one index are counted, once.
  func steps(limit: Int, before number: Int64?, isAfter: Bool = false) throws(StoreError) -> [StepLine] {
    // A step that is marked to be dropped meanwhile is shown as a whole, or not at all.
    try connection.begin(isImmediate: false)
    defer { connection.rollBack() }
    var found: [(id: Int64, owner: Int64)] = []
    try connection.statement(isAfter ? stepsAfter : stepsBefore).forEachRow(
      binding: [.integer(number ?? (isAfter ? 0 : .max)), .integer(Int64(limit))]
    ) { found.append(($0.integer(at: 0), $0.integer(at: 1))) }
    var alive: [Int64: Bool] = [:]
    var lines: [StepLine] = []
    for (id, owner) in isAfter ? found.reversed() : found {
      if alive[owner] == nil { alive[owner] = try isAlive(owner) }
      if let line = try stepLine(id, isAlive: alive[owner] ?? false) { lines.append(line) }
    }
    return lines
  }

  private func stepLine(_ id: Int64, isAlive: Bool) throws(StoreError) -> StepLine? {
    guard let last = try history(limit: 1, before: nil, of: id).first,
      let first = try history(limit: 1, before: nil, isAfter: true, of: id).first
    else { return nil }
    var line = StepLine(main: try main(of: id, first, last))
    guard first.number != last.number || first.rowCount > 1 else { return line }
    line.waitingState = isAlive ? .pending : .abandoned
    if last.number - first.number < Self.fewChanges {
      try count(&line, of: id)
    } else {
      try judge(&line, of: id, by: first, last)
    }
    return line
  }

  /// The change that a step is about: what went with a row stands before it, and what came with one behind.
  private func main(of id: Int64, _ first: Line, _ last: Line) throws(StoreError) -> Line {
    let number = try mainChange(of: id)
    if number == nil || number == first.number { return first }
    if number == last.number { return last }
    return try history(limit: 1, before: number.map { $0 + 1 }, of: id).first ?? first
  }

  /// The number of the change that a step is about: of those that the person has made the last one, where it has deleted a
  /// row, or else the first.
  func mainChange(of step: Int64) throws(StoreError) -> Int64? {
    let sql = """
      SELECT id, kind FROM change WHERE step = ? AND depth = 0 AND state < \(LogCode.draft) ORDER BY id
      """
    let binding: [Value] = [.integer(step)]
    let last = try connection.statement(sql + " DESC LIMIT 1").firstRow(binding: binding) {
      (number: $0.integer(at: 0), kind: LogCode.kinds[min(max(0, Int($0.integer(at: 1))), 2)])
    }
    if last?.kind == .deletion { return last?.number }
    return try connection.statement(sql + " LIMIT 1").firstRow(binding: binding) { $0.integer(at: 0) }
  }

  /// So many changes are counted well within a millisecond.
  private static let fewChanges: Int64 = 512

  /// Counts the changes of a step by what they are and what became of them.
  private func count(_ line: inout StepLine, of id: Int64) throws(StoreError) {
    let change = line.main.change
    try connection.statement(Self.countChanges).forEachRow(
      binding: [.integer(id), LogCode.code(change.kind), .text(Text(change.table))]
    ) { row in
      line.count = Int(row.integer(at: 0))
      line.unwrittenCount = Int(row.integer(at: 1))
      line.discardedCount = Int(row.integer(at: 2))
      line.alikeCount = Int(row.integer(at: 3))
      line.isOfOneField = row.integer(at: 4) != 0
    }
  }

  /// Takes all of very many changes for what the first and the last of them are.
  private func judge(_ line: inout StepLine, of id: Int64, by first: Line, _ last: Line) throws(StoreError) {
    let (ends, change) = ([first, last], line.main.change)
    let isAlike = ends.allSatisfy { $0.change.kind == change.kind && $0.change.table == change.table }
    let counts = try counts(of: id, last: last.number, like: isAlike ? nil : change)
    (line.count, line.alikeCount) = (counts.count, counts.alikeCount)
    line.isOfOneField = !isAlike || first.change.column == last.change.column
    let isKept = try exists("state = \(LogCode.pending) AND +step = ?", id)
    if isKept || ends.contains(where: { $0.state == line.waitingState }) {
      line.unwrittenCount = line.count
    } else if first.state == .discarded, last.state == .discarded,
      try !exists("step = ? AND state <> \(LogCode.discarded)", id)
    {
      line.discardedCount = line.count
    }
  }

  /// Counts very many changes once, and those like one of them where they are not all alike.
  private func counts(of step: Int64, last: Int64, like change: LoggedChange?) throws(StoreError) -> StepCount
  {
    if let known = stepCounts[step], known.last == last { return known }
    let count = try count("step = ?", [.integer(step)])
    var alikeCount = count
    if let change {
      alikeCount = try self.count(
        "step = ? AND kind = ? AND \"table\" = ?",
        [.integer(step), LogCode.code(change.kind), .text(Text(change.table))])
    }
    let counts = StepCount(last: last, count: count, alikeCount: alikeCount)
    stepCounts[step] = counts
    return counts
  }

  /// How many changes a step of very many has.
  struct StepCount {
    /// The number of the last one when they were counted.
    let last: Int64
    let count: Int
    /// How many are of the kind and the table of the one that the step is about.
    let alikeCount: Int
  }

  private func count(_ condition: String, _ values: [Value]) throws(StoreError) -> Int {
    let sql = "SELECT coalesce(sum(\(RowRun.rowCount)), 0) FROM change WHERE \(condition)"
    return try connection.statement(sql).firstRow(binding: values) { Int($0.integer(at: 0)) } ?? 0
  }

  private func exists(_ condition: String, _ step: Int64) throws(StoreError) -> Bool {
    try connection.statement("SELECT 1 FROM change WHERE \(condition) LIMIT 1").firstRow(
      binding: [.integer(step)]) { _ in true } ?? false
  }

  /// One that is begun may have no changes yet, or none that the database is known to have.
  private static let hasChanges =
    "undone <> \(LogCode.dropped) AND EXISTS (SELECT 1 FROM change WHERE step = step.id AND state < \(LogCode.draft))"
  private var stepsBefore: String {
    """
    SELECT id, session FROM step WHERE id < ? AND \(Self.hasChanges) \(isOfThisFile("session"))
    ORDER BY id DESC LIMIT ?
    """
  }
  private var stepsAfter: String {
    """
    SELECT id, session FROM step WHERE id > ? AND \(Self.hasChanges) \(isOfThisFile("session"))
    ORDER BY id LIMIT ?
    """
  }

  private static let countChanges = """
    SELECT coalesce(sum(\(RowRun.rowCount)), 0), coalesce(sum(\(RowRun.rowCount) * coalesce(\(isPending), 0)), 0),
      coalesce(sum(\(RowRun.rowCount) * (c.state = \(LogCode.discarded))), 0),
      coalesce(sum(\(RowRun.rowCount) * \(isAlike)), 0),
      min(CASE WHEN \(isAlike) THEN c."column" END) IS max(CASE WHEN \(isAlike) THEN c."column" END)
    FROM change c LEFT JOIN session s ON s.id = (SELECT session FROM step WHERE id = ?1)
    WHERE c.step = ?1 AND c.state < \(LogCode.draft)
    """
  private static let isAlike = "(c.kind = ?2 AND c.\"table\" = ?3)"
}

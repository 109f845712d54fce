import Records

extension BookStore {
  /// The last changes that the edit log holds, of this session and others, the latest first.
  ///
  /// - Parameters:
  ///   - limit: How many, at most.
  ///   - number: Only changes before this one, to go on where the last call ended; nil for the very last.
  ///   - step: Only changes of this step.
  /// - Complexity: O(*n*) in the changes.
  /// - Throws: What reading the log can end with.
  public func history(
    limit: Int, before number: Int64? = nil, of step: Int64? = nil
  ) throws(StoreError) -> [ChangeEntry] {
    guard let log = log(creating: false) else { return [] }
    return try log.history.changes(limit: limit, before: number, of: step).map(entry)
  }

  /// The changes that follow one, or the oldest for 0, the latest first.
  ///
  /// - Parameter step: Only changes of this step.
  /// - Complexity: O(*n*) in the changes.
  /// - Throws: What reading the log can end with.
  public func history(limit: Int, after number: Int64, of step: Int64? = nil) throws(StoreError)
    -> [ChangeEntry]
  {
    guard let log = log(creating: false) else { return [] }
    return try log.history.changes(limit: limit, before: number, isAfter: true, of: step).map(entry)
  }

  /// The last steps that the edit log holds, of this session and others, the latest first.
  ///
  /// - Parameters:
  ///   - limit: How many, at most.
  ///   - number: Only steps before this one, to go on where the last call ended; nil for the very last.
  /// - Complexity: O(*n*) in the changes of steps that have up to a few hundred. Where a step has more, they are counted
  ///   once, in an index, and taken to be what the first and the last of them are.
  /// - Throws: What reading the log can end with.
  public func stepHistory(limit: Int, before number: Int64? = nil) throws(StoreError) -> [StepEntry] {
    guard let log = log(creating: false) else { return [] }
    return try log.history.steps(limit: limit, before: number).map(entry)
  }

  /// The steps that follow one, or the oldest for 0, the latest first.
  ///
  /// - Complexity: As `stepHistory(limit:before:)`.
  /// - Throws: What reading the log can end with.
  public func stepHistory(limit: Int, after number: Int64) throws(StoreError) -> [StepEntry] {
    guard let log = log(creating: false) else { return [] }
    return try log.history.steps(limit: limit, before: number, isAfter: true).map(entry)
  }

  /// Whether the edit log holds more than it may: its oldest steps are dropped when the database is opened again.
  ///
  /// - Throws: What reading the log can end with.
  public func isHistoryFull() throws(StoreError) -> Bool { try log(creating: false)?.isFull ?? false }

  private func entry(_ step: LogHistory.Step) -> StepEntry {
    var main = entry(step.main)
    guard step.count > 1 else { return StepEntry(main: main) }
    // The mark may be late.
    let unwrittenCount = step.main.isOwn && records.dirty.isEmpty ? 0 : step.unwrittenCount
    let writtenCount = step.count - unwrittenCount - step.discardedCount
    if step.main.state != .undone {
      main.state = unwrittenCount > 0 ? step.waitingState : writtenCount > 0 ? .written : .discarded
    }
    return StepEntry(
      main: main, count: step.count, writtenCount: writtenCount, alikeCount: step.alikeCount,
      isOfOneField: step.isOfOneField)
  }

  private func entry(_ line: LogHistory.Line) -> ChangeEntry {
    let change = line.change
    let id = try? recordID(of: change)
    let fields = id.flatMap { try? schema(of: $0.table) }?.fields ?? []
    let field = fields.firstIndex { $0.column == change.column }
    var (before, after) = (Value.null, Value.null)
    if case .edit(_, let old, let new) = change.content { (before, after) = (old, new) }
    return ChangeEntry(
      number: line.number, step: line.step, time: line.time, kind: change.kind, cause: line.cause, id: id,
      title: change.title, field: field, label: field.map { fields[$0].label } ?? change.column ?? "",
      before: before, after: after, state: state(of: line, id, field), rowCount: line.rowCount)
  }

  /// What became of a change: one of this session after which nothing is left to write is not unwritten.
  private func state(of line: LogHistory.Line, _ id: RecordID?, _ field: Int?) -> ChangeEntry.State {
    guard line.state == .pending, line.isOwn, let id, let field,
      case .edit(_, _, let after) = line.change.content, records[id]?.original(at: field) == nil
    else { return line.state }
    // What the log gives out of a longer value is cut.
    guard let value = records[id]?.value(at: field), value.payloadByteCount <= 256 else { return .written }
    return (try? isSame(after, value, field, id.table)) == false ? .discarded : .written
  }

  /// The same for what dead sessions have left.
  func entry(_ entry: AbandonedEntry) -> ChangeEntry {
    self.entry(
      LogHistory.Line(
        number: entry.numbers.last ?? 0, step: entry.steps.last ?? 0, time: entry.times.upperBound,
        cause: .edit, state: .abandoned, change: entry.change))
  }
}

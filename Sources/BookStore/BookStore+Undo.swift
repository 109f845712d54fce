import Records

/// Undo and redo: new changes that take others back, logged as all changes are.
extension BookStore {
  /// Undoes the last step that is not undone: of this session, or of one that has ended.
  ///
  /// - Returns: What was undone, or nil where there is nothing.
  /// - Throws: `changedSince` where what the step left is not there any more, `rowGone`, or what writing can end with;
  ///   then nothing has changed, and the next call passes the step over.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try reverse(.undo) }

  /// Does again what was undone last, unless something else was done since.
  ///
  /// - Returns: What was done again, or nil where there is nothing.
  /// - Throws: As `undo()`.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try reverse(.redo) }

  private func reverse(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoneStep? {
    guard let log = log(creating: false) else { return nil }
    // What dead sessions have left is written by now, or else it is not to be undone.
    if abandonedEntries == nil { _ = try? findAbandoned() }
    guard let step = try log.step(for: cause, passing: passedSteps) else { return nil }
    do throws(StoreError) {
      let purpose = LogPurpose(cause: cause, reversing: step.id)
      let changes = step.changes.reversed().map(\.reversed)
      return try apply(changes, purpose, summary(of: step.changes))
    } catch {
      // What stands against it now may be gone the next time.
      if error == .changedSince || error.concernsOneRow { passedSteps.insert(step.id) }
      throw error
    }
  }

  private func summary(of changes: [LoggedChange]) throws(StoreError) -> UndoneStep {
    // What went with a row stands before it, and what came with one behind.
    guard let last = changes.last, let change = last.kind == .deletion ? last : changes.first else {
      throw .changedSince
    }
    let id = try recordID(of: change)
    let count = changes.count { $0.kind == change.kind && $0.table == change.table }
    var field: Int?
    if let column = change.column, changes.allSatisfy({ $0.column == column }) {
      field = try self.field(column, of: id.table)
    }
    return UndoneStep(
      kind: change.kind, id: id, title: change.title, field: field, count: count,
      otherCount: changes.count - count)
  }

  /// Makes the changes of a step.
  private func apply(
    _ changes: [LoggedChange], _ purpose: LogPurpose, _ summary: UndoneStep
  ) throws(StoreError) -> UndoneStep {
    guard changes.contains(where: { $0.kind != .edit }) else {
      try set(changes, as: purpose)
      var summary = summary
      if let values = records[summary.id]?.shownValues {
        summary.title = try schema(of: summary.id.table).title(of: values)
      }
      return summary
    }
    if changes.allSatisfy({ $0.kind == .deletion && $0.table == changes[0].table }) {
      for change in changes { try checkIsAsLeft(change) }
      var ids: [RecordID] = []
      for change in changes { ids.append(try recordID(of: change)) }
      try delete(ids, as: purpose)
    } else {
      try make(changes, as: purpose)
    }
    return summary
  }

  /// Sets fields to what logged edits say, all or none.
  private func set(_ changes: [LoggedChange], as purpose: LogPurpose) throws(StoreError) {
    var edits: [(record: Record, field: Int, value: Value)] = []
    for change in changes {
      guard case .edit(let column, let before, let after) = change.content else { continue }
      let id = try recordID(of: change)
      let field = try field(column, of: id.table)
      try checkIsSettable(field, of: id.table)
      let record = try record(id)
      guard try isSame(before, read(field, of: id), field, id.table) else {
        throw .changedSince
      }
      edits.append((record, field, after))
    }
    append(changes, as: purpose)
    guard edits.count > Listing.placedCount else {
      for edit in edits { self.edit(edit.record, [edit.field]) { $0.set(edit.value, at: edit.field) } }
      return
    }
    let fields = Set(edits.map(\.field))
    for listing in listings where listing.isAffected(by: Array(fields)) { listing.isStale = true }
    for edit in edits { records.change(edit.record) { $0.set(edit.value, at: edit.field) } }
  }

  /// Checks that a row which is to be deleted is as it was inserted.
  func checkIsAsLeft(_ change: LoggedChange) throws(StoreError) {
    let id = try recordID(of: change)
    guard case .deletion(let cells) = change.content, let row = try loggedRow(id, { .deletion($0) }),
      case .deletion(let held) = row.content
    else { throw .rowGone }
    let affinities = try schema(of: id.table).fields.reduce(into: [:]) { $0[$1.column] = $1.affinity }
    for cell in held {
      guard let left = cells.first(where: { $0.column == cell.column }) else { continue }
      let affinity = affinities[cell.column] ?? .integer
      guard cell.value.isHeld(as: left.value, in: affinity) || left.value.isHeld(as: cell.value, in: affinity)
      else { throw .changedSince }
    }
  }

  /// Whether two values are the same in a column, one of which may not have been written yet.
  func isSame(_ left: Value, _ right: Value, _ field: Int, _ table: TableID) throws(StoreError)
    -> Bool
  {
    let affinity = try schema(of: table).fields[field].affinity
    return left.isHeld(as: right, in: affinity) || right.isHeld(as: left, in: affinity)
  }

  /// The row of a logged change.
  ///
  /// - Throws: `changedSince` where the database has its table no more.
  func recordID(of change: LoggedChange) throws(StoreError) -> RecordID {
    guard let entry = entry(named: change.table) else { throw .changedSince }
    return RecordID(change.key, in: entry.id)
  }

  func field(_ column: String, of table: TableID) throws(StoreError) -> Int {
    guard let field = try schema(of: table).fields.firstIndex(where: { $0.column == column }) else {
      throw .changedSince
    }
    return field
  }
}

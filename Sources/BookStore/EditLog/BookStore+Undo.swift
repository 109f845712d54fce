import Records

/// Undo and redo: new changes that take others back, logged as all changes are.
extension BookStore {
  /// Undoes the last step that is not undone: of this session, or of one that has ended.
  ///
  /// - Returns: What was undone, or nil where there is nothing.
  /// - Throws: `changedSince` where what the step left is not there any more, `rowGone`, or what writing can end with;
  ///   then nothing has changed unless the step is large, and the next call passes the step over.
  @discardableResult
  public func undo() throws(StoreError) -> UndoneStep? { try reverse(.undo) }

  /// Does again what was undone last, unless something else was done since.
  ///
  /// - Returns: What was done again, or nil where there is nothing.
  /// - Throws: As `undo()`.
  @discardableResult
  public func redo() throws(StoreError) -> UndoneStep? { try reverse(.redo) }

  /// Whether there is something to undo, as far as is known: not before the edit log was opened.
  ///
  /// - Complexity: O(1), after an undo a few statements on the log.
  public var canUndo: Bool {
    guard logState == .ready, damage == nil, let log = openedLog else { return false }
    if let knownCanUndo { return knownCanUndo }
    do {
      knownCanUndo = try log.step(for: .undo, passing: passedSteps) != nil
    } catch {
      // It is asked again.
      return false
    }
    return knownCanUndo ?? false
  }

  private func reverse(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoneStep? {
    guard var undo = try start(cause) else { return nil }
    while try goOn(&undo) {}
    return undo.undone
  }

  /// Begins to undo a step or to do it again, with nothing done yet.
  ///
  /// - Parameter cause: `undo` or `redo`.
  /// - Returns: What `goOn(_:)` goes on with, or nil where there is nothing.
  /// - Throws: What reading the log can end with, or `changedSince`.
  public func start(_ cause: ChangeEntry.Cause) throws(StoreError) -> RunningUndo? {
    if let damage { throw .damaged(detail: damage) }
    guard let log = log(creating: false) else { return nil }
    // What dead sessions have left is written by now, or else it is not to be undone.
    if abandonedEntries == nil { _ = try? findAbandoned() }
    try compareFiles(log)
    guard let step = try log.step(for: cause, passing: passedSteps) else { return nil }
    do throws(StoreError) {
      let number = try log.mainChange(of: step.id) ?? step.changes.lowerBound
      guard let main = try log.change(number) else { throw .changedSince }
      return RunningUndo(
        cause, step, hasRows: main.kind != .edit, editStep: beginStep(), lastChange: log.lastChange,
        logNumber: logNumber, try nothingUndone(of: main))
    } catch {
      passedSteps.insert(step.id)
      throw error
    }
  }

  /// What a step is said to be of which nothing is done yet.
  private func nothingUndone(of main: LoggedChange) throws(StoreError) -> UndoneStep {
    UndoneStep(kind: main.kind, id: try recordID(of: main), title: main.title, count: 0)
  }

  /// Does some of what is left to do; false where nothing is.
  ///
  /// A step that is not large is done in one go, or not at all.
  ///
  /// - Throws: As `undo()`; what was done before stays done, and all else as it is.
  public func goOn(_ undo: inout RunningUndo) throws(StoreError) -> Bool {
    if let logFailure { throw logFailure }
    guard let log = openedLog, undo.logNumber == logNumber else { return false }
    do throws(StoreError) {
      let page = try log.changes(of: undo.step.id, before: undo.next, limit: undo.size)
      guard let last = page.last else { return try end(&undo, log) }
      // All changes are looked at before any is made, for rows may come or go between fields.
      if !undo.hasRows, let row = page.first(where: { $0.change.kind != .edit }) {
        undo.takeInRows(try nothingUndone(of: row.change))
        return true
      }
      if undo.isChecking {
        for change in page { _ = try edit(of: change.change.reversed) }
      } else {
        if undo.isLarge, undo.part == nil { undo.part = try log.beginPart(of: undo.step.id) }
        let start = Clock.seconds
        try make(page, &undo)
        undo.adapt(to: Clock.seconds - start)
      }
      undo.next = last.number
      undo.done += page.count
      return true
    } catch {
      if error.isOfConstraint, undo.widen() { return true }
      // What stands against it now may be gone the next time.
      if error == .changedSince || error.concernsOneRow || error.concernsOneStatement {
        passedSteps.insert(undo.step.id)
      }
      throw error
    }
  }

  private func end(_ undo: inout RunningUndo, _ log: EditLog) throws(StoreError) -> Bool {
    if undo.isChecking {
      (undo.isChecking, undo.next) = (false, .max)
      return true
    }
    if let part = undo.part { try log.end(undo.step.id, takenInto: part) }
    knownCanUndo = nil
    steps[undo.editStep] = nil
    return false
  }

  /// Makes some changes of a step and notes what they were.
  private func make(_ page: [EditLog.NumberedChange], _ undo: inout RunningUndo) throws(StoreError) {
    guard let first = page.first, let last = page.last else { return }
    var reversal = EditLog.Reversal(step: undo.step.id)
    reversal.part = undo.part.map { .init(step: $0, changes: last.number...first.number) }
    let purpose = LogPurpose(cause: undo.cause, step: undo.editStep, reversing: reversal)
    let changes = page.map(\.change.reversed)
    if !undo.hasRows {
      try set(changes, as: purpose, undo)
    } else {
      try make(changes, as: purpose, settingAgain: try givenUp(with: page, of: undo))
    }
    try note(page.map(\.change), &undo.undone)
  }

  private func note(_ changes: [LoggedChange], _ undone: inout UndoneStep) throws(StoreError) {
    let isFirst = undone.count + undone.otherCount == 0
    let table = tables[Int(undone.id.table.index)].name
    let others = changes.filter { $0.kind != undone.kind || $0.table != table }
    undone.count += changes.count - others.count
    // Of a row that is changed along each column is a change.
    undone.otherCount += Set(others.map(\.row)).count
    guard undone.kind == .edit, let column = changes.first?.column else { return }
    let field = try field(column, of: undone.id.table)
    let isOne = changes.allSatisfy { $0.column == column } && (isFirst || undone.field == field)
    undone.field = isOne ? field : nil
    if let values = records[undone.id]?.shownValues {
      undone.title = try schema(of: undone.id.table).title(of: values)
    }
  }

  /// Sets fields to what logged edits say, all or none.
  ///
  /// Where it is much, rows do not move in the listings for each.
  private func set(_ changes: [LoggedChange], as purpose: LogPurpose, _ undo: RunningUndo) throws(StoreError)
  {
    var edits: [Edit] = []
    for change in changes { if let edit = try edit(of: change) { edits.append(edit) } }
    let settled = edits.flatMap { edit in conflicts(of: edit.record.id).filter { $0.field == edit.field } }
    let appended = try appendPart(changes, as: purpose)
    defer {
      let taken = takeTheirs(settled, upTo: undo.lastChange, areMany: undo.isLarge)
      let own = zip(edits, appended?.changes ?? []).filter { edit, _ in
        taken.contains { $0.id == edit.record.id && $0.field == edit.field }
      }
      // What cannot be noted is no change in the end for whoever reads the log.
      try? openedLog?.mark(changes: own.map(\.1), LogCode.discarded)
      letGoOfOld(edits.map(\.record.id))
    }
    guard undo.isLarge else {
      for edit in edits { self.edit(edit.record, [edit.field]) { $0.set(edit.value, at: edit.field) } }
      return
    }
    let fields = Set(edits.map(\.field))
    for listing in listings where listing.isAffected(by: Array(fields)) { listing.isStale = true }
    for edit in edits { records.change(edit.record) { $0.set(edit.value, at: edit.field) } }
  }

  /// A field that is to be set.
  private struct Edit {
    let record: Record
    let field: Int
    let value: Value
  }

  /// What a logged edit does, if it finds what it goes out from.
  private func edit(of change: LoggedChange) throws(StoreError) -> Edit? {
    guard case .edit(let column, let before, let after) = change.content else { return nil }
    let id = try recordID(of: change)
    let field = try field(column, of: id.table)
    try checkIsSettable(field, of: id.table)
    let record = try record(id)
    guard try isSame(before, read(field, of: id), field, id.table) else { throw .changedSince }
    return Edit(record: record, field: field, value: after)
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

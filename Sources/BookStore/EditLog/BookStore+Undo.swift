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
    damage == nil && journal.canUndo
  }

  private func reverse(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoneStep? {
    guard let undo = try start(cause) else { return nil }
    try undo.finish()
    return undo.undone
  }

  /// Begins to undo a step or to do it again, with nothing done yet.
  ///
  /// - Parameter cause: `undo` or `redo`.
  /// - Returns: What does it, or nil where there is nothing.
  /// - Throws: What reading the log can end with, or `changedSince`.
  public func start(_ cause: ChangeEntry.Cause) throws(StoreError) -> UndoJob? {
    if let damage { throw .damaged(detail: damage) }
    guard let log = log(creating: false) else { return nil }
    // What dead sessions have left is written by now, or else it is not to be undone.
    if journal.abandonedEntries == nil { _ = try? findAbandoned() }
    try compareFiles(log)
    guard let step = try journal.step(for: cause, in: log) else { return nil }
    do throws(StoreError) {
      let number = try log.reader.mainChange(of: step.id) ?? step.changes.lowerBound
      guard let main = try log.reader.change(number) else { throw .changedSince }
      return UndoJob(
        self, cause, step, hasRows: main.kind != .edit, editStep: beginStep(),
        lastChange: log.sessions.lastChange,
        logNumber: journal.number, try nothingUndone(of: main))
    } catch {
      journal.passOver(step.id)
      throw error
    }
  }

  /// What a step is said to be of which nothing is done yet.
  func nothingUndone(of main: LoggedChange) throws(StoreError) -> UndoneStep {
    UndoneStep(kind: main.kind, id: try recordID(of: main), title: main.title, count: 0)
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

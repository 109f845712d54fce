import Records

/// The course of a choice for all, some rows at a time.
extension BookStore {
  /// Chooses the same for all fields in conflict; rows that are gone are inserted again for `mine`, and given up for
  /// `theirs`.
  ///
  /// - Returns: The rows that could not be inserted again, and why.
  /// - Throws: What writing can end with that does not concern one row alone; what was settled before that stays so.
  @discardableResult
  public func settleAll(_ choice: Conflict.Choice) throws(StoreError) -> [WriteBackResult.Failure] {
    var running = startSettling(choice)
    while try goOn(&running) {}
    return running.failures
  }

  /// Begins to do so, with nothing done yet.
  public func startSettling(_ choice: Conflict.Choice) -> RunningChoice {
    RunningChoice(
      choice: choice, step: beginStep(), rowStep: beginStep(), lastChange: openedLog?.lastChange ?? .max,
      totalCount: unsettledCount)
  }

  /// Settles some rows; false where nothing is left to do.
  ///
  /// - Throws: As `settleAll(_:)`.
  public func goOn(_ running: inout RunningChoice) throws(StoreError) -> Bool {
    let rows = unsettled(after: running.lastNumber, limit: RunningChoice.size)
    guard let last = rows.last else {
      (steps[running.step], steps[running.rowStep]) = (nil, nil)
      return false
    }
    let (gone, couldLog) = (rows.filter(\.isGone).map(\.id), logFailure == nil)
    switch running.choice {
    case .mine:
      running.failures += try insertEachAgain(
        gone.filter { !records.isReplaced($0) }, in: running.rowStep)
      // One by one, since each gets a key of its own.
      for id in gone where records.isReplaced(id) {
        running.failures += try insertEachAgain([id], in: running.rowStep)
      }
    case .theirs: for id in gone { discard(id, upTo: running.lastChange) }
    case .original: break
    }
    // Asked for again: a write-back that was waited for may have settled some.
    resolve(rows.flatMap { conflicts(of: $0.id) }, running.choice, in: running)
    running.isUnwritten = running.isUnwritten || rows.contains { state(of: $0.id) == .dirty }
    (running.lastNumber, running.done) = (last.number, running.done + rows.count)
    if couldLog, let logFailure { throw logFailure }
    return true
  }

  /// Inserts rows again, all that go in where others do not.
  private func insertEachAgain(
    _ ids: [RecordID], in step: EditStep
  ) throws(StoreError) -> [WriteBackResult.Failure] {
    guard let first = ids.first else { return [] }
    do throws(StoreError) {
      try insertAgain(ids, in: step)
      return []
    } catch {
      guard error.concernsOneRow || error == .incompleteRow else { throw error }
      guard ids.count > 1 else { return [WriteBackResult.Failure(id: first, error: error)] }
      let half = ids.count / 2
      return try insertEachAgain(Array(ids[..<half]), in: step)
        + insertEachAgain(Array(ids[half...]), in: step)
    }
  }
}

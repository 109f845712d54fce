import BookStore
import Records
import Screens

/// Work on many rows, in slices that are shorter than a frame, so that no key waits for it.
extension Browser {
  /// How long a slice takes.
  private static let slice = Duration.milliseconds(5)
  /// The rows that are done between two looks at the clock.
  private static let step = 64
  /// The rows that a search looks at one by one, before it is left to a statement over all of them.
  private static let nearCount = 256

  /// Begins work on rows of the list, unless other work is under way; a search gives way to it.
  func begin(_ kind: RowWork.Kind, _ rows: RowSet, start: Int = 0) {
    guard work?.isSearch ?? true else { return stack.message = Wording.stillWorking }
    listing.cancelSeeking()
    work = RowWork(kind, rows, total: listing.count.value, start: start)
    work?.step = store.beginStep()
    if let work, work.hydrates { store.reserve(work.total, within: settings.memoryBudget) }
  }

  /// Does a slice of the work, if there is any.
  func goOnWithWork() {
    guard var work, !isWorkWaiting else { return }
    work.update(listing.count)
    let deadline = ContinuousClock.now + Self.slice
    do throws(StoreError) {
      repeat {
        self.work = work
        guard !work.isByRows || work.done < work.total, try step(&work) else { return end(work) }
        isWorkLocked = false
      } while !listing.isSeeking && ContinuousClock.now < deadline
      self.work = work
    } catch {
      // The step before is where it goes on.
      if !work.isByRows { self.work = work }
      isWorkLocked = error == .busy
      if isWorkLocked { return }
      (self.work, quitsAfterWork) = (nil, false)
      if !work.isByRows { return stop(work, error) }
      stack.message = Wording.stopped(work, error, listing.schema)
      sayWhatIsUnsafe(error)
    }
  }

  /// Says how many edits are in memory only, if some are.
  func sayWhatIsUnsafe(_ reason: StoreError) {
    let count = store.unsafeCount
    guard count > 0 else { return }
    hasSaidLogState = true
    stack.message = Wording.inMemoryOnly(count, reason)
  }

  /// Does some rows; false where nothing is left to do.
  private func step(_ work: inout RowWork) throws(StoreError) -> Bool {
    if case .seek(let matcher, let step) = work.kind { return try seek(matcher, step, &work) }
    if work.undo != nil { return try goOnWithUndo(&work) }
    if work.recovery != nil { return try goOnWithRecovery(&work) }
    if work.choice != nil { return try goOnWithSettling(&work) }
    let ids = try nextRows(&work)
    switch work.kind {
    case .hydrate: for id in ids { _ = try store.record(id) }
    case .set(let field, let value):
      try store.set(value, at: field, ofEach: ids, in: work.step)
      try writeIfUnlogged()
    case .delete:
      try keepingSelection { () throws(StoreError) in
        work.otherCount += try store.delete(
          ids, seenAs: work.ids == nil ? nil : askedTitles, in: work.step)
      }
      stack.receive(.deletedRows(.rows(Set(ids))))
    case .seek, .reverse, .recover, .settle: break
    }
    work.count += ids.count
    return true
  }

  /// Writes what was set where it is in memory only, so that it never becomes much.
  private func writeIfUnlogged() throws(StoreError) {
    guard store.unsafeCount > 0 else { return }
    if let error = store.writeBack().error { throw error }
  }

  /// Whether the work cannot go on before more of the list is known, which wakes the loop.
  var isWorkWaiting: Bool {
    guard let work else { return false }
    if work.isSearch, listing.isSeeking || !listing.isSettled { return true }
    return work.isWaiting(for: listing.count)
  }

  /// The names of the rows that come next.
  private func nextRows(_ work: inout RowWork) throws(StoreError) -> [RecordID] {
    // To a row of a view SQLite counts up.
    let size = min(listing.schema.key == .position ? 1 : Self.step, work.total - work.done)
    let places = work.places(size)
    if let ids = work.ids {
      work.done += size
      return Array(ids[work.done - size..<work.done])
    }
    let rows = try listing.rows(in: places)
    // Rows that are not there yet are waited for.
    guard !rows.contains(nil) else { return [] }
    work.done += size
    return rows.compactMap { $0?.id }.filter { !work.exceptions.contains($0) }
  }

  /// Looks at some rows further on, round the end; true while there is no match.
  private func seek(_ matcher: Matcher, _ step: Int, _ work: inout RowWork) throws(StoreError) -> Bool {
    guard work.done < Self.nearCount, listing.schema.key != .position else {
      return try seekFar(matcher, step, &work)
    }
    for _ in 0..<min(Self.step, work.total - work.done) {
      work.done += 1
      let place = (work.start + step.signum() * work.done + 2 * work.total) % work.total
      guard let row = try listing.rows(in: place..<place + 1).first ?? nil else { continue }
      if try listing.matches(matcher, row.id) {
        found(place, &work)
        return false
      }
    }
    return true
  }

  /// Has a thread look at all rows; true until that is over.
  private func seekFar(_ matcher: Matcher, _ step: Int, _ work: inout RowWork) throws(StoreError) -> Bool {
    switch try store.endOfSeek(in: listing) {
    case .found(let place): found(place, &work)
    case .nothing: break
    case nil:
      // It may have begun anew.
      if !listing.isSeeking {
        try store.startSeeking(matcher, from: work.start, isForward: step > 0, in: listing)
      }
      return listing.isSeeking
    }
    return false
  }

  private func found(_ place: Int, _ work: inout RowWork) {
    work.count = 1
    stack.receive(.selected(place))
  }

  /// Ends the work, unless more rows of the list are to come.
  private func end(_ work: RowWork) {
    if work.isWaiting(for: listing.count) { self.work = work } else { finish(work) }
  }

  /// Ends work before its end that itself says what it has done.
  private func stop(_ work: RowWork, _ error: StoreError?) {
    if let undo = work.undo { stop(undo, error) }
    if let recovery = work.recovery { finish(recovery, isStopped: true, error) }
    if let choice = work.choice { finish(choice, isStopped: true, error) }
  }

  /// Says what was done.
  private func finish(_ work: RowWork) {
    self.work = nil
    isWorkLocked = false
    if let undo = work.undo { return finish(undo) }
    if let recovery = work.recovery { return finish(recovery) }
    if let choice = work.choice { return finish(choice) }
    stack.refreshPreview()
    if work.otherCount > 0 { lookAgain() }
    if let message = Wording.done(work, listing.schema, heldCount: heldCount) { stack.message = message }
    sayLogState()
    if case .set = work.kind, isSavingAtOnce { writeBack() }
  }

  /// How many rows are hydrated, once the budget has let go of what is too much.
  private var heldCount: Int {
    // What cannot be written is said by the next look at the budget.
    _ = store.keepWithin(bytes: settings.memoryBudget, keeping: stack.shownRecords)
    return store.counts.hydrated
  }

  /// Ends what is being worked on; what is done stays done.
  func cancelWork() {
    if let work {
      (self.work, quitsAfterWork) = (nil, false)
      isWorkLocked = false
      listing.cancelSeeking()
      if !work.isByRows { return stop(work, nil) }
      stack.message = Wording.cancelled(work, listing.schema, heldCount: heldCount)
    } else if listing.activity != nil {
      let id = seeking?.id ?? selectedRecord
      listing.cancelArranging()
      seeking = Seeking(id: id, isAtTop: true)
      seek()
      stack.message = Wording.cancelled
    }
  }
}

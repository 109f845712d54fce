import BookStore
import Records
import Screens

/// What a session has left that ended before its edits were written, and what is said where edits cannot be logged.
extension Browser {
  /// How long a part of the look takes, which keys come between.
  private static let slice = Duration.milliseconds(5)

  /// Looks for it once the first frame is out, and asks what to do with it.
  ///
  /// - Returns: Whether there is something new to be shown.
  func lookForAbandoned() -> Bool {
    guard isRecoveryDue, store.logState == .ready, !store.isReadOnly else { return false }
    do throws(StoreError) {
      let deadline = ContinuousClock.now + Self.slice
      guard try searchFormerLog(until: deadline) else { return false }
      guard isRecoveryDue else { return true }
      if finding == nil { finding = try store.recovery.startFindingAbandoned() }
      while let job = finding {
        if ContinuousClock.now > deadline { return false }
        if try !job.step() { finding = nil }
      }
      isRecoveryDue = false
      askToRestore()
      return store.recovery.abandoned != nil || store.history.canUndo || sayLogState()
    } catch {
      // The next turn of the loop tries again.
      guard error != .busy else { return false }
      (finding, searching, isRecoveryDue) = (nil, nil, false)
      stack.message = Wording.notRecovered(error)
      return true
    }
  }

  /// Looks for the edit log of a file that was moved here, and asks whether to take it over.
  ///
  /// - Returns: Whether nothing is left to look at.
  private func searchFormerLog(until deadline: ContinuousClock.Instant) throws(StoreError) -> Bool {
    if isSearchDue { (searching, isSearchDue) = (store.recovery.startFindingFormerLog(), false) }
    while searching != nil {
      if ContinuousClock.now > deadline { return false }
      try goOnSearching()
    }
    return true
  }

  private func goOnSearching() throws(StoreError) {
    guard let search = searching else { return }
    if try search.step() { return }
    searching = nil
    guard let found = search.found else { return }
    (formerLog, isRecoveryDue) = (found, false)
    stack.receive(.alert(.takingOver(from: found.database, unsavedCount: found.unsavedCount)))
  }

  /// Takes the log over that was found; what is in it that is not saved is looked for then.
  func takeOverLog() {
    guard let formerLog else { return }
    self.formerLog = nil
    do throws(StoreError) {
      try store.recovery.takeOver(formerLog)
      isRecoveryDue = true
    } catch {
      stack.message = Wording.notTakenOver(error)
    }
  }

  /// Asks what to do with what a dead session has left, if it has left anything.
  func askToRestore() {
    guard let found = store.recovery.abandoned else { return }
    stack.receive(.alert(.recovering(found, from: Clock.text(found.first))))
  }

  /// Says once that edits cannot be logged, if they cannot, or that the log was begun anew.
  @discardableResult
  func sayLogState() -> Bool {
    let state = store.logState
    if store.takeLogRenewal() {
      stack.message = Wording.logRenewed
      return true
    }
    guard !hasSaidLogState, case .unavailable(let error) = state else { return false }
    hasSaidLogState = true
    stack.message = Wording.logUnavailable(error)
    return true
  }

  /// Makes the changes again, or gives them up; many of them between the keys.
  func recover(isDiscarding: Bool) throws(StoreError) {
    guard work == nil else { return stack.message = Wording.stillWorking }
    guard let recovery = try isDiscarding ? store.recovery.startDiscarding() : store.recovery.startRestoring()
    else { return }
    work = RecoveryWork(recovery, in: self)
    goOnWithWork()
  }
}

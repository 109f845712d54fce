import BookStore
import Records
import Screens

/// What a session has left that ended before its edits were written, and what is said where edits cannot be logged.
extension Browser {
  /// Looks for it once the first frame is out, and asks what to do with it.
  ///
  /// - Returns: Whether there is something new to be shown.
  func lookForAbandoned() -> Bool {
    guard isRecoveryDue, store.logState == .ready else { return false }
    do throws(StoreError) {
      let found = try store.findAbandoned()
      isRecoveryDue = false
      if let found { ask(about: found) }
      return found != nil || sayLogState()
    } catch {
      // The next turn of the loop tries again.
      guard error != .busy else { return false }
      isRecoveryDue = false
      stack.message = Wording.notRecovered(error)
      return true
    }
  }

  private func ask(about found: AbandonedChanges) {
    stack.receive(.alert(.recovering(found, from: Clock.text(found.first))))
  }

  /// Says once that edits cannot be logged, if they cannot.
  @discardableResult
  func sayLogState() -> Bool {
    guard !hasSaidLogState, case .unavailable(let error) = store.logState else { return false }
    hasSaidLogState = true
    stack.message = Wording.logUnavailable(error)
    return true
  }

  /// Lists what was found over the question about it.
  func showAbandoned() {
    guard let found = store.abandoned else { return }
    ask(about: found)
    stack.receive(.openedAbandoned(lines(store.abandonedChanges.reversed())))
  }

  /// Makes the changes again.
  func restore() throws(StoreError) {
    var restoration = Restoration()
    try keepingSelection { () throws(StoreError) in restoration = try store.restore() }
    lookAgain()
    stack.message = Wording.restored(restoration)
  }

  /// Gives the changes up.
  func discardAbandoned() throws(StoreError) {
    let count = store.abandoned?.count ?? 0
    try store.discardAbandoned()
    stack.message = Wording.discarded(count)
  }
}

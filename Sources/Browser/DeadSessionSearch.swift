import BookStore
import Screens

/// Looks for what a dead session has left: first for the edit log of a file that was moved here, then for edits in the log
/// that never reached the database.
final class DeadSessionSearch {
  /// How long a part of the look takes; keys come between two parts.
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  /// Whether the log is still to be looked through.
  private var isDue = true
  private var finding: RecoveryJob?
  /// Whether a moved file's log is still to be looked for.
  private var isLogSearchDue = true
  private var searching: LogSearchJob?
  /// The log that was found, and that the person is asked about.
  private var formerLog: FormerLog?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }

  /// Whether it is under way, so that the loop goes on with it at once.
  var isUnderWay: Bool { finding != nil || searching != nil }

  /// Looks through the log of a store that was opened again.
  func startAgain() { (isDue, finding, searching) = (true, nil, nil) }

  /// Ends a look at a store that is being replaced.
  func stop() { (finding, searching) = (nil, nil) }

  /// Does a part of the look, and asks what to do with what was found.
  ///
  /// - Returns: Whether there is something new to be shown.
  @discardableResult
  func goOn() -> Bool {
    guard isDue, store.logState == .ready, !store.isReadOnly else { return false }
    do throws(StoreError) {
      let deadline = ContinuousClock.now + Self.slice
      guard try searchFormerLog(until: deadline) else { return false }
      guard isDue else { return true }
      if finding == nil { finding = try store.recovery.startFindingAbandoned() }
      while let job = finding {
        if ContinuousClock.now > deadline { return false }
        if try !job.step() { finding = nil }
      }
      isDue = false
      workspace.askToRestore()
      return store.recovery.abandoned != nil || store.history.canUndo || workspace.notices.sayLogState()
    } catch {
      // The next turn of the loop tries again.
      guard error != .busy else { return false }
      (finding, searching, isDue) = (nil, nil, false)
      workspace.stack.message = StoreWording.notRecovered(error)
      return true
    }
  }

  /// Looks for the edit log of a file that was moved here, and asks whether to take it over.
  ///
  /// - Returns: Whether nothing is left to look at.
  private func searchFormerLog(until deadline: ContinuousClock.Instant) throws(StoreError) -> Bool {
    if isLogSearchDue { (searching, isLogSearchDue) = (store.recovery.startFindingFormerLog(), false) }
    while let search = searching {
      if ContinuousClock.now > deadline { return false }
      if try search.step() { continue }
      searching = nil
      guard let found = search.found else { continue }
      (formerLog, isDue) = (found, false)
      workspace.stack.receive(.alert(.takingOver(from: found.database, unsavedCount: found.unsavedCount)))
    }
    return true
  }

  /// Takes over the log that was found; unsaved edits in it are looked for afterwards.
  func takeOverLog() {
    guard let formerLog else { return }
    self.formerLog = nil
    do throws(StoreError) {
      try store.recovery.takeOver(formerLog)
      isDue = true
    } catch {
      workspace.stack.message = StoreWording.notTakenOver(error)
    }
  }
}

import BookStore
import Screens

/// Looks for the edit log of a file that was moved here, then for logged edits that never reached the database.
final class DeadSessionSearch {
  private static let slice = Duration.milliseconds(5)

  private let workspace: Workspace
  private var isDue = true
  private var finding: RecoveryJob?
  private var isLogSearchDue = true
  private var searching: LogSearchJob?
  private var formerLog: FormerLog?

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  var isUnderWay: Bool { finding != nil || searching != nil }

  func startAgain() { (isDue, finding, searching) = (true, nil, nil) }
  func stop() { (finding, searching) = (nil, nil) }

  /// Runs a slice; returns whether there is something new to show.
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
      guard error != .busy else { return false }
      (finding, searching, isDue) = (nil, nil, false)
      workspace.stack.message = LogWording.notRecovered(error)
      return true
    }
  }

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

  func takeOverLog() {
    guard let formerLog else { return }
    self.formerLog = nil
    do throws(StoreError) {
      try store.recovery.takeOver(formerLog)
      isDue = true
    } catch {
      workspace.stack.message = LogWording.notTakenOver(error)
    }
  }
}

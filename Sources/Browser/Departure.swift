import BookStore
import Cells
import Pages
import Records
import Screens
import Sentences

/// How the program ends: what is written, asked and reported before.
final class Departure {
  private let workspace: Workspace
  private let runner: WorkRunner
  private let transfers: TransferErrands
  /// How the loop ends; nil while it goes on.
  private(set) var ending: Ending?
  /// The message to print after the terminal is closed, about work that was in progress.
  private(set) var farewell: Message?

  init(_ workspace: Workspace, _ runner: WorkRunner, _ transfers: TransferErrands) {
    (self.workspace, self.runner, self.transfers) = (workspace, runner, transfers)
  }

  private var store: BookStore { workspace.store }

  /// Writes back and quits; asks first if that would leave work half done.
  func quit() {
    if let work = runner.work, work.asksBeforeLeaving {
      return workspace.stack.receive(.alert(.quitting(Message("\(work.name) is not finished."))))
    }
    if transfers.isBusy {
      return workspace.stack.receive(.alert(.stopping(Message("\(transfers.name) is not finished."))))
    }
    let result = store.writeBack()
    if result.error == .busy { return workspace.notices.wait(for: .effect(.quit)) }
    guard let problem = workspace.notices.unwritten(result) else {
      ending = .quit
      return
    }
    guard result.isUnsettled else { return askAboutQuitting(problem) }
    let question = LogWording.toBeSettled(result, isQuestion: true)
    askAboutQuitting(.problem(question), canSettle: true)
  }

  /// Cancels the work in progress, and reports what was done after the screen is gone.
  func stopAndQuit() {
    transfers.cancelAndWait()
    if runner.work != nil {
      runner.cancel()
      farewell = workspace.stack.message
    }
    quit()
  }

  /// Quits because the awaited work is over, unless something is being typed.
  func quitAfterWork() {
    if workspace.stack.needs.isTypingValue { return }
    farewell = workspace.stack.message
    quit()
  }

  /// Asks what to do with edits that cannot be written.
  ///
  /// - Parameter canSettle: Whether unresolved conflicts are the only obstacle.
  func askAboutQuitting(_ problem: Message, canSettle: Bool = false) {
    // The question says it.
    farewell = nil
    let first: AlertScreen.Answer =
      canSettle ? .init("Settle", effects: [.openConflicts]) : .init("Try again", effects: [.quit])
    let hasLog = store.logState == .ready
    let discard = AlertScreen.Answer(
      hasLog ? "Discard" : "Discard and quit", effects: [.quitDiscarding], isDestructive: true)
    let keep: [AlertScreen.Answer] = hasLog ? [.init("Keep for later", effects: [.quitKeeping])] : []
    workspace.stack.receive(
      .alert(AlertScreen(problem, answers: [.init("Cancel"), first] + keep + [discard])))
  }

  /// Quits without writing; the edit log keeps what is not written.
  func quitKeeping() { ending = .quit }

  /// Quits without writing, and gives up what is not written.
  func quitDiscarding() throws(StoreError) {
    try store.history.discardUnwritten()
    ending = .quit
  }

  /// Writes back and ends, because a signal says so.
  func end(by signal: Signal) {
    // There is nobody left to retry.
    store.waitForLocks(.milliseconds(250))
    ending = .signal(signal, unwritten: Ending.Unwritten(store.writeBack(), of: store))
  }
}

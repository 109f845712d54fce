import BookStore
import Cells
import Records
import Screens

/// How the program ends: what is written, asked and reported before.
final class Departure {
  private let workspace: Workspace
  private let runner: WorkRunner
  private(set) var ending: Ending?
  private var destination: String?
  var open: (String) throws(StoreError) -> Void = { _ in }
  /// The message to print after the terminal is closed, about work that was in progress.
  private(set) var farewell: Message?

  init(_ workspace: Workspace, _ runner: WorkRunner) { (self.workspace, self.runner) = (workspace, runner) }

  private var store: BookStore { workspace.store }

  func leave(for path: String) throws(StoreError) {
    if workspace.errands.isTransferring { return workspace.stack.message = Wording.stillWorking }
    let result = store.writeBack()
    if result.error == .busy { throw .busy }
    guard let problem = workspace.notices.unwritten(result) else { return try open(path) }
    // A library that cannot be opened is not worth a question.
    _ = try workspace.library(at: path)
    destination = path
    askAboutQuitting(problem)
  }

  func goOn(to path: String) {
    let message = workspace.stack.message
    do throws(StoreError) {
      try leave(for: path)
      workspace.stack.message = message
    } catch {
      let reason = StoreWording.reasonFirst(error) ?? StoreWording.sentence(error, in: path)
      workspace.stack.message = .problem(reason)
    }
  }

  private func leave() throws(StoreError) {
    guard let path = destination else { return ending = .quit }
    destination = nil
    try open(path)
  }

  func quit() {
    destination = nil
    if let unfinished = workspace.errands.unfinished {
      let question = Message("\(unfinished.name) is not finished.")
      return workspace.stack.receive(
        .alert(unfinished.canBeFinished ? .quitting(question) : .stopping(question)))
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

  /// Cancels the work in progress; the farewell reports what was done.
  func stopAndQuit() {
    workspace.errands.stopTransfers()
    if runner.cancel() { farewell = workspace.stack.message }
    quit()
  }

  /// Quits because the awaited work is over, unless something is being typed.
  func quitAfterWork() {
    if workspace.stack.needs.isTypingValue { return }
    farewell = workspace.stack.message
    quit()
  }

  /// - Parameter canSettle: Whether unresolved conflicts are the only obstacle.
  func askAboutQuitting(_ problem: Message, canSettle: Bool = false) {
    // The question already says this.
    farewell = nil
    let again = destination.map { Effect.library(.open(Text($0))) } ?? .quit
    let first: AlertScreen.Answer =
      canSettle ? .init("Settle", effects: [.openConflicts]) : .init("Try again", effects: [again])
    let hasLog = store.logState == .ready
    let discard = AlertScreen.Answer(
      hasLog || destination != nil ? "Discard" : "Discard and quit", effects: [.quitDiscarding],
      isDestructive: true)
    let keep: [AlertScreen.Answer] = hasLog ? [.init("Keep for later", effects: [.quitKeeping])] : []
    workspace.stack.receive(
      .alert(AlertScreen(problem, answers: [.init("Cancel"), first] + keep + [discard])))
  }

  /// Quits without writing; the edit log keeps what is not written.
  func quitKeeping() throws(StoreError) { try leave() }

  /// Quits without writing, and drops what is not written.
  func quitDiscarding() throws(StoreError) {
    try store.history.discardUnwritten()
    try leave()
  }

  func end(by signal: Signal) {
    // Nobody is there to retry later.
    store.waitForLocks(.milliseconds(250))
    ending = .signal(signal, unwritten: Ending.Unwritten(store.writeBack(), of: store))
  }
}

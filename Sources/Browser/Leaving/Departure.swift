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
    guard let problem = workspace.notices.unwritten(result) else { return ending = .quit }
    guard result.isUnsettled else { return askAboutQuitting(problem) }
    let question = LogWording.toBeSettled(result, isQuestion: true)
    askAboutQuitting(.problem(question), canSettle: true)
  }

  func stopAndQuit() {
    workspace.errands.stopTransfers()
    if runner.cancel() { farewell = workspace.stack.message }
    quit()
  }

  func quitAfterWork() {
    if workspace.stack.needs.isTypingValue { return }
    farewell = workspace.stack.message
    quit()
  }

  /// - Parameter canSettle: Whether unresolved conflicts are the only obstacle.
  func askAboutQuitting(_ problem: Message, canSettle: Bool = false) {
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

  func quitKeeping() throws(StoreError) { try leave() }

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

/// How the browser ended.
public enum Ending: Hashable, Sendable {
  case quit
  /// A signal, or a hang-up if the terminal went away; `unwritten` tells what could not be written back.
  case signal(Signal, unwritten: Unwritten?)

  /// Edits that could not be written back.
  public struct Unwritten: Hashable, Sendable {
    /// The number of records that are still dirty.
    public let count: Int
    /// Why the first record could not be written.
    public let reason: StoreError

    init?(_ result: WriteBackResult, of store: BookStore) {
      guard let reason = result.reason else { return nil }
      count = store.counts.dirty
      self.reason = result.error == nil ? reason : store.constraints.explained(reason)
    }
  }
}

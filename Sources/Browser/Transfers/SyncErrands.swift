import BookStore
import Cells
import Platform
import Screens
import Syncing

/// Syncs the library in the background by a store of its own, and asks what is to be settled, one conflict after the other.
final class SyncErrands {
  private unowned let workspace: Workspace
  private let thread: ThreadErrand
  /// The conflicts that were asked about, with their numbers.
  private var questions: [SyncQuestion] = []

  init(_ workspace: Workspace) {
    (self.workspace, thread) = (workspace, ThreadErrand(.sync, workspace))
    thread.whenCancelled = { [unowned self] in say(.cancelled) }
  }

  /// Starts a sync.
  ///
  /// - Parameter place: Where files are carried, or nothing for where they were the last time.
  func sync(_ place: String) {
    // Unwritten edits are this machine's, too.
    if let problem = workspace.notices.unwritten(workspace.store.writeBack()) {
      return workspace.stack.message = problem
    }
    workspace.store.flushLog()
    begin { options throws(SyncError) in
      var options = options
      if !place.isEmpty { options.place = SyncOptions.absolute(place) }
      return try SyncSession.run(options)
    } end: { [unowned self] in
      report($0)
    }
  }

  private func report(_ result: Result<SyncReport, SyncError>) -> ErrandNews? {
    switch result {
    case .success(let report):
      let sentences = [SyncWording.sentence(report)] + SyncWording.notes(report)
      let hint = report.questionCount > 0 ? [SyncWording.howToSettle] : []
      workspace.stack.message = Message((sentences + hint).joined(separator: " "))
    case .failure(.noPlace):
      workspace.stack.message = Message(SyncWording.howToName)
      return nil
    case .failure(let error): say(error)
    }
    return .rows
  }

  private func say(_ error: SyncError) {
    workspace.stack.message = .problem(SyncWording.sentence(error, in: workspace.store.path))
  }

  /// Asks about the first conflict.
  func ask() {
    begin { options throws(SyncError) in
      try SyncSession.questions(options)
    } end: { [unowned self] in
      show($0, isSettled: false)
    }
  }

  /// Settles a conflict, and asks about the next one.
  func settle(_ number: Int, _ choice: String) {
    guard let question = questions.first(where: { $0.number == number }),
      let choice = SyncChoice(choice)
    else { return }
    begin { options throws(SyncError) in
      try SyncSession.settle(question, by: choice, options)
      return try SyncSession.questions(options)
    } end: { [unowned self] in
      show($0, isSettled: true)
    }
  }

  /// The options of a sync; nil for a library without an edit log.
  private var options: SyncOptions? {
    let store = workspace.store
    return store.options.editLog.map {
      SyncOptions(library: store.path, stateFolder: $0.folder, store: store.options)
    }
  }

  /// Finds out how many conflicts the last sync of the open library has left, if there was any.
  private func countUnsettled() {
    workspace.unsettled = (options.map { SyncSession.unsettledCount($0) } ?? 0, workspace.store.path)
  }

  /// Finds it out for a library that was not open before.
  func noteLibrary() {
    if workspace.unsettled.path != workspace.store.path { countUnsettled() }
  }

  private func begin<Value: Sendable>(
    _ work: @escaping @Sendable (SyncOptions) throws(SyncError) -> Value,
    end: @escaping (Result<Value, SyncError>) -> ErrandNews?
  ) {
    if workspace.store.isReadOnly { return workspace.stack.message = Wording.readOnly }
    guard let options else { return workspace.stack.message = .problem(SyncWording.noLog) }
    thread.start(SyncWording.syncing) { thread -> Result<Value, SyncError> in
      var options = options
      options.isUnwanted = { thread.isCancelled }
      options.progress = { thread.report($0) }
      do throws(SyncError) { return .success(try work(options)) } catch { return .failure(error) }
    } end: { [unowned self] in
      countUnsettled()
      return end($0)
    }
  }

  private func show(_ result: Result<[SyncQuestion], SyncError>, isSettled: Bool) -> ErrandNews? {
    switch result {
    case .success(let questions):
      self.questions = questions
      show(questions.first, isSettled: isSettled)
      return isSettled ? .rows : nil
    case .failure(let error):
      say(error)
      return .rows
    }
  }

  private func show(_ question: SyncQuestion?, isSettled: Bool) {
    guard let question else {
      workspace.stack.message = Message(isSettled ? SyncWording.settled : SyncWording.nothingToSettle)
      return
    }
    let answers = SyncWording.answers(question).map { choice, text in
      AlertScreen.Answer(text, effects: [.library(.settle(question.number, choice.text))])
    }
    let message = Message("\(question.number) of \(questions.count): \(SyncWording.line(question))")
    workspace.stack.receive(
      .alert(AlertScreen(message, answers: [.init("Later")] + answers, isCautious: true)))
  }
}

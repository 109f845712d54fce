import BookStore
import Cells
import Platform
import Screens
import Syncing

/// Syncs the library in the background with a store of its own, and asks about one conflict after the other.
final class SyncErrands {
  private unowned let workspace: Workspace
  private let thread: ThreadErrand
  private var questions: [SyncQuestion] = []

  init(_ workspace: Workspace) {
    (self.workspace, thread) = (workspace, ThreadErrand(.sync, workspace))
    thread.whenCancelled = { [unowned self] in say(.cancelled) }
  }

  /// - Parameter place: Where the sync files are kept; empty for the last place.
  func sync(_ place: String) {
    // Unwritten edits belong to this machine's changes, too.
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

  func ask() {
    begin { options throws(SyncError) in
      try SyncSession.questions(options)
    } end: { [unowned self] in
      show($0, isSettled: false)
    }
  }

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

  /// Nil for a library without an edit log.
  private var options: SyncOptions? {
    let store = workspace.store
    return store.options.editLog.map {
      SyncOptions(library: store.path, stateFolder: $0.folder, store: store.options)
    }
  }

  private func countUnsettled() {
    workspace.unsettled = (options.map { SyncSession.unsettledCount($0) } ?? 0, workspace.store.path)
  }

  /// Counts the conflicts of a library that was not open before.
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

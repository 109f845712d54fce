import BookStore
import Cells
import Platform
import Screens
import Syncing

/// Syncs the library in the background by a store of its own, and asks what is to be settled, one conflict after the other.
final class SyncErrands {
  private unowned let workspace: Workspace
  private var errand: Errand<End>?
  /// The conflicts that were asked about, with their numbers.
  private var questions: [SyncQuestion] = []
  /// How many conflicts are left of the library's last sync, and the library.
  private var unsettled: (count: Int, path: String) = (0, "")

  private enum End: Sendable {
    case synced(Result<SyncReport, SyncError>)
    /// The conflicts that are left, and whether one has just been settled.
    case asked(Result<[SyncQuestion], SyncError>, isSettled: Bool)
  }

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Whether a sync is running.
  var isBusy: Bool { errand != nil }

  /// The progress, for the status line.
  var progress: WorkProgress? {
    errand.map { WorkProgress(SyncWording.syncing, fraction: $0.fraction, isCancellable: true) }
  }

  /// How many conflicts are left to settle, as far as is known.
  var unsettledCount: Int { unsettled.count }

  /// Starts a sync.
  ///
  /// - Parameter place: Where files are carried, or nothing for where they were the last time.
  func sync(_ place: String) {
    // Unwritten edits are this machine's, too.
    if let problem = workspace.notices.unwritten(workspace.store.writeBack()) {
      return workspace.stack.message = problem
    }
    workspace.store.flushLog()
    begin { options in
      var options = options
      if !place.isEmpty { options.place = SyncOptions.absolute(place) }
      do throws(SyncError) { return .synced(.success(try SyncSession.run(options))) } catch {
        return .synced(.failure(error))
      }
    }
  }

  /// Asks about the first conflict.
  func ask() { begin { options in Self.questions(options, isSettled: false) } }

  /// Settles a conflict, and asks about the next one.
  func settle(_ number: Int, _ choice: String) {
    guard let question = questions.first(where: { $0.number == number }),
      let choice = SyncChoice(choice)
    else { return }
    begin { options in
      do throws(SyncError) { try SyncSession.settle(question, by: choice, options) } catch {
        return .asked(.failure(error), isSettled: false)
      }
      return Self.questions(options, isSettled: true)
    }
  }

  /// The options of a sync; nil for a library without an edit log.
  private var options: SyncOptions? {
    let store = workspace.store
    return store.options.editLog.map {
      SyncOptions(library: store.path, stateFolder: $0.folder, store: store.options)
    }
  }

  /// Finds out how many conflicts the last sync has left, if there was any.
  private func countUnsettled() {
    unsettled = (options.map { SyncSession.unsettledCount($0) } ?? 0, workspace.store.path)
  }

  private static func questions(_ options: SyncOptions, isSettled: Bool) -> End {
    do throws(SyncError) {
      return .asked(.success(try SyncSession.questions(options)), isSettled: isSettled)
    } catch {
      return .asked(.failure(error), isSettled: isSettled)
    }
  }

  private func begin(_ work: @escaping @Sendable (SyncOptions) -> End) {
    if workspace.store.isReadOnly { return workspace.stack.message = Wording.readOnly }
    guard let options else { return workspace.stack.message = .problem(SyncWording.noLog) }
    errand = Errand(workspace.terminal.waker) { errand in
      var options = options
      options.isUnwanted = { errand.isCancelled }
      options.progress = { errand.report($0) }
      return work(options)
    }
  }

  // MARK: - Ending

  /// Cancels the sync; returns false if there is none.
  func cancel() -> Bool {
    guard let errand else { return false }
    errand.cancel()
    self.errand = nil
    workspace.stack.message = .problem(SyncWording.sentence(.cancelled, in: workspace.store.path))
    return true
  }

  /// Cancels the sync before the program ends.
  func cancelAndWait() {
    errand?.cancelAndWait()
    errand = nil
  }

  /// Reports the result, once there is one; returns whether rows may have changed.
  func takeResult() -> Bool {
    if unsettled.path != workspace.store.path { countUnsettled() }
    guard let end = errand?.take() else { return false }
    errand = nil
    countUnsettled()
    switch end {
    case .synced(.success(let report)):
      let sentences = [SyncWording.sentence(report)] + SyncWording.notes(report)
      let hint = report.questionCount > 0 ? [SyncWording.howToSettle] : []
      workspace.stack.message = Message((sentences + hint).joined(separator: " "))
      return true
    case .asked(.success(let questions), let isSettled):
      self.questions = questions
      show(questions.first, isSettled: isSettled)
      return isSettled
    case .synced(.failure(.noPlace)):
      workspace.stack.message = Message(SyncWording.howToName)
      return false
    case .synced(.failure(let error)), .asked(.failure(let error), _):
      workspace.stack.message = .problem(SyncWording.sentence(error, in: workspace.store.path))
      return true
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

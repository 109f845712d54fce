import BookStore
import Cells
import Platform
import Records
import Screens
import Syncing

/// Syncs the library in the background with a store of its own, and reads and settles conflicts with other machines.
final class SyncErrands {
  private unowned let workspace: Workspace
  private let thread: ThreadErrand
  private var questions: [SyncQuestion] = []
  var whenRead: () throws(StoreError) -> Void = {}
  var whenSettled: () -> Void = {}

  /// Below the numbers of all changes.
  private static let firstNumber = Int64.min / 2

  init(_ workspace: Workspace) {
    (self.workspace, thread) = (workspace, ThreadErrand(.sync, workspace))
    thread.whenCancelled = { [unowned self] in say(.cancelled) }
  }

  func sync(_ place: String) {
    // Unwritten edits belong to this machine's changes, too.
    guard workspace.notices.writeAll() else { return }
    workspace.store.flushLog()
    begin { options throws(SyncError) in
      var options = options
      if !place.isEmpty { options.place = SyncOptions.absolute(Text(place).expandingHome.string) }
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
      do throws(SyncError) { return try SyncSession.questions(options) } catch .noPlace { return [] }
    } end: { [unowned self] result in
      do throws(SyncError) { questions = try result.get() } catch { say(error) }
      do throws(StoreError) { try whenRead() } catch {
        workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
      }
      return .rows
    }
  }

  func settle(_ number: Int, _ choice: String) {
    guard let question = questions.first(where: { $0.number == number }), let choice = SyncChoice(choice)
    else { return }
    begin { options throws(SyncError) in
      try SyncSession.settle(question, by: choice, options)
      return try SyncSession.questions(options)
    } end: { [unowned self] result in
      do throws(SyncError) {
        questions = try result.get()
        workspace.stack.message =
          questions.isEmpty ? Message(SyncWording.settled) : Message(SyncWording.left(questions.count))
      } catch { say(error) }
      whenSettled()
      return .rows
    }
  }

  var lines: [ConflictLine] {
    questions.reversed().map { question in
      let schema = workspace.store.tables.first { $0.name == question.table }.flatMap {
        try? workspace.store.schema(of: $0.id)
      }
      let field = question.column.flatMap { schema?.field(named: $0) }.flatMap { schema?.fields[$0] }
      func text(_ value: Value) -> String {
        if value.isNull { return Wording.empty }
        return field.map { FieldWording.displayed(value, in: $0) } ?? SyncWording.text(value)
      }
      let heading =
        field.map { HistoryWording.heading($0.label, SyncWording.title(question)) }
        ?? SyncWording.line(question)
      return ConflictLine(
        number: Self.firstNumber - Int64(question.number), heading: heading,
        choices: SyncWording.answers(question).map { choice, name in
          (
            name, question.value(of: choice).map(text) ?? "",
            .library(.settle(question.number, choice.text))
          )
        })
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

  func noteLibrary() {
    if workspace.unsettled.path == workspace.store.path { return }
    questions = []
    countUnsettled()
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
}

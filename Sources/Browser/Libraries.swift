import BookStore
import Platform
import Records
import Screens

/// Opens other libraries, and shows the open library's declarations and the results of statements.
final class Libraries: Errand {
  private unowned let workspace: Workspace
  private let departure: Departure
  private let views: ViewMemory
  private let statements: StatementErrands
  private let commands: OwnCommands
  private let transfers: TransferErrands
  private let schema: ThreadErrand

  init(
    _ workspace: Workspace, _ departure: Departure, _ views: ViewMemory, _ transfers: TransferErrands
  ) {
    (self.workspace, self.departure, self.views, self.transfers) = (workspace, departure, views, transfers)
    statements = StatementErrands(workspace, departure)
    commands = OwnCommands(workspace, transfers)
    schema = ThreadErrand(.schema, workspace)
  }

  func perform(_ effect: LibraryEffect) throws(StoreError) {
    workspace.errands.begin(self)
    if case .showView(let name) = effect { return try show(saved: name) }
    if case .runCommand(let name, let rows) = effect { return try commands.run(name, on: rows) }
    // Only the library's own browser can do this.
    if isOfResult, effect != .leaveResult { return departure.leaveResult(for: effect) }
    switch effect {
    case .listRecent: listRecent()
    case .open(let path): try open(path.expandingHome.string)
    case .make(let text): try make(text)
    case .makeDefault(let path): workspace.stack.message = workspace.settings.makesDefault?(path)
    case .openSchema: openSchema()
    case .runStatement(let text): try statements.run(text)
    case .readNames: workspace.stack.receive(.statementNames(try workspace.store.declaredNames()))
    case .sync, .askConflicts, .settle: transfers.sync(by: effect)
    case .showView, .runCommand: break
    case .leaveResult: departure.leaveResult(for: nil)
    }
  }

  private var isOfResult: Bool { workspace.settings.result != nil }

  /// The browser of a statement's result that covers this browser, if any.
  var shown: Browser? { statements.shown }

  private func show(saved name: String) throws(StoreError) {
    guard let view = views.show(saved: name), let statement = view.statement else { return }
    if isOfResult { return departure.leaveResult(for: .showView(name)) }
    try statements.run(statement, shownAs: view)
  }

  // MARK: - Other files

  private func listRecent() {
    let files = views.recentFiles.filter { $0.path != views.path }
    guard !files.isEmpty else { return workspace.stack.message = BrowserWording.noRecentFiles }
    workspace.stack.receive(
      .openedRecent(
        files.map {
          RecentFile(path: $0.path, time: MomentText.text(Double($0.openedAt)), rowCount: $0.rowCount)
        }))
  }

  private func open(_ path: String) throws(StoreError) {
    if Folder.realPath(of: path) == views.path, views.path != nil {
      return workspace.stack.message = BrowserWording.isOpenAlready(path)
    }
    try departure.leave(for: path)
  }

  private func make(_ text: Text) throws(StoreError) {
    let (path, template) = Template.read(text.expandingHome)
    if let reason = workspace.store.writeBack().reason { throw reason }
    try BookStore.create(at: path, template: template)
    try departure.leave(for: path)
    workspace.greetNewLibrary(path)
  }

  // MARK: - What the library declares

  private func openSchema() {
    let source = workspace.store.statements
    workspace.store.lists.countTables()
    schema.drop()
    schema.start(BrowserWording.readingSchema, asksBeforeLeaving: false) { thread in
      do throws(StoreError) {
        return .success(try source.declarations { thread.isCancelled })
      } catch {
        return .failure(error)
      }
    } end: { [workspace] (result: Result<[TableDeclaration], StoreError>) in
      switch result {
      case .success(let tables): workspace.stack.openSchema(tables)
      case .failure(let error): workspace.stack.message = .problem(StoreWording.sentence(error))
      }
      return nil
    }
  }

  // MARK: - The statement that runs

  var kind: ErrandKind { .statement }
  var isOver: Bool { progress == nil }
  var progress: WorkProgress? { statements.progress }

  func cancel() -> Bool {
    guard progress != nil else { return false }
    end()
    workspace.stack.message = StoreWording.cancelled
    return true
  }

  func end() { statements.cancel() }

  func takeNews() -> ErrandNews? { statements.takeResult().map { .effects([.library($0)]) } }
}

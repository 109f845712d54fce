import BookStore
import Platform
import Records
import Screens

/// Opens other libraries, and shows the open library's declarations and the results of statements.
final class Libraries {
  private unowned let workspace: Workspace
  private let departure: Departure
  private let views: ViewMemory
  private let statement: ThreadErrand
  private let commands: OwnCommands
  private let transfers: TransferErrands
  private let schema: ThreadErrand

  init(
    _ workspace: Workspace, _ departure: Departure, _ views: ViewMemory, _ transfers: TransferErrands
  ) {
    (self.workspace, self.departure, self.views, self.transfers) = (workspace, departure, views, transfers)
    statement = ThreadErrand(.statement, workspace, hasProgram: true, opensScreen: true)
    commands = OwnCommands(workspace, transfers)
    schema = ThreadErrand(.schema, workspace, opensScreen: true)
  }

  func perform(_ effect: LibraryEffect) throws(StoreError) {
    switch effect {
    case .runCommand(let name, let rows): try commands.run(name, on: rows)
    case .readNames: workspace.stack.receive(.statementNames(try workspace.libraryNames()))
    case .listRecent: listRecent()
    case .open(let path): try open(path.expandingHome.string)
    case .make(let text): try make(text)
    case .makeDefault(let path): workspace.stack.message = workspace.settings.makesDefault?(path)
    case .openSchema: openSchema()
    case .runStatement(let text): try run(text)
    case .sync, .askConflicts, .settle: transfers.sync(by: effect)
    // The loop does these, because they change what is open.
    case .showView, .openRow, .returnToResult, .leaveResult: break
    }
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

  // MARK: - Statements

  /// Runs a statement of the person's on a thread, and shows the result as a list over the library.
  ///
  /// Edits are written back first, because SQLite reads what is in the database. The result is a database like any other, so
  /// that its rows are found, sorted, counted, copied and exported as any rows are.
  func run(_ text: String, shownAs view: ListView? = nil) throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
    let source = workspace.store.statements
    statement.drop()
    statement.start(BrowserWording.runningStatement, asksBeforeLeaving: false) { thread in
      do throws(StatementError) {
        return .success(try Self.result(of: text, from: source) { thread.isCancelled })
      } catch {
        return .failure(error)
      }
    } end: { [unowned self] (result: Result<StatementResult, StatementError>) in
      switch result {
      case .success(let result): return shown(result, view)
      case .failure(let error):
        let problem = Message.problem(SQLWording.sentence(error))
        workspace.stack.receive(
          .refusedStatement(RefusedStatement(text: text, offset: error.offset, problem: problem)))
      }
      return nil
    }
  }

  private static func result(
    of text: String, from source: StatementSource, isUnwanted: @escaping @Sendable () -> Bool
  ) throws(StatementError) -> StatementResult {
    let reader: StatementReader
    do throws(StoreError) { reader = try source.open(isUnwanted: isUnwanted) } catch { throw .store(error) }
    return try reader.result(of: text)
  }

  private func shown(_ result: StatementResult, _ view: ListView?) -> ErrandNews? {
    do throws(StoreError) {
      let store = try Self.store(of: result)
      if let record = result.record { store.observation.note(record) }
      return .result(Workspace.ShownResult(result: result, view: view, key: key(of: result)), store)
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
      return nil
    }
  }

  /// Ends what is read from the library that is open.
  func forget() {
    statement.end()
    schema.drop()
  }

  /// The table from which the rows are taken, and the column of the result that holds their keys.
  private func key(of result: StatementResult) -> (table: TableID, column: String)? {
    // Of several SELECTs, SQLite names the columns of the first one.
    let words = ["COMPOUND", "MERGE", "UNION", "RECURSIVE"]
    let isOne =
      !result.plan.isEmpty && !result.plan.contains { step in words.contains { step.text.contains($0) } }
    guard isOne else { return nil }
    for (column, origin) in zip(result.columns, result.origins) {
      guard let origin, let table = workspace.store.tables.first(where: { $0.name == origin.table }),
        case .rowid(origin.column)? = (try? workspace.store.schema(of: table.id))?.key
      else { continue }
      return (table.id, column)
    }
    return nil
  }

  /// The record from which a row of the result is taken; opens the row itself if it holds no key.
  func source(of row: RecordID) throws(StoreError) -> RecordID? {
    do throws(StoreError) {
      if let id = try workspace.source(of: row) { return id }
      workspace.stack.receive(.linked(try workspace.store.shelf.snapshot(of: row), workspace.listing.schema))
    } catch {
      guard error == .rowGone else { throw error }
      workspace.stack.message = BrowserWording.sourceIsGone
    }
    return nil
  }

  /// Opens the result; names that the options cannot tell apart are left to the store.
  private static func store(of result: StatementResult) throws(StoreError) -> BookStore {
    do throws(StoreError) {
      return try BookStore(path: result.path, options: result.options)
    } catch {
      guard case .cannotApply = error else { throw error }
      return try BookStore(path: result.path, options: StoreOptions(isReadOnly: true))
    }
  }
}

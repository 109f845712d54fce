import BookStore
import Cells
import Platform
import Records
import Screens

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

  private func openSchema() {
    let source = workspace.store.statements
    workspace.store.lists.countTables()
    schema.drop()
    schema.start(BrowserWording.readingSchema, asksBeforeLeaving: false) { thread in
      Result { () throws(StoreError) in try source.declarations { thread.isCancelled } }
    } end: { [workspace] (result: Result<[TableDeclaration], StoreError>) in
      switch result {
      case .success(let tables): workspace.stack.openSchema(tables)
      case .failure(let error): workspace.stack.message = .problem(StoreWording.sentence(error))
      }
      return nil
    }
  }

  /// Runs a statement on a thread, and shows the result as a list over the library.
  ///
  /// Edits are written back first, because SQLite reads what is in the database.
  func run(_ text: String, shownAs view: ListView? = nil) throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
    let source = workspace.store.statements
    statement.drop()
    statement.start(BrowserWording.runningStatement, asksBeforeLeaving: false) { thread in
      Result { () throws(StatementError) in
        try Self.result(of: text, from: source) { thread.isCancelled }
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

  func forget() {
    statement.end()
    schema.drop()
  }

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

  /// The record that a row of the result comes from; opens the row itself if it holds no key.
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

  /// Opens the result, without the library's options if they do not fit it.
  private static func store(of result: StatementResult) throws(StoreError) -> BookStore {
    do throws(StoreError) {
      return try BookStore(path: result.path, options: result.options)
    } catch {
      guard case .cannotApply = error else { throw error }
      return try BookStore(path: result.path, options: StoreOptions(isReadOnly: true))
    }
  }
}

/// The wording about the person's own SQL statements.
public enum SQLWording {
  /// Why a statement does not run, and what to do.
  public static func sentence(_ error: StatementError) -> String {
    switch error {
    case .empty: "There is no statement. Type one that reads, such as SELECT title FROM book."
    case .several: "There is more than one statement. Run them one at a time."
    case .writes(let word):
      "\(word.isEmpty ? "This" : word) would write, and undo cannot see what a statement changes."
        + " Change rows on the screens, or with add, set and rm."
    case .isNoQuery(let word):
      "\(word) is refused: a statement here only reads rows, with SELECT, WITH or VALUES."
    case .function(let name): "The function \(name) is refused: it reaches outside the database."
    case .parameter(let name): "The parameter \(name) has no value. Write the value itself."
    case .nul: "The statement has a NUL character, at which SQLite would stop reading."
    case .invalid(let message, _): StoreWording.asSentence(message)
    case .tooLarge(let limit, isValue: false):
      "The result has more than \(Wording.bytes(limit)). Ask for less with WHERE or LIMIT, or use booklist sql."
    case .tooLarge(let limit, isValue: true):
      "A value of the result has more than \(Wording.bytes(limit)). Leave it out, or use booklist sql."
    case .store(let error): StoreWording.sentence(error)
    }
  }

  /// The line with the error and a mark below it; nil if the error has no position.
  public static func lines(of error: StatementError, in text: String) -> String? {
    guard let offset = error.offset, offset <= text.utf8.count else { return nil }
    let bytes = Array(text.utf8)
    let (before, after) = (String(decoding: bytes[..<offset], as: UTF8.self), bytes[offset...])
    let start = before.lastIndex(where: \.isNewline).map(before.index(after:)) ?? before.startIndex
    let head = before[start...].suffix(widthBefore)
    let tail = String(decoding: after, as: UTF8.self).prefix { !$0.isNewline }.prefix(widthAfter)
    return "  \(head)\(tail)\n  \(String(repeating: " ", count: TextWidth.width(of: String(head))))^"
  }

  private static let widthBefore = 40
  private static let widthAfter = 30
}

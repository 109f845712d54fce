import BookStore
import Cells
import Records
import Screens

/// Runs the person's SQL statements on a thread, and shows each result in a browser of its own over this one.
///
/// A result is a database too, so finding, sorting, copying and exporting work as usual.
final class StatementErrands {
  private unowned let workspace: Workspace
  private let departure: Departure
  private var errand: ErrandThread<Result<StatementResult, StatementError>>?
  private(set) var shown: Browser?
  private var text = ""
  private var view: ListView?

  init(_ workspace: Workspace, _ departure: Departure) {
    (self.workspace, self.departure) = (workspace, departure)
  }

  /// Runs a statement; writes edits back first, because SQLite sees only what is in the database.
  func run(_ text: String, shownAs view: ListView? = nil) throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
    cancel()
    (self.text, self.view) = (text, view)
    let source = workspace.store.statements
    errand = ErrandThread(workspace.terminal.waker) { errand in
      do throws(StatementError) {
        return .success(try Self.result(of: text, from: source) { errand.isCancelled })
      } catch {
        return .failure(error)
      }
    }
  }

  private static func result(
    of text: String, from source: StatementSource, isUnwanted: @escaping @Sendable () -> Bool
  ) throws(StatementError) -> StatementResult {
    let reader: StatementReader
    do throws(StoreError) { reader = try source.open(isUnwanted: isUnwanted) } catch { throw .store(error) }
    return try reader.result(of: text)
  }

  var progress: WorkProgress? {
    guard errand != nil else { return nil }
    var progress = WorkProgress(
      BrowserWording.runningStatement, isCancellable: true, isCancellableAnywhere: true)
    progress.endsOnQuit = true
    return progress
  }

  func cancel() {
    errand?.cancel()
    errand = nil
  }

  /// Shows the result, or the reason why there is none; returns a request that only the library's browser can perform.
  func takeResult() -> LibraryEffect? {
    // A result must not cover a text that is being typed.
    guard !workspace.stack.mode.isTyping, let result = errand?.take() else { return nil }
    errand = nil
    switch result {
    case .success(let result): return show(result)
    case .failure(let error):
      let problem = Message.problem(SQLWording.sentence(error))
      workspace.stack.receive(
        .refusedStatement(RefusedStatement(text: text, offset: error.offset, problem: problem)))
      return nil
    }
  }

  private func show(_ result: StatementResult) -> LibraryEffect? {
    do throws(StoreError) {
      let store = try Self.store(of: result)
      if let record = result.record { store.observation.note(record) }
      let browser = Browser(
        store: store, terminal: workspace.terminal, settings: settings(for: result),
        greeting: BrowserWording.ran(result))
      shown = browser
      defer { shown = nil }
      let ending = browser.run()
      _ = browser.close()
      return goOn(after: ending)
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
      return nil
    }
  }

  /// Opens the result; the store resolves names that the options cannot tell apart.
  private static func store(of result: StatementResult) throws(StoreError) -> BookStore {
    do throws(StoreError) {
      return try BookStore(path: result.path, options: result.options)
    } catch {
      guard case .cannotApply = error else { throw error }
      return try BookStore(path: result.path, options: StoreOptions(isReadOnly: true))
    }
  }

  private func settings(for result: StatementResult) -> Settings {
    var settings = workspace.settings
    (settings.pressure, settings.startsWithTables) = (.off, false)
    (settings.logFile, settings.traceFile, settings.isSplit) = (nil, nil, false)
    settings.opensInspector = workspace.stack.needs.inspectorPage != nil
    settings.reportsMouse = workspace.stack.needs.hasMouse
    settings.result = ShownResult(
      of: result, library: workspace.store.path, view: view, commands: workspace.stack.commands)
    return settings
  }

  private func goOn(after ending: Ending) -> LibraryEffect? {
    workspace.terminal.send(.reportMouse(workspace.stack.needs.hasMouse))
    workspace.terminal.invalidate()
    switch ending {
    case .quit: departure.quit()
    case .signal(let signal, _): departure.end(by: signal)
    case .left(let effect): return effect
    }
    return nil
  }
}

import BookStore
import Cells
import Platform
import Queries
import Records
import Screens
import Synchronization

/// Shows what a rule would do, and changes rows by it, on a thread with a store of its own.
final class RuleErrands {
  private unowned let workspace: Workspace
  private var errand: Errand<End>?
  /// What the errand has found out so far.
  private var news = News()
  private var shown: RulePage?
  /// The rows and the rule of the preview.
  private var request: Request?
  /// The digest of what the rows of the preview held.
  private var digest = 0

  /// Rows of a table, and a rule for them as it was typed.
  private struct Request: Sendable {
    let table: TableID
    let rows: RowQuery
    let typed: String
    /// The field that the rule is for.
    var field: Int?
    /// The first of the rows in the order of the list, as far as the list knows them without a search.
    var first: [RecordID] = []

    func ids(_ rows: RowQuery, in store: BookStore) throws(StoreError) -> [RecordID] {
      try RowSelection(of: store, table: table, rows).ids()
    }

    func engine(in store: BookStore) throws(StoreError) -> RowEngine {
      let schema = try store.lists.completeSchema(of: table)
      guard let rule = try? FieldRule(typed, in: schema, takesValues: true, today: .today) else {
        throw .interrupted
      }
      return try RowEngine([rule], of: table, in: store)
    }
  }

  private enum End: Sendable {
    /// With the digest of what the rows held.
    case previewed(Int)
    case changed(RuleReport)
    case failed(StoreError)
  }

  private final class News: Sendable {
    let page = Mutex(RulePage())
  }

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  /// Whether it changes rows, rather than finds out what would be changed.
  private var isChanging = false

  /// Whether rows are being changed.
  var isChangingRows: Bool { errand != nil && isChanging }

  /// The progress, for the status line.
  var progress: WorkProgress? {
    errand.map {
      WorkProgress(
        isChanging ? BrowserWording.changingByRule : BrowserWording.tryingRule, fraction: $0.fraction,
        isCancellable: true)
    }
  }

  /// Does what a screen asks for.
  func perform(_ effect: RuleEffect, _ rows: RowQuery) {
    switch effect {
    case .preview(_, let typed): preview(typed, rows)
    case .change(let rows): change(rows)
    case .close: close()
    }
  }

  /// Opens the preview of a rule for rows of the list; returns whether it could.
  @discardableResult
  private func preview(_ typed: String, _ rows: RowQuery) -> Bool {
    close()
    let schema = workspace.listing.schema
    var request = Request(table: schema.id, rows: rows, typed: typed)
    request.field = (try? FieldRule(typed, in: schema, takesValues: true, today: .today))?.field
    guard isWritten(request) else { return false }
    request.first = firstRows(marked: rows.markedRows)
    (self.request, shown, isChanging) = (request, nil, false)
    workspace.stack.openRule(schema, typed)
    start(isLogged: false) { [request] store, news, errand throws(StoreError) in
      .previewed(try Self.preview(request, store, news, errand))
    }
    return true
  }

  /// The first rows of the list, as many as are previewed before the others; none if single rows are marked.
  private func firstRows(marked: RowSet) -> [RecordID] {
    let listing = workspace.listing
    if case .rows = marked, !marked.isEmpty { return [] }
    let places = 0..<min(RulePage.firstCount, listing.count.value)
    let ids = ((try? listing.rows(in: places)) ?? []).compactMap { $0?.id }
    return marked.isEmpty ? ids : ids.filter(marked.contains)
  }

  private func change(_ rows: RuleEffect.Rows) {
    workspace.stack.closeToList()
    guard let request, isWritten(request) else { return }
    isChanging = true
    start(isLogged: true) { [digest] store, _, errand throws(StoreError) in
      let ids = try request.ids(request.rows, in: store)
      let watcher = RowEngine.Watcher(progress: { errand.report($0) })
      return .changed(
        try request.engine(in: store).run(ids, where: rows.contains, expecting: digest, watcher))
    }
  }

  /// Writes back and returns true, or says why the rows of a request cannot be written.
  private func isWritten(_ request: Request) -> Bool {
    let result = store.writeBack()
    let marked = request.rows.markedRows
    // A rule for a list changes rows of other tables.
    let isOfList = request.field.map { workspace.listing.schema.joinedFields.contains($0) } ?? true
    let isInTheWay = (result.failures.map(\.id) + result.conflicts.map(\.id)).contains { id in
      isOfList || id.table == request.table && (marked.isEmpty || marked.contains(id))
    }
    if result.error != nil || isInTheWay, let problem = workspace.notices.unwritten(result) {
      workspace.stack.message = problem
      return false
    }
    store.flushLog()
    return true
  }

  private func start(
    isLogged: Bool, _ work: @escaping @Sendable (BookStore, News, Errand<End>) throws(StoreError) -> End
  ) {
    var options = store.options
    if !isLogged { options.editLog = nil }
    options.busyTimeout = .seconds(5)
    let path = store.path
    // What was cancelled may still be writing to the former one.
    news = News()
    errand = Errand(workspace.terminal.waker) { [options, news] errand in
      var options = options
      options.isUnwanted = { errand.isCancelled }
      do throws(StoreError) {
        let store = try BookStore(path: path, options: options)
        defer { _ = store.close() }
        return try work(store, news, errand)
      } catch {
        return .failed(error)
      }
    }
  }

  /// Finds out what would become of the first rows, so that they are shown before the others have been found, and then
  /// of all.
  private static func preview(
    _ request: Request, _ store: BookStore, _ news: News, _ errand: Errand<End>
  ) throws(StoreError) -> Int {
    let preview = RulePreview(
      engine: try request.engine(in: store), schema: try store.lists.completeSchema(of: request.table)
    ) { page, fraction in
      if let page { news.page.withLock { $0 = page } }
      errand.report(fraction)
    }
    if !request.first.isEmpty { _ = try preview.run(request.first, isPartial: true) }
    return try preview.run(request.ids(request.rows, in: store), isPartial: false)
  }

  // MARK: Ending

  /// Passes new lines to the screen, and reports what was changed.
  ///
  /// - Returns: Whether rows may have changed.
  func takeResult() -> Bool {
    let end = errand?.take()
    if end != nil { errand = nil }
    switch end {
    case .previewed(let digest):
      self.digest = digest
      news.page.withLock { $0.isComplete = true }
    case .changed(let report):
      (request, isChanging) = (nil, false)
      workspace.stack.message = BrowserWording.changedByRule(report, workspace.listing.schema)
      return true
    case .failed(.changedSince) where isChanging: showAgain()
    case .failed(let error):
      if isChanging { (request, isChanging) = (nil, false) }
      workspace.stack.message = .problem(StoreWording.sentence(error, in: workspace.listing.schema))
    case nil: break
    }
    if request != nil, !isChanging { show() }
    return false
  }

  /// Shows what the rule does with the rows that another program has changed, unless the person has gone on meanwhile.
  private func showAgain() {
    let request = request
    (self.request, isChanging) = (nil, false)
    guard let request, workspace.stack.mode == .list, workspace.listing.schema.id == request.table else {
      return workspace.stack.message = BrowserWording.rowsChangedSince(isShownAgain: false)
    }
    if preview(request.typed, request.rows) {
      workspace.stack.message = BrowserWording.rowsChangedSince(isShownAgain: true)
    }
  }

  private func show() {
    let page = news.page.withLock { $0 }
    guard page != shown else { return }
    shown = page
    workspace.stack.receive(.rule(page))
  }

  /// Cancels the work; returns false if there is none.
  func cancel() -> Bool {
    guard let errand else { return false }
    errand.cancel()
    (self.errand, isChanging) = (nil, false)
    workspace.stack.message = StoreWording.cancelled
    return true
  }

  /// Cancels the work before the program ends.
  func cancelAndWait() {
    errand?.cancelAndWait()
    errand = nil
  }

  private func close() {
    errand?.cancel()
    (errand, request) = (nil, nil)
  }
}

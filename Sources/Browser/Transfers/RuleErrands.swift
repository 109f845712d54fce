import BookStore
import Cells
import Pages
import Platform
import Queries
import Records
import Screens
import Sentences
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

  /// Rows of a table, and a rule for them as it was typed.
  private struct Request: Sendable {
    let table: TableID
    let rows: RowQuery
    let typed: String

    func ids(_ rows: RowQuery, in store: BookStore) throws(StoreError) -> [RecordID] {
      try RowSelection(of: store, table: table, rows).ids()
    }

    func change(in store: BookStore) throws(StoreError) -> RuleChange {
      guard let rule = try? FieldRule(typed, in: store.schema(of: table)) else { throw .interrupted }
      return try RuleChange([rule], of: table, in: store)
    }
  }

  private enum End: Sendable {
    case previewed(StoreError?)
    case changed(RuleReport)
    case failed(StoreError)
  }

  /// What the rows of a preview held, as digests.
  private struct Before: Sendable {
    var total = 0
    /// The digests of the rows that have a line, and can be left out.
    var rows: [RecordID: Int] = [:]

    func total(without rows: Set<RecordID>) -> Int {
      rows.reduce(total) { $0 &- (self.rows[$1] ?? 0) }
    }
  }

  private final class News: Sendable {
    let page = Mutex(RulePage())
    let fraction = Mutex<Double?>(nil)
    let before = Mutex(Before())

    func report(_ done: Double, _ waker: Waker) {
      fraction.withLock { $0 = done }
      waker.wake()
    }
  }

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  /// Whether it changes rows, rather than finds out what would be changed.
  private var isChanging = false

  /// Whether rows are being changed.
  var isChangingRows: Bool { errand != nil && isChanging }

  /// The progress, for the status line.
  var progress: WorkProgress? {
    errand.map { _ in
      WorkProgress(
        isChanging ? BrowserWording.changingByRule : BrowserWording.tryingRule,
        fraction: news.fraction.withLock { $0 }, isCancellable: true)
    }
  }

  /// Does what a screen asks for.
  func perform(_ effect: RuleEffect, _ rows: RowQuery) {
    switch effect {
    case .preview(_, let typed): preview(typed, rows)
    case .change(let leftOut): change(except: leftOut)
    case .close: close()
    }
  }

  private func preview(_ typed: String, _ rows: RowQuery) {
    close()
    if let problem = workspace.notices.unwritten(store.writeBack()) {
      return workspace.stack.message = problem
    }
    store.flushLog()
    let schema = workspace.listing.schema
    request = Request(table: schema.id, rows: rows, typed: typed)
    (shown, isChanging) = (nil, false)
    workspace.stack.openRule(schema, typed)
    start(isTrial: true, except: [])
  }

  private func change(except leftOut: Set<RecordID>) {
    guard request != nil else { return }
    if let problem = workspace.notices.unwritten(store.writeBack()) {
      return workspace.stack.message = problem
    }
    store.flushLog()
    isChanging = true
    start(isTrial: false, except: leftOut)
  }

  private func start(isTrial: Bool, except leftOut: Set<RecordID>) {
    guard let request else { return }
    var options = store.options
    if isTrial { options.editLog = nil }
    options.busyTimeout = .seconds(5)
    let path = store.path
    let expected = news.before.withLock { $0.total(without: leftOut) }
    // What was cancelled may still be writing to the former one.
    news = News()
    errand = Errand(workspace.terminal.waker) { [options, news, waker = workspace.terminal.waker] errand in
      var options = options
      options.isUnwanted = { errand.isCancelled }
      do throws(StoreError) {
        let store = try BookStore(path: path, options: options)
        defer { _ = store.close() }
        guard isTrial else {
          return .changed(try Self.change(request, except: leftOut, expecting: expected, store, news, waker))
        }
        try Self.preview(request, store, news, waker)
        return .previewed(nil)
      } catch {
        return isTrial ? .previewed(error) : .failed(error)
      }
    }
  }

  private static func change(
    _ request: Request, except leftOut: Set<RecordID>, expecting expected: Int, _ store: BookStore,
    _ news: News, _ waker: Waker
  ) throws(StoreError) -> RuleReport {
    let ids = try request.ids(request.rows, in: store).filter { !leftOut.contains($0) }
    let watcher = RuleChange.Watcher(progress: { news.report($0, waker) })
    return try request.change(in: store).run(ids, expecting: expected, watcher)
  }

  /// Finds out what would become of the first rows, so that they are shown before the others have been found, and then
  /// of all.
  private static func preview(
    _ request: Request, _ store: BookStore, _ news: News, _ waker: Waker
  ) throws(StoreError) {
    let (change, schema) = (try request.change(in: store), try store.schema(of: request.table))
    guard let rule = change.rules.first else { return }
    var first = request.rows
    first.limit = min(RulePage.firstCount, first.limit ?? RulePage.firstCount)
    for (rows, isFirst) in [(first, true), (request.rows, false)] {
      let ids = try request.ids(rows, in: store)
      var (page, digests) = (RulePage(), [RecordID: Int]())
      var watcher = RuleChange.Watcher(onRow: {
        if page.note($0, rule, schema) { digests[$0.id] = $0.digest }
      })
      watcher.progress = { fraction in
        if page.count > 0 { news.page.withLock { [page] in $0 = page } }
        news.report(isFirst ? 0 : fraction, waker)
      }
      let report = try change.run(ids, isTrial: true, watcher)
      news.page.withLock { [page] in $0 = page }
      news.before.withLock { [digests] in $0 = Before(total: report.digest, rows: digests) }
      waker.wake()
      if ids.count < RulePage.firstCount { return }
    }
  }

  // MARK: Ending

  /// Passes new lines to the screen, and reports what was changed.
  ///
  /// - Returns: Whether rows may have changed.
  func takeResult() -> Bool {
    let end = errand?.take()
    if end != nil { errand = nil }
    switch end {
    case .previewed(let error):
      news.page.withLock { $0.isComplete = error == nil }
      if let error {
        workspace.stack.message = .problem(StoreWording.sentence(error, in: workspace.listing.schema))
      }
    case .changed(let report):
      (request, isChanging) = (nil, false)
      workspace.stack.message = BrowserWording.changedByRule(report, workspace.listing.schema)
      return true
    case .failed(.changedSince):
      guard let request else { break }
      preview(request.typed, request.rows)
      workspace.stack.message = BrowserWording.rulesRowsChanged
    case .failed(let error):
      (request, isChanging) = (nil, false)
      workspace.stack.message = .problem(StoreWording.sentence(error, in: workspace.listing.schema))
    case nil: break
    }
    if request != nil, !isChanging { show() }
    return false
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

extension RulePage {
  /// Counts a row, and adds a line for one that would change or cannot.
  ///
  /// - Returns: Whether there is a line for it.
  fileprivate mutating func note(_ outcome: RuleOutcome, _ rule: FieldRule, _ schema: Schema) -> Bool {
    var (after, refusal): (Value, String?) = (.null, nil)
    switch outcome.result {
    case .same:
      sameCount += 1
      return false
    case .gone: return false
    case .changed(let new):
      changedCount += 1
      after = new.first ?? .null
    case .refused(let reason):
      refusedCount += 1
      refusal = BrowserWording.refusal(reason, schema)
    }
    guard lines.count < Self.lineLimit else { return false }
    let field = schema.fields[rule.field]
    let shown = { Wording.shortened(FieldWording.displayed($0, in: field), to: 80) }
    lines.append(
      Line(
        id: outcome.id, title: Wording.title(outcome.title, schema),
        before: shown(outcome.before.first ?? .null),
        after: shown(after), refusal: refusal))
    return true
  }
}

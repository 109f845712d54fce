import BookStore
import Cells
import Platform
import Queries
import Records
import Screens
import Synchronization

/// Previews a rule and applies it to rows, on a thread with a store of its own.
final class RuleErrands {
  private unowned let workspace: Workspace
  private let thread: ThreadErrand
  private var news = News()
  private var shown: RulePage?
  private var request: Request?
  private var digest = 0

  private struct Request: Sendable {
    let table: TableID
    let rows: RowQuery
    let typed: String
    var field: Int?
    /// Empty if the list would have to search for them.
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

  private final class News: Sendable {
    let page = Mutex(RulePage())
  }

  init(_ workspace: Workspace) { (self.workspace, thread) = (workspace, ThreadErrand(.rule, workspace)) }

  private var store: BookStore { workspace.store }

  func perform(_ effect: RuleEffect, _ rows: RowQuery) {
    switch effect {
    case .preview(_, let typed): preview(typed, rows)
    case .change(let rows): change(rows)
    case .close: close()
    }
  }

  @discardableResult
  private func preview(_ typed: String, _ rows: RowQuery) -> Bool {
    close()
    let schema = workspace.listing.schema
    var request = Request(table: schema.id, rows: rows, typed: typed)
    request.field = (try? FieldRule(typed, in: schema, takesValues: true, today: .today))?.field
    guard isWritten(request) else { return false }
    request.first = firstRows(marked: rows.markedRows)
    (self.request, shown) = (request, nil)
    workspace.stack.openRule(schema, typed)
    start(isChange: false) { [request] store, news, report throws(StoreError) in
      try Self.preview(request, store, news, report)
    } end: { [unowned self] result in
      switch result {
      case .success(let digest):
        self.digest = digest
        news.page.withLock { $0.isComplete = true }
      case .failure(let error): say(error)
      }
      show()
      return nil
    }
    return true
  }

  /// Previewed before the others; empty if single rows are marked.
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
    start(isChange: true) { [digest] store, _, report throws(StoreError) in
      let ids = try request.ids(request.rows, in: store)
      let watcher = RowEngine.Watcher(progress: report)
      return try request.engine(in: store).run(ids, where: rows.contains, expecting: digest, watcher)
    } end: { [unowned self] result in
      let former = self.request
      self.request = nil
      switch result {
      case .success(let report):
        workspace.stack.message = BrowserWording.changedByRule(report, workspace.listing.schema)
        return .rows
      case .failure(.changedSince): showAgain(former)
      case .failure(let error): say(error)
      }
      return nil
    }
  }

  private func say(_ error: StoreError) {
    workspace.stack.message = .problem(StoreWording.sentence(error, in: workspace.listing.schema))
  }

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

  private func start<Value: Sendable>(
    isChange: Bool,
    _ work:
      @escaping @Sendable (BookStore, News, @escaping (Double) -> Void) throws(StoreError) -> Value,
    end: @escaping (Result<Value, StoreError>) -> ErrandNews?
  ) {
    var options = store.options
    if !isChange { options.editLog = nil }
    options.busyTimeout = .seconds(5)
    let path = store.path
    // A cancelled thread may still be writing to the old object.
    news = News()
    thread.start(
      isChange ? BrowserWording.changingByRule : BrowserWording.tryingRule, asksBeforeLeaving: isChange,
      tell: { [unowned self] in if !isChange { show() } },
      { [options, news] thread in
        var options = options
        options.isUnwanted = { thread.isCancelled }
        return Result { () throws(StoreError) in
          let store = try BookStore(path: path, options: options)
          defer { _ = store.close() }
          return try work(store, news) { thread.report($0) }
        }
      }, end: end)
  }

  private static func preview(
    _ request: Request, _ store: BookStore, _ news: News, _ report: @escaping (Double) -> Void
  ) throws(StoreError) -> Int {
    let preview = RulePreview(
      engine: try request.engine(in: store), schema: try store.lists.completeSchema(of: request.table)
    ) { page, fraction in
      if let page { news.page.withLock { $0 = page } }
      report(fraction)
    }
    if !request.first.isEmpty { _ = try preview.run(request.first, isPartial: true) }
    return try preview.run(request.ids(request.rows, in: store), isPartial: false)
  }

  private func showAgain(_ request: Request?) {
    guard let request, workspace.stack.mode == .list, workspace.listing.schema.id == request.table else {
      return workspace.stack.message = BrowserWording.rowsChangedSince(isShownAgain: false)
    }
    if preview(request.typed, request.rows) {
      workspace.stack.message = BrowserWording.rowsChangedSince(isShownAgain: true)
    }
  }

  private func show() {
    let page = news.page.withLock { $0 }
    guard request != nil, page != shown else { return }
    shown = page
    workspace.stack.receive(.rule(page))
  }

  private func close() {
    thread.drop()
    request = nil
  }
}

private struct RulePreview {
  let engine: RowEngine
  let schema: Schema
  let publish: (RulePage?, Double) -> Void

  /// Rolls everything back, and returns the digest of the rows; those of a partial run are tried again later.
  func run(_ ids: [RecordID], isPartial: Bool) throws(StoreError) -> Int {
    let digest = try engine.digest(of: ids)
    var page = RulePage()
    var watcher = RowEngine.Watcher(onRow: { [engine, schema] outcome in
      // A conflicting row may itself change once all rows are tried.
      if isPartial, case .refused(.store) = outcome.result { return }
      if let rule = engine.rules.first { page.note(outcome, rule, schema) }
    })
    watcher.progress = { publish(page.count > 0 ? page : nil, isPartial ? 0 : $0) }
    do throws(StoreError) {
      page.untriedCount = try engine.run(ids, .trial(), watcher).untriedCount
    } catch {
      // Deferred foreign keys are checked once all rows are changed.
      guard isPartial, error.isOfDeferredKey else { throw error }
      return digest
    }
    publish(page, isPartial ? 0 : 1)
    return digest
  }
}

extension StoreError {
  fileprivate var isOfDeferredKey: Bool {
    switch self {
    case .foreignKey, .danglingReference: true
    default: false
    }
  }
}

extension RulePage {
  fileprivate mutating func note(_ outcome: RuleOutcome, _ rule: FieldRule, _ schema: Schema) {
    var (after, refusal, removal): (Value, String?, String?) = (.null, nil, nil)
    switch outcome.result {
    case .same: return sameCount += 1
    case .gone: return
    case .changed(let new):
      changedCount += 1
      after = new.first ?? .null
    case .removed:
      changedCount += 1
      removal = BrowserWording.removedByTrigger
    case .refused(let reason):
      refusedCount += 1
      refusal = BrowserWording.refusal(reason, schema)
    }
    guard lines.count < Self.lineLimit else { return }
    let field = schema.field(at: rule.field)
    let shown = { Wording.shortened(FieldWording.displayed($0, in: field), to: 80) }
    lines.append(
      Line(
        id: outcome.id, title: Wording.title(outcome.title, schema),
        before: shown(outcome.before.first ?? .null),
        after: removal ?? shown(after), refusal: refusal))
  }
}

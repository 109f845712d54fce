import BookStore
import Queries
import Records
import Screens

final class ValueReport: Report<ValueCounts> {
  private let runner: WorkRunner
  private var change: (from: Value, to: Value)?
  private var kept: Int?
  /// Counts changes that do not cause a new count of the values by themselves.
  private var changeCount = 0

  init(_ workspace: Workspace, _ runner: WorkRunner) {
    self.runner = runner
    super.init(.values, workspace)
  }

  func open(_ field: Int, of table: TableID) throws(StoreError) {
    let schema = workspace.listing.schema
    guard schema.id == table, !workspace.lists.isEmpty else {
      return workspace.stack.message = BrowserWording.noListForValues
    }
    guard !schema.field(at: field).kind.isBytes else {
      return workspace.stack.message = BrowserWording.noValues(of: schema.field(at: field))
    }
    let counts = try workspace.store.lists.values(of: field, in: workspace.listing)
    try counts.startCounting()
    begin(counts)
    workspace.stack.openValues(schema, field: field)
  }

  func match(_ words: String, keeping value: Value?) throws(StoreError) {
    try reader?.match(words)
    kept = value.flatMap { reader?.place(of: $0) }
  }

  override func name(_ counts: ValueCounts) -> String {
    BrowserWording.countingValues(of: counts.schema.field(at: counts.field))
  }

  /// While values are filtered, Esc shows all again and keeps the selected one.
  override var isCancellable: Bool { reader?.isMatching != true }
  override var isShown: Bool { workspace.stack.needs.visibleValues != nil }
  override var currentEdition: (rows: Int, dirtyCount: Int) { (changeCount, 0) }
  override func mayReadAgain() -> Bool { runner.work == nil }
  override func wasCancelled() { change = nil }
  override func wasClosed() { change = nil }

  override func update(_ counts: ValueCounts) {
    guard let places = workspace.stack.needs.visibleValues else { return }
    let number = counts.isComplete ? RowCount.exactly(counts.count) : .atLeast(counts.count)
    var window = ValuesWindow(
      start: places.lowerBound, lines: counts.lines(in: places), count: number, rowCount: counts.rowCount,
      largestCount: counts.largestCount, filter: counts.finder.text, words: counts.words)
    (window.kept, kept) = (kept, nil)
    workspace.stack.receive(.values(window))
    if let rows = counts.found, let change { begin(change, in: rows, counts) }
    readAgainIfStale()
  }

  func noteChange() { changeCount += 1 }

  func find(_ field: Int, _ value: Value) throws(StoreError) {
    guard let term = Query.term(workspace.listing.schema.field(at: field), equals: value) else {
      return workspace.stack.message = BrowserWording.notFindable
    }
    let text = reader.map { $0.finder.adding(term) } ?? term
    close()
    workspace.stack.closeToList()
    try workspace.focus.arrange(by: workspace.listing.latestOrder, finding: text, keeping: nil)
  }

  func change(from old: Value, to new: Value) throws(StoreError) {
    guard let counts = reader else { return }
    if let parts = try JoinedParts(counts.field, of: counts.schema.id, in: workspace.store) {
      return try rename(old, to: new, of: parts, counts.schema.field(at: counts.field))
    }
    try counts.startFinding(old)
    change = (old, new)
  }

  private func rename(
    _ old: Value, to new: Value, of parts: JoinedParts, _ field: Field
  ) throws(StoreError) {
    let (from, to) = (field.text(of: old), field.text(of: new))
    let step = workspace.store.beginStep(from: .listed(field.label, of: ""))
    let isDone = try parts.rename(from, to: to, step)
    workspace.stack.message = isDone ? BrowserWording.renamed(from, to) : BrowserWording.cannotRename(to)
    if isDone { noteChange() }
  }

  private func begin(_ change: (from: Value, to: Value), in rows: FoundRows, _ counts: ValueCounts) {
    self.change = nil
    do throws(StoreError) {
      let rule = FieldRule(field: counts.field, rule: .exchange(change.from, for: change.to))
      let action = try RuleAction(rule, in: workspace)
      let edited = try counts.editedRows(holding: change.from)
      runner.begin(RowWork(action, rows, and: edited, in: workspace).work)
      noteChange()
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }
}

extension ValueCounts: ReportReader {
  var result: Never? { nil }

  func startAgain() { try? startCounting() }
}

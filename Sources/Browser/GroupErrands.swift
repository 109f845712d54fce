import BookStore
import Queries
import Records
import Screens

/// Counts the groups of the sorted list for the screen that shows them and for headings.
final class GroupErrands: Errand {
  private unowned let workspace: Workspace
  private var run: GroupRun?
  /// The list whose groups are being counted, or were counted last.
  private var subject: Subject?
  /// The field whose numbers are added up, by table.
  private var totals: [TableID: Int] = [:]
  /// The groups that the screens have.
  private var shown: RowGroups?

  /// The rows that are counted, in the order in which they are counted.
  private struct Subject: Equatable {
    var source: ListSource
    var words: String
    var order: ListOrder
  }

  /// The state of the rows when they were counted: its number, and how many records were not written, which SQLite does
  /// not count.
  private var state = (edition: 0, dirtyCount: 0)

  init(_ workspace: Workspace) { self.workspace = workspace }

  /// Does what a screen asks for.
  func perform(_ effect: GroupEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .total(let field):
      totals[workspace.listing.schema.id] = field
      run?.start(field)
    case .find(let group): try find(group)
    case .unfold(let place):
      workspace.stack.receive(.headings(true))
      workspace.focus.go(.row(place + 1))
    }
  }

  /// Opens the groups of the list.
  ///
  /// Edits are written back first, because SQLite counts what is in the database.
  private func open() throws(StoreError) {
    let listing = workspace.listing
    guard !workspace.lists.isEmpty, let field = listing.latestOrder.field else {
      return workspace.stack.message = GroupWording.sortFirst
    }
    guard !listing.schema.field(at: field).kind.isBytes else {
      return workspace.stack.message = BrowserWording.noValues(of: listing.schema.field(at: field))
    }
    if let reason = workspace.store.writeBack().reason { throw reason }
    workspace.stack.openGroups(listing.schema, field: field, at: workspace.stack.needs.selectedPlace)
    if let shown, subject == current { workspace.stack.receive(.groups(shown)) }
  }

  /// The list whose groups should be counted now.
  private var current: Subject? {
    guard let listing = workspace.lists.last, let field = listing.latestOrder.field else { return nil }
    // The rest of the order does not matter, nor do the names of views.
    let order = ListOrder(field: field, isDescending: listing.latestOrder.isDescending)
    return Subject(
      source: ListSource(table: listing.schema.id, scope: listing.scope), words: listing.latestWords,
      order: order)
  }

  private var currentState: (edition: Int, dirtyCount: Int) {
    (workspace.store.relatedEdition, workspace.store.counts.dirty)
  }

  /// Shows the rows of a group in the list, as the values of a field do.
  private func find(_ group: RowGroup) throws(StoreError) {
    guard let listing = workspace.lists.last, let field = shown?.field else { return }
    let terms = group.values.compactMap { Query.term(listing.schema.field(at: field), equals: $0) }
    guard !terms.isEmpty else { return workspace.stack.message = BrowserWording.notFindable }
    let either = terms.count == 1 ? terms[0] : "(" + terms.joined(separator: " | ") + ")"
    let finder = listing.latestQuery?.finder ?? Query("", in: listing.schema)
    workspace.stack.closeToList()
    try workspace.focus.arrange(by: listing.latestOrder, finding: finder.adding(either), keeping: nil)
  }

  // MARK: Counting

  var kind: ErrandKind { .groups }
  var isOver: Bool { subject == nil }

  /// The progress of the work, if there is any.
  var progress: WorkProgress? {
    guard let run, run.isWorking, workspace.stack.kind == .groups else { return nil }
    return WorkProgress(GroupWording.counting, fraction: run.fraction, isCancellable: true)
  }

  /// Cancels the work, if there is any.
  func cancel() -> Bool {
    guard let run, run.isWorking, workspace.stack.kind == .groups else { return false }
    run.cancel()
    workspace.stack.message = StoreWording.cancelled
    return true
  }

  /// Counts what is to be counted, and passes it to the screens.
  func refresh() {
    guard workspace.stack.needs.showsGroups else { return close() }
    if subject != current { start() }
    // Rows may change very often while work goes on; one count ends before the next begins.
    if let run, !run.isWorking, state != currentState {
      state = currentState
      return run.startAgain()
    }
    guard let run, !run.isWorking, let result = run.result, result != shown else { return }
    shown = result
    workspace.stack.receive(.groups(result))
  }

  /// Starts counting other rows; the counts that are shown would be wrong for them.
  private func start() {
    run?.cancel()
    (subject, run, shown, state) = (current, nil, nil, currentState)
    workspace.stack.receive(.groups(nil))
    guard let current = subject else { return }
    var rows = RowQuery()
    let listing = workspace.listing
    (rows.query, rows.scope) = (listing.latestQuery?.finder ?? Query("", in: listing.schema), listing.scope)
    (rows.order, rows.markedRows) = (current.order, listing.marked)
    let selection = try? RowSelection(of: workspace.store, table: listing.schema.id, rows)
    run = selection?.startGroups(in: workspace.store, total: totals[listing.schema.id])
  }

  private func close() {
    guard subject != nil else { return }
    run?.cancel()
    (run, shown, subject) = (nil, nil, nil)
  }
}

import BookStore
import Queries
import Records
import Screens
import Statistics

/// Reads the statistics of a list's rows for the screen that shows them.
final class StatisticsErrands: Errand {
  private unowned let workspace: Workspace
  private let navigation: Navigation
  private var run: StatisticsRun?
  /// The list's filter when its statistics were opened.
  private var finder = Query("")
  /// The number of the rows' state that was counted.
  private var edition = 0
  /// The figures that the screen has.
  private var shown: StatisticsResult?

  init(_ workspace: Workspace, _ navigation: Navigation) {
    (self.workspace, self.navigation) = (workspace, navigation)
  }

  /// Does what a screen asks for.
  func perform(_ effect: StatisticsEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .read(let request): run?.start(request)
    case .showRows(let query): try showRows(query)
    }
  }

  /// Opens the statistics of the current list: of the year, if its rows are books whose readings are noted.
  ///
  /// Edits are written back first, because SQLite counts what is in the database.
  private func open() throws(StoreError) {
    guard !workspace.lists.isEmpty else { return }
    // There is one count at a time.
    guard !workspace.stack.needs.showsStatistics else {
      return workspace.stack.message = BrowserWording.statisticsAreOpen
    }
    workspace.completeSchema()
    try writeBack()
    let (store, listing) = (workspace.store, workspace.listing)
    var rows = RowQuery()
    (rows.query, rows.scope) = (listing.latestQuery?.finder ?? Query("", in: listing.schema), listing.scope)
    rows.markedRows = listing.marked
    let selection = try RowSelection(of: store, table: listing.schema.id, rows)
    let hasReadings = try selection.hasReadings && listing.scope == nil
    let request = hasReadings ? StatisticsRequest.year((CalendarDate.today ?? .earliest).year) : .overview
    (finder, shown) = (rows.query, nil)
    run = try selection.startStatistics(request, in: store)
    workspace.errands.begin(self)
    workspace.stack.openStatistics(selection.schema, hasReadings: hasReadings)
  }

  private func writeBack() throws(StoreError) {
    if let reason = workspace.store.writeBack().reason { throw reason }
    edition = workspace.store.relatedEdition
  }

  /// Counts again if rows have changed since, once the statistics are seen again.
  private func countAgain() {
    guard let run, !run.isWorking, workspace.stack.mode == .statistics,
      edition != workspace.store.relatedEdition, (try? writeBack()) != nil
    else { return }
    run.start(run.request)
  }

  /// Shows the rows that a query finds among those that were counted, in a list over the statistics.
  private func showRows(_ query: String) throws(StoreError) {
    guard let listing = workspace.lists.last else { return }
    let source = ListSource(table: listing.schema.id, scope: listing.scope)
    try navigation.open(source, finding: finder.adding(query))
  }

  var kind: ErrandKind { .statistics }
  var isOver: Bool { run == nil }

  /// The progress of the work, if there is any.
  var progress: WorkProgress? {
    guard let run, run.isWorking else { return nil }
    return WorkProgress(BrowserWording.countingStatistics, fraction: run.fraction, isCancellable: true)
  }

  /// Cancels the work, if there is any; what was read before stays.
  func cancel() -> Bool {
    guard let run, run.isWorking else { return false }
    run.cancel()
    workspace.stack.message = StoreWording.cancelled
    return true
  }

  /// Passes new figures to the screen.
  func refresh() {
    guard let run else { return }
    guard workspace.stack.needs.showsStatistics else { return close() }
    countAgain()
    guard let result = run.result, !run.isWorking, result != shown else { return }
    shown = result
    workspace.stack.receive(
      .statistics(
        StatisticsPage(
          result, of: run.request, in: run.schema, query: finder.text, goal: workspace.settings.goal,
          today: .today ?? .earliest)))
  }

  private func close() {
    run?.cancel()
    (run, shown) = (nil, nil)
  }
}

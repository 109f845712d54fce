import BookStore
import Queries
import Records
import Screens
import Statistics

final class StatisticsReport: Report<StatisticsRun> {
  private let navigation: Navigation
  private var finder = Query("")

  init(_ workspace: Workspace, _ navigation: Navigation) {
    self.navigation = navigation
    super.init(.statistics, workspace)
  }

  func perform(_ effect: StatisticsEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .read(let request): reader?.start(request)
    case .showRows(let query): try showRows(query)
    }
  }

  /// Opens the statistics of the current list: the reading year, if the rows are books with recorded readings.
  private func open() throws(StoreError) {
    guard !workspace.lists.isEmpty else { return }
    // Only one count runs at a time.
    guard !workspace.stack.needs.showsStatistics else {
      return workspace.stack.message = BrowserWording.statisticsAreOpen
    }
    let selection = try selectRows()
    let hasReadings = try selection.hasReadings && workspace.listing.scope == nil
    let request = hasReadings ? StatisticsRequest.year((CalendarDate.today ?? .earliest).year) : .overview
    finder = workspace.rows.query
    begin(try selection.startStatistics(request, in: workspace.store))
    workspace.stack.openStatistics(selection.schema, hasReadings: hasReadings)
  }

  private func showRows(_ query: String) throws(StoreError) {
    guard let listing = workspace.lists.last else { return }
    let source = ListSource(table: listing.schema.id, scope: listing.scope)
    try navigation.open(source, finding: finder.adding(query))
  }

  override func name(_ run: StatisticsRun) -> String { BrowserWording.countingStatistics }
  override var isShown: Bool { workspace.stack.needs.showsStatistics }

  override func mayReadAgain() -> Bool {
    workspace.stack.mode == .statistics && (try? writeBack()) != nil
  }

  override func show(_ result: StatisticsResult, of run: StatisticsRun) {
    workspace.stack.receive(
      .statistics(
        StatisticsPage(
          result, of: run.request, in: run.schema, query: finder.text, goal: workspace.settings.goal,
          today: .today ?? .earliest)))
  }
}

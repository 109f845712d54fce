import BookStore
import Queries
import Records
import Screens

final class StatisticsReport: Report<StatisticsRun> {
  private let navigation: Navigation
  private var finder = Query("")
  private var isOpening = false

  init(_ workspace: Workspace, _ navigation: Navigation) {
    self.navigation = navigation
    super.init(.statistics, workspace)
  }

  func perform(_ effect: StatisticsEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .read(let request):
      isOpening = false
      reader?.start(request)
    case .showRows(let query): try showRows(query)
    }
  }

  private func open() throws(StoreError) {
    guard !workspace.lists.isEmpty else { return }
    guard !workspace.stack.needs.shows(.statistics) else {
      return workspace.stack.message = BrowserWording.statisticsAreOpen
    }
    let selection = try selectRows()
    let empty = try selection.emptyFields
    isOpening = try selection.hasReadings && workspace.listing.scope == nil
    let year = isOpening ? (CalendarDate.today ?? .earliest).year : nil
    finder = workspace.rows.query
    begin(try selection.startStatistics(year.map { .year($0) } ?? .overview, in: workspace.store))
    workspace.stack.openStatistics(selection.schema, thisYear: year, emptyFields: empty)
  }

  private func showRows(_ query: String) throws(StoreError) {
    if !workspace.lists.isEmpty { try navigation.openPart(finding: finder.adding(query)) }
  }

  override func name(_ run: StatisticsRun) -> String { BrowserWording.countingStatistics }
  override var isShown: Bool { workspace.stack.needs.shows(.statistics) }

  override func wasCancelled() { workspace.stack.receive(.statisticsCancelled) }

  override func mayReadAgain() -> Bool {
    workspace.stack.mode == .statistics && (try? writeBack()) != nil
  }

  override func show(_ result: StatisticsResult, of run: StatisticsRun) {
    if isOpening, case .year(let figures, let years) = result, figures.isEmpty,
      let last = years.last(where: { $0 < figures.year })
    {
      isOpening = false
      return run.start(.year(last))
    }
    isOpening = false
    workspace.stack.receive(
      .statistics(
        StatisticsPage(
          result, of: run.request, in: run.schema, query: finder.text, goal: workspace.settings.goal,
          today: .today ?? .earliest)))
  }
}

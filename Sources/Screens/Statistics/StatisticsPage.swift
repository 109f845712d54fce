import Records
import Statistics

/// Statistics in words, as shown by the screen, the page and the command.
public struct StatisticsPage: Hashable, Sendable {
  /// The request that the page answers.
  public var request: StatisticsRequest
  /// The subject of the statistics: `Books in 2024`.
  public var title: String
  /// The filter of the rows, in the finder's language; empty if there is none.
  public var query: String
  /// The charts, in reading order.
  public var charts: [Chart]
  /// The titles of the books that a page about one year shows as spines, in order.
  public var titles: [String] = []
  /// Notes about all charts.
  public var notes: [String]
  /// The years with readings, for a page about one year.
  public var years: [Int]

  package init(
    request: StatisticsRequest, title: String, query: String, charts: [Chart], notes: [String],
    years: [Int] = []
  ) {
    (self.request, self.title, self.query) = (request, title, query)
    (self.charts, self.notes, self.years) = (charts, notes, years)
  }
}

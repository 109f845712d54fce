import Records
import Statistics

/// Statistics with their words: what the screen, the page, and the command show.
public struct StatisticsPage: Hashable, Sendable {
  /// What was asked for.
  public var request: StatisticsRequest
  /// What the statistics are about: `Books in 2024`.
  public var title: String
  /// What limits the rows, in the finder's language; empty if nothing does.
  public var query: String
  /// The charts, in reading order.
  public var charts: [Chart]
  /// What has to be said about all of them.
  public var notes: [String]
  /// The years with readings, for a page about one of them.
  public var years: [Int]

  /// Takes the words of statistics.
  package init(
    request: StatisticsRequest, title: String, query: String, charts: [Chart], notes: [String],
    years: [Int] = []
  ) {
    (self.request, self.title, self.query) = (request, title, query)
    (self.charts, self.notes, self.years) = (charts, notes, years)
  }
}

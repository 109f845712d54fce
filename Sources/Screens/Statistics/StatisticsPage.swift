import Queries
import Records

/// Statistics in words, for the screen, the page and the command.
public struct StatisticsPage: Hashable, Sendable {
  package var request: StatisticsRequest
  package var title: String
  /// The filter of the rows; empty without one.
  public var query: String
  package var charts: [Chart]
  /// The books that a page about a year shows as spines, in order.
  public var titles: [String] = []
  package var notes: [String]
  /// For a page about a year, all years with readings.
  public var years: [Int] = []
}

extension StatisticsPage {
  package static let months = StatisticsWording.months

  /// `query` filters the rows; `goal` is for a year.
  package init(
    _ result: StatisticsResult, of request: StatisticsRequest, in schema: Schema, query: String = "",
    goal: ReadingGoal? = nil, today: CalendarDate
  ) {
    switch result {
    case .fields(let fields):
      let index = if case .field(let request) = request { request.field } else { -1 }
      let charts = fields.map {
        FieldCharts(figures: $0, schema: schema, related: schema.related(at: index)).chart
      }
      self.init(
        request: request, title: fields.count == 1 ? charts[0].title : StatisticsWording.overview(of: schema),
        query: query, charts: charts, notes: fields.isEmpty ? [StatisticsWording.nothingTells] : [])
    case .year(let figures, let years):
      // A goal is about all books.
      let words = YearCharts(figures: figures, goal: query.isEmpty ? goal : nil, today: today)
      self.init(
        request: request, title: StatisticsWording.year(figures.year), query: query, charts: words.charts,
        titles: figures.finishedTitles, notes: words.notes, years: years)
    case .years(let years):
      self.init(
        request: request, title: StatisticsWording.allYears, query: query,
        charts: YearCharts.charts(of: years), notes: years.isEmpty ? [StatisticsWording.nothingRead] : [])
    }
  }
}

/// A request about the statistics of a list's rows.
public enum StatisticsEffect: Hashable, Sendable {
  case open
  /// Read other statistics of the same rows.
  case read(StatisticsRequest)
  case showRows(String)
}

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
  public var years: [Int] = []

  /// The names of the months in charts.
  public static let months = StatisticsWording.months

  /// Puts figures into words.
  ///
  /// - Parameters:
  ///   - schema: The table, with its related fields.
  ///   - query: What limits the rows.
  ///   - goal: What the reader wants to read in a year.
  public init(
    _ result: StatisticsResult, of request: StatisticsRequest, in schema: Schema, query: String = "",
    goal: ReadingGoal? = nil, today: CalendarDate
  ) {
    (self.request, self.query, notes) = (request, query, [])
    switch result {
    case .fields(let fields):
      let index = if case .field(let request) = request { request.field } else { -1 }
      let charts = fields.map {
        FieldCharts(figures: $0, schema: schema, related: schema.related(at: index)).chart
      }
      title = fields.count == 1 ? charts[0].title : StatisticsWording.overview(of: schema)
      self.charts = charts
      if fields.isEmpty { notes = [StatisticsWording.nothingTells] }
    case .year(let figures, let years):
      // A goal is about all books.
      let words = YearCharts(figures: figures, goal: query.isEmpty ? goal : nil, today: today)
      (title, charts, notes) = (StatisticsWording.year(figures.year), words.charts, words.notes)
      self.years = years
    case .years(let years):
      title = StatisticsWording.allYears
      charts = YearCharts.charts(of: years)
      if years.isEmpty { notes = [StatisticsWording.nothingRead] }
    }
  }
}

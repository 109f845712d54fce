import Cells
import Queries
import Records

/// Draws a year with a column for each week, a line for each weekday, and a shade for each day.
///
/// The halves or quarters of a year that does not fit are stacked.
struct CalendarDrawing {
  private let days: [Int: (bar: Int, value: Double)]
  private let first, last: Int
  private let width: Int
  private let year: Int
  private let largest: Double

  init(_ chart: Chart, year: Int, width: Int) {
    (self.year, self.width) = (year, width)
    first = CalendarDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
    last = CalendarDate(year: year, month: 12, day: 31)?.daysSince1970 ?? 0
    largest = chart.bars.map(\.value).max() ?? 0
    var days: [Int: (bar: Int, value: Double)] = [:]
    for (index, bar) in chart.bars.enumerated() {
      if let day = PartialDateText.firstDay(bar.label) { days[day.daysSince1970] = (index, bar.value) }
    }
    self.days = days
  }

  private static let dayNames = ["Mon", "", "Wed", "", "Fri", "", "Sun"]
  private static let labelWidth = 4
  private static let shades = ["░", "▒", "▓", "█"]

  private static func week(of day: Int) -> Int { Int((Double(day + 3) / 7).rounded(.down)) }

  /// Empty if not even a quarter of a year fits.
  var rows: [ChartRow] {
    let weeks = Self.week(of: first)...Self.week(of: last)
    let room = width - Self.labelWidth
    guard let parts = [1, 2, 4].first(where: { (weeks.count + $0 - 1) / $0 <= room }) else { return [] }
    let size = (weeks.count + parts - 1) / parts
    return stride(from: weeks.lowerBound, through: weeks.upperBound, by: size).flatMap { start in
      rows(start...min(start + size - 1, weeks.upperBound))
    }
  }

  private func rows(_ weeks: ClosedRange<Int>) -> [ChartRow] {
    [months(weeks)] + (0..<7).map { weekday in row(weekday, weeks) }
  }

  private func months(_ weeks: ClosedRange<Int>) -> ChartRow {
    var row = ChartRow()
    for month in 1...12 {
      guard let day = CalendarDate(year: year, month: month, day: 1) else { continue }
      let column = Self.week(of: day.daysSince1970) - weeks.lowerBound
      guard (0..<weeks.count).contains(column) else { continue }
      row.pieces.append(
        .init(
          column: Self.labelWidth + column, width: 3, text: StatisticsWording.months[month - 1], role: .dim))
    }
    return row
  }

  private func row(_ weekday: Int, _ weeks: ClosedRange<Int>) -> ChartRow {
    var row = ChartRow(pieces: [.init(column: 0, width: 3, text: Self.dayNames[weekday], role: .dim)])
    for week in weeks {
      let day = week * 7 - 3 + weekday
      guard (first...last).contains(day) else { continue }
      let column = Self.labelWidth + week - weeks.lowerBound
      guard let (bar, value) = days[day] else {
        row.pieces.append(.init(column: column, width: 1, text: "·", role: .dim))
        continue
      }
      let shade = Self.shades[max(0, min(3, Int((value / largest * 4).rounded(.up)) - 1))]
      row.pieces.append(.init(column: column, width: 1, text: shade, role: .hydrated, bar: bar))
      row.stops.append(.init(bar: bar, column: column))
    }
    return row
  }
}

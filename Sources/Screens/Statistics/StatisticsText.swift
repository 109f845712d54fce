import Cells
import Queries

/// A page of statistics as text.
public struct StatisticsText {
  private let page: StatisticsPage

  package init(_ page: StatisticsPage) { self.page = page }

  private var heading: String { page.title + (page.query.isEmpty ? "" : " (\(page.query))") }

  /// Lines of a width; ASCII unless `isUnicode`.
  public func drawing(width: Int, isUnicode: Bool) -> [String] {
    var lines = [heading]
    for chart in page.charts {
      lines.append("")
      // A page of one chart has its title.
      let rows = ChartDrawing(chart, width: width, isUnicode: isUnicode).rows.dropFirst(
        chart.title == page.title ? 1 : 0)
      lines += rows.map { Self.line($0, width, isUnicode) }
    }
    if !page.notes.isEmpty { lines += [""] + page.notes }
    return lines
  }

  private static func line(_ row: ChartRow, _ width: Int, _ isUnicode: Bool) -> String {
    guard width > 0 else { return "" }
    var frame = Frame(size: Size(columns: width, rows: 1))
    for piece in row.pieces {
      frame.write(
        piece.text, at: Position(column: piece.column, row: 0), width: piece.width, role: piece.role,
        align: piece.alignment)
    }
    let cells = (0..<width).map { frame[$0, 0] }
    let text = cells.map { isUnicode ? $0.text : AsciiFallback.text(for: $0) }.joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  package var sentences: [String] { [heading + "."] + page.charts.map(Self.sentence) + page.notes }

  /// A calendar is read by months, with the number of their days.
  private static func spoken(_ chart: Chart) -> [(label: String, text: String)] {
    guard case .calendar = chart.shape else { return chart.bars.map { ($0.label, $0.text) } }
    return StatisticsWording.months.enumerated().compactMap { index, name in
      let month = (index < 9 ? "-0" : "-") + "\(index + 1)-"
      let days = chart.bars.count { $0.label.dropFirst(1).contains(month) }
      return days == 0 ? nil : (name, StatisticsWording.count(days, "day"))
    }
  }

  static func sentence(_ chart: Chart) -> String {
    let bars = spoken(chart).map { "\($0.label) \($0.text)" }.joined(separator: "; ")
    let notes = chart.notes.map { " \($0)." }.joined()
    return "\(chart.title): \(bars.isEmpty ? "nothing" : bars).\(notes)"
  }
}

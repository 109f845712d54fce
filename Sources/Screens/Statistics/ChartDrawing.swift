import Cells
import Records
import Statistics

struct ChartDrawing {
  private let chart: Chart
  private let width: Int

  private let largest: Double

  init(_ chart: Chart, width: Int) {
    (self.chart, self.width) = (chart, max(1, width))
    largest = chart.bars.map(\.value).max() ?? 0
  }

  var rows: [ChartRow] {
    let title = ChartRow(
      pieces: [.init(column: 0, width: width, text: chart.title + sign, role: .label)])
    return [title] + bars + notes
  }

  private var sign: String {
    if case .line(let others, _) = chart.shape, !others.isEmpty { StatisticsWording.planSign } else { "" }
  }

  private var notes: [ChartRow] {
    chart.notes.flatMap { Wrap.lines(of: $0, width: width, limit: 3) }.map {
      ChartRow(pieces: [.init(column: 0, width: width, text: $0, role: .dim)])
    }
  }

  private var bars: [ChartRow] {
    switch chart.shape {
    case .bars: return horizontal
    case .facts: return facts
    case .columns: return columns ?? horizontal
    case .line(let others, let count):
      let cell = min(width / max(1, count), Self.widestCell)
      guard cell > 1, !chart.bars.isEmpty else { return horizontal }
      return figures(cell) + LineDrawing(chart, beside: others, count: count, cell: cell).rows + [
        labels(cell)
      ]
    case .calendar(let year):
      return CalendarDrawing(chart, year: year, width: width).rows
    }
  }

  private func widest(_ texts: [String]) -> Int { texts.map { TextWidth.width(of: $0) }.max() ?? 0 }

  // MARK: Bars

  private static let leastBar = 4

  private var horizontal: [ChartRow] {
    let figureWidth = min(widest(chart.bars.map(\.text)), width)
    let labelWidth = min(widest(chart.bars.map(\.label)), max(1, min(width / 2, width - figureWidth - 1)))
    let barWidth = width - labelWidth - figureWidth - 2
    return chart.bars.enumerated().map { index, bar in
      var row = ChartRow(stops: [.init(bar: index, column: 0)])
      row.pieces.append(.init(column: 0, width: labelWidth, text: bar.label, bar: index))
      if barWidth >= Self.leastBar {
        let text = BlockBar.text(bar.value, of: largest, width: barWidth)
        row.pieces.append(
          .init(column: labelWidth + 1, width: barWidth, text: text, role: .hydrated, bar: index))
      }
      row.pieces.append(
        .init(
          column: width - figureWidth, width: figureWidth, text: bar.text, role: .dim, alignment: .right,
          bar: index))
      return row
    }
  }

  // MARK: Facts

  private var facts: [ChartRow] {
    let labelWidth = min(widest(chart.bars.map(\.label)), width / 2)
    let textWidth = max(1, width - labelWidth - 2)
    return chart.bars.enumerated().flatMap { index, bar in
      let lines = Wrap.lines(of: bar.text, width: textWidth, limit: 3)
      return lines.enumerated().map { line, text in
        var row = ChartRow()
        if line == 0 {
          row.pieces.append(.init(column: 0, width: labelWidth, text: bar.label, role: .dim, bar: index))
          if bar.query != nil { row.stops = [.init(bar: index, column: 0)] }
        }
        row.pieces.append(.init(column: labelWidth + 2, width: textWidth, text: text, bar: index))
        return row
      }
    }
  }

  // MARK: Columns

  private static let height = 5
  private static let widestCell = 10

  private var columns: [ChartRow]? {
    let count = chart.bars.count
    guard count > 0 else { return [] }
    let cell = min(width / count, Self.widestCell)
    guard cell > (isMonths ? 1 : widest(chart.bars.map(\.label))) else { return nil }
    return figures(cell) + (0..<Self.height).map { blocks($0, cell) } + [labels(cell)]
  }

  /// Whether the labels are the months, which may be cut to their first letters.
  private var isMonths: Bool { chart.bars.map(\.label) == StatisticsWording.months }

  /// The figures above the columns, on two alternating lines if one has no room for all.
  private func figures(_ cell: Int) -> [ChartRow] {
    let isDense = chart.bars.indices.contains {
      chart.bars[$0].value > 0 && figure($0, cell, lines: 1) == nil
    }
    let lines = isDense ? 2 : 1
    return (0..<lines).map { line in
      ChartRow(
        pieces: chart.bars.indices.compactMap { $0 % lines == line ? figure($0, cell, lines: lines) : nil })
    }
  }

  /// The figure above a column; nil if there is none or no room, because a truncated figure would be wrong.
  private func figure(_ index: Int, _ cell: Int, lines: Int) -> ChartRow.Piece? {
    let bar = chart.bars[index]
    let room = min(cell * lines - 1, width - index * cell)
    let texts = [bar.text] + (bar.value >= 1_000 ? StatisticsWording.short(bar.value) : [])
    guard bar.value > 0, let text = texts.first(where: { TextWidth.width(of: $0) <= room }) else {
      return nil
    }
    return .init(column: index * cell, width: room, text: text, role: .dim, bar: index)
  }

  private func blocks(_ line: Int, _ cell: Int) -> ChartRow {
    ChartRow(
      pieces: chart.bars.enumerated().compactMap { index, bar in
        let cells = BlockBar.column(bar.value, of: largest, height: Self.height)
        let level = Self.height - 1 - line
        guard cells.indices.contains(level) else { return nil }
        let text = String(repeating: cells[level], count: cell - 1)
        return .init(
          column: index * cell, width: cell - 1, text: text, role: .hydrated, bar: index, keepsRole: true)
      })
  }

  private func labels(_ cell: Int) -> ChartRow {
    var row = ChartRow()
    for (index, bar) in chart.bars.enumerated() {
      let text = TextWidth.width(of: bar.label) < cell ? bar.label : String(bar.label.prefix(1))
      row.pieces.append(.init(column: index * cell, width: cell - 1, text: text, bar: index))
      row.stops.append(.init(bar: index, column: index * cell))
    }
    return row
  }
}

import Cells
import Queries
import Records

struct ChartDrawing {
  private let chart: Chart
  private let width: Int
  private let isUnicode: Bool

  private let largest: Double

  init(_ chart: Chart, width: Int, isUnicode: Bool = true) {
    (self.chart, self.width, self.isUnicode) = (chart, max(1, width), isUnicode)
    largest = chart.bars.map { max($0.value, $0.before) }.max() ?? 0
  }

  var rows: [ChartRow] {
    let title = ChartRow(pieces: [.init(column: 0, width: width, text: chart.title + sign, role: .label)])
    return [title] + bars + notes
  }

  private var sign: String {
    if case .line(let others, _) = chart.shape, !others.isEmpty { return StatisticsWording.planSign }
    return chart.yearBefore.map { showsYearBefore ? StatisticsWording.sign(ofYear: $0) : "" } ?? ""
  }

  private var showsYearBefore: Bool {
    columnCell != nil && chart.bars.contains { level(of: $0.before) > level(of: $0.value) }
  }

  private var notes: [ChartRow] {
    chart.notes.flatMap { Wrap.lines(of: $0, width: width, limit: width < Self.narrow ? 20 : 3) }.map {
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
    case .calendar(let year): return CalendarDrawing(chart, year: year, width: width).rows
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
        let text = BlockBar.row(bar.value, of: largest, width: barWidth)
        row.pieces.append(
          .init(
            column: labelWidth + 1, width: barWidth, text: text, role: .hydrated, bar: index,
            keepsRole: true))
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
    return headline + chart.bars.enumerated().flatMap { fact($1, $0, labelWidth) }
  }

  private func fact(_ bar: Chart.Bar, _ index: Int, _ labelWidth: Int) -> [ChartRow] {
    let (start, textWidth) = (labelWidth + 2, max(1, width - labelWidth - 2))
    let limit = width < Self.narrow ? 20 : 3
    var rows = Wrap.lines(of: bar.text, width: textWidth, limit: limit).enumerated().map { line, text in
      var row = ChartRow()
      if line == 0 {
        row.pieces.append(.init(column: 0, width: labelWidth, text: bar.label, role: .dim, bar: index))
        row.pieces.append(.init(column: labelWidth, width: 2, text: "", bar: index))
        if bar.query != nil { row.stops = [.init(bar: index, column: 0)] }
      }
      row.pieces.append(.init(column: start, width: textWidth, text: text, bar: index))
      return row
    }
    guard let share = bar.share else { return rows }
    let track = String(repeating: "░", count: textWidth)
    let done = BlockBar.row(share, of: 1, width: textWidth)
    rows.append(
      ChartRow(pieces: [
        .init(column: start, width: textWidth, text: track, role: .dim),
        .init(column: start, width: textWidth, text: done, role: .hydrated),
      ]))
    return rows
  }

  private static let narrow = 40
  private static let tileGap = 3

  /// Large digits over their labels, as many as fit; ASCII has no large digits.
  private var headline: [ChartRow] {
    var rows = Array(repeating: ChartRow(), count: (isUnicode ? LargeDigits.height : 1) + 1)
    var column = 0
    for bar in chart.bars {
      guard let figure = bar.figure else { continue }
      let text = StatisticsWording.figure(figure)
      let digits = isUnicode ? LargeDigits.lines(of: text) : [text]
      let tile = max(widest(digits), TextWidth.width(of: bar.label))
      guard column + tile <= width else { break }
      for (row, text) in (digits + [bar.label]).enumerated() {
        let role = row < digits.count ? Role.title : .dim
        rows[row].pieces.append(.init(column: column, width: tile, text: text, role: role))
      }
      column += tile + Self.tileGap
    }
    return column > 0 ? rows + [ChartRow()] : []
  }

  // MARK: Columns

  static let height = 5
  private static let widestCell = 10

  /// With the gap after the column; nil without columns, or without room for their labels.
  private var columnCell: Int? {
    guard !chart.bars.isEmpty else { return nil }
    let cell = min(width / chart.bars.count, Self.widestCell)
    return cell > (isMonths ? 1 : widest(chart.bars.map(\.label))) ? cell : nil
  }

  private func level(of value: Double) -> Int {
    BlockBar.column(value, of: largest, height: Self.height).count
  }

  private var columns: [ChartRow]? {
    guard !chart.bars.isEmpty else { return [] }
    guard let cell = columnCell else { return nil }
    let isDense = isDense(cell)
    var rows = Array(repeating: ChartRow(), count: Self.height + 1)
    for index in chart.bars.indices { add(index, cell, hasFigure: !isDense, to: &rows) }
    return (isDense ? figures(cell) + rows.dropFirst() : rows) + [labels(cell)]
  }

  /// The figure is on top, over the higher part of the year before.
  private func add(_ index: Int, _ cell: Int, hasFigure: Bool, to rows: inout [ChartRow]) {
    let bar = chart.bars[index]
    let own = BlockBar.column(bar.value, of: largest, height: Self.height)
    let before = level(of: bar.before)
    let figure = hasFigure ? figure(index, cell, lines: 1) : nil
    func add(_ sign: String, _ role: Role, level: Int, from start: Int = 0) {
      let width = max(0, cell - 1 - start)
      rows[Self.height - level].pieces.append(
        .init(
          column: index * cell + start, width: width, text: String(repeating: sign, count: width), role: role,
          bar: index, keepsRole: true))
    }
    if let figure { rows[Self.height - own.count].pieces.append(figure) }
    for level in own.count..<max(own.count, before) {
      // A number stands alone.
      let start = level == own.count ? figure.map { TextWidth.width(of: $0.text) + 1 } ?? 0 : 0
      add(StatisticsWording.before, .dim, level: level, from: start)
    }
    for (level, sign) in own.enumerated() { add(sign, .hydrated, level: level) }
  }

  /// Months may be cut to their first letters.
  private var isMonths: Bool { chart.bars.map(\.label) == StatisticsWording.months }

  /// Figures alternate between two lines if they do not fit on one.
  private func figures(_ cell: Int) -> [ChartRow] {
    let lines = isDense(cell) ? 2 : 1
    return (0..<lines).map { line in
      ChartRow(
        pieces: chart.bars.indices.compactMap { $0 % lines == line ? figure($0, cell, lines: lines) : nil })
    }
  }

  private func isDense(_ cell: Int) -> Bool {
    chart.bars.indices.contains { chart.bars[$0].value > 0 && figure($0, cell, lines: 1) == nil }
  }

  /// Nil without room: a truncated figure would be wrong.
  private func figure(_ index: Int, _ cell: Int, lines: Int) -> ChartRow.Piece? {
    let bar = chart.bars[index]
    let room = min(cell * lines - 1, width - index * cell)
    let texts = [bar.text] + (bar.value >= 1_000 ? StatisticsWording.short(bar.value) : [])
    guard bar.value > 0, let text = texts.first(where: { TextWidth.width(of: $0) <= room }) else {
      return nil
    }
    return .init(column: index * cell, width: room, text: text, role: .dim, bar: index)
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

/// Digits of three rows in half blocks, from glyphs of three by five dots.
private enum LargeDigits {
  static let height = 3

  /// From the top; the highest bit is on the left, and the tail of a comma is below the line.
  private static let dots: [Character: [Int]] = [
    "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
    "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 2, 2],
    "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], ".": [0, 0, 0, 0, 1], ",": [0, 0, 0, 1, 1, 2],
  ]
  /// By the upper and the lower dot.
  private static let blocks = [" ", "▄", "▀", "█"]

  static func lines(of text: String) -> [String] {
    (0..<height).map { row in text.map { line(row, of: $0) }.joined(separator: " ") }
  }

  private static func line(_ row: Int, of character: Character) -> String {
    guard let dots = dots[character] else { return String(character) }
    let (upper, lower) = (dots[2 * row], 2 * row + 1 < dots.count ? dots[2 * row + 1] : 0)
    let bits = character.isNumber ? [2, 1, 0] : character == "," ? [1, 0] : [0]
    return bits.map { bit -> String in
      let isUpper = upper >> bit & 1
      return blocks[2 * isUpper + (lower >> bit & 1)]
    }.joined()
  }
}

struct ChartRow: Hashable, Sendable {
  struct Piece: Hashable, Sendable {
    var column: Int
    var width: Int
    var text: String
    var role = Role.content
    var alignment = Frame.Alignment.left
    var bar: Int?
    /// Whether a selected piece looks the same: full blocks would hide the background, and the rest of a bar
    /// would look like the bar.
    var keepsRole = false
  }

  /// A bar that can be selected, with the column by which arrow keys find it.
  struct Stop: Hashable, Sendable {
    var bar: Int
    var column: Int
  }

  var pieces: [Piece] = []
  var stops: [Stop] = []
}

/// A line through a chart's values, from the bottom left, with points for comparison.
struct LineDrawing {
  private let values, others: [Double]
  private let cell: Int
  private let largest: Double

  /// `others` are the points; each value is at the end of its cell.
  init(_ chart: Chart, beside others: [Double], count: Int, cell: Int) {
    values = chart.bars.map(\.value)
    (self.others, self.cell) = (others, cell)
    largest = max(values.max() ?? 0, others.max() ?? 0)
  }

  var rows: [ChartRow] {
    var rows = (0..<ChartDrawing.height).map { _ in ChartRow() }
    for (column, level) in levels(others).enumerated() where column % 2 == 1 {
      rows[row(level)].pieces.append(piece("·", column, .dim))
    }
    let levels = levels(values)
    for (column, (level, next)) in zip(levels, levels.dropFirst() + levels.suffix(1)).enumerated() {
      guard next > level else {
        rows[row(level)].pieces.append(piece("─", column, .hydrated))
        continue
      }
      rows[row(level)].pieces.append(piece("┘", column, .hydrated))
      for between in level + 1..<next { rows[row(between)].pieces.append(piece("│", column, .hydrated)) }
      rows[row(next)].pieces.append(piece("┌", column, .hydrated))
    }
    return rows
  }

  private func row(_ level: Int) -> Int { ChartDrawing.height - 1 - level }

  private func piece(_ text: String, _ column: Int, _ role: Role) -> ChartRow.Piece {
    ChartRow.Piece(column: column, width: 1, text: text, role: role)
  }

  /// From 0 at the bottom, interpolated between the values.
  private func levels(_ values: [Double]) -> [Int] {
    guard largest > 0 else { return values.flatMap { _ in Array(repeating: 0, count: cell) } }
    return zip([0] + values, values).flatMap { before, value in
      (1...cell).map { step in
        let height = before + (value - before) * Double(step) / Double(cell)
        return Int((height / largest * Double(ChartDrawing.height - 1)).rounded())
      }
    }
  }
}

import Formats
import Queries
import Records
import Screens

struct StatisticsHTML {
  private let page: StatisticsPage

  init(_ page: StatisticsPage) { self.page = page }

  var text: String {
    var lines = HTMLPage.head(title: page.title, rules: [Self.rules])
    lines.append("<h1>\(MarkupText.escaped(page.title))</h1>")
    if !page.query.isEmpty {
      lines.append("<p class=\"quiet\">Only: <code>\(MarkupText.escaped(page.query))</code></p>")
    }
    for chart in page.charts { lines += section(chart) }
    lines += page.notes.map { "<p class=\"quiet\">\(MarkupText.escaped($0))</p>" }
    return (lines + HTMLPage.end).joined(separator: "\n")
  }

  private static let rules = """
    svg { font: 13px system-ui, sans-serif; }
    svg text { fill: var(--ink); } svg .quiet { fill: var(--quiet); }
    svg .bar { fill: var(--curve); } svg .none { fill: var(--screen); stroke: var(--rule); stroke-width: .5; }
    svg polyline { fill: none; stroke-width: 2; }
    svg .line { stroke: var(--curve); } svg .plan { stroke: var(--quiet); stroke-dasharray: 4 4; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
    dt { color: var(--quiet); } dd { margin: 0; } section { break-inside: avoid; }
    """

  private func section(_ chart: Chart) -> [String] {
    // A page with a single chart already has its title.
    let heading = chart.title == page.title ? [] : ["<h2>\(MarkupText.escaped(chart.title))</h2>"]
    var lines = ["<section>"] + heading
    switch chart.shape {
    case .facts: lines += facts(chart)
    case .bars: lines += svg(chart, height: chart.bars.count * Self.lineHeight, bars(chart))
    case .columns: lines += svg(chart, height: Self.columnHeight + 40, columns(chart))
    case .line(let others, let count):
      lines += svg(chart, height: Self.columnHeight + 40, line(chart, beside: others, count: count))
    case .calendar(let year): lines += svg(chart, height: 7 * Self.daySize + 24, calendar(chart, year))
    }
    lines += chart.notes.map { "<p class=\"quiet\">\(MarkupText.escaped($0))</p>" }
    return lines + ["</section>"]
  }

  private func facts(_ chart: Chart) -> [String] {
    let entries = chart.bars.map {
      "<dt>\(MarkupText.escaped($0.label))</dt><dd>\(MarkupText.escaped($0.text))</dd>"
    }
    return ["<dl>"] + entries + ["</dl>"]
  }

  private static let width = 720
  private static let lineHeight = 22
  private static let columnHeight = 160
  private static let daySize = 13

  /// A drawing whose accessible text is the sentence of its chart.
  private func svg(_ chart: Chart, height: Int, _ lines: [String]) -> [String] {
    let words = chart.bars.map { "\($0.label) \($0.text)" }.joined(separator: "; ")
    let label = MarkupText.escaped("\(chart.title): \(words)")
    return ["<svg viewBox=\"0 0 \(Self.width) \(height)\" role=\"img\" aria-label=\"\(label)\">"] + lines
      + ["</svg>"]
  }

  private func largest(_ chart: Chart) -> Double {
    max(chart.bars.map(\.value).max() ?? 0, .leastNormalMagnitude)
  }

  private func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String = "start", isQuiet: Bool = false
  ) -> String {
    let kind = isQuiet ? " class=\"quiet\"" : ""
    return
      "<text x=\"\(MarkupText.number(x))\" y=\"\(MarkupText.number(y))\" text-anchor=\"\(anchor)\"\(kind)>\(MarkupText.escaped(text))</text>"
  }

  private func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    let numbers = [x, y, width, height].map(MarkupText.number)
    return
      "<rect class=\"bar\" x=\"\(numbers[0])\" y=\"\(numbers[1])\" width=\"\(numbers[2])\" height=\"\(numbers[3])\"/>"
  }

  private func shortened(_ label: String) -> String { label.count > 30 ? label.prefix(29) + "…" : label }

  private func bars(_ chart: Chart) -> [String] {
    let (start, room, largest) = (220.0, Double(Self.width) - 220 - 90, largest(chart))
    return chart.bars.enumerated().flatMap { index, bar in
      let y = Double(index * Self.lineHeight)
      let width = bar.value / largest * room
      return [
        text(shortened(bar.label), start - 10, y + 15, anchor: "end"),
        rectangle(start, y + 3, width, Double(Self.lineHeight - 6)),
        text(bar.text, start + width + 6, y + 15, isQuiet: true),
      ]
    }
  }

  private func columns(_ chart: Chart) -> [String] {
    let (cell, largest) = (Double(Self.width) / Double(max(1, chart.bars.count)), largest(chart))
    // If the labels would overlap, only some are shown.
    let longest = Double((chart.bars.map(\.label.count).max() ?? 1) * 8)
    let step = max(1, Int((longest / cell).rounded(.up)))
    return chart.bars.enumerated().flatMap { index, bar -> [String] in
      let (x, height) = (Double(index) * cell, bar.value / largest * Double(Self.columnHeight))
      let middle = x + cell / 2
      let bottom = Double(Self.columnHeight) + 18
      var lines = [rectangle(x + cell * 0.12, bottom - height, cell * 0.76, height)]
      if bar.value > 0, Double(bar.text.count * 8) <= cell {
        lines.append(text(bar.text, middle, bottom - height - 4, anchor: "middle", isQuiet: true))
      }
      if index % step == 0 { lines.append(text(bar.label, middle, bottom + 16, anchor: "middle")) }
      return lines
    }
  }

  /// A line through the values, each at the end of its cell, and a dashed line for comparison.
  private func line(_ chart: Chart, beside others: [Double], count: Int) -> [String] {
    let values = chart.bars.map(\.value)
    let cell = Double(Self.width) / Double(max(1, count))
    let (largest, bottom) = (max(largest(chart), others.max() ?? 0), Double(Self.columnHeight) + 18)
    func point(_ index: Int, _ value: Double) -> (x: Double, y: Double) {
      (Double(index) * cell, bottom - value / largest * Double(Self.columnHeight))
    }
    func path(_ values: [Double], _ kind: String) -> String {
      let points = ([0] + values).enumerated().map { index, value in
        let place = point(index, value)
        return "\(MarkupText.number(place.x)),\(MarkupText.number(place.y))"
      }
      return "<polyline class=\"\(kind)\" points=\"\(points.joined(separator: " "))\"/>"
    }
    let lines = (others.isEmpty ? [] : [path(others, "plan")]) + [path(values, "line")]
    return lines
      + chart.bars.enumerated().flatMap { index, bar in
        let place = point(index + 1, bar.value)
        return [
          text(bar.text, place.x - 4, place.y - 5, anchor: "end", isQuiet: true),
          text(bar.label, place.x - cell / 2, bottom + 16, anchor: "middle"),
        ]
      }
  }

  private func calendar(_ chart: Chart, _ year: Int) -> [String] {
    let values = Dictionary(chart.bars.map { ($0.label, $0) }) { first, _ in first }
    let largest = largest(chart)
    guard let first = CalendarDate(year: year, month: 1, day: 1) else { return [] }
    return (0..<(CalendarDate.isLeap(year) ? 366 : 365)).flatMap { index -> [String] in
      let day = first.stepped(.day, by: index)
      let (column, row) = ((index + first.weekday) / 7, day.weekday)
      let (x, y) = (Double(column * Self.daySize) + 4, Double(row * Self.daySize) + 20)
      let bar = values["\(day)"]
      let opacity = bar.map { 0.35 + 0.65 * $0.value / largest } ?? 1
      let shape = bar == nil ? "none" : "bar\" fill-opacity=\"\(Int(opacity * 100))%"
      var lines = [
        "<rect class=\"\(shape)\" x=\"\(MarkupText.number(x))\" y=\"\(MarkupText.number(y))\" width=\"\(Self.daySize - 2)\" height=\"\(Self.daySize - 2)\"><title>\(day)\(bar.map { ": " + $0.text } ?? "")</title></rect>"
      ]
      if day.day == 1 {
        lines.append(text(StatisticsPage.months[day.month - 1], x, 14, isQuiet: true))
      }
      return lines
    }
  }
}

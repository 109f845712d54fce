import Cells
import Formats
import Recording
import Screens

/// The tour as one self-contained HTML page: screens, statements, curves, claims.
package struct DemoPage {
  private let log: TourLog
  private let report: DemoReport
  private let library: ScratchLibrary
  private let styles: (light: [Role: TextStyle], dark: [Role: TextStyle])

  /// Creates a page from a report on a library of the same books, with styles for light and dark backgrounds.
  package init(
    _ log: TourLog, _ report: DemoReport, _ library: ScratchLibrary, light: [Role: TextStyle],
    dark: [Role: TextStyle]
  ) {
    (self.log, self.report, self.library) = (log, report, library)
    styles = (light, dark)
  }

  package var html: String {
    var lines = head + overview
    for (number, step) in log.steps.enumerated() { lines += section(number, step) }
    lines += claims
    return (lines + HTMLPage.end).joined(separator: "\n")
  }

  // MARK: - The head

  private var head: [String] {
    HTMLPage.head(
      title: "booklist demo",
      rules: [
        Self.rules, FrameDrawing.rules(styles.light), "@media screen and (prefers-color-scheme: dark) {",
        FrameDrawing.rules(styles.dark), "}",
      ])
  }

  private static let rules = """
    svg.screen { font: 14px 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace; }
    svg.screen text { white-space: pre; }
    svg .ground { fill: var(--screen); stroke: var(--rule); }
    svg .line { stroke: var(--quiet); fill: none; }
    svg.curve { font: 11px system-ui, sans-serif; }
    svg.curve text { fill: var(--quiet); }
    svg.curve text.name { fill: var(--ink); font-size: 13px; }
    svg.curve polyline { fill: none; stroke: var(--curve); stroke-width: 1.5; }
    svg.curve .step { stroke: var(--rule); stroke-dasharray: 2 3; }
    svg.curve .axis { stroke: var(--quiet); fill: none; }
    td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
    td.good, td.bad { white-space: nowrap; }
    td.good { color: var(--good); } td.bad { color: var(--bad); font-weight: bold; }
    code { font: .85em/1.4 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    summary { cursor: pointer; }
    """

  // MARK: - What was shown

  private var overview: [String] {
    let books =
      "\(Wording.number(library.count)) books that nobody has written, made from seed \(library.seed)"
    let idea = """
      The list knows only keys and titles. The first look at a book reads its other fields, and a memory warning writes the \
      changes back and releases all fields.
      """
    var lines = [
      "<h1>Object hydration, step by step</h1>", "<p>\(idea)</p>",
      "<p class=\"quiet\">\(books). <code>booklist demo --books \(library.count)</code> shows the same.</p>",
    ]
    lines += curve("Bytes of records", \.heldBytes)
    lines += curve("Anonymous memory of the process", \.anonymousBytes)
    lines += curve("Resident memory of the process", \.residentBytes)
    lines.append("<p class=\"quiet\">The dotted lines are the beginnings of the steps below.</p>")
    return lines
  }

  private func curve(_ title: String, _ path: KeyPath<TourLog.Sample, Int>) -> [String] {
    MemoryCurve(
      title: title, points: log.samples.map { ($0.time, $0[keyPath: path]) }, starts: log.steps.map(\.start)
    ).lines
  }

  private func section(_ number: Int, _ step: TourLog.Step) -> [String] {
    let title = MarkupText.escaped("\(number + 1). \(step.step.title)")
    let isSplit = step.screen.map { $0.size.columns >= ScreenSettings.splitColumns } ?? true
    let lines = DemoWording.text(of: step.step, bookCount: library.count, isSplit: isSplit)
    let text = MarkupText.escaped(lines.joined(separator: " "))
    let drawing = step.screen.map { FrameDrawing($0, title: "The screen after “\(step.step.title)”").svg }
    var section = ["<section>", "<h2>\(title)</h2>", "<p>\(text)</p>"]
    if let drawing { section.append(drawing) }
    section += figures(step)
    section += statements(step)
    section.append("</section>")
    return section
  }

  private func figures(_ step: TourLog.Step) -> [String] {
    let heads = ["", "Hydrated", "Dirty", "Bytes of records", "Anonymous memory", "Resident memory"]
    let rows = [("Before", step.before), ("After", step.after)].map { name, figures in
      [
        name, Wording.number(figures.hydrated), Wording.number(figures.dirty),
        Wording.bytes(figures.heldBytes), Wording.bytes(figures.anonymousBytes),
        Wording.bytes(figures.residentBytes),
      ]
    }
    return Self.table(heads, rows)
  }

  private func statements(_ step: TourLog.Step) -> [String] {
    let summary = MarkupText.escaped("Statements: " + DemoWording.statements(step.ran))
    guard !step.texts.all.isEmpty else { return ["<p>\(summary)</p>"] }
    var rows = step.texts.all.map { sql, count in
      "<tr><td class=\"number\">\(Wording.number(count))</td><td><code>\(MarkupText.escaped(Self.shortened(sql)))</code></td></tr>"
    }
    if step.texts.otherCount > 0 {
      rows.append(
        "<tr><td class=\"number\">\(Wording.number(step.texts.otherCount))</td><td>others</td></tr>")
    }
    rows.insert("<details open><summary>\(summary)</summary><table>", at: 0)
    rows.append("</table></details>")
    return rows
  }

  private static func shortened(_ sql: String) -> String {
    var words: [Substring] = []
    var length = 0
    for word in sql.split(separator: " ") {
      length = word == "?," ? length + 1 : 0
      if length < 4 { words.append(word) } else if length == 4 { words.append("…,") }
    }
    return words.joined(separator: " ")
  }

  // MARK: - What holds

  private var claims: [String] {
    let heads = ["Promise", "Claim", "Expected", "Measured", ""].map { "<th>\($0)</th>" }.joined()
    let how = "They were measured by <code>booklist demo --script</code>, on a library of the same books."
    var lines = [
      "<section>", "<h2>What is promised, and what was measured</h2>",
      "<p>\(MarkupText.escaped(DemoWording.verdict(report.claims))) \(how)</p>", "<table>",
      "<thead><tr>\(heads)</tr></thead>", "<tbody>",
    ]
    lines += report.claims.map(row)
    lines += ["</tbody>", "</table>", "</section>"]
    return lines
  }

  private func row(_ claim: Claim) -> String {
    let texts = [claim.claim, claim.expected, claim.measured].map { "<td>\(MarkupText.escaped($0))</td>" }
    let verdict =
      claim.holds ? "<td class=\"good\">✓ holds</td>" : "<td class=\"bad\">✗ does not hold</td>"
    return "<tr><td class=\"number\">\(claim.promise)</td>\(texts.joined())\(verdict)</tr>"
  }

  private static func table(_ heads: [String], _ rows: [[String]]) -> [String] {
    func cells(_ texts: [String], _ name: String) -> String {
      let cells = texts.enumerated().map { column, text in
        let kind = column > 0 ? " class=\"number\"" : ""
        return "<\(name)\(kind)>\(MarkupText.escaped(text))</\(name)>"
      }
      return "<tr>\(cells.joined())</tr>"
    }
    let body = rows.map { cells($0, "td") }
    return ["<table>", cells(heads, "th")] + body + ["</table>"]
  }
}

/// A drawing of a memory figure over the time of a tour, with a line at the start of each step.
struct MemoryCurve {
  let title: String
  let points: [(time: Double, bytes: Int)]
  let starts: [Double]

  private static let size = (width: 720, height: 150)
  private static let margin = (left: 70, right: 10, top: 22, bottom: 22)

  private var last: Double { max(points.last?.time ?? 0, 0.001) }
  private var most: Int { max(points.map(\.bytes).max() ?? 0, 1) }

  var lines: [String] {
    guard points.count > 1 else { return [] }
    let name = MarkupText.escaped("\(title): at most \(Wording.bytes(most))")
    let (size, margin) = (Self.size, Self.margin)
    let bottom = size.height - margin.bottom
    // Each value holds until the next measurement, so the line has steps.
    let later = zip(points, points.dropFirst()).flatMap { [($1.time, $0.bytes), ($1.time, $1.bytes)] }
    let corners = [(points[0].time, points[0].bytes)] + later
    let path = corners.map { "\(x($0.0)),\(y($0.1))" }.joined(separator: " ")
    var lines = [
      "<svg class=\"curve\" viewBox=\"0 0 \(size.width) \(size.height)\" role=\"img\" aria-label=\"\(name)\">",
      "<text x=\"\(margin.left)\" y=\"14\" class=\"name\">\(MarkupText.escaped(title))</text>",
    ]
    for (number, start) in starts.enumerated() {
      lines.append("<path class=\"step\" d=\"M\(x(start)) \(margin.top)V\(bottom)\"/>")
      lines.append("<text x=\"\(x(start))\" y=\"\(size.height - 7)\">\(number + 1)</text>")
    }
    let end = "x=\"\(size.width - margin.right)\" y=\"\(size.height - 7)\" text-anchor=\"end\""
    lines += [
      "<text \(end)>\(Int(last.rounded())) s</text>",
      "<path class=\"axis\" d=\"M\(margin.left) \(margin.top)V\(bottom)H\(size.width - margin.right)\"/>",
      "<text x=\"\(margin.left - 6)\" y=\"\(margin.top + 5)\" text-anchor=\"end\">\(Wording.bytes(most))</text>",
      "<text x=\"\(margin.left - 6)\" y=\"\(bottom)\" text-anchor=\"end\">0</text>",
      "<polyline points=\"\(path)\"/>",
      "</svg>",
    ]
    return lines
  }

  private func x(_ time: Double) -> String {
    let room = Double(Self.size.width - Self.margin.left - Self.margin.right)
    return MarkupText.number(Double(Self.margin.left) + room * time / last)
  }

  private func y(_ bytes: Int) -> String {
    let room = Double(Self.size.height - Self.margin.top - Self.margin.bottom)
    return MarkupText.number(
      Double(Self.size.height - Self.margin.bottom) - room * Double(bytes) / Double(most))
  }
}

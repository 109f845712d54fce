import Cells
import Screens

/// The comparison on a screen: the strategies with their counters, and three policies under a budget.
package struct CompareView {
  package enum Wish: Hashable, Sendable {
    case run(CompareOptions)
    case runBudget(CompareOptions)
    case quit
  }

  private(set) var options: CompareOptions
  private var policies: PolicyRace
  private var figures: [LoadingStrategy: StrategyFigures] = [:]

  private static let latencies: [Duration] = [.zero, .milliseconds(2), .milliseconds(10)]
  /// Accesses of the policies per call, 20 times a second.
  private static let step = 20

  /// Creates a view that shows nothing yet.
  package init(_ options: CompareOptions) {
    self.options = options
    policies = PolicyRace(books: options.books, budget: options.budget)
  }

  /// Takes the current figures of the strategies, and continues the policies.
  package mutating func look(at race: CompareRace) {
    for strategy in LoadingStrategy.allCases { figures[strategy] = race.figures(strategy) }
    policies.run(Self.step)
  }

  package var isMoving: Bool { !policies.isOver }

  mutating func take(_ figures: [LoadingStrategy: StrategyFigures], looks: Int) {
    self.figures = figures
    policies.run(looks)
  }

  package mutating func press(_ key: Key) -> Wish? {
    switch KeyMap.standard.meaning(of: key, in: .list) {
    case .character("q"), .escape, .control("c"): return .quit
    case .character("r"): startPolicies()
    case .character("l"): options.latency = Self.latencies.first { $0 > options.latency } ?? .zero
    case .character("["): return setBudget(options.budget / 2)
    case .character("]"): return setBudget(options.budget * 2)
    default: return nil
    }
    return .run(options)
  }

  private mutating func setBudget(_ budget: Int) -> Wish? {
    let budget = max(CompareOptions.budgets.lowerBound, min(budget, CompareOptions.budgets.upperBound))
    guard budget != options.budget else { return nil }
    options.budget = budget
    // Hits with another budget say nothing about this one.
    startPolicies()
    return .runBudget(options)
  }

  private mutating func startPolicies() {
    policies = PolicyRace(books: options.books, budget: options.budget)
  }

  /// Draws everything; a small terminal has no room for the explanations.
  package func draw(on size: Size) -> Frame {
    var frame = Frame(size: size)
    guard size.rows > 2 else { return frame }
    frame.fill(row: 0, role: .bar)
    let title = "Compare · " + CompareWording.title(options)
    frame.write(title, at: Position(column: 1, row: 0), width: size.columns - 2, role: .title)
    var row = 2
    drawTable(on: &frame, &row, isExplained: size.rows >= 23)
    if size.rows >= 21 { drawLines(CompareWording.lesson(options), on: &frame, &row, role: .message) }
    drawPolicies(on: &frame, &row)
    frame.fill(row: size.rows - 1, role: .bar)
    frame.write(
      CompareWording.keys, at: Position(column: 1, row: size.rows - 1), width: size.columns - 2, role: .dim)
    return frame
  }

  private static func columns(width: Int) -> [(cell: Int, end: Int)] {
    width >= 80
      ? [(1, 23), (2, 33), (3, 43), (4, 53), (5, 62), (6, 71), (7, 80)] : [(1, 25), (4, 32), (6, 40)]
  }

  private func drawTable(on frame: inout Frame, _ row: inout Int, isExplained: Bool) {
    drawCells(CompareWording.heads, on: &frame, row, role: .label)
    drawBars(on: &frame, row, role: .label) { _, measure in measure.title }
    row += 1
    let bars = CompareBars(figures)
    for strategy in LoadingStrategy.allCases {
      let figures = figures[strategy] ?? StrategyFigures()
      let role = figures.isDone ? Role.content : .message
      drawCells(CompareWording.cells(strategy, figures), on: &frame, row, role: role)
      drawBars(on: &frame, row, role: role) { bars.bar(strategy, $1, width: $0) }
      row += 1
      if isExplained { drawLines([strategy.explanation], on: &frame, &row, role: .dim, gap: 0, indent: 3) }
    }
    row += 1
    guard frame.size.columns < Self.barWidth, frame.size.rows >= Self.barHeight else { return }
    drawLines(bars.lines(width: frame.size.columns - 2), on: &frame, &row, role: .content)
  }

  /// The least width for bars beside the table, and otherwise the least height for bars below it.
  private static let (barWidth, barHeight) = (100, 36)

  private func drawBars(
    on frame: inout Frame, _ row: Int, role: Role, _ text: (Int, CompareBars.Measure) -> String
  ) {
    guard frame.size.columns >= Self.barWidth, row < frame.size.rows - 1 else { return }
    let start = 82
    let width = (frame.size.columns - start - 2) / CompareBars.measures.count
    for (place, measure) in CompareBars.measures.enumerated() {
      let position = Position(column: start + place * (width + 1), row: row)
      frame.write(text(width, measure), at: position, width: width, role: role)
    }
  }

  private func drawCells(_ cells: [String], on frame: inout Frame, _ row: Int, role: Role) {
    guard row < frame.size.rows - 1 else { return }
    frame.write(cells[0], at: Position(column: 1, row: row), width: 14, role: role)
    for (cell, end) in Self.columns(width: frame.size.columns) {
      let width = TextWidth.width(of: cells[cell])
      frame.write(cells[cell], at: Position(column: end - 1 - width, row: row), width: width, role: role)
    }
  }

  private func drawLines(
    _ lines: [String], on frame: inout Frame, _ row: inout Int, role: Role, gap: Int = 1, indent: Int = 1
  ) {
    for line in lines where row < frame.size.rows - 1 {
      frame.write(
        line, at: Position(column: indent, row: row), width: frame.size.columns - indent - 1, role: role)
      row += 1
    }
    row += gap
  }

  private func drawPolicies(on frame: inout Frame, _ row: inout Int) {
    let head = CompareWording.policies(options.budget, policies.lookCount)
    drawLines([head], on: &frame, &row, role: .label, gap: 0)
    for result in policies.results where row < frame.size.rows - 1 {
      frame.write(result.policy.rawValue, at: Position(column: 1, row: row), width: 20, role: .content)
      frame.write(
        CompareWording.policy(result), at: Position(column: 22, row: row), width: frame.size.columns - 23,
        role: .content)
      row += 1
    }
  }
}

import Cells
import Records

/// The pane in which the store can be watched at work: what is held, the statements, the memory, what goes next.
struct Inspector: Hashable, Sendable {
  private(set) var state = InspectorState()
  /// The pane as it was drawn last, while nothing has changed since; most frames of long work are about something else.
  private var drawn: Frame?
  /// Whether the keys are about it.
  var isFocused = false {
    didSet { drawn = nil }
  }
  /// Whether it is to have the whole screen.
  var isWhole = false
  /// What the statements that are shown are for; nil for all.
  private(set) var filter: StatementPurpose?
  private(set) var isPaused = false
  /// How many newer statements are passed over.
  private(set) var offset = 0

  /// Whether the statements stay as they are: somebody reads them.
  var isFrozen: Bool { isPaused || offset > 0 }

  /// What it has room for in a layout.
  func request(_ layout: Layout) -> InspectorRequest {
    let plan = InspectorPlan(layout: layout)
    return InspectorRequest(
      cells: plan.map.columns.count * plan.map.rows.count, statementCount: plan.statementCount,
      offset: offset, filter: filter, isFrozen: isFrozen, nextToGoCount: max(0, plan.release.rows.count - 1))
  }

  /// Does what a key says that is about the statements.
  mutating func perform(_ action: Action, layout: Layout) {
    let visible = InspectorPlan(layout: layout).statementCount
    drawn = nil
    switch action {
    case .move(let rows): scroll(by: -rows, visible)
    case .moveHalfPages(let halves): scroll(by: -halves * max(1, visible / 2), visible)
    case .first: scroll(by: state.statementCount, visible)
    case .last: scroll(by: -offset, visible)
    case .filterStatements(let purpose):
      filter = filter == purpose ? nil : purpose
      offset = 0
    case .pause: if isFrozen { (isPaused, offset) = (false, 0) } else { isPaused = true }
    default: break
    }
  }

  private mutating func scroll(by rows: Int, _ visible: Int) {
    offset = max(0, min(offset + rows, state.statementCount - visible))
  }

  /// Takes the state to show in a layout.
  mutating func receive(_ state: InspectorState, _ layout: Layout) {
    self.state = state
    drawn = nil
    drawn = frame(layout)
  }

  /// The pane with its bar.
  func frame(_ layout: Layout) -> Frame {
    if let drawn, drawn.size == layout.size { return drawn }
    var frame = Frame(size: layout.size)
    if layout.hasBar { bar.draw(on: &frame, row: 0, margin: layout.margin) }
    draw(on: &frame, layout: layout)
    return frame
  }

  // MARK: - Drawing

  var bar: Bar { Bar(title: Wording.inspector, right: .init("i")) }

  func draw(on frame: inout Frame, layout: Layout) {
    let plan = InspectorPlan(layout: layout)
    MapPicture(map: state.map).draw(on: &frame, plan.map, legend: plan.legend)
    MemoryLines(history: state.history, start: state.historyStart).draw(on: &frame, plan)
    drawLog(on: &frame, plan)
    drawNextToGo(on: &frame, plan.release)
  }

  private func drawHeading(_ spans: [Span], on frame: inout Frame, _ area: InspectorPlan.Area, isChosen: Bool)
  {
    let row = area.rows.lowerBound
    if isChosen { frame.fill(row: row, columns: area.columns, role: .selected) }
    frame.write(
      isChosen ? spans.map { Span($0.text, .selected) } : spans,
      at: Position(column: area.columns.lowerBound, row: row), width: area.columns.count)
  }

  private func drawLog(on frame: inout Frame, _ plan: InspectorPlan) {
    guard !plan.log.rows.isEmpty else { return }
    let what = filter.map(Wording.name) ?? Wording.allStatements
    let count = (state.isCut ? Wording.last : "") + Wording.number(state.statementCount)
    let held = isFrozen ? " · " + Wording.held(isPaused: isPaused, offset: offset) : ""
    drawHeading(
      [Span(Wording.statements, .label), Span(" · \(what) · \(count)\(held)", .dim)], on: &frame, plan.log,
      isChosen: isFocused)
    let height = plan.statementHeight
    var row = plan.log.rows.lowerBound + 1
    for statement in state.statements.suffix(plan.statementCount) {
      let line = StatementLine(statement: statement, secondsFromUTC: state.secondsFromUTC)
      for spans in line.lines(width: plan.log.columns.count, count: height) {
        frame.write(
          spans, at: Position(column: plan.log.columns.lowerBound, row: row), width: plan.log.columns.count)
        row += 1
      }
    }
  }

  private func drawNextToGo(on frame: inout Frame, _ area: InspectorPlan.Area) {
    guard !area.rows.isEmpty else { return }
    let budget = state.budget > 0 ? " · " + Wording.budget(state.budget) : ""
    drawHeading(
      [Span(Wording.nextToGo, .label), Span(budget, .dim)], on: &frame, area, isChosen: false)
    guard !state.nextToGo.isEmpty else {
      let place = Position(column: area.columns.lowerBound, row: area.rows.lowerBound + 1)
      if area.rows.count > 1 {
        frame.write(Wording.nothingHeld, at: place, width: area.columns.count, role: .dim)
      }
      return
    }
    for (row, entry) in zip(area.rows.dropFirst(), state.nextToGo) {
      frame.write(
        spans(of: entry), at: Position(column: area.columns.lowerBound, row: row), width: area.columns.count)
    }
  }

  private func spans(of entry: ReleaseEntry) -> [Span] {
    let title: String =
      switch entry.title {
      case .null: Wording.null
      case .text(let text): text.string
      default: StatementLine.literal(entry.title)
      }
    return [
      Span(
        Wording.padded(Wording.age(entry.age), 7) + Wording.padded(Wording.bytes(entry.byteCount), 9), .dim),
      entry.isDirty ? Span("  ◆ ", .dirty) : Span("  ● ", .hydrated), Span(title, .content),
    ]
  }
}

import Cells
import Records

extension Inspector {
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

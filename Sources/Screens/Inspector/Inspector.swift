import Cells
import Records

/// Shows the store at work: held records, statements, memory, next evictions.
///
/// Not a `LinesScreen`, because it holds only the visible statements of a growing log.
struct Inspector: Hashable, Sendable {
  var page = InspectorPage.store {
    didSet { drawn = nil }
  }
  private var comparison: ComparisonPane?
  private var account: SessionAccount?
  private(set) var state = InspectorState()
  /// The last frame, until something changes; most frames are about something else.
  private var drawn: Frame?
  var isFocused = false {
    didSet { drawn = nil }
  }
  var isWhole = false
  private(set) var filter: StatementPurpose?
  private(set) var isPaused = false
  private(set) var isGrouped = false
  /// The number of newer statements, or of more frequent groups, that are scrolled past.
  private(set) var offset = 0

  var isFrozen: Bool { isPaused || offset > 0 }

  init(page: InspectorPage = .store) { self.page = page }

  private var figureCount: Int { state.history.last?.disk == nil ? 5 : 6 }

  func request(_ layout: Layout) -> InspectorRequest {
    let plan = InspectorPlan(layout: aboveAccount(layout), figureCount: figureCount)
    return InspectorRequest(
      cells: plan.map.columns.count * plan.map.rows.count, statementCount: plan.statementCount,
      offset: offset, filter: filter, isGrouped: isGrouped, isFrozen: isFrozen,
      nextToGoCount: max(0, plan.release.rows.count - 1))
  }

  mutating func perform(_ action: Action, layout: Layout) {
    drawn = nil
    guard page == .store else {
      comparison?.perform(action, layout: layout)
      return
    }
    let visible = InspectorPlan(layout: aboveAccount(layout)).statementCount
    switch action {
    case .move(let rows): scroll(down: rows)
    case .moveHalfPages(let halves): scroll(down: halves * max(1, visible / 2))
    case .first: offset = isGrouped ? 0 : max(0, state.statementCount - visible)
    case .last: offset = isGrouped ? max(0, state.groups.count - visible) : 0
    case .filterStatements(let purpose):
      filter = filter == purpose ? nil : purpose
      offset = 0
    case .groupStatements: (isGrouped, offset) = (!isGrouped, 0)
    case .pause: if isFrozen { (isPaused, offset) = (false, 0) } else { isPaused = true }
    default: break
    }
  }

  /// Enter shows the lowest visible statement, or the top group.
  var chosen: StatementGroup? {
    if isGrouped { return state.groups.dropFirst(offset).first }
    return state.statements.last.map { StatementGroup($0) }
  }

  /// The newest statement is at the bottom, but the most frequent group at the top.
  private mutating func scroll(down rows: Int) {
    let count = isGrouped ? state.groups.count : state.statementCount
    offset = max(0, min(offset + (isGrouped ? rows : -rows), count - 1))
  }

  mutating func receive(_ state: InspectorState, _ layout: Layout) {
    self.state = state
    drawn = nil
    drawn = frame(layout)
  }

  mutating func receive(_ comparison: RecordComparison) {
    drawn = nil
    let isSame = self.comparison?.comparison.id == comparison.id
    self.comparison = ComparisonPane(comparison: comparison, top: isSame ? self.comparison?.top ?? 0 : 0)
  }

  mutating func receive(_ account: SessionAccount) {
    guard account != self.account else { return }
    self.account = account
    if page == .account || account.warning != nil { drawn = nil }
  }

  func frame(_ layout: Layout) -> Frame {
    if let drawn, drawn.size == layout.size { return drawn }
    var (frame, bar) = (Frame(size: layout.size), bar)
    if isFocused { bar.rule = .border }
    if layout.hasBar { bar.draw(on: &frame, row: 0, margin: layout.margin) }
    switch page {
    case .store: draw(on: &frame, layout: layout)
    case .record: comparison?.draw(on: &frame, layout: layout, isChosen: isFocused)
    case .account:
      account.map { AccountPane(account: $0).draw(on: &frame, layout: layout, isChosen: isFocused) }
    }
    return frame
  }

  // MARK: - Drawing

  var bar: Bar {
    switch page {
    case .store: Bar(title: Wording.inspector, right: .init("i"))
    case .record: Bar(title: ComparisonWording.title, right: .init("d"))
    case .account: Bar(title: AccountWording.title, right: .init("a"))
    }
  }

  private func aboveAccount(_ layout: Layout) -> Layout {
    guard account?.warning != nil, layout.size.rows >= AccountPane.leastRows else { return layout }
    return Layout(
      size: Size(columns: layout.size.columns, rows: layout.size.rows - 1), isPane: layout.isPane,
      isReadOnly: layout.isReadOnly)
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let above = aboveAccount(layout)
    if above != layout, let account {
      AccountPane(account: account).drawLine(on: &frame, row: layout.size.rows - 1, margin: layout.margin)
    }
    let plan = InspectorPlan(layout: above, figureCount: figureCount)
    MapPicture(map: state.map).draw(on: &frame, plan.map, legend: plan.legend)
    MemoryLines(history: state.history).draw(on: &frame, plan)
    drawLog(on: &frame, plan)
    drawNextToGo(on: &frame, plan.release)
  }

  private func drawHeading(_ spans: [Span], on frame: inout Frame, _ area: InspectorPlan.Area, isChosen: Bool)
  {
    let row = area.rows.lowerBound
    if isChosen { frame.fill(row: row, columns: area.columns, role: .selected) }
    frame.write(
      isChosen ? Self.selected(spans) : spans,
      at: Position(column: area.columns.lowerBound, row: row), width: area.columns.count)
  }

  private func drawLog(on frame: inout Frame, _ plan: InspectorPlan) {
    guard !plan.log.rows.isEmpty else { return }
    let what = filter.map(InspectorWording.name) ?? InspectorWording.allStatements
    let count = StatementWording.count(state, isGrouped: isGrouped)
    let held =
      isFrozen ? " · " + InspectorWording.held(isPaused: isPaused, offset: isGrouped ? 0 : offset) : ""
    drawHeading(
      [Span(InspectorWording.statements, .label), Span(" · \(what) · \(count)\(held)", .dim)], on: &frame,
      plan.log,
      isChosen: isFocused)
    if isGrouped { drawGroups(on: &frame, plan) } else { drawStatements(on: &frame, plan) }
  }

  private func drawStatements(on frame: inout Frame, _ plan: InspectorPlan) {
    let shown = state.statements.suffix(plan.statementCount)
    var blocks = shown.map { lines(of: $0, plan) }
    if let last = blocks.indices.last, isFocused { blocks[last] = blocks[last].map(Self.selected) }
    var excess = blocks.reduce(0) { $0 + $1.count } - (plan.log.rows.count - 1)
    while excess > 0, blocks.count > 1 { excess -= blocks.removeFirst().count }
    draw(blocks.flatMap { $0 }, on: &frame, plan.log)
  }

  private func lines(of statement: StatementRecord, _ plan: InspectorPlan) -> [[Span]] {
    let line = StatementLine(statement: statement, secondsFromUTC: state.secondsFromUTC)
    let width = plan.log.columns.count
    let isWhole = statement == state.statements.last && (isFocused || plan.statementHeight > 1)
    return isWhole
      ? line.wholeLines(width: width, limit: max(2, (plan.log.rows.count - 1) / 2))
      : line.lines(width: width, count: plan.statementHeight)
  }

  private func drawGroups(on frame: inout Frame, _ plan: InspectorPlan) {
    let (width, height) = (plan.log.columns.count, plan.statementHeight)
    let groups = state.groups.dropFirst(offset).prefix(plan.statementCount)
    let rows = groups.enumerated().flatMap { index, group in
      let lines = StatementLine(statement: group.latest, secondsFromUTC: 0)
        .lines(of: group, width: width, count: height)
      return isFocused && index == 0 ? lines.map(Self.selected) : lines
    }
    draw(rows, on: &frame, plan.log)
  }

  private static func selected(_ spans: [Span]) -> [Span] { spans.map { Span($0.text, .selected) } }

  private func draw(_ lines: [[Span]], on frame: inout Frame, _ area: InspectorPlan.Area) {
    for (row, spans) in zip(area.rows.dropFirst(), lines) {
      if spans.first?.role == .selected { frame.fill(row: row, columns: area.columns, role: .selected) }
      frame.write(spans, at: Position(column: area.columns.lowerBound, row: row), width: area.columns.count)
    }
  }

  private func drawNextToGo(on frame: inout Frame, _ area: InspectorPlan.Area) {
    guard !area.rows.isEmpty else { return }
    let budget = state.budget > 0 ? " · " + InspectorWording.budget(state.budget) : ""
    let notes =
      StatementWording.unseen(state.unseenCount).flatMap { ["\(budget) · \($0)", " · \($0)"] } + [budget]
    let forms = notes.map { [Span(InspectorWording.nextToGo, .label), Span($0, .dim)] }
    let heading = forms.first { $0.width <= area.columns.count } ?? forms[forms.count - 1]
    drawHeading(heading, on: &frame, area, isChosen: false)
    guard !state.nextToGo.isEmpty else {
      let place = Position(column: area.columns.lowerBound, row: area.rows.lowerBound + 1)
      if area.rows.count > 1 {
        frame.write(InspectorWording.nothingHeld, at: place, width: area.columns.count, role: .dim)
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
      case .null: Wording.empty
      case .text(let text): text.string
      default: StatementLine.literal(entry.title)
      }
    return [
      Span(
        InspectorWording.padded(InspectorWording.age(entry.age), 7)
          + InspectorWording.padded(Wording.bytes(entry.byteCount), 9), .dim),
      entry.isDirty ? Span("  ◆ ", .dirty) : Span("  ● ", .hydrated), Span(title, .content),
    ]
  }
}

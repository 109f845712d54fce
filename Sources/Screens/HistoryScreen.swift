import Cells
import Records

/// The steps that the edit log holds, the newest first, the changes of one of them, or those that a dead session has left.
///
/// Only a few screenfuls are held: what is further on is asked for when the choice comes near to it.
public struct HistoryScreen: ScreenLayer {
  /// How many lines are asked for at once.
  public static let partSize = 200

  /// What is listed.
  let source: HistorySource
  private var window: LineWindow<HistoryLine>
  private var selection = Selection()

  init(_ source: HistorySource, _ lines: [HistoryLine]) {
    self.source = source
    window = LineWindow(lines, partSize: Self.partSize)
  }

  private var lines: [HistoryLine] { window.lines }

  var mode: Mode { .history }

  var bar: Bar? {
    Bar(left: .init(isOfStep ? Wording.back(to: Wording.history) : "‹ Back"), title: title)
  }

  private var title: String {
    switch source {
    case .steps: Wording.history
    case .changes: Wording.changesOfStep
    case .abandoned: Wording.abandoned
    }
  }

  private var isOfStep: Bool { if case .changes = source { true } else { false } }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    let (count, height) = (lines.count, layout.content.count)
    switch action {
    case .back: return .pop
    case .open:
      guard lines.indices.contains(selection.place) else { return .nothing }
      let line = lines[selection.place]
      return .effect(line.changes.map { .openHistory(.changes(ofStep: $0.step)) } ?? .openRecord(line.id))
    case .move(let offset): selection.move(by: offset, count: count, height: height)
    case .moveHalfPages(let halves): selection.moveHalfPages(halves, count: count, height: height)
    case .first:
      if let part = window.wantedTop { return .effect(read(part)) }
      selection.move(by: -selection.place, count: count, height: height)
    case .last:
      if let part = window.wantedBottom { return .effect(read(part)) }
      selection.move(by: count, count: count, height: height)
    default: break
    }
    return window.wanted(near: selection.place, rows: height).map { .effect(read($0)) } ?? .nothing
  }

  private func read(_ part: LinePart) -> Effect { .readHistory(part, of: source, limit: Self.partSize) }

  func offers(_ action: Action) -> Bool {
    switch action {
    case .open, .move: !lines.isEmpty
    default: true
    }
  }

  /// Asks for all that is held, as it is now.
  var again: Effect? {
    guard source != .abandoned else { return nil }
    return .readHistory(window.again.part, of: source, limit: window.again.limit)
  }

  /// Whether the step whose changes were listed is no more.
  var isOver: Bool { isOfStep && lines.isEmpty }

  mutating func receive(_ update: Update) {
    guard case .history(let part, source, let new) = update else { return }
    let selected = lines.indices.contains(selection.place) ? lines[selection.place].number : nil
    switch window.receive(part, new) {
    case .isAtTop: selection = Selection()
    case .isAtBottom: selection = Selection(place: max(0, new.count - 1), top: 0)
    case .moved(let offset): selection.shift(by: offset)
    }
    if case .upTo = part, let place = lines.firstIndex(where: { $0.number == selected }) {
      selection.shift(by: place - selection.place)
    }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    guard !lines.isEmpty else { return drawEmpty(on: &frame, layout: layout) }
    var view = selection
    view.follow(count: lines.count, height: layout.content.count)
    let timeWidth = lines.reduce(0) { max($0, TextWidth.width(of: $1.time)) }
    for (row, index) in zip(layout.content, view.top..<lines.count) {
      let line = lines[index]
      let isSelected = index == selection.place
      if isSelected { frame.fill(row: row, role: .selected) }
      let spans = spans(line, timeWidth: frame.size.columns >= 36 ? timeWidth : 0)
      draw(
        spans.map { isSelected ? Span($0.text, .selected) : $0 }, Wording.state(of: line), isSelected,
        on: &frame, row: row, margin: layout.margin)
    }
  }

  /// The sign of the state, the time, and what was changed.
  private func spans(_ line: HistoryLine, timeWidth: Int) -> [Span] {
    let sign: Span =
      switch line.state {
      case .pending: Span("◆ ", .dirty)
      case .abandoned: Span("! ", .error)
      case .written, .undone, .discarded: Span("  ", .content)
      }
    guard timeWidth > 0 else { return [sign, Span(line.what, .content)] }
    let blanks = String(repeating: " ", count: timeWidth - TextWidth.width(of: line.time))
    return [sign, Span(blanks + line.time + "  ", .dim), Span(line.what, .content)]
  }

  /// Writes a line, and the state in words at its end where there is room.
  private func draw(
    _ spans: [Span], _ state: String, _ isSelected: Bool, on frame: inout Frame, row: Int, margin: Int
  ) {
    let columns = frame.size.columns
    let width = TextWidth.width(of: state)
    let stateWidth = columns >= 60 ? max(11, width + 2) : 0
    let place = Position(column: margin, row: row)
    frame.write(spans, at: place, width: max(0, columns - 2 * margin - stateWidth))
    guard stateWidth > 0 else { return }
    frame.write(
      state, at: Position(column: columns - margin - width, row: row), width: width,
      role: isSelected ? .selected : .dim)
  }

  private func drawEmpty(on frame: inout Frame, layout: Layout) {
    let width = min(TextWidth.width(of: Wording.noHistory), frame.size.columns)
    let place = Position(
      column: (frame.size.columns - width) / 2, row: layout.content.lowerBound + layout.content.count / 3)
    frame.write(Wording.noHistory, at: place, width: width, role: .dim)
  }
}

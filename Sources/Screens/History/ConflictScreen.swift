import Cells
import Records

/// Conflicts, and changes that could not be restored or undone.
///
/// It is not a `LinesScreen`, because a row has several choices, of which one is selected.
struct ConflictScreen: Screen {
  private var window: LineWindow<ConflictLine>
  /// An index over the choices of all rows held.
  private var selected = 0
  /// The distance of the selected choice's first line from the top.
  private var offset = 1

  init(_ lines: [ConflictLine]) { window = LineWindow(lines, partSize: ConflictLine.partSize) }

  var mode: Mode { .conflicts }
  var bar: Bar? { Bar(left: .init("‹ Back"), titles: [HistoryWording.conflicts]) }
  var isOver: Bool { window.lines.isEmpty }
  var again: Effect? { .readConflicts(window.again.part, limit: window.again.limit) }

  private var choices: [ConflictLine.Choice] { window.lines.flatMap(\.choices) }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    let height = max(1, layout.content.count / 2)
    switch action {
    case .back: return .pop
    case .open:
      let all = choices
      return all.indices.contains(selected) ? .effect(all[selected].effect) : .nothing
    case .resolveAll(let choice): return .effect(.resolveAll(choice, isConfirmed: false))
    case .move(let offset): select(selected + offset, layout)
    case .moveHalfPages(let halves): select(selected + halves * height, layout)
    case .first:
      if let part = window.wantedTop { return .effect(read(part)) }
      select(0, layout)
    case .last:
      if let part = window.wantedBottom { return .effect(read(part)) }
      select(.max, layout)
    default: break
    }
    let rows = layout.content.count / 3 + 1
    return window.wanted(near: selectedLine, rows: rows).map { .effect(read($0)) } ?? .nothing
  }

  private func read(_ part: LinePart) -> Effect { .readConflicts(part, limit: ConflictLine.partSize) }

  private var selectedLine: Int { place(of: selected).line }

  private func place(of choice: Int) -> (line: Int, choice: Int) {
    var rest = choice
    for (place, line) in window.lines.enumerated() {
      if rest < line.choices.count { return (place, rest) }
      rest -= line.choices.count
    }
    return (max(0, window.lines.count - 1), 0)
  }

  private mutating func select(_ choice: Int, _ layout: Layout) {
    let top = top(layout)
    selected = max(0, min(choice, choices.count - 1))
    offset = firstLine(layout) - self.top(layout, near: top)
  }

  mutating func receive(_ update: Update) {
    guard case .conflicts(let part, let new) = update else { return }
    let (place, choice) = place(of: selected)
    let number = window.lines.indices.contains(place) ? window.lines[place].number : .max
    switch window.receive(part, new) {
    case .isAtTop: (selected, offset) = (0, 1)
    case .isAtBottom: selected = max(0, choices.count - 1)
    case .moved, .isAt:
      // Keep the choice selected or, if its row is resolved, select the next choice.
      let line = window.lines.firstIndex { $0.number <= number } ?? window.lines.count - 1
      guard window.lines.indices.contains(line) else { return selected = 0 }
      let before = window.lines[..<line].reduce(0) { $0 + $1.choices.count }
      selected = min(before + choice, choices.count - 1)
      // A person who meant the previous row must not discard this one.
      if choices[selected].isLoss, window.lines[selectedLine].number != number { selected -= 1 }
    }
  }

  private struct Line {
    var spans: [Span]
    var choice: Int?
  }

  private static let nameWidths = 10...24
  private static let valueLimit = 4

  private func lines(columns: Int) -> [Line] {
    let choices = choices
    let longest = choices.lazy.filter { !$0.value.isEmpty }.map(\.name.count).max() ?? 0
    let nameWidth = min(max(longest + 2, Self.nameWidths.lowerBound), Self.nameWidths.upperBound)
    var lines: [Line] = []
    for (place, choice) in choices.enumerated() {
      if let heading = choice.heading { lines += self.lines(of: heading, columns: columns) }
      lines += self.lines(of: choice, place, nameWidth, columns: columns)
    }
    return lines
  }

  private func lines(of heading: String, columns: Int) -> [Line] {
    Wrap.lines(of: heading, width: max(1, columns - 2), limit: Self.valueLimit).map {
      Line(spans: [Span($0, .label)])
    }
  }

  private func lines(of choice: ConflictLine.Choice, _ place: Int, _ nameWidth: Int, columns: Int) -> [Line] {
    let indent = columns >= 30 ? 2 : 0
    let hasNames = columns >= nameWidth + 14
    let width = columns - indent - (hasNames ? nameWidth : 0) - 2
    guard !choice.value.isEmpty, width > 0 else {
      return [
        Line(spans: [Span(String(repeating: " ", count: indent) + choice.name, .action)], choice: place)
      ]
    }
    return Wrap.lines(of: choice.value, width: width, limit: Self.valueLimit).enumerated().map {
      index, text in
      let name = index == 0 ? choice.name.prefix(nameWidth - 2) : ""
      let column = hasNames ? name + String(repeating: " ", count: nameWidth - name.count) : ""
      let start = String(repeating: " ", count: indent)
      return Line(spans: [Span(start + column, .action), Span(text, .content)], choice: place)
    }
  }

  private func firstLine(_ layout: Layout) -> Int {
    lines(columns: layout.size.columns).firstIndex { $0.choice == selected } ?? 0
  }

  private func top(_ layout: Layout, near top: Int? = nil) -> Int {
    let lines = lines(columns: layout.size.columns)
    let height = max(1, layout.content.count)
    guard let first = lines.firstIndex(where: { $0.choice == selected }) else { return 0 }
    let last = lines.lastIndex { $0.choice == selected } ?? first
    let heading = lines[..<first].lastIndex { $0.choice == nil } ?? first
    let wanted = last - heading < height ? heading : first
    return max(0, min(max(min(top ?? first - offset, wanted), last - height + 1), lines.count - height))
  }

  func draw(on frame: inout Frame, layout: Layout) {
    let lines = lines(columns: frame.size.columns)
    for (row, line) in zip(layout.content, lines.dropFirst(top(layout))) {
      let isSelected = line.choice == selected
      if isSelected { frame.fill(row: row, role: .selected) }
      let spans = isSelected ? line.spans.map { Span($0.text, .selected) } : line.spans
      let place = Position(column: layout.margin, row: row)
      frame.write(spans, at: place, width: frame.size.columns - layout.margin)
    }
  }
}

import Cells
import Records

/// What another program has changed meanwhile: for each field Mine, Theirs and Original, for a row that is gone Insert
/// again and Discard.
public struct ConflictScreen: ScreenLayer {
  private var conflicts: [ConflictLine]
  /// The chosen choice, counted over all conflicts.
  private var selected = 0
  private var top = 0

  init(_ conflicts: [ConflictLine]) {
    self.conflicts = conflicts
  }

  var mode: Mode { .conflicts }

  var bar: Bar? { Bar(left: .init("‹ Back"), titles: [Wording.conflicts, "Conflicts"]) }

  /// Whether nothing is left to be settled.
  var isSettled: Bool { conflicts.isEmpty }

  /// One thing that can be chosen.
  private struct Choice {
    let name: String
    let value: String
    let effect: Effect
  }

  private func choices(_ conflict: ConflictLine) -> [Choice] {
    switch conflict.content {
    case .field(let field, _, let mine, let theirs, let original):
      zip(Conflict.Choice.allCases, [mine, theirs, original]).map {
        Choice(name: Wording.name(of: $0), value: $1, effect: .resolve(conflict.id, field: field, $0))
      }
    case .gone:
      [
        Choice(name: Wording.insertAgain, value: "", effect: .insertAgain(conflict.id)),
        Choice(name: Wording.discard, value: "", effect: .discard(conflict.id)),
      ]
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    let height = max(1, layout.content.count / 2)
    switch action {
    case .back: return .pop
    case .open:
      let all = conflicts.flatMap(choices)
      return all.indices.contains(selected) ? .effect(all[selected].effect) : .nothing
    case .resolveAll(let choice): return .effect(.resolveAll(choice))
    case .move(let offset): select(selected + offset)
    case .moveHalfPages(let halves): select(selected + halves * height)
    case .first: select(0)
    case .last: select(.max)
    default: break
    }
    follow(layout)
    return .nothing
  }

  func offers(_ action: Action) -> Bool {
    guard case .resolveAll = action else { return true }
    return conflicts.contains { if case .field = $0.content { true } else { false } }
  }

  private mutating func select(_ choice: Int) {
    selected = max(0, min(choice, conflicts.reduce(0) { $0 + choices($1).count } - 1))
  }

  mutating func receive(_ update: Update) {
    guard case .conflicts(let conflicts) = update else { return }
    self.conflicts = conflicts
    select(selected)
  }

  /// A row of the screen.
  private struct Line {
    var spans: [Span]
    /// The choice that it belongs to, counted over all, or nil for a heading.
    var choice: Int?
  }

  private static let nameWidth = 10
  /// The most rows that one value takes; a longer one ends with an ellipsis.
  private static let valueLimit = 4

  private func lines(columns: Int) -> [Line] {
    var lines: [Line] = []
    var count = 0
    for conflict in conflicts {
      lines.append(Line(spans: [Span(Wording.heading(of: conflict), .label)]))
      for choice in choices(conflict) {
        lines += self.lines(of: choice, count, columns: columns)
        count += 1
      }
    }
    return lines
  }

  /// A choice's name and value, which is beside it where there is room.
  private func lines(of choice: Choice, _ place: Int, columns: Int) -> [Line] {
    let indent = columns >= 30 ? 2 : 0
    let hasNames = columns >= 24
    let width = columns - indent - (hasNames ? Self.nameWidth : 0) - 2
    guard !choice.value.isEmpty, width > 0 else {
      return [
        Line(spans: [Span(String(repeating: " ", count: indent) + choice.name, .action)], choice: place)
      ]
    }
    return Wrap.lines(of: choice.value, width: width, limit: Self.valueLimit).enumerated().map {
      index, text in
      let name = index == 0 ? choice.name : ""
      let column = hasNames ? name + String(repeating: " ", count: Self.nameWidth - name.count) : ""
      let start = String(repeating: " ", count: indent)
      return Line(spans: [Span(start + column, .action), Span(text, .content)], choice: place)
    }
  }

  /// The first line that is shown so that the choice is in sight, with its heading if there is room.
  private func top(_ layout: Layout) -> Int {
    let lines = lines(columns: layout.size.columns)
    let height = max(1, layout.content.count)
    guard let first = lines.firstIndex(where: { $0.choice == selected }) else { return 0 }
    let last = lines.lastIndex { $0.choice == selected } ?? first
    let heading = lines[..<first].lastIndex { $0.choice == nil } ?? first
    let wanted = last - heading < height ? heading : first
    return max(0, min(max(min(top, wanted), last - height + 1), lines.count - height))
  }

  private mutating func follow(_ layout: Layout) { top = top(layout) }

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

import Cells
import Records

/// The steps that the edit log holds, the newest first, the changes of one of them, or those that a dead session has left.
///
/// Only a few screenfuls are held: what is further on is asked for when the choice comes near to it.
public struct HistoryScreen: ScreenLayer {
  private let purpose: Purpose
  private var lines: [HistoryLine]
  private var selection = Selection()
  /// Whether there may be lines that are newer than the first, or older than the last.
  private var (hasNewer, hasOlder) = (false, true)

  /// What is listed.
  enum Purpose: Hashable, Sendable {
    /// All steps.
    case history
    /// The changes of a step.
    case step(Int64)
    /// What a dead session has left, which is all there at once.
    case abandoned
  }

  init(_ purpose: Purpose, lines: [HistoryLine] = []) {
    self.purpose = purpose
    self.lines = lines
    hasOlder = purpose != .abandoned
  }

  var mode: Mode { .history }

  var bar: Bar? {
    Bar(left: .init(isOfStep ? Wording.back(to: Wording.history) : "‹ Back"), title: title)
  }

  private var title: String {
    switch purpose {
    case .history: Wording.history
    case .step: Wording.changesOfStep
    case .abandoned: Wording.abandoned
    }
  }

  private var isOfStep: Bool { step != nil }

  /// The step whose changes are listed, if it is one's.
  var step: Int64? { if case .step(let step) = purpose { step } else { nil } }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    let height = layout.content.count
    switch action {
    case .back: return .pop
    case .open:
      guard lines.indices.contains(selection.place) else { return .nothing }
      let line = lines[selection.place]
      return .effect(line.changes.map { .openStep($0.step) } ?? .openRecord(line.id))
    case .move(let offset): selection.move(by: offset, count: lines.count, height: height)
    case .moveHalfPages(let halves): selection.moveHalfPages(halves, count: lines.count, height: height)
    case .first: return jump(to: .newest, hasNewer, place: 0, height)
    case .last: return jump(to: .oldest, hasOlder, place: lines.count - 1, height)
    default: break
    }
    return askForMore(height)
  }

  func offers(_ action: Action) -> Bool {
    switch action {
    case .open, .move: !lines.isEmpty
    default: true
    }
  }

  private mutating func jump(to end: HistoryPart, _ isElsewhere: Bool, place: Int, _ height: Int) -> Outcome {
    if isElsewhere { return .effect(.readHistory(end, of: step, limit: HistoryPart.size)) }
    selection.move(by: place - selection.place, count: lines.count, height: height)
    return .nothing
  }

  /// Asks for all that is held, as it is now.
  var again: Effect? {
    guard purpose != .abandoned else { return nil }
    guard let last = lines.last else { return .readHistory(.newest, of: step, limit: HistoryPart.size) }
    return .readHistory(.from(last.number), of: step, limit: HistoryPart.heldCount)
  }

  /// Whether the step whose changes were listed is no more.
  var isOver: Bool { step != nil && lines.isEmpty }

  /// Asks for what comes next where the choice is less than two screens from it.
  private func askForMore(_ height: Int) -> Outcome {
    let near = 2 * height
    if hasOlder, selection.place + near >= lines.count, let last = lines.last {
      return .effect(.readHistory(.before(last.number), of: step, limit: HistoryPart.size))
    }
    if hasNewer, selection.place < near, let first = lines.first {
      return .effect(.readHistory(.after(first.number), of: step, limit: HistoryPart.size))
    }
    return .nothing
  }

  mutating func receive(_ update: Update) {
    guard case .history(let part, step, let new) = update, purpose != .abandoned else { return }
    let isWhole = new.count < HistoryPart.size
    let limit = HistoryPart.heldCount
    switch part {
    case .newest:
      (lines, hasNewer, hasOlder) = (new, false, !isWhole)
      selection = Selection()
    case .oldest:
      (lines, hasNewer, hasOlder) = (new, !isWhole, false)
      selection = Selection(place: max(0, new.count - 1), top: 0)
    case .before(let number) where number == lines.last?.number:
      let surplus = max(0, lines.count + new.count - limit)
      lines = Array((lines + new).dropFirst(surplus))
      selection.shift(by: -surplus)
      (hasNewer, hasOlder) = (hasNewer || surplus > 0, !isWhole)
    case .after(let number) where number == lines.first?.number:
      let surplus = max(0, lines.count + new.count - limit)
      lines = Array((new + lines).dropLast(surplus))
      selection.shift(by: new.count)
      (hasNewer, hasOlder) = (!isWhole, hasOlder || surplus > 0)
    case .from(let number) where number == lines.last?.number:
      let selected = lines.indices.contains(selection.place) ? lines[selection.place].number : nil
      if let place = new.firstIndex(where: { $0.number == selected }) {
        selection.shift(by: place - selection.place)
      }
      (lines, hasNewer) = (new, new.count == limit)
    case .before, .after, .from: break
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

extension Selection {
  /// Follows lines that moved.
  fileprivate mutating func shift(by offset: Int) {
    place = max(0, place + offset)
    top = max(0, top + offset)
  }
}

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
  private(set) var selection = Selection()

  init(_ source: HistorySource, _ lines: [HistoryLine]) {
    self.source = source
    window = LineWindow(lines, partSize: Self.partSize)
  }

  var lines: [HistoryLine] { window.lines }

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
      if line.state == .abandoned, line.changes == nil, source != .abandoned { return .effect(.askToRestore) }
      return .effect(line.changes.map { .openHistory(.changes(ofStep: $0.step)) } ?? .openRecord(line.id))
    case .first:
      if let part = window.wantedTop { return .effect(read(part)) }
    case .last:
      if let part = window.wantedBottom { return .effect(read(part)) }
    default: break
    }
    selection.perform(action, count: count, height: height)
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
}

import Cells

/// Lines to read: what importing a file would do, or a statement in full.
struct ReportScreen: Screen {
  private let title: String
  private let report: [Message]
  /// What Enter does; nil if it does nothing.
  private let answer: (name: String, effect: Effect)?
  /// Whether the inspector, if it had the focus before, filled the screen; nil if the focus was elsewhere.
  let wasInspectorWhole: Bool?
  private var top = 0

  init(
    _ title: String, _ report: [Message], answer: (name: String, effect: Effect)?,
    wasInspectorWhole: Bool? = nil
  ) {
    (self.title, self.report, self.answer) = (title, report, answer)
    self.wasInspectorWhole = wasInspectorWhole
  }

  var mode: Mode { .report }

  var bar: Bar? {
    Bar(left: .init(answer == nil ? "‹ Back" : "Cancel"), title: title, right: .init(answer?.name ?? ""))
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .save: answer != nil
    case .move: lines(layout).count > layout.content.count
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
    case .save: return Outcome(change: .pop, effects: answer.map { [$0.effect] } ?? [])
    case .move(let offset): top += offset
    case .moveHalfPages(let halves): top += halves * max(1, layout.content.count / 2)
    case .first: top = 0
    case .last: top = .max / 2
    default: break
    }
    top = max(0, min(top, lines(layout).count - layout.content.count))
    return .nothing
  }

  /// The lines, wrapped to the screen, with a blank one after the first message.
  private func lines(_ layout: Layout) -> [(text: String, role: Role)] {
    let width = layout.size.columns - 2 * layout.margin
    return report.enumerated().flatMap { index, message in
      (index == 1 ? [("", Role.content)] : [])
        + Wrap.lines(of: message.text, width: width, limit: Self.messageLimit).map {
          ($0, message.isProblem ? .error : .content)
        }
    }
  }

  /// The most rows of one message.
  private static let messageLimit = 12

  func draw(on frame: inout Frame, layout: Layout) {
    for (row, line) in zip(layout.content, lines(layout).dropFirst(top)) {
      let place = Position(column: layout.margin, row: row)
      frame.write(line.text, at: place, width: layout.size.columns - 2 * layout.margin, role: line.role)
    }
  }
}

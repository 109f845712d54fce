import Cells

/// Lines to read, such as a statement in full.
struct ReportScreen: Screen {
  private let title: String
  private let report: [Message]
  /// Whether the inspector, if it had the focus before, filled the screen; nil if the focus was elsewhere.
  let wasInspectorWhole: Bool?
  private var top = 0

  init(_ title: String, _ report: [Message], wasInspectorWhole: Bool? = nil) {
    (self.title, self.report, self.wasInspectorWhole) = (title, report, wasInspectorWhole)
  }

  var mode: Mode { .report }

  var bar: Bar? {
    Bar(left: .init("‹ Back"), title: title)
  }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    switch action {
    case .save: false
    case .move: lines(layout).count > layout.content.count
    default: true
    }
  }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .cancel: return .pop
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

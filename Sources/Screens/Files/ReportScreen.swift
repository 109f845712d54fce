import Cells

/// Lines to read, such as a statement in full.
struct ReportScreen: PageScreen {
  var lines: LineList<Message>
  private let title: String
  /// Nil if the focus was not in the inspector; otherwise whether the inspector filled the terminal.
  let wasInspectorWhole: Bool?

  init(_ title: String, _ report: [Message], wasInspectorWhole: Bool? = nil) {
    (lines, self.title, self.wasInspectorWhole) = (LineList(report), title, wasInspectorWhole)
  }

  var kind: Mode { .report }
  var columns: [String] { ["line"] }
  var bar: Bar? { Bar(left: .init("‹ Back"), title: title + titleEnd) }

  func offers(_ action: Action, _ layout: Layout) -> Bool {
    action == .save ? lines.prompt != nil : offersPage(action, layout)
  }

  func rows(of message: Message, width: Int) -> [[Span]] {
    let isFirst = !lines.isNarrowed && message == lines.all.first
    return message.rows(width: width, limit: Self.messageLimit) + (isFirst ? [[]] : [])
  }

  private static let messageLimit = 12
}

extension Message: TextLine {
  package var texts: [String] { [text] }
  package var isSelectable: Bool { false }

  func rows(width: Int, limit: Int) -> [[Span]] {
    Wrap.lines(of: text, width: width, limit: limit).map { [Span($0, isProblem ? .error : .content)] }
  }
}

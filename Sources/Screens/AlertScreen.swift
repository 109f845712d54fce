import Cells
import Records

/// One question or one message, over the screen below.
public struct AlertScreen: ScreenLayer {
  private let message: Message
  private let answers: [Answer]
  /// What is said when it is closed without an answer.
  private let dismissal: Message?
  private var selected = 0

  /// A button: what it says and what it does.
  public struct Answer: Hashable, Sendable {
    let text: String
    let effects: [Effect]
    let isDestructive: Bool
    let closesBelow: Bool

    /// Makes a button; one without effects only closes the alert.
    ///
    /// - Parameter closesBelow: Whether the screen below goes with the alert.
    public init(
      _ text: String, effects: [Effect] = [], isDestructive: Bool = false, closesBelow: Bool = false
    ) {
      self.text = text
      self.effects = effects
      self.isDestructive = isDestructive
      self.closesBelow = closesBelow
    }
  }

  /// Makes an alert; the first answer is selected, and Esc closes the alert without any.
  ///
  /// - Precondition: `answers` is not empty.
  public init(_ message: Message, answers: [Answer], dismissal: Message? = nil) {
    precondition(!answers.isEmpty)
    self.message = message
    self.answers = answers
    self.dismissal = dismissal
  }

  var mode: Mode { .alert }

  var bar: Bar? { nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .open:
      let answer = answers[selected]
      return Outcome(change: answer.closesBelow ? .popBoth : .pop, effects: answer.effects)
    case .cancel: return Outcome(change: .pop, effects: dismissal.map { [.say($0)] } ?? [])
    case .nextPart(let offset):
      selected = (selected + offset + answers.count) % answers.count
    default: break
    }
    return .nothing
  }

  private var buttons: [Span] {
    answers.enumerated().map { index, answer in
      Span("[ \(answer.text) ]", index == selected ? .selected : answer.isDestructive ? .error : .action)
    }
  }

  /// The columns of the buttons with two blanks between them.
  private var buttonsWidth: Int { buttons.width + 2 * (buttons.count - 1) }

  /// Draws a box as wide as the text needs, with a blank row before the buttons where it has a border; the question
  /// gives way to the answers.
  func draw(on frame: inout Frame, layout: Layout) {
    let wanted = max(TextWidth.width(of: message.text), buttonsWidth)
    let width = min(wanted, Box.maximumWidth(layout))
    let rest = Box.hasBorder(layout) ? 2 : 1
    let room = max(0, Box.maximumHeight(layout) - rest)
    let lines = room == 0 ? [] : Wrap.lines(of: message.text, width: width, limit: room)
    let box = Box(width: width, height: lines.count + rest, layout: layout)
    box.draw(on: &frame)
    for (index, line) in lines.enumerated() {
      let place = Position(column: box.left, row: box.top + index)
      frame.write(line, at: place, width: width, role: message.isProblem ? .error : .content)
    }
    drawButtons(on: &frame, row: box.top + lines.count + rest - 1, columns: box.left..<box.left + width)
  }

  /// Draws the buttons at the right end; where not all fit, from the selected one on.
  private func drawButtons(on frame: inout Frame, row: Int, columns: Range<Int>) {
    let isTight = buttonsWidth > columns.count
    var column = isTight ? columns.lowerBound : columns.upperBound - buttonsWidth
    for button in buttons.dropFirst(isTight ? selected : 0) where column < columns.upperBound {
      let place = Position(column: column, row: row)
      column += frame.write(button.text, at: place, width: columns.upperBound - column, role: button.role) + 2
    }
  }
}

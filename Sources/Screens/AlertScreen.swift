import Cells
import Records

/// One question or one message, over the screen below.
public struct AlertScreen: ScreenLayer {
  private let message: Message
  private let answers: [Answer]
  private var selected = 0

  /// A button: what it says and what it does.
  public struct Answer: Hashable, Sendable {
    let text: String
    let effects: [Effect]
    let isDestructive: Bool

    /// Makes a button; one without effects only closes the alert.
    public init(_ text: String, effects: [Effect] = [], isDestructive: Bool = false) {
      self.text = text
      self.effects = effects
      self.isDestructive = isDestructive
    }
  }

  /// Makes an alert; the first answer is selected, and Esc gives the first answer that has no effects.
  ///
  /// - Precondition: `answers` is not empty.
  public init(_ message: Message, answers: [Answer]) {
    precondition(!answers.isEmpty)
    self.message = message
    self.answers = answers
  }

  var mode: Mode { .alert }

  var bar: Bar? { nil }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    switch action {
    case .open: return Outcome(change: .pop, effects: answers[selected].effects)
    case .cancel: return .pop
    case .nextPart(let offset):
      selected = (selected + offset + answers.count) % answers.count
    default: break
    }
    return .nothing
  }

  /// Draws a box in the middle of the content, as wide as its text needs; where there is no room for a box, the
  /// question and the answers take the rows that there are.
  func draw(on frame: inout Frame, layout: Layout) {
    let columns = frame.size.columns
    let hasBox = columns >= 20 && layout.content.count >= 5
    let inset = hasBox ? 2 : 0
    let buttons = answers.map { "[ \($0.text) ]" }
    let buttonsWidth = buttons.reduce(-2) { $0 + TextWidth.width(of: $1) + 2 }
    let wanted = max(TextWidth.width(of: message.text), buttonsWidth)
    let width = max(1, min(wanted, 60, columns - 2 * inset - (hasBox ? 2 : 0)))
    let room = max(0, layout.content.count - (hasBox ? 4 : 1))
    let lines = room == 0 ? [] : Wrap.lines(of: message.text, width: width, limit: room)
    let height = lines.count + (hasBox ? 4 : 1)
    let left = (columns - width) / 2
    let top = layout.content.lowerBound + max(0, layout.content.count - height) / 2
    if hasBox {
      drawBox(on: &frame, left: left - inset, top: top, width: width + 2 * inset, height: height)
    } else {
      for row in layout.content { frame.fill(row: row, columns: 0..<columns, role: .content) }
    }
    for (index, line) in lines.enumerated() {
      let position = Position(column: left, row: top + index + (hasBox ? 1 : 0))
      frame.write(line, at: position, width: width, role: message.isProblem ? .error : .content)
    }
    drawButtons(
      buttons, on: &frame, left: left, row: top + lines.count + (hasBox ? 2 : 0), width: width,
      indent: max(0, width - buttonsWidth))
  }

  private func drawButtons(
    _ buttons: [String], on frame: inout Frame, left: Int, row: Int, width: Int, indent: Int
  ) {
    // Where not all buttons fit, the selected one is shown first.
    let isTight = indent == 0 && buttons.reduce(-2) { $0 + TextWidth.width(of: $1) + 2 } > width
    var column = left + indent
    for index in buttons.indices where !isTight || index >= selected {
      let used = frame.write(
        buttons[index], at: Position(column: column, row: row), width: left + width - column,
        role: index == selected ? .selected : answers[index].isDestructive ? .error : .action)
      column += used + 2
      if column >= left + width { break }
    }
  }

  private func drawBox(on frame: inout Frame, left: Int, top: Int, width: Int, height: Int) {
    let horizontal = String(repeating: "─", count: max(0, width - 2))
    for offset in 0..<height {
      let row = top + offset
      frame.fill(row: row, columns: left..<(left + width), role: .content)
      let line =
        switch offset {
        case 0: "┌" + horizontal + "┐"
        case height - 1: "└" + horizontal + "┘"
        default: "│" + String(repeating: " ", count: max(0, width - 2)) + "│"
        }
      frame.write(line, at: Position(column: left, row: row), width: width, role: .border)
      if offset > 0, offset < height - 1 {
        frame.setRole(row: row, columns: (left + 1)..<(left + width - 1), role: .content)
      }
    }
  }
}

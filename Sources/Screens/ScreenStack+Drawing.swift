import Cells
import Records

extension ScreenStack {
  /// The whole screen as a value; it is drawn anew after each event.
  public func frame() -> Frame {
    var frame = Frame(size: size)
    let layout = layout
    for screen in screens.suffix(from: firstVisible) {
      let layer = screen.layer
      if layout.hasBar, let bar = layer.bar {
        bar.draw(on: &frame, row: 0, margin: layout.margin)
      }
      frame.cursor = nil
      layer.draw(on: &frame, layout: layout)
    }
    drawStatus(on: &frame, layout: layout)
    if layout.hasKeys { drawKeys(on: &frame, layout: layout) }
    return frame
  }

  /// The topmost screen that hides everything below it.
  private var firstVisible: Int {
    screens.lastIndex { if case .alert = $0 { false } else { true } } ?? 0
  }

  /// The meter on the right and the message on the left; a message that has no room beside the meter takes the keys'
  /// line, if there is one.
  private func drawStatus(on frame: inout Frame, layout: Layout) {
    guard layout.hasStatus else { return }
    let columns = size.columns
    let text = meter.text(schema)
    let width = min(TextWidth.width(of: text), columns - 2 * layout.margin)
    let column = columns - layout.margin - width
    frame.write(text, at: Position(column: column, row: layout.statusRow), width: width, role: .dim)
    guard let message, !isMessageOnKeysLine else { return }
    let position = Position(column: layout.margin, row: layout.statusRow)
    frame.write(message.text, at: position, width: column - 2 - layout.margin, role: role(of: message))
  }

  private var isMessageOnKeysLine: Bool {
    guard layout.hasKeys, let message else { return false }
    let needed = TextWidth.width(of: message.text) + 2 + TextWidth.width(of: meter.text(schema))
    return needed + 2 * layout.margin > size.columns
  }

  private func role(of message: Message) -> Role { message.isProblem ? .error : .message }

  private func drawKeys(on frame: inout Frame, layout: Layout) {
    let width = size.columns - 2 * layout.margin
    if isMessageOnKeysLine, let message {
      let position = Position(column: layout.margin, row: layout.keysRow)
      frame.write(message.text, at: position, width: width, role: role(of: message))
      return
    }
    var column = layout.margin
    for hint in Self.hints(fitting: width, mode: mode) {
      for (text, role) in [(hint.keys + " ", Role.action), (hint.does + "  ", Role.dim)] {
        let position = Position(column: column, row: layout.keysRow)
        column += frame.write(text, at: position, width: size.columns - column, role: role)
      }
    }
  }

  /// The hints that fit, from the left; the way to the help stays when others have to go.
  private static func hints(fitting width: Int, mode: Mode) -> [KeyBinding.Hint] {
    let all = KeyTable.bindings(in: mode).compactMap(\.hint)
    func needed(_ hints: [KeyBinding.Hint]) -> Int {
      hints.reduce(-2) { $0 + TextWidth.width(of: $1.keys) + TextWidth.width(of: $1.does) + 3 }
    }
    var hints = all
    while needed(hints) > width, let last = hints.lastIndex(where: { $0.keys != "?" }) {
      hints.remove(at: last)
    }
    return hints
  }
}

import Cells
import Records

/// Below the content: the prompt or message and the row count on the left, the place in the list on the right.
///
/// In the lesson, the meter has both figures and is on the right. A message that does not fit replaces the keys.
struct StatusLine {
  let layout: Layout
  /// Begins with the place in the list.
  let meter: String
  let placeWidth: Int
  /// Empty if the meter has the row count.
  let rows: String
  /// For the right of a prompt, longest first.
  let promptMeters: [String]
  /// Forms of the message, longest first.
  let forms: [[Span]]
  let prompt: Prompt?

  private var room: Int { layout.size.columns - 2 * layout.margin }

  var onKeysLine: [Span]? {
    if let line = bothLines?.last { return [Span(line.text, line.role)] }
    guard layout.hasKeys, let last = forms.last, prompt != nil || besideMeter == nil else { return nil }
    return forms.first { $0.width <= room } ?? last
  }

  private var bothLines: [Span]? {
    guard layout.hasKeys, prompt == nil, forms.count == 1, let said = forms[0].first, forms[0].count == 1,
      forms[0].width > room
    else { return nil }
    return Wrap.lines(of: said.text, width: room, limit: 2).map { Span($0, said.role) }
  }

  private var left: Int { meter.isEmpty ? room : room - 2 - TextWidth.width(of: meter) }

  /// The shortest of several forms is only for a screen without a key line.
  private var besideMeter: [Span]? {
    forms.dropLast(layout.hasKeys && forms.count > 1 ? 1 : 0).first { $0.width <= left }
  }

  func draw(on frame: inout Frame) {
    if let prompt { return draw(prompt, on: &frame) }
    guard layout.hasStatus else { return }
    let start = Position(column: layout.margin, row: layout.statusRow)
    if let first = bothLines?.first {
      frame.write(first.text, at: start, width: room, role: first.role)
      return
    }
    let right = layout.size.columns - layout.margin - draw(meter, on: &frame)
    // The place changes with each step, and takes fewer bytes if it is not dim.
    let place = right..<min(right + placeWidth, frame.size.columns)
    frame.setRole(row: layout.statusRow, columns: place, role: .bar)
    let said = onKeysLine == nil ? besideMeter ?? forms.last ?? [] : []
    frame.write(said, at: start, width: left)
    let used = said.isEmpty ? 0 : said.width + 2
    let width = TextWidth.width(of: rows)
    guard used + width <= left else { return }
    frame.write(rows, at: Position(column: start.column + used, row: start.row), width: width, role: .dim)
  }

  private func draw(_ meter: String, on frame: inout Frame) -> Int {
    let width = min(TextWidth.width(of: meter), room)
    let column = layout.size.columns - layout.margin - width
    frame.write(meter, at: Position(column: column, row: layout.statusRow), width: width, role: .dim)
    return width
  }

  private func draw(_ prompt: Prompt, on frame: inout Frame) {
    frame.fill(row: layout.promptRow, role: .content)
    let meter = promptMeters.first { TextWidth.width(of: $0) + 2 + prompt.width <= room }
    let used = layout.hasStatus ? meter.map { draw($0, on: &frame) + 2 } ?? 0 : 0
    let position = Position(column: layout.margin, row: layout.promptRow)
    prompt.draw(on: &frame, at: position, width: room - used)
  }
}

/// A sentence, with its full stop, for the status line, an alert or a field.
public struct Message: Hashable, Sendable {
  package var text: String
  package var isProblem: Bool
  /// The sentence links to it, if the terminal supports links.
  public var address: String?

  package init(_ text: String) {
    self.text = text
    isProblem = false
  }

  /// Makes a message that states a problem, and what can be done about it.
  public static func problem(_ text: String) -> Message {
    var message = Message(text)
    message.isProblem = true
    return message
  }
}

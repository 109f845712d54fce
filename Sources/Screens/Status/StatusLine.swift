import Cells
import Records

/// The line below the content: on the left what is typed or said, on the right the meter.
///
/// What is said and has no room beside the meter or what is typed takes the keys' line, if there is one. Beside what
/// is typed the meter gives way, and so it does where a sentence needs both lines.
struct StatusLine {
  let layout: Layout
  /// The meter and shorter forms of it, the longest first.
  let meters: [String]
  /// What is said, and shorter forms of it, the longest first; empty if nothing is.
  let forms: [[Span]]
  let prompt: Prompt?

  private var room: Int { layout.size.columns - 2 * layout.margin }

  /// What takes the place of the keys, if something does.
  var onKeysLine: [Span]? {
    if let line = bothLines?.last { return [Span(line.text, line.role)] }
    guard layout.hasKeys, let last = forms.last, prompt != nil || besideMeter == nil else { return nil }
    return forms.first { $0.width <= room } ?? last
  }

  /// What is said in two lines, if it is only a sentence and too long for one.
  private var bothLines: [Span]? {
    guard layout.hasKeys, prompt == nil, forms.count == 1, let said = forms[0].first, forms[0].count == 1,
      forms[0].width > room
    else { return nil }
    return Wrap.lines(of: said.text, width: room, limit: 2).map { Span($0, said.role) }
  }

  /// The longest form of what is said that has room beside the meter; the shortest of several is for where there is
  /// no room on the keys' line either.
  private var besideMeter: [Span]? {
    let left = room - 2 - TextWidth.width(of: meters[0])
    return forms.dropLast(layout.hasKeys && forms.count > 1 ? 1 : 0).first { $0.width <= left }
  }

  func draw(on frame: inout Frame) {
    if let prompt { return draw(prompt, on: &frame) }
    guard layout.hasStatus else { return }
    if let first = bothLines?.first {
      let place = Position(column: layout.margin, row: layout.statusRow)
      frame.write(first.text, at: place, width: room, role: first.role)
      return
    }
    let width = draw(meters[0], on: &frame)
    guard onKeysLine == nil, let said = besideMeter ?? forms.last else { return }
    frame.write(said, at: Position(column: layout.margin, row: layout.statusRow), width: room - width - 2)
  }

  /// Writes the meter to the end of the line.
  ///
  /// - Returns: the columns that it takes.
  private func draw(_ meter: String, on frame: inout Frame) -> Int {
    let width = min(TextWidth.width(of: meter), room)
    let column = layout.size.columns - layout.margin - width
    frame.write(meter, at: Position(column: column, row: layout.statusRow), width: width, role: .dim)
    return width
  }

  private func draw(_ prompt: Prompt, on frame: inout Frame) {
    frame.fill(row: layout.promptRow, role: .content)
    let meter = meters.first { TextWidth.width(of: $0) + 2 + prompt.width <= room }
    let used = layout.hasStatus ? meter.map { draw($0, on: &frame) + 2 } ?? 0 : 0
    let position = Position(column: layout.margin, row: layout.promptRow)
    prompt.draw(on: &frame, at: position, width: room - used)
  }
}

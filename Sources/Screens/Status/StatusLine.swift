import Cells
import Records

/// The line below the content: the prompt or message on the left, the meter on the right.
///
/// A message that does not fit beside the meter or prompt replaces the keys, if these are shown.
struct StatusLine {
  let layout: Layout
  /// The meter with all figures, longest first; never empty.
  let wholeMeters: [String]
  let shortMeters: [String]
  /// The message and shorter forms of it, longest first; empty if there is none.
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

  private var meter: String {
    let fitting = wholeMeters.filter { TextWidth.width(of: $0) <= room }
    return fitting.first { forms.isEmpty || said(beside: $0) != nil } ?? fitting.first ?? wholeMeters[0]
  }

  private var besideMeter: [Span]? { said(beside: meter) }

  /// The longest form of the message that fits beside a meter; the shortest of several is only for a screen without a key line.
  private func said(beside meter: String) -> [Span]? {
    let left = room - 2 - TextWidth.width(of: meter)
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
    let width = draw(meter, on: &frame)
    guard onKeysLine == nil, let said = besideMeter ?? forms.last else { return }
    frame.write(said, at: Position(column: layout.margin, row: layout.statusRow), width: room - width - 2)
  }

  private func draw(_ meter: String, on frame: inout Frame) -> Int {
    let width = min(TextWidth.width(of: meter), room)
    let column = layout.size.columns - layout.margin - width
    frame.write(meter, at: Position(column: column, row: layout.statusRow), width: width, role: .dim)
    return width
  }

  private func draw(_ prompt: Prompt, on frame: inout Frame) {
    frame.fill(row: layout.promptRow, role: .content)
    let meter = (wholeMeters + shortMeters).first { TextWidth.width(of: $0) + 2 + prompt.width <= room }
    let used = layout.hasStatus ? meter.map { draw($0, on: &frame) + 2 } ?? 0 : 0
    let position = Position(column: layout.margin, row: layout.promptRow)
    prompt.draw(on: &frame, at: position, width: room - used)
  }
}

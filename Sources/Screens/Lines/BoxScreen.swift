import Cells
import Records

package protocol BoxScreen: LinesScreen {
  var heading: String { get }
  func text(of line: Line) -> String
  /// A dim text at the end of a line; empty by default.
  func note(of line: Line) -> String
}

extension BoxScreen {
  package var isOverlay: Bool { true }
  package var bar: Bar? { nil }
  package var nothing: String { "" }

  package func text(of line: Line) -> String { line.texts.first ?? "" }
  package func note(of line: Line) -> String { "" }

  package mutating func select(choice letter: Character) -> Outcome? {
    guard let place = box.next(beginningWith: letter) else { return nil }
    lines.selection.place = place
    return .nothing
  }

  package func rows(_ layout: Layout) -> Range<Int> { layout.content.dropFirst() }

  /// The box has room for all lines, so that a find does not change its size.
  package func draw(on frame: inout Frame, layout: Layout) { box.draw(on: &frame, layout: layout) }

  private var box: ChoiceBox {
    let shown = lines.shown
    return ChoiceBox(
      heading: heading, choices: shown.isEmpty ? [Wording.noMatch(lines.words)] : shown.map(text),
      notes: shown.map(note), selected: shown.isEmpty ? nil : lines.selection.place,
      room: lines.all.map { ChoiceBox.noted(text(of: $0), note(of: $0)) })
  }
}

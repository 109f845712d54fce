import Cells
import Records

/// A screen of lines in a box over the screen below.
package protocol BoxScreen: LinesScreen {
  /// The heading of the box.
  var heading: String { get }
  /// What the box shows of a line.
  func text(of line: Line) -> String
}

extension BoxScreen {
  package var isOverlay: Bool { true }
  package var bar: Bar? { nil }
  package var nothing: String { "" }

  package func text(of line: Line) -> String { line.texts.first ?? "" }

  /// Selects the next line that begins with a letter.
  package mutating func select(choice letter: Character) -> Bool {
    guard let place = box.next(beginningWith: letter) else { return false }
    lines.selection.place = place
    return true
  }

  /// The rows below the heading.
  package func rows(_ layout: Layout) -> Range<Int> { layout.content.dropFirst() }

  /// Draws a box with room for all lines, so that a find does not change its size.
  package func draw(on frame: inout Frame, layout: Layout) { box.draw(on: &frame, layout: layout) }

  private var box: ChoiceBox {
    let shown = lines.shown.map(text)
    return ChoiceBox(
      heading: heading, choices: shown.isEmpty ? [Wording.noMatch(lines.words)] : shown,
      selected: shown.isEmpty ? nil : lines.selection.place, room: lines.all.map(text))
  }
}

import Cells

/// A heading with choices below it, one of them selected, in a box over the screen.
package struct ChoiceBox {
  let heading: String
  let choices: [String]
  private let notes: [String]
  let selected: Int?
  private let room: [String]
  private let column: Range<Int>?

  /// - Parameter room: Choices with their notes that the box leaves room for, shown or not.
  package init(
    heading: String, choices: [String], notes: [String] = [], selected: Int?, room: [String] = [],
    beside column: Range<Int>? = nil
  ) {
    (self.heading, self.choices, self.notes, self.selected) = (heading, choices, notes, selected)
    (self.room, self.column) = (room, column)
  }

  package static func noted(_ choice: String, _ note: String) -> String {
    note.isEmpty ? choice : choice + "  " + note
  }

  private func note(_ index: Int) -> String { notes.indices.contains(index) ? notes[index] : "" }

  package func draw(on frame: inout Frame, layout: Layout) {
    let noted = choices.indices.map { Self.noted(choices[$0], note($0)) }
    let width = ([heading] + noted + room).reduce(0) { max($0, TextWidth.width(of: $1)) }
    let box = Box(width: width, height: 1 + max(choices.count, room.count), layout: layout, beside: column)
    box.draw(on: &frame)
    let hasHeading = box.height >= min(3, 1 + choices.count)
    if hasHeading {
      let place = Position(column: box.left, row: box.top)
      frame.write(heading, at: place, width: box.width, role: .label)
    }
    let top = box.top + (hasHeading ? 1 : 0)
    drawChoices(on: &frame, box, rows: top..<max(top, box.top + box.height))
  }

  /// The next choice that begins with a letter, ignoring case and marks, and wrapping around.
  package func next(beginningWith letter: Character) -> Int? {
    let order = choices.indices.map { ((selected ?? 0) + 1 + $0) % choices.count }
    return order.first { index in
      // A mark, such as a direction or a tick, ends with a blank.
      let marks = choices[index].prefix { $0.isNumber || "↑↓✓ ".contains($0) }
      let name = marks.last == " " ? choices[index].dropFirst(marks.count) : choices[index][...]
      let start = name.first
      return start?.lowercased() == letter.lowercased()
    }
  }

  private func drawChoices(on frame: inout Frame, _ box: Box, rows: Range<Int>) {
    var view = Selection(place: selected ?? 0)
    view.follow(count: choices.count, height: rows.count)
    box.drawEnds(on: &frame, hasAbove: view.top > 0, hasBelow: view.top + rows.count < choices.count)
    for (row, index) in zip(rows, choices.indices.dropFirst(view.top)) {
      let role: Role = index == selected ? .selected : .content
      frame.fill(row: row, columns: box.left..<box.left + box.width, role: role)
      frame.write(choices[index], at: Position(column: box.left, row: row), width: box.width, role: role)
      let note = note(index)
      let width = TextWidth.width(of: note)
      // The name matters more than its note.
      guard width > 0, TextWidth.width(of: choices[index]) + 2 + width <= box.width else { continue }
      let place = Position(column: box.left + box.width - width, row: row)
      frame.write(note, at: place, width: width, role: index == selected ? .selected : .dim)
    }
  }
}

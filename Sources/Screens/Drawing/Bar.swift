import Cells

/// The navigation bar: back on the left, the action on the right, the title between them.
package struct Bar: Hashable, Sendable {
  package var left = Item("")
  /// Longest first.
  package var titles: [String]
  /// Shown after the title if there is room.
  package var note = ""
  package var right = Item("")
  /// Whether a line in the bar marks its pane as the one with the focus.
  package var isRuled = false

  package init(left: Item = Item(""), title: String, right: Item = Item("")) {
    self.init(left: left, titles: [title], right: right)
  }

  package init(left: Item = Item(""), titles: [String], right: Item = Item("")) {
    (self.left, self.titles, self.right) = (left, titles, right)
  }

  package struct Item: Hashable, Sendable {
    package var text: String
    package var isEnabled: Bool

    package init(_ text: String, isEnabled: Bool = true) {
      self.text = text
      self.isEnabled = isEnabled
    }
  }

  /// Draws the bar; if it is narrow, the title is shortened first, then the words at the sides are left out.
  package func draw(on frame: inout Frame, row: Int, margin: Int) {
    let columns = frame.size.columns
    frame.fill(row: row, role: .bar)
    if isRuled {
      let rule = String(repeating: "─", count: columns)
      frame.write(rule, at: Position(column: 0, row: row), width: columns, role: .border)
    }
    let leftWidth = TextWidth.width(of: left.text)
    let rightWidth = TextWidth.width(of: right.text)
    let between = columns - leftWidth - rightWidth - 2 * margin - 2
    let hasSides = between >= titles.map { min(TextWidth.width(of: $0), 8) }.min() ?? 0
    let start = margin + (hasSides ? leftWidth + 1 : 0)
    drawTitle(
      on: &frame, row: row, columns: start..<start + max(0, hasSides ? between : columns - 2 * margin))
    guard hasSides else { return }
    draw(left, on: &frame, at: Position(column: margin, row: row), width: leftWidth)
    draw(right, on: &frame, at: Position(column: columns - margin - rightWidth, row: row), width: rightWidth)
  }

  private func drawTitle(on frame: inout Frame, row: Int, columns: Range<Int>) {
    func fitting(_ note: String) -> (String, note: String)? {
      titles.first { TextWidth.width(of: $0 + note) <= columns.count }.map { ($0, note) }
    }
    let noted = note.isEmpty ? nil : fitting(" · " + note)
    guard let (title, note) = noted ?? fitting("") ?? titles.last.map({ ($0, "") }) else { return }
    let width = min(TextWidth.width(of: title + note), columns.count)
    let middle = (frame.size.columns - width) / 2
    let isCentred = middle >= columns.lowerBound && middle + width <= columns.upperBound
    var place = Position(column: isCentred ? middle : columns.lowerBound, row: row)
    clear(place, width: width, on: &frame)
    place.column += frame.write(title, at: place, width: width, role: .title)
    frame.write(note, at: place, width: TextWidth.width(of: note), role: .bar)
  }

  private func clear(_ place: Position, width: Int, on frame: inout Frame) {
    guard isRuled, width > 0 else { return }
    frame.fill(row: place.row, columns: place.column - 1..<place.column + width + 1, role: .bar)
  }

  private func draw(_ item: Item, on frame: inout Frame, at position: Position, width: Int) {
    clear(position, width: width, on: &frame)
    frame.write(item.text, at: position, width: width, role: item.isEnabled ? .action : .dim)
  }
}

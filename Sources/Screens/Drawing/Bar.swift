import Cells

/// The navigation bar: back on the left, the action on the right, the title between them.
package struct Bar: Hashable, Sendable {
  package var left = Item("")
  /// Longest first.
  package var titles: [String]
  package var note = ""
  package var right = Item("")
  /// The line below the bar: the upper edge of a frame, or a sign that the pane has the focus.
  package var rule: Role?
  package var isFramed = false

  package init(left: Item = Item(""), title: String, right: Item = Item("")) {
    self.init(left: left, titles: [title], right: right)
  }

  package init(left: Item = Item(""), titles: [String], right: Item = Item("")) {
    (self.left, self.titles, self.right) = (left, titles, right)
  }

  package struct Item: Hashable, Sendable {
    package var text: String
    package var isEnabled: Bool
    /// Whether the action changes something, instead of only leading somewhere.
    package var isButton: Bool

    package init(_ text: String, isEnabled: Bool = true, isButton: Bool = false) {
      (self.text, self.isEnabled, self.isButton) = (text, isEnabled, isButton)
    }

    fileprivate var role: Role { !isEnabled ? .dim : isButton ? .button : .action }
  }

  /// Draws the bar; without room, shortens the title, then the way back, then leaves out the sides.
  package func draw(on frame: inout Frame, row: Int, margin: Int) {
    let columns = frame.size.columns
    frame.fill(row: row, role: .bar)
    if let rule {
      let line = String(repeating: "─", count: columns)
      frame.write(line, at: Position(column: 0, row: row), width: columns, role: rule)
    }
    let least = titles.map { min(TextWidth.width(of: $0), 8) }.min() ?? 0
    func hasRoom(_ left: Item) -> Bool {
      columns - TextWidth.width(of: left.text + right.text) - 2 * margin - 2 >= least
    }
    let left = hasRoom(left) || !left.text.hasPrefix("‹ ") ? left : Item("‹")
    let (leftWidth, rightWidth) = (TextWidth.width(of: left.text), TextWidth.width(of: right.text))
    let hasSides = hasRoom(left)
    // On a frame, part of the line stays visible between the two.
    let gap = !isFramed ? 1 : leftWidth > 0 ? 3 : 0
    let start = margin + (hasSides ? leftWidth + gap : 0)
    let end = columns - margin - (hasSides ? rightWidth + 1 : 0)
    drawTitle(on: &frame, row: row, columns: start..<max(start, end))
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
    let isCentred = !isFramed && middle >= columns.lowerBound && middle + width <= columns.upperBound
    var place = Position(column: isCentred ? middle : columns.lowerBound, row: row)
    clear(place, width: width, on: &frame)
    place.column += frame.write(title, at: place, width: width, role: .title)
    frame.write(note, at: place, width: TextWidth.width(of: note), role: .bar)
  }

  private func clear(_ place: Position, width: Int, on frame: inout Frame) {
    guard rule != nil, width > 0 else { return }
    frame.fill(row: place.row, columns: place.column - 1..<place.column + width + 1, role: .bar)
  }

  private func draw(_ item: Item, on frame: inout Frame, at position: Position, width: Int) {
    clear(position, width: width, on: &frame)
    if item.role == .button, width > 0 {
      frame.fill(row: position.row, columns: position.column - 1..<position.column + width + 1, role: .button)
    }
    frame.write(item.text, at: position, width: width, role: item.role)
  }
}

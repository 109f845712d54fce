import Cells

/// The navigation bar: back on the left, the action on the right, the title between them.
struct Bar: Hashable, Sendable {
  var left = Item("")
  var title: String
  var right = Item("")

  /// A word in the bar.
  struct Item: Hashable, Sendable {
    var text: String
    var isEnabled: Bool

    init(_ text: String, isEnabled: Bool = true) {
      self.text = text
      self.isEnabled = isEnabled
    }
  }

  /// Draws the bar; where it is narrow the words at the sides give way to the title.
  func draw(on frame: inout Frame, row: Int, margin: Int) {
    let columns = frame.size.columns
    frame.fill(row: row, columns: 0..<columns, role: .bar)
    let leftWidth = TextWidth.width(of: left.text)
    let rightWidth = TextWidth.width(of: right.text)
    let titleWidth = TextWidth.width(of: title)
    let sides = max(leftWidth, rightWidth) + margin + 1
    let hasSides = columns - leftWidth - rightWidth - 2 * margin - 2 >= min(titleWidth, 8)
    // The title stays in the middle of the whole bar as long as it fits there between the sides.
    let isCentred = columns - 2 * sides >= titleWidth
    let room = hasSides ? columns - leftWidth - rightWidth - 2 * margin - 2 : columns - 2 * margin
    let width = min(titleWidth, max(0, room))
    let middle = hasSides && !isCentred ? margin + leftWidth + 1 : (columns - width) / 2
    frame.write(title, at: Position(column: max(0, middle), row: row), width: width, role: .title)
    guard hasSides else { return }
    draw(left, on: &frame, at: Position(column: margin, row: row), width: leftWidth)
    draw(right, on: &frame, at: Position(column: columns - margin - rightWidth, row: row), width: rightWidth)
  }

  private func draw(_ item: Item, on frame: inout Frame, at position: Position, width: Int) {
    frame.write(item.text, at: position, width: width, role: item.isEnabled ? .action : .dim)
  }
}

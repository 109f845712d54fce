import Cells

/// The bordered area of an overlay, centred or beside a column; without room, the whole content.
package struct Box: Hashable, Sendable {
  package let layout: Layout
  package let width: Int
  package let height: Int
  /// The box is drawn to the right of these columns if there is room, otherwise to the left.
  private let column: Range<Int>?

  package init(width: Int, height: Int, layout: Layout, beside column: Range<Int>? = nil) {
    (self.layout, self.column) = (layout, column)
    self.width = max(1, min(width, Self.maximumWidth(layout)))
    self.height = max(0, min(height, Self.maximumHeight(layout)))
  }

  package static func hasBorder(_ layout: Layout) -> Bool {
    layout.size.columns >= 20 && layout.content.count >= 5
  }

  package static func maximumWidth(_ layout: Layout) -> Int {
    max(1, min(60, layout.size.columns - (hasBorder(layout) ? 6 : 0)))
  }

  package static func maximumHeight(_ layout: Layout) -> Int {
    layout.content.count - (hasBorder(layout) ? 2 : 0)
  }

  private var hasBorder: Bool { Self.hasBorder(layout) }

  package var left: Int {
    // The terminal may have become too narrow for the column.
    guard hasBorder, let column, column.upperBound <= layout.size.columns
    else { return (layout.size.columns - width) / 2 }
    let right = layout.size.columns - width - 3
    return column.upperBound + 3 <= right || column.lowerBound < width + 6
      ? min(column.upperBound + 3, right) : column.lowerBound - width - 3
  }

  package var top: Int {
    let border = hasBorder ? 1 : 0
    return layout.content.lowerBound + max(0, layout.content.count - height - 2 * border) / 2 + border
  }

  package func drawEnds(on frame: inout Frame, hasAbove: Bool, hasBelow: Bool) {
    guard hasBorder else { return }
    let column = left + width - 1
    if hasAbove { frame.write("↑", at: Position(column: column, row: top - 1), width: 1, role: .border) }
    if hasBelow { frame.write("↓", at: Position(column: column, row: top + height), width: 1, role: .border) }
  }

  package func draw(on frame: inout Frame) {
    guard hasBorder else {
      for row in layout.content { frame.fill(row: row, role: .content) }
      return
    }
    let columns = left - 2..<left + width + 2
    let line = String(repeating: "─", count: columns.count - 2)
    for row in top - 1...top + height {
      frame.fill(row: row, columns: columns, role: .content)
      for column in [columns.lowerBound, columns.upperBound - 1] {
        frame.write("│", at: Position(column: column, row: row), width: 1, role: .border)
      }
    }
    let corner = Position(column: columns.lowerBound, row: top - 1)
    frame.write("┌" + line + "┐", at: corner, width: columns.count, role: .border)
    let end = Position(column: columns.lowerBound, row: top + height)
    frame.write("└" + line + "┘", at: end, width: columns.count, role: .border)
  }
}

import Cells
import Records

/// A field's text in several lines.
extension FieldEditor {
  /// Begins a new line, which only texts have.
  mutating func insertNewLine() {
    guard field.kind.isText else { return }
    isLong = true
    insert("\n", isPaste: false)
  }

  /// Goes so many lines down, as they are shown, or up for a negative number.
  mutating func moveLine(_ count: Int, _ layout: Layout) {
    let text = wrapped(layout)
    let (place, column) = text.cursor
    let goal = goal ?? column
    line.move(to: text.index(at: goal, of: text.place(count, after: place)))
    self.goal = goal
  }

  /// How many rows the text has to itself.
  func height(_ layout: Layout) -> Int { max(1, rows(layout).count) }

  /// Keeps the cursor in sight.
  mutating func follow(_ layout: Layout) {
    if isLong { top = wrapped(layout).top(from: top, height: height(layout)) }
  }

  private func width(_ layout: Layout) -> Int {
    max(1, layout.size.columns - layout.fieldIndent - layout.margin)
  }

  /// The text in rows that leave a column for the cursor behind their end.
  private func wrapped(_ layout: Layout) -> WrappedText {
    WrappedText(editor: line, width: max(1, width(layout) - 1))
  }

  /// What is wrong, on the last rows where there is room.
  private func problemLines(_ layout: Layout) -> [String] {
    guard let problem, layout.content.count >= 3 else { return [] }
    return Wrap.lines(of: problem.text, width: width(layout), limit: 2)
  }

  private func rows(_ layout: Layout) -> Range<Int> {
    let first = layout.content.lowerBound + (layout.content.count >= 4 ? 1 : 0)
    return first..<max(first + 1, layout.content.upperBound - problemLines(layout).count)
  }

  /// Draws the rows of the text round the cursor, and below them what is wrong.
  func drawLines(on frame: inout Frame, layout: Layout) {
    let text = wrapped(layout)
    let top = text.top(from: top, height: height(layout))
    let rows = rows(layout)
    for (row, line) in zip(rows, text.rows(from: top, count: rows.count)) {
      let position = Position(column: layout.fieldIndent, row: row)
      frame.write(line.shown(of: self.line.text), at: position, width: width(layout), role: .content)
      if line.contains(self.line.cursorIndex) {
        let before = TextWidth.width(of: self.line.text[line.start..<self.line.cursorIndex])
        frame.cursor = Position(column: position.column + min(before, width(layout) - 1), row: row)
      }
    }
    if isNull {
      let position = Position(column: layout.fieldIndent, row: rows.lowerBound)
      frame.write(Wording.null, at: position, width: width(layout), role: .dim)
    }
    let problems = problemLines(layout)
    for (row, line) in zip((layout.content.upperBound - problems.count)..., problems) {
      frame.write(
        line, at: Position(column: layout.fieldIndent, row: row), width: width(layout), role: .error)
    }
  }
}

extension Wrap.Row {
  /// Whether the cursor at a place stands in the row.
  fileprivate func contains(_ place: String.Index) -> Bool {
    place >= start && (place < next && place <= end || place == end && endsLine)
  }
}

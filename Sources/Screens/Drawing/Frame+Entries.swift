import Cells

extension Frame {
  /// Writes a list entry, with a note at the end of the row if both fit.
  package mutating func writeEntry(
    _ name: String, role: Role = .content, note: String, isSelected: Bool, row: Int, layout: Layout
  ) {
    if isSelected { fill(row: row, role: .selected) }
    let (columns, indent) = (size.columns, layout.entryIndent)
    let noteWidth = TextWidth.width(of: note)
    let hasNote = noteWidth > 0 && columns >= indent + noteWidth + 2 * layout.margin + 12
    let width = columns - indent - layout.margin - (hasNote ? noteWidth + 2 : 0)
    write(
      name, at: Position(column: indent, row: row), width: max(1, width), role: isSelected ? .selected : role)
    guard hasNote else { return }
    let place = Position(column: columns - layout.margin - noteWidth, row: row)
    write(note, at: place, width: noteWidth, role: isSelected ? .selected : .dim)
  }

  /// Writes a row's bar in the page's colours even if the row is selected, or its free part would look filled.
  package mutating func writeBar(_ bar: String, row: Int, columns: Range<Int>, role: Role = .hydrated) {
    guard !columns.isEmpty else { return }
    fill(row: row, columns: columns.lowerBound - 1..<columns.upperBound + 1, role: .content)
    write(bar, at: Position(column: columns.lowerBound, row: row), width: columns.count, role: role)
  }

  package mutating func writeEmpty(_ text: String, layout: Layout) {
    let width = min(TextWidth.width(of: text), size.columns)
    let row = layout.content.lowerBound + layout.content.count / 3
    write(text, at: Position(column: (size.columns - width) / 2, row: row), width: width, role: .dim)
  }
}

import Cells
import Records

extension MasterScreen {
  func draw(on frame: inout Frame, layout: Layout) {
    guard window.count != .exactly(0) else { return drawEmpty(on: &frame, layout: layout) }
    for (row, place) in zip(layout.content, selection.top...) {
      guard let item = window.row(at: place) else { continue }
      draw(item, isSelected: place == selection.place, on: &frame, row: row, margin: layout.margin)
    }
  }

  private func draw(_ item: ListRow, isSelected: Bool, on frame: inout Frame, row: Int, margin: Int) {
    let columns = frame.size.columns
    var column = margin
    func write(_ text: String, _ role: Role, width: Int) {
      frame.write(
        text, at: Position(column: column, row: row), width: width, role: isSelected ? .selected : role)
    }
    if isSelected { frame.fill(row: row, columns: 0..<columns, role: .selected) }
    if isEditing {
      write("-", .action, width: 1)
      column += 2
    }
    let (mark, role) = mark(of: item.state)
    write(mark, role, width: 1)
    column += 2
    let width = columns - column - margin - (columns >= 12 ? 2 : 0)
    if item.title.isNull {
      write(Wording.null, .dim, width: width)
    } else {
      write(schema.titleField.text(of: item.title), .content, width: width)
    }
    guard isSelected, columns >= 12 else { return }
    column = columns - margin - 1
    write("›", .selected, width: 1)
  }

  private func mark(of state: RecordState) -> (String, Role) {
    switch state {
    case .known: (" ", .content)
    case .hydrated: ("●", .hydrated)
    case .dirty: ("◆", .dirty)
    }
  }

  private func drawEmpty(on frame: inout Frame, layout: Layout) {
    let text = Wording.emptyList(schema)
    let width = min(TextWidth.width(of: text), frame.size.columns)
    let row = layout.content.lowerBound + layout.content.count / 3
    frame.write(
      text, at: Position(column: (frame.size.columns - width) / 2, row: row), width: width, role: .dim)
  }
}

import Cells
import Records

/// The tables and views of a database, to choose one.
public struct TablesScreen: ScreenLayer {
  private var tables: [TableEntry]
  private var selection = Selection()

  /// Makes the list of a database's tables.
  public init(tables: [TableEntry]) {
    self.tables = tables
  }

  var mode: Mode { .tables }

  var bar: Bar? { Bar(left: .init(""), title: Wording.tables) }

  mutating func perform(_ action: Action, layout: Layout) -> Outcome {
    let height = layout.content.count
    switch action {
    case .open:
      guard tables.indices.contains(selection.place) else { return .nothing }
      return .effect(.openList(ListSource(table: tables[selection.place].id)))
    case .move(let offset): selection.move(by: offset, count: tables.count, height: height)
    case .moveHalfPages(let halves):
      selection.moveHalfPages(halves, count: tables.count, height: height)
    case .first: selection.move(by: -selection.place, count: tables.count, height: height)
    case .last: selection.move(by: tables.count - selection.place, count: tables.count, height: height)
    default: break
    }
    return .nothing
  }

  mutating func receive(_ update: Update) {
    if case .tables(let tables) = update { self.tables = tables }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    var view = selection
    view.follow(count: tables.count, height: layout.content.count)
    for (row, index) in zip(layout.content, view.top..<max(view.top, tables.count)) {
      draw(tables[index], isSelected: index == selection.place, on: &frame, row: row, layout: layout)
    }
  }

  private func draw(
    _ table: TableEntry, isSelected: Bool, on frame: inout Frame, row: Int, layout: Layout
  ) {
    let columns = frame.size.columns
    if isSelected { frame.fill(row: row, role: .selected) }
    let indent = columns >= 30 ? 3 : 0
    let note = Wording.note(on: table)
    let noteWidth = TextWidth.width(of: note)
    // The name comes first where there is no room for both.
    let hasNote = columns >= indent + noteWidth + 2 * layout.margin + 12
    let width = columns - indent - layout.margin - (hasNote ? noteWidth + 2 : 0)
    frame.write(
      table.name, at: Position(column: indent, row: row), width: max(1, width),
      role: isSelected ? .selected : .content)
    guard hasNote else { return }
    frame.write(
      note, at: Position(column: columns - layout.margin - noteWidth, row: row), width: noteWidth,
      role: isSelected ? .selected : .dim)
  }
}

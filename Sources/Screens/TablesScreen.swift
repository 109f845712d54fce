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
    guard action == .open else {
      selection.perform(action, count: tables.count, height: layout.content.count)
      return .nothing
    }
    guard tables.indices.contains(selection.place) else { return .nothing }
    return .effect(.openList(ListSource(table: tables[selection.place].id)))
  }

  mutating func receive(_ update: Update) {
    if case .tables(let tables) = update { self.tables = tables }
  }

  func draw(on frame: inout Frame, layout: Layout) {
    var view = selection
    view.follow(count: tables.count, height: layout.content.count)
    for (row, index) in zip(layout.content, view.top..<max(view.top, tables.count)) {
      frame.writeEntry(
        tables[index].name, note: Wording.note(on: tables[index]), isSelected: index == selection.place,
        row: row,
        layout: layout)
    }
  }
}

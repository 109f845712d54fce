import Cells
import Records

struct TablesScreen: LinesScreen {
  var lines: LineList<TableEntry>

  init(tables: [TableEntry]) { lines = LineList(tables) }

  var kind: Mode { .tables }
  var columns: [String] { ["table", "kind", "rows"] }
  var nothing: String { "" }

  var bar: Bar? { Bar(left: .init(""), title: ListWording.tablesTitle + titleEnd) }

  mutating func answer(_ action: Action) -> Outcome? {
    switch action {
    case .open: lines.chosen.map { .effect(.openList(ListSource(table: $0.id))) } ?? .nothing
    // There is no screen below.
    case .dismiss where !lines.isFinding, .cancel where !lines.isFinding: .nothing
    default: nil
    }
  }

  mutating func receive(_ update: Update) {
    guard case .tables(let tables) = update else { return }
    let selected = lines.chosen?.id
    lines.replace(tables) { $0.id == selected }
  }
}

extension TableEntry: TextLine {
  package var texts: [String] { [name, ListWording.name(of: kind), ListWording.rows(of: self)] }
  package var values: [Value] {
    var rows = Value.text(Text(texts[2]))
    if case .exactly(let count)? = count { rows = .integer(Int64(count)) }
    return [.text(Text(name)), .text(Text(texts[1])), rows]
  }
  package var searched: [String] { [name] }
  package func note(isNarrow: Bool) -> String { ListWording.note(on: self) }
}

import Cells
import Records

struct SchemaScreen: LinesScreen {
  private var tables: [TableDeclaration]
  var lines: LineList<SchemaLines.Line>

  init(_ tables: [TableDeclaration]) {
    self.tables = tables
    lines = LineList(tables.flatMap(SchemaLines.lines))
  }

  var kind: Mode { .schema }
  var columns: [String] { ["name", "note"] }
  var nothing: String { SchemaWording.nothing }

  var bar: Bar? {
    Bar(left: .init("‹ Back"), title: SchemaWording.title + titleEnd)
  }

  mutating func answer(_ action: Action) -> Outcome? {
    guard action == .open else { return nil }
    switch lines.chosen?.target {
    case .rows(let table)?: return .effect(.openList(ListSource(table: table)))
    case .table(let name)?: lines.select { $0.depth == 0 && $0.text.isSameName(as: name) }
    case nil: break
    }
    return .nothing
  }

  func copy(of line: SchemaLines.Line) -> String { line.sql ?? line.text }

  mutating func receive(_ update: Update) {
    guard case .tables(let entries) = update else { return }
    let before = tables
    for place in tables.indices {
      tables[place].table.count = entries.first { $0.id == tables[place].table.id }?.count
    }
    guard tables != before else { return }
    // Only counts have changed.
    let place = lines.selection.place
    lines.replace(tables.flatMap(SchemaLines.lines))
    lines.selection.place = place
  }

  func draw(_ line: SchemaLines.Line, row: Int, isSelected: Bool, on frame: inout Frame, layout: Layout) {
    let name = String(repeating: "  ", count: line.depth) + line.text
    // A note that does not fit at the end of the row follows the name.
    let noteWidth = TextWidth.width(of: line.note)
    let width = max(TextWidth.width(of: name) + noteWidth + 2, noteWidth + 14)
    let isNoted = layout.entryIndent + width + layout.margin <= frame.size.columns
    frame.writeEntry(
      isNoted || line.note.isEmpty ? name : name + "  " + line.note, role: role(of: line),
      note: isNoted ? line.note : "", isSelected: isSelected, row: row, layout: layout)
  }

  private func role(of line: SchemaLines.Line) -> Role {
    switch line.depth {
    case 0: .title
    case 1: .content
    default: .dim
    }
  }
}

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

  var bar: Bar? { Bar(left: .init("‹ Back"), title: SchemaWording.title + titleEnd) }

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
    // If a note does not fit at the end, it follows the name.
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

/// A table, and below it its columns, references, parts and text.
struct SchemaLines {
  struct Line: Hashable, TextLine {
    var depth: Int
    var text: String
    var note = ""
    var target: Target
    var sql: String?

    var texts: [String] { [text, note] }
    var searched: [String] { depth == 0 ? [text] : [text + " " + note] }
  }

  enum Target: Hashable, Sendable {
    case rows(TableID)
    case table(String)
  }

  private let table: TableDeclaration

  static func lines(of table: TableDeclaration) -> [Line] { SchemaLines(table: table).all }

  private var all: [Line] {
    let name = table.table.name
    let head = Line(
      depth: 0, text: name, note: SchemaWording.note(on: table.table), target: rows, sql: table.sql)
    let checks = table.checks.map { line("CHECK (\($0))") }
    // A view or a virtual table has its structure only in its text.
    let text = table.table.kind == .table ? [] : texts(of: table.sql)
    return [head] + table.columns.map(line) + checks
      + table.references.map { line(SchemaWording.pointing($0), to: $0.target) }
      + table.referencedBy.map { line(SchemaWording.pointed($0), to: $0.table) }
      + table.parts.flatMap(lines) + text
  }

  private var rows: Target { .rows(table.table.id) }

  private func line(_ text: String, to name: String? = nil) -> Line {
    Line(depth: 1, text: text, target: name.map { .table($0) } ?? rows, sql: table.sql)
  }

  private func line(of column: ColumnDeclaration) -> Line {
    let reference = table.references.first { $0.columns == [column.name] }
    return Line(
      depth: 1, text: column.name, note: SchemaWording.note(on: column),
      target: reference.map { .table($0.target) } ?? rows, sql: table.sql)
  }

  private func lines(of part: TablePart) -> [Line] {
    let head = Line(depth: 1, text: SchemaWording.name(of: part), target: rows, sql: part.sql ?? table.sql)
    return [head] + texts(of: part.sql ?? "")
  }

  private func texts(of sql: String) -> [Line] {
    sql.split(whereSeparator: \.isNewline).map { Line(depth: 2, text: String($0), target: rows, sql: sql) }
  }
}

private enum SchemaWording {
  static let title = "Schema"
  static let nothing = "There are no tables."

  static func note(on table: TableEntry) -> String {
    let kind =
      switch table.kind {
      case .table: "table"
      case .view: "view"
      case .virtual: "virtual table"
      }
    let rows: String? =
      switch table.count {
      case .exactly(1)?: "1 row"
      case .exactly(let count)?: "\(Wording.number(count)) rows"
      default: nil
      }
    return [kind, rows].compactMap(\.self).joined(separator: " · ")
  }

  static func note(on column: ColumnDeclaration) -> String {
    var words = [column.type, column.kind ?? ""].filter { !$0.isEmpty }
    if column.keyPosition > 0 { words.append("key") }
    if column.isNotNull { words.append("NOT NULL") }
    if column.isUnique { words.append("unique") }
    if column.isGenerated { words.append("computed") }
    if let text = column.defaultText { words.append("default \(Wording.shortened(text, to: 30))") }
    if let check = column.check { words.append("CHECK (\(Wording.shortened(check, to: 60)))") }
    return words.joined(separator: " · ")
  }

  /// As the table that has the key sees it.
  static func pointing(_ reference: ReferenceDeclaration) -> String {
    let deletion = reference.onDelete == "NO ACTION" ? "" : ", on delete \(reference.onDelete.lowercased())"
    return "→ \(list(reference.columns)) points to \(reference.target) \(list(reference.targets))\(deletion)"
  }

  /// As the table that the key points to sees it.
  static func pointed(_ reference: ReferenceDeclaration) -> String {
    "← \(reference.table) \(list(reference.columns)) points here"
  }

  static func name(of part: TablePart) -> String {
    let columns = part.columns.map { $0.isEmpty ? "expression" : $0 }
    return "\(part.kind.rawValue) \(part.name)" + (columns.isEmpty ? "" : " " + list(columns))
  }

  private static func list(_ names: [String]) -> String { "(\(names.joined(separator: ", ")))" }
}

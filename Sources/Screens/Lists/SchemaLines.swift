import Records

/// The declarations of tables as a tree of lines: a table, and below it its columns, references, parts and text.
struct SchemaLines {
  struct Line: Hashable, TextLine {
    var depth: Int
    var text: String
    var note = ""
    var target: Target
    /// The statement that `y` copies.
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
    // The structure of a view or a virtual table is only in its text.
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
    let head = Line(
      depth: 1, text: SchemaWording.name(of: part), target: rows, sql: part.sql ?? table.sql)
    return [head] + texts(of: part.sql ?? "")
  }

  private func texts(of sql: String) -> [Line] {
    sql.split(whereSeparator: \.isNewline).map { Line(depth: 2, text: String($0), target: rows, sql: sql) }
  }
}

import Formats
import Records

enum TableJSON {
  static func members(_ table: TableDeclaration) -> [(name: String, value: JSONValue)] {
    let (indexes, triggers) = (
      table.parts.filter { $0.kind != .trigger }, table.parts.filter { $0.kind == .trigger }
    )
    return [
      ("checks", texts(table.checks)), ("references", .list(table.references.map(reference))),
      ("referencedBy", .list(table.referencedBy.map(reference))), ("indexes", .list(indexes.map(index))),
      ("triggers", .list(triggers.map { .object([("name", .string($0.name)), ("sql", text($0.sql))]) })),
      ("sql", .string(table.sql)),
    ]
  }

  static func members(of column: ColumnDeclaration) -> [(name: String, value: JSONValue)] {
    [
      ("type", .string(column.type)), ("notNull", .truth(column.isNotNull)),
      ("default", text(column.defaultText)), ("check", text(column.check)),
    ]
  }

  private static func reference(_ reference: ReferenceDeclaration) -> JSONValue {
    .object([
      ("table", .string(reference.table)), ("columns", texts(reference.columns)),
      ("target", .string(reference.target)), ("targetColumns", texts(reference.targets)),
      ("onDelete", .string(reference.onDelete)),
    ])
  }

  private static func index(_ part: TablePart) -> JSONValue {
    .object([
      ("name", .string(part.name)), ("unique", .truth(part.kind == .uniqueIndex)),
      ("columns", texts(part.columns)), ("sql", text(part.sql)),
    ])
  }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  private static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .string($0) }) }
}

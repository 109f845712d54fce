import BookStore
import Foundation
import Records
import TestSupport
import Testing

/// `docs/kinds.md`: the kind that the schema reader finds for every column of the fixtures.
struct KindDocumentTests {
  private static let file = Repository.root.appending(path: "docs/kinds.md")

  @Test("docs/kinds.md is what is found") func document() throws {
    let text = try Self.document()
    let recorded = try? String(contentsOf: Self.file, encoding: .utf8)
    guard ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == nil, recorded != nil else {
      try text.write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/kinds.md; read it, then run again")
      return
    }
    #expect(text == recorded, "docs/kinds.md differs; record it with RECORD_GOLDEN=1")
  }

  private static func document() throws -> String {
    let head = """
      # The kinds of the fixtures' columns
      A test generates this page from the databases in `Fixtures`; [schemas.md](schemas.md) says how booklist finds the kinds. Columns of
      the title are in bold, and columns that cannot be set are in italics.

      | table | columns |
      |---|---|

      """
    return try FixtureDatabaseTests.names.reduce(head) { $0 + (try rows(of: $1)) }
  }

  private static func rows(of name: String) throws -> String {
    let path = Repository.fixtures.appending(path: "\(name).sqlite").path
    let store = try BookStore(path: path, options: StoreOptions(isReadOnly: true))
    return store.tables.map { table in
      let columns =
        (try? store.schema(of: table.id)).map { schema in
          schema.fields.indices.map(cell(schema)).joined(separator: ", ")
        } ?? "cannot be read"
      return "| \(name): \(code(table.name)) | \(columns) |\n"
    }.joined()
  }

  private static func cell(_ schema: Schema) -> (Int) -> String {
    { index in
      let field = schema.fields[index]
      let isFixed = field.isGenerated || schema.isReadOnly || schema.key.columns.contains(field.column)
      let mark = schema.titleFields.contains(index) ? "**" : ""
      let name = isFixed ? "*\(code(field.column))*" : code(field.column)
      return "\(mark)\(name)\(mark): \(field.kind.name)"
    }
  }

  /// A name as code, with nothing in it that Markdown or a terminal would take for its own.
  private static func code(_ name: String) -> String {
    let plain = name.unicodeScalars.map { $0.value < 32 ? "␀" : String($0) }.joined()
    return "`\(plain.replacing("|", with: "\\|").replacing("`", with: "ˋ"))`"
  }
}

import Cells
import Records
import Testing

@testable import Pages
@testable import Screens

@Suite("The schema's screen")
struct SchemaScreenTests {
  /// Two tables, one of which points to the other, and a view.
  static let tables: [TableDeclaration] = {
    func entry(_ index: Int, _ name: String, _ kind: TableEntry.Kind = .table) -> TableEntry {
      TableEntry(id: TableID(index), name: name, kind: kind, count: .exactly(1_500))
    }
    let reference = ReferenceDeclaration(
      table: "reading", columns: ["book"], target: "book", targets: ["pk"], onDelete: "CASCADE")
    var book = TableDeclaration(table: entry(0, "book"))
    var key = ColumnDeclaration(
      name: "pk", type: "INTEGER", isNotNull: false, defaultText: nil, keyPosition: 1, isGenerated: false)
    var title = ColumnDeclaration(
      name: "title", type: "TEXT", isNotNull: true, defaultText: "'?'", keyPosition: 0, isGenerated: false)
    (title.isUnique, title.check, title.kind) = (true, "length(title) > 0", "text")
    book.columns = [key, title]
    book.referencedBy = [reference]
    book.parts = [
      TablePart(
        kind: .index, name: "by_title", columns: ["title", ""],
        sql: "CREATE INDEX by_title\n  ON book (title, lower(title))"),
      TablePart(
        kind: .trigger, name: "stamp", sql: "CREATE TRIGGER stamp AFTER UPDATE ON book BEGIN SELECT 1; END"),
    ]
    book.sql = "CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT)"
    var reading = TableDeclaration(table: entry(1, "reading"))
    key.name = "book"
    (key.keyPosition, key.kind) = (0, "integer")
    reading.columns = [key]
    reading.references = [reference]
    reading.checks = ["finished >= started"]
    var view = TableDeclaration(table: entry(2, "long", .view))
    view.sql = "CREATE VIEW long AS\nSELECT * FROM book"
    return [book, reading, view]
  }()

  static func stack(columns: Int = 80, rows: Int = 24) -> ScreenStack {
    var stack = StackBuilder(columns: columns, rows: rows).stack
    stack.openSchema(tables)
    return stack
  }

  @Test(arguments: GoldenScreenTests.sizes) func golden(_ size: Size) throws {
    try Golden.check(Self.stack(columns: size.columns, rows: size.rows).frame(), "schema")
  }

  @Test("Enter opens the table, or goes along the reference both ways")
  func enter() {
    var stack = Self.stack()
    #expect(stack.press(.enter) == [.openList(ListSource(table: TableID(0)))])
    for _ in 1...3 { _ = stack.press(.down) }
    #expect(stack.press(.enter) == [])
    #expect(stack.press(.enter) == [.openList(ListSource(table: TableID(1)))])
    _ = stack.press(.down)
    #expect(stack.press(.enter) == [])
    #expect(stack.press(.enter) == [.openList(ListSource(table: TableID(0)))])
  }

  @Test("y copies the SQL of what is selected")
  func copy() {
    var stack = Self.stack()
    _ = stack.press(
      all: .character("/"), .character("l"), .character("o"), .character("w"), .enter, .down, .down)
    #expect(
      stack.press(.character("y")) == [.copyText("CREATE INDEX by_title\n  ON book (title, lower(title))")])
    _ = stack.press(.end)
    #expect(stack.press(.character("y")).count == 1)
  }

  @Test("A search shows lines with their tables, and Esc ends it first")
  func search() {
    var stack = Self.stack()
    for character in "/finished" { _ = stack.press(.character(character)) }
    #expect(stack.frame().textPlane.contains("CHECK (finished >= started)"))
    #expect(!stack.frame().textPlane.contains("by_title"))
    _ = stack.press(all: .enter, .escape)
    #expect(stack.mode == .schema && stack.frame().textPlane.contains("by_title"))
    _ = stack.press(.escape)
    #expect(stack.mode == .list)
    stack = Self.stack()
    for character in "/xyz" { _ = stack.press(.character(character)) }
    #expect(stack.frame().textPlane.contains("Nothing in the schema matches “xyz”."))
  }
}

import Cells
import Records
import Testing

@testable import Screens

@Suite("The schema's screen") struct SchemaScreenTests {
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

  static func stack(_ size: Size = .usual, keys: String = "") -> ScreenStack {
    .opening(size, keys: keys) { $0.openSchema(tables) }
  }

  @Test func golden() throws { try Golden.check("schema") { Self.stack($0) } }

  @Test("Enter opens the table, or goes along the reference both ways") func enter() {
    var stack = Self.stack()
    for (keys, asked) in [("", 0), ("↓↓↓⏎", 1), ("↓⏎", 0)] {
      #expect(stack.press(keys) == [])
      #expect(stack.press("⏎") == [.openList(ListSource(table: TableID(asked)))])
    }
  }

  @Test("y copies the SQL of what is selected") func copy() {
    var stack = Self.stack(keys: "/low⏎↓↓")
    #expect(stack.press("y") == [.copyText("CREATE INDEX by_title\n  ON book (title, lower(title))")])
    stack.press("⇲")
    #expect(stack.press("y").count == 1)
  }

  @Test("A search shows lines with their tables, and Esc ends it first") func search() {
    var stack = Self.stack(keys: "/finished")
    stack.shows("CHECK (finished >= started)", hides: "by_title")
    stack.press("⏎⎋", shows: "by_title")
    #expect(stack.mode == .schema && stack.pressing("⎋").mode == .list)
    stack.press("/xyz", shows: "Nothing matches “xyz”.")
  }
}

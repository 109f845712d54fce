import BookStore
import Records
import Testing

@Suite("Schemas read from a database")
struct SchemaReaderTests {
  @Test("The sample's table is the books schema")
  func books() throws {
    let scratch = try Scratch()
    #expect(try scratch.store().schema == .books)
  }

  @Test("A book table is found among others, in any case, under its own names")
  func booksInAnyCase() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE another (title);
      CREATE TABLE "BOOK" (Author, isbn TEXT, "TITLE", rowid, Copyright REAL);
      """)
    let schema = try scratch.store().schema
    #expect(schema.table == "BOOK")
    #expect(schema.key == .rowid(column: "_rowid_"))
    #expect(schema.fields.map(\.column) == ["TITLE", "Copyright", "Author", "isbn", "rowid"])
    #expect(schema.fields.map(\.label) == ["Title", "Copyright", "Author", "ISBN", "Rowid"])
    #expect(schema.fields.map(\.kind) == [.text, .date(.secondsSince1970), .text, .isbn, .text])
    #expect(schema.plural == "books")
  }

  @Test("A table called book without the sample's columns is a table like any other")
  func otherBook() throws {
    let scratch = try Scratch("CREATE TABLE t1 (x); CREATE TABLE book (title, pages)")
    let schema = try scratch.store().schema
    #expect(schema.table == "t1")
    #expect(schema.singular == "row")
  }

  @Test("Kinds, labels and requirements come from the declaration")
  func genericFields() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, unit_price REAL NOT NULL, name VARCHAR(9) NOT NULL,
        amount BIGINT NOT NULL DEFAULT 1, photo BLOB, untyped, price DECIMAL(9,2), ratio DOUBLE, point POINT,
        sum AS (amount * 2))
      """)
    let schema = try scratch.store().schema
    #expect(schema.key == .rowid(column: "id"))
    #expect(
      schema.fields.map(\.column).joined(separator: " ")
        == "id unit_price name amount photo untyped price ratio point sum")
    #expect(
      schema.fields.map(\.kind) == [
        .integer, .decimal, .text, .integer, .photo, .text, .decimal, .real, .integer, .text,
      ])
    #expect(schema.fields.filter(\.isRequired).map(\.column) == ["unit_price", "name"])
    #expect(schema.fields.filter(\.isGenerated).map(\.column) == ["sum"])
    #expect(schema.fields.filter(\.hasDefault).map(\.column) == ["id", "amount"])
    #expect(schema.fields[1].label == "Unit price")
    #expect(schema.titleField.column == "name")
  }

  @Test(
    "A table without texts has its key for a title, all columns of it",
    arguments: [
      ("a INTEGER, b INTEGER, c INTEGER, PRIMARY KEY (c, b)", ["c", "b"], "3 2"),
      ("a INTEGER, b INTEGER PRIMARY KEY, c INTEGER", ["b"], "2"),
      ("a INTEGER, b INTEGER, c INTEGER", ["a"], "1"),
    ])
  func titleOfKey(columns: String, title: [String], text: String) throws {
    for end in [";", "WITHOUT ROWID;"] where end == ";" || columns.contains("PRIMARY") {
      let store = try Scratch("CREATE TABLE t (\(columns)) \(end) INSERT INTO t VALUES (1, 2, 3)").store()
      let row = try #require(try store.rows(in: 0..<1).first ?? nil)
      #expect(store.schema.titleFields.map { store.schema.fields[$0].column } == title)
      #expect(store.schema.text(ofTitle: row.title) == text)
      #expect(
        try store.schema.text(ofTitle: store.schema.title(of: store.snapshot(of: row.id).values)) == text)
    }
  }

  @Test(
    "The key is what names a row",
    arguments: [
      ("CREATE TABLE t (a, b)", Schema.Key.rowid(column: "rowid")),
      ("CREATE TABLE t (id INTEGER PRIMARY KEY, b)", .rowid(column: "id")),
      ("CREATE TABLE t (id integer, b, PRIMARY KEY (id))", .rowid(column: "id")),
      ("CREATE TABLE t (id INT PRIMARY KEY, b)", .rowid(column: "rowid")),
      ("CREATE TABLE t (id INTEGER PRIMARY KEY DESC, b)", .rowid(column: "rowid")),
      ("CREATE TABLE t (rowid, _rowid_, b)", .rowid(column: "oid")),
      ("CREATE TABLE t (ROWID, _RowID_, oid INTEGER PRIMARY KEY)", .rowid(column: "oid")),
      ("CREATE TABLE t (a, b, c, PRIMARY KEY (c, a)) WITHOUT ROWID", .columns(["c", "a"])),
      ("CREATE TABLE t (rowid, _rowid_, oid)", .position),
      ("CREATE TABLE x (a); DROP TABLE x; CREATE VIEW t AS SELECT 1 AS a", .position),
      ("CREATE VIRTUAL TABLE x USING fts5(title); DROP TABLE x; CREATE TABLE t (a)", .rowid(column: "rowid")),
    ])
  func keys(sql: String, key: Schema.Key) throws {
    let scratch = try Scratch(sql)
    let schema = try scratch.store().schema
    #expect(schema.table == "t")
    #expect(schema.key == key)
  }

  @Test("A virtual table of a module that is not there is passed over")
  func unknownModule() throws {
    let scratch = try Scratch("CREATE TABLE t (title)")
    try scratch.run(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'a', 'a', 0, 'CREATE VIRTUAL TABLE a USING nowhere(x)');
      UPDATE sqlite_schema SET rowid = 9 WHERE name = 't';
      """)
    #expect(try scratch.store().schema.table == "t")
  }

  @Test(
    "Odd names are only names",
    arguments: ["Order Details", "select", "a\"b", "naïve 表", "x; DROP TABLE y", "[x]", "%s"])
  func oddNames(name: String) throws {
    let quoted =
      "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    let scratch = try Scratch(
      "CREATE TABLE \(quoted) (\(quoted) TEXT); INSERT INTO \(quoted) VALUES ('a'), ('b')")
    let store = try scratch.store()
    #expect(store.schema.table == name)
    try store.set("c", at: 0, of: 1)
    store.dehydrateAll()
    try store.delete(2)
    #expect(try scratch.rows("SELECT * FROM \(quoted)") == ["c"])
  }
}

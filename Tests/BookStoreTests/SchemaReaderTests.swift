import Records
import Testing

@testable import BookStore

@Suite("Schemas read from a database") struct SchemaReaderTests {
  @Test("A book table is found among others, in any case, under its own names") func booksInAnyCase() throws {
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

  @Test("Kinds, labels and requirements come from the declaration") func genericFields() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, unit_price REAL NOT NULL, name VARCHAR(9) NOT NULL,
        amount BIGINT NOT NULL DEFAULT 1, photo BLOB, untyped, price DECIMAL(9,2), ratio DOUBLE, point POINT,
        sum AS (amount * 2))
      """)
    let schema = try scratch.store().schema
    #expect(schema.key == .rowid(column: "id"))
    let columns = [
      "id", "unit_price", "name", "amount", "photo", "untyped", "price", "ratio", "point", "sum",
    ]
    #expect(schema.fields.map(\.column) == columns)
    let kinds: [Field.Kind] = [
      .integer, .decimal, .text, .integer, .photo, .text, .decimal, .real, .integer, .text,
    ]
    #expect(schema.fields.map(\.kind) == kinds)
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
      let row = try #require(try store.lists.rows(in: 0..<1).first ?? nil)
      #expect(store.schema.titleFields.map { store.schema.fields[$0].column } == title)
      #expect(store.schema.text(ofTitle: row.title) == text)
      let values = try store.shelf.snapshot(of: row.id).values
      #expect(store.schema.text(ofTitle: store.schema.title(of: values)) == text)
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

  @Test("A virtual table of a module that is not there is passed over") func unknownModule() throws {
    let scratch = try Scratch("CREATE TABLE t (title)")
    try scratch.run(
      """
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'a', 'a', 0, 'CREATE VIRTUAL TABLE a USING nowhere(x)');
      UPDATE sqlite_schema SET rowid = 9 WHERE name = 't';
      """)
    #expect(try scratch.store().schema.table == "t")
  }

  @Test("Columns, keys, indexes, triggers and texts are those of the database") func all() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE author (pk INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, "grö,ße" REAL DEFAULT (1 + 2)
        CHECK ("grö,ße" > 0 AND (name <> ')' OR 1)), CONSTRAINT c CHECK (length(name) < 99));
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, pages INT CHECK (pages > 0) -- CHECK (no)
        , author REFERENCES author ON DELETE CASCADE, twice GENERATED ALWAYS AS (pages * 2));
      CREATE INDEX by_title ON book (title, lower(title));
      CREATE TRIGGER t AFTER UPDATE ON book BEGIN SELECT 1; END;
      CREATE VIEW long AS SELECT title FROM book WHERE pages > 500;
      """)
    let tables = try scratch.store().declarations()
    #expect(tables.map(\.table.name) == ["author", "book", "long"])
    let (author, book, view) = (tables[0], tables[1], tables[2])
    #expect(author.columns.map(\.isUnique) == [false, true, false])
    #expect(author.columns.map(\.isNotNull) == [false, true, false])
    #expect(author.columns[2].check == "\"grö,ße\" > 0 AND (name <> ')' OR 1)")
    #expect(author.columns[2].defaultText == "1 + 2")
    #expect(author.checks == ["length(name) < 99"])
    let reference = ReferenceDeclaration(
      table: "book", columns: ["author"], target: "author", targets: ["pk"], onDelete: "CASCADE")
    #expect(book.references == [reference] && author.referencedBy == [reference])
    #expect(book.columns.map(\.check) == [nil, nil, "pages > 0", nil, nil])
    #expect(book.columns[4].isGenerated)
    #expect(book.parts.map(\.name) == ["by_title", "t"])
    #expect(book.parts[0].columns == ["title", ""])
    #expect(author.parts.map(\.kind) == [.uniqueIndex] && author.parts[0].sql == nil)
    #expect(view.sql == "CREATE VIEW long AS SELECT title FROM book WHERE pages > 500")
    #expect(view.columns.map(\.name) == ["title"])
  }

  @Test("A broken view and a missing module keep no other table from being described") func broken() throws {
    let scratch = try Scratch(
      Scratch.books
        + "CREATE VIEW lost AS SELECT * FROM nowhere; CREATE VIEW gone AS SELECT none(title) FROM book")
    let tables = try scratch.store().declarations()
    #expect(tables.map(\.table.name) == ["book", "lost", "gone"])
    #expect(tables[1].columns.isEmpty && tables[1].sql.hasSuffix("nowhere"))
  }
}

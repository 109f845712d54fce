import BookStore
import Foundation
import Records
import TestSupport
import Testing

/// What other programs write into their schemas, and what of it only they can run.
struct ForeignSchemaTests {
  @Test(
    "What SQLite itself opens is opened",
    arguments: [
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, x TEXT CHECK (json_valid(x)))",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT, x TEXT, y AS (json_extract(x, '$.y')))",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name, x); CREATE INDEX i ON a (json_extract(x, '$.y')) WHERE json_valid(x)",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, name, x CHECK (x <> \"no\"))",
    ])
  func opens(schema: String) throws {
    let (scratch, store) = try Scratch.opened(schema + "; INSERT INTO a (name, x) VALUES ('n', '{}')")
    let name = try store.field("name")
    try store.set("new", at: name, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM a") == ["new"])
  }

  @Test("A view of 150 SELECTs and one with strings in double quotes are read") func views() throws {
    let selects = Array(repeating: "SELECT title FROM book", count: 150).joined(separator: " UNION ALL ")
    let store = try Scratch(
      Scratch.books + "CREATE VIEW many AS \(selects); CREATE VIEW strings AS SELECT \"a string\" AS title;"
    ).store()
    let many = try store.lists.open(ListSource(table: TableID(1)))
    #expect(try many.rows(in: 0..<500).count == 450)
    let strings = try store.lists.open(ListSource(table: TableID(2)))
    #expect(try strings.rows(in: 0..<9).map { $0?.title } == ["a string"])
  }

  @Test("A column that another program has dropped is missed, and not taken for a string")
  func droppedColumn() throws {
    let (scratch, store) = try Scratch.opened()
    try scratch.run("ALTER TABLE book DROP COLUMN author")
    #expect(throws: StoreError.other(code: 1, message: "no such column: author")) {
      try store.shelf.snapshot(of: 1)
    }
  }

  @Test(
    "Names are written as SQL takes them",
    arguments: [
      ("pk", "pk"), ("Z_PK2", "Z_PK2"), ("order", "`order`"), ("True", "`True`"), ("2nd", "`2nd`"),
      ("", "``"), ("a b", "`a b`"), ("a`b\"c", "`a``b\"c`"), ("Bücher", "`Bücher`"),
    ])
  func names(name: String, written: String) throws {
    let (scratch, store) = try Scratch.opened(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, title, \"\(name.replacing("\"", with: "\"\""))\"); INSERT INTO t VALUES (1, 'a', 'x')"
    )
    _ = scratch.statementsSinceLastCall()
    #expect(try store.shelf.snapshot(of: 1).values.last == "x")
    #expect(scratch.statementsSinceLastCall().first?.contains(", \(written) FROM t WHERE id = ?") == true)
    try store.set("y", at: 2, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM t") == ["1|a|y"])
  }

  @Test("A default that takes the place of NULL is the table's own affair") func replacingNull() throws {
    let (scratch, store) = try Scratch.opened(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'none'); INSERT INTO t VALUES (1, 'a')"
    )
    try store.set(.null, at: 1, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM t") == ["none"])
  }

  private static let ownerTrigger = """
    CREATE TRIGGER other AFTER INSERT ON book BEGIN SELECT 1; END;
    CREATE TRIGGER normalizes AFTER UPDATE OF author ON book BEGIN
      UPDATE book SET author = owner_normalize(author) WHERE pk = new.pk;
    END;
    """

  @Test("A field whose trigger calls a function of its owner is not edited, and the trigger is named")
  func ownerFunction() throws {
    let store = try Scratch(Scratch.books + Self.ownerTrigger).store()
    let error = StoreError.cannotChange(
      table: "book", .trigger(name: "normalizes", detail: "no such function: owner_normalize"))
    #expect(throws: error) { try store.editor.checkIsChangeable(.first, .edit, field: Book.author) }
    #expect(throws: error) { try store.set("x", at: Book.author, of: 1) }
    #expect(throws: error) { try store.set("x", at: Book.author, ofEach: [1, 2]) }
    #expect(store.counts.dirty == 0)
    // What the trigger is not about can be changed.
    try store.editor.checkIsChangeable(.first, .edit, field: Book.title)
    try store.editor.checkIsChangeable(.first, .insertion)
    try store.editor.checkIsChangeable(.first, .deletion)
    try store.set("x", at: Book.title, of: 1)
    #expect(store.writeBack().isComplete)
  }

  @Test("A table with a collation of its owner is read, and what has an index in its order is not written")
  func ownerCollation() throws {
    let store = try withCollation(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT COLLATE OWNER_ORDER, note TEXT, free TEXT COLLATE OWNER_ORDER);
      CREATE INDEX names ON t (name);
      INSERT INTO t VALUES (1, 'az', 'x', 'f'), (2, 'ba', 'y', 'g');
      CREATE TABLE w (name TEXT COLLATE OWNER_ORDER PRIMARY KEY, note) WITHOUT ROWID;
      INSERT INTO w VALUES ('az', 1), ('ba', 2), ('cb', 3);
      """
    ).store()
    #expect(try store.shownRows(in: 0..<9).map(\.title) == ["az", "ba"])
    #expect(try store.shelf.snapshot(of: 2).values == [2, "ba", "y", "g"])
    try store.arranged(by: ListOrder(field: 1, isDescending: true))
    #expect(try store.shownRows(in: 0..<9).map(\.title) == ["ba", "az"])
    let error = StoreError.cannotChange(table: "t", .collation("OWNER_ORDER"))
    #expect(throws: error) { try store.set("x", at: 1, of: 1) }
    #expect(throws: error) { try store.editor.checkIsChangeable(.first, .insertion) }
    #expect(throws: error) { try store.insert([nil, "c"]) }
    #expect(throws: error) { try store.delete(1) }
    let others = try store.lists.open(ListSource(table: TableID(1)))
    #expect(others.schema.isReadOnly)
    let rows = try others.rows(in: 0..<9).compactMap { $0 }
    let notes = try rows.map { try store.shelf.snapshot(of: $0.id).values[1] }
    #expect(Set(notes) == [1, 2, 3])
  }

  /// A database of a program that has an order of its own.
  private func withCollation(_ sql: String) throws -> Scratch {
    let scratch = try Scratch("")
    let owner = try StockDatabase(scratch.path)
    owner.addCollation("OWNER_ORDER", isReversed: true)
    try owner.write { try $0.run(sql) }
    return scratch
  }

  @Test(
    "An index in a foreign order is not written through what is computed, a trigger or a foreign key",
    arguments: [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, sort TEXT AS (lower(title))); CREATE INDEX i ON t (sort COLLATE OWNER_ORDER);",
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE o (name TEXT); CREATE INDEX i ON o (name COLLATE OWNER_ORDER);
      CREATE TRIGGER r AFTER UPDATE ON t BEGIN INSERT INTO o VALUES (new.title); END;
      """,
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT UNIQUE);
      CREATE TABLE o (name TEXT REFERENCES t (title) ON UPDATE CASCADE); CREATE INDEX i ON o (name COLLATE OWNER_ORDER);
      """,
    ])
  func ownerCollationElsewhere(schema: String) throws {
    let scratch = try withCollation(schema + "INSERT INTO t (id, title) VALUES (1, 'a'), (2, 'b')")
    let store = try scratch.store(table: "t")
    #expect(throws: StoreError.cannotChange(table: "t", .collation("OWNER_ORDER"))) {
      try store.set("c", at: 1, of: RecordID(.rowid(1), in: store.schema.id))
    }
  }

  @Test("A schema that a newer SQLite has made is not called damaged") func newerSchema() throws {
    let scratch = try Scratch()
    try scratch.run(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'author CHAR', 'author FUTURE KIND OF [') WHERE name = 'book'"
    )
    #expect { try scratch.store() } throws: { error in
      if case .newerSchema? = error as? StoreError { true } else { false }
    }
  }
}

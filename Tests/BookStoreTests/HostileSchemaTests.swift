import Foundation
import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Schemas that would reach out of their file: each way is closed, and the tables beside them can be used.
struct HostileSchemaTests {
  /// Where a call can stand in a schema, and what runs it.
  struct Place: CustomTestStringConvertible, Sendable {
    enum Use { case look, sort, edit, insert, delete }

    let testDescription: String
    let sql: String
    let use: Use

    static let all = [
      Place("view", "CREATE VIEW evil AS SELECT 1 AS id, \(call) AS title;", .look),
      Place(
        "WHERE of a view", "CREATE VIEW evil AS SELECT 1 AS id, 'a' AS title WHERE \(call) IS NULL;", .look),
      Place("column, computed", table("title TEXT, g AS (\(call))"), .look),
      Place("column, computed, in a list", table("title TEXT, g AS (\(call))"), .sort),
      Place("column, computed and stored", table("title TEXT, g AS (\(call)) STORED"), .edit),
      Place("CHECK", table("title TEXT CHECK (title || \(call) <> '')"), .edit),
      Place("CHECK of the table", table("title TEXT, CHECK (title || \(call) <> '')"), .insert),
      Place("DEFAULT", table("title TEXT, d DEFAULT (\(call))"), .insert),
      Place("index", table("title TEXT") + "CREATE INDEX i ON evil (title || \(call));", .edit),
      Place(
        "index, partial", table("title TEXT") + "CREATE INDEX i ON evil (title) WHERE \(call) <> '';", .edit),
      Place("trigger", table("title TEXT") + trigger("BEFORE UPDATE"), .edit),
      Place("trigger of INSERT", table("title TEXT") + trigger("AFTER INSERT"), .insert),
      Place("trigger of DELETE", table("title TEXT") + trigger("AFTER DELETE"), .delete),
      Place(
        "WHEN of a trigger",
        table("title TEXT")
          + "CREATE TRIGGER r AFTER UPDATE ON evil WHEN \(call) IS NULL BEGIN SELECT 1; END;", .edit),
      Place(
        "view in a trigger",
        table("title TEXT") + "CREATE VIEW v AS SELECT \(call) AS x;"
          + "CREATE TRIGGER r AFTER UPDATE ON evil BEGIN INSERT INTO book (title) SELECT x FROM v; END;",
        .edit),
    ]

    private init(_ name: String, _ sql: String, _ use: Use) {
      (testDescription, self.sql, self.use) = (name, sql, use)
    }

    /// What stands for the call while the schema is made, for SQLite looks up functions in some places then.
    static let call = "hex('HOSTILE')"

    private static func table(_ columns: String) -> String {
      "CREATE TABLE evil (id INTEGER PRIMARY KEY, \(columns)); INSERT INTO evil (title) VALUES ('a'), ('b');"
    }

    private static func trigger(_ event: String) -> String {
      "CREATE TRIGGER r \(event) ON evil BEGIN SELECT \(call); END;"
    }
  }

  private static let calls = [
    "load_extension('/tmp/evil')", "fts3_tokenizer('simple', x'00')", "writefile('FOLDER/out', 'x')",
    "readfile('/etc/passwd')", "edit('x')", "booklist_match('a', 'b')", "booklist_sort_key('a')",
  ]

  /// Makes a database of books with what a schema says, in which some text stands for another.
  private func make(_ sql: String, replacing text: String, by other: String) throws -> Scratch {
    let scratch = try Scratch(Scratch.books + sql)
    let other = other.replacingOccurrences(of: "FOLDER", with: scratch.folder)
    try Stock.open(scratch.path).use { database in
      try database.run(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, ?, ?)", [text, other])
    }
    return scratch
  }

  /// The table of that name; nil where the database cannot be opened, which is the end of it, too.
  private func open(_ scratch: Scratch) throws -> (BookStore, TableID)? {
    guard let store = try? scratch.loggedStore() else { return nil }
    return (store, try store.table("evil"))
  }

  private func expectBooks(_ store: BookStore, _ scratch: Scratch) throws {
    let books = try store.table("book")
    try store.set("new", at: Book.author, of: RecordID(.rowid(1), in: books))
    #expect(store.dehydrateAll().writeBack.isComplete)
  }

  private func use(_ use: Place.Use, _ table: TableID, _ store: BookStore) throws {
    let first = RecordID(.rowid(1), in: table)
    switch use {
    case .look:
      let listing = try store.lists.open(ListSource(table: table))
      _ = try store.lists.rows(in: 0..<9, of: listing)
      if !listing.schema.isReadOnly { _ = try store.shelf.snapshot(of: first) }
    case .sort:
      let listing = try store.lists.open(ListSource(table: table))
      try listing.arrange(by: ListOrder(field: listing.schema.fields.count - 1))
      try store.wait { listing.isSettled }
      _ = try store.lists.rows(in: 0..<9, of: listing)
    case .edit:
      let title = try #require(store.schema(of: table).fields.firstIndex { $0.column == "title" })
      try store.set("new", at: title, of: first)
      if let reason = store.dehydrateAll().writeBack.reason {
        try store.undo()
        throw reason
      }
    case .insert: _ = try store.insert([nil, "new"], into: table)
    case .delete: _ = try store.delete(first)
    }
  }

  @Test("A function that reaches outside is denied wherever it stands", arguments: calls, Place.all)
  func function(call: String, place: Place) throws {
    let scratch = try make(place.sql, replacing: Place.call, by: call)
    guard let (store, evil) = try open(scratch) else { return }
    #expect(throws: StoreError.self) { try use(place.use, evil, store) }
    #expect(!FileManager.default.fileExists(atPath: scratch.folder + "/out"))
    try expectBooks(store, scratch)
  }

  @Test(
    "A virtual table of a module that is not built in cannot be read, and the others can",
    arguments: [
      "csv(filename='/etc/passwd')", "fsdir('/')", "zipfile('/tmp/x.zip')", "sqlite_dbpage",
      "module_of_another(x)",
    ])
  func module(name: String) throws {
    let scratch = try make(
      "CREATE VIRTUAL TABLE evil USING fts5(HOSTILE);", replacing: "fts5(HOSTILE)", by: name)
    guard let (store, evil) = try open(scratch) else { return }
    #expect(throws: StoreError.self) { try use(.look, evil, store) }
    try expectBooks(store, scratch)
  }

  @Test(
    "A view over a pragma changes neither the file nor the connection",
    arguments: [
      "pragma_optimize(65538)", "pragma_journal_mode", "pragma_writable_schema", "pragma_locking_mode",
      "pragma_secure_delete", "pragma_page_size", "pragma_synchronous", "pragma_recursive_triggers",
      "pragma_wal_checkpoint", "pragma_incremental_vacuum(9)", "pragma_temp_store_directory('/')",
    ])
  func pragma(name: String) throws {
    let scratch = try Scratch(
      Scratch.books(2_000)
        + "CREATE INDEX i ON book (title); CREATE VIEW evil AS SELECT 1 AS id, * FROM \(name);")
    let before = try scratch.bytes()
    let (store, evil) = try #require(try open(scratch))
    // It would analyze what was asked by an index before.
    try store.database.connection.run("SELECT * FROM book WHERE title = 'x'")
    _ = try? use(.look, evil, store)
    #expect(try scratch.bytes() == before)
    #expect(throws: StoreError.self) {
      try store.database.connection.run("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = ''")
      try store.database.connection.run("UPDATE sqlite_schema SET sql = ''")
    }
    try expectBooks(store, scratch)
  }

  @Test(
    "A trigger can neither attach a file, nor write to the schema or to what a virtual table keeps for itself",
    arguments: [
      "ATTACH 'FOLDER/out' AS x", "UPDATE sqlite_schema SET sql = ''", "DELETE FROM sqlite_master",
      "UPDATE words_data SET block = x''", "INSERT INTO words_config VALUES ('version', 9)",
      "PRAGMA writable_schema = ON", "DROP TABLE book", "VACUUM INTO 'FOLDER/out'",
    ])
  func statement(text: String) throws {
    let scratch = try make(
      """
      CREATE VIRTUAL TABLE words USING fts5(word); INSERT INTO words VALUES ('one');
      CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO evil VALUES (1, 'a');
      CREATE TRIGGER r AFTER UPDATE ON evil BEGIN SELECT 'HOSTILE'; END;
      """, replacing: "SELECT 'HOSTILE'", by: text)
    defer { #expect(!FileManager.default.fileExists(atPath: scratch.folder + "/out")) }
    guard let (store, evil) = try open(scratch) else { return }
    #expect(throws: StoreError.self) { try use(.edit, evil, store) }
    #expect(try scratch.rows("SELECT * FROM evil") == ["1|a"])
    #expect(try scratch.rows("SELECT * FROM words WHERE words MATCH 'one'") == ["one"])
    try expectBooks(store, scratch)
  }

  @Test("The address of a tokenizer is given out to no schema", arguments: ["CHECK", "DEFAULT", "trigger"])
  func address(place: String) throws {
    let call = Place.call
    let sql =
      switch place {
      case "CHECK":
        "CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT CHECK (title <> '' AND \(call) IS NULL));"
      case "DEFAULT":
        "CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT, d DEFAULT (\(call)) CHECK (d IS NULL));"
      default:
        """
        CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT); CREATE TABLE seen (x CHECK (x IS NULL));
        CREATE TRIGGER r AFTER INSERT ON evil BEGIN INSERT INTO seen VALUES (\(call)); END;
        """
      }
    let scratch = try make(sql, replacing: call, by: "fts3_tokenizer('simple')")
    guard let (store, evil) = try open(scratch) else { return }
    // It may be denied or be NULL, which is what the CHECK has it be.
    do { try use(.insert, evil, store) } catch let error as StoreError {
      #expect(!error.isOfConstraint, "\(error)")
    }
    try expectBooks(store, scratch)
  }
}

import Records
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// Triggers that fail, which takes nothing back of what was done before.
struct FailingTriggerTests {
  private static func books(_ trigger: String) -> String {
    Scratch.books(4) + "CREATE TABLE note (text);" + trigger
  }

  @Test(
    "A write-back leaves nothing in a row that a trigger refuses, and writes the others",
    arguments: [
      "AFTER UPDATE ON book WHEN new.pk = 2 BEGIN SELECT RAISE(FAIL, 'no'); END",
      "BEFORE UPDATE ON book WHEN new.pk = 2 BEGIN INSERT INTO note VALUES ('x'); SELECT RAISE(FAIL, 'no'); END",
      "AFTER UPDATE ON book WHEN new.pk = 2 BEGIN INSERT INTO note VALUES ('x'); SELECT RAISE(ABORT, 'no'); END",
    ], [true, false])
  func writeBack(trigger: String, isCompared: Bool) throws {
    let (scratch, store) = try Scratch.opened(Self.books("CREATE TRIGGER refuse \(trigger);"))
    try store.set("mine", at: Book.author, ofEach: [1, 2, 3, 4])
    if isCompared { try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 4") }
    let result = store.writeBack()
    #expect(result.failures == [RowFailure(id: 2, error: .constraint(message: "no"))])
    #expect(result.conflicts.map(\.id) == (isCompared ? [4] : []))
    #expect(
      try scratch.rows("SELECT author FROM book")
        == ["mine", "Author 2", "mine", isCompared ? "theirs" : "mine"])
    #expect(try scratch.rows("SELECT * FROM note").isEmpty)
    store.editor.revert(2)
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "Author 2")
    #expect(store.counts.dirty == (isCompared ? 1 : 0))
  }

  @Test("A deletion and an insertion that a trigger refuses leave the table", arguments: [true, false])
  func rows(isLogged: Bool) throws {
    let scratch = try Scratch(
      Self.books(
        """
        CREATE TRIGGER keep AFTER DELETE ON book BEGIN SELECT RAISE(FAIL, 'kept'); END;
        CREATE TRIGGER full AFTER INSERT ON book BEGIN SELECT RAISE(FAIL, 'full'); END;
        """))
    let store = isLogged ? try scratch.loggedStore() : try scratch.store()
    #expect(throws: StoreError.constraint(message: "kept")) { try store.delete(2) }
    #expect(throws: StoreError.constraint(message: "full")) { try store.insert(["Edda"]) }
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3", "4"])
    #expect(store.counts.known == .exactly(4))
  }

  @Test("A write that a trigger passes over is tried once, so that what others did before is done once")
  func passedOver() throws {
    let (scratch, store) = try Scratch.opened(
      Self.books(
        """
        CREATE TRIGGER pass BEFORE UPDATE ON book WHEN new.author = 'mine' BEGIN
          INSERT INTO note VALUES ('asked'); SELECT RAISE(IGNORE);
        END;
        """))
    try store.set("mine", at: Book.author, of: 2)
    #expect(store.writeBack().failures == [RowFailure(id: 2, error: .ignored)])
    #expect(try scratch.rows("SELECT count(*) FROM note") == ["1"])
  }

  @Test(
    "A row that a table behind a trigger refuses leaves nothing behind, and the others are written",
    arguments: ["FAIL", "ROLLBACK", "ABORT"])
  func behind(clause: String) throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books + """
        CREATE TABLE log (v UNIQUE ON CONFLICT \(clause)); INSERT INTO log VALUES ('z');
        CREATE TABLE counts (k); INSERT INTO counts VALUES (0);
        CREATE TRIGGER t AFTER UPDATE ON book BEGIN
          UPDATE counts SET k = k + 1; INSERT INTO log VALUES (new.author);
        END;
        """)
    try store.set("x", at: Book.author, of: 1)
    try store.set("z", at: Book.author, of: 2)
    try store.set("y", at: Book.author, of: 3)
    let result = store.writeBack()
    #expect(result.failures.map(\.id) == [2] && result.writtenCount == 2, "\(result)")
    #expect(try scratch.rows("SELECT author FROM book") == ["x", "Amit Singh", "y"])
    #expect(try scratch.rows("SELECT k FROM counts") == ["2"])
    #expect(store.shelf.state(of: 2) == .dirty)
  }

  /// Two tables beside each other, and one behind a foreign key that is looked at when a transaction ends.
  private static let two =
    books("") + """
      CREATE TABLE shelf (pk INTEGER PRIMARY KEY, name TEXT); INSERT INTO shelf VALUES (1, 'Shelf 1');
      CREATE TABLE loan (book INTEGER REFERENCES book DEFERRABLE INITIALLY DEFERRED);
      """

  @Test(
    "A row that fails in a function, a table or a foreign key behind a trigger leaves nothing, and the others are written",
    arguments: [
      "SELECT json('{');", "SELECT abs(-9223372036854775807 - 1);", "SELECT zeroblob(2000000000);",
      "INSERT INTO shelf VALUES ('x', 'x');", "INSERT INTO loan VALUES (99);",
      "INSERT INTO shelf SELECT 1, 'x';", "SELECT load_extension('x');",
    ])
  func failure(statement: String) throws {
    let (scratch, store) = try Scratch.opened(Self.two)
    let shelves = try store.table("shelf")
    let name = try #require(try store.schema(of: shelves).fields.firstIndex { $0.column == "name" })
    try store.set("mine", at: Book.author, ofEach: [1, 2, 3, 4])
    try store.set("mine", at: name, of: RecordID(.rowid(1), in: shelves))
    // A trigger that cannot be compiled is one of all rows.
    let isCompiled = !statement.contains("load")
    try scratch.run(
      """
      CREATE TRIGGER t AFTER UPDATE ON book WHEN new.pk = 2 BEGIN
        INSERT INTO note VALUES ('x'); \(statement)
      END;
      """)
    let result = store.writeBack()
    #expect(result.error == nil, "\(result)")
    #expect(Set(result.failures.map(\.id)) == (isCompiled ? [2] : [1, 2, 3, 4]), "\(result)")
    #expect(try scratch.rows("SELECT name FROM shelf") == ["mine"])
    #expect(try scratch.rows("SELECT author FROM book WHERE author = 'mine'").count == (isCompiled ? 3 : 0))
    #expect(try scratch.rows("SELECT * FROM note").isEmpty && scratch.rows("SELECT * FROM loan").isEmpty)
    #expect(store.shelf.state(of: 2) == .dirty && store.counts.dirty == (isCompiled ? 1 : 4))
  }

  @Test(
    "An edit whose target was deleted keeps no other from being written, where a deferred key points to it"
  )
  func deferred() throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books + """
        CREATE TABLE pair (pk INTEGER PRIMARY KEY, code INTEGER UNIQUE,
          other INTEGER REFERENCES pair (code) DEFERRABLE INITIALLY DEFERRED);
        INSERT INTO pair VALUES (1, 1, 1);
        """)
    let id = RecordID(.rowid(1), in: try store.table("pair"))
    let fields = try store.schema(of: id.table).fields
    let other = try #require(fields.firstIndex { $0.column == "other" })
    try scratch.run("INSERT INTO pair VALUES (2, 2, 2)")
    try store.set(2, at: other, of: id)
    try store.set("mine", at: Book.author, of: 1)
    try scratch.run("DELETE FROM pair WHERE pk = 2")
    let result = store.writeBack()
    #expect(result.failures.map(\.id) == [id] && result.writtenCount == 1, "\(result)")
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
    try scratch.run("INSERT INTO pair VALUES (2, 2, 2)")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT other FROM pair") == ["2", "2"])
  }

  @Test("Very many rows that end the transaction do not have the others written anew for each of them")
  func ends() throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books(400)
        + "CREATE TRIGGER t BEFORE UPDATE ON book WHEN new.pk % 2 BEGIN SELECT RAISE(ROLLBACK, 'odd'); END;")
    for pk in 1...400 { try store.set("mine", at: Book.author, of: RecordID(.rowid(Int64(pk)))) }
    _ = scratch.statementsSinceLastCall()
    let result = store.writeBack()
    #expect(result.failures.count == 200 && result.writtenCount == 200)
    #expect(Set(result.failures.map(\.error)) == [.constraint(message: "odd")])
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'mine'") == ["200"])
    #expect(scratch.statementsSinceLastCall().filter { $0.hasPrefix("UPDATE") }.count <= 3 * 400)
  }
}

import Records
import Testing

@testable import BookStore

/// Rows that came or went in one step.
extension RecoveryTests {
  /// Logs deletions as one step that is not done.
  private func logDeletions(_ ids: [RecordID], _ store: BookStore) throws {
    let rows = try ids.map { try #require(try store.loggedRow($0) { .deletion($0) }) }
    store.append(rows, as: LogPurpose())
  }

  private static let shelves = """
    CREATE TABLE shelf (pk INTEGER PRIMARY KEY, title);
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title, shelf REFERENCES shelf ON DELETE CASCADE);
    INSERT INTO shelf VALUES (1, 'Epics'), (2, 'Novels');
    INSERT INTO book VALUES (1, 'Edda', 1), (2, 'Kalevala', 1), (3, 'Emma', 2);
    """

  private func id(_ key: Int64, _ table: String, _ store: BookStore) throws -> RecordID {
    RecordID(.rowid(key), in: try #require(store.entry(named: table)).id)
  }

  @Test("A step one of whose deletions is refused is restored as a whole or not at all")
  func refusedStep() throws {
    let scratch = try Scratch(
      Scratch.books(4)
        + "CREATE TRIGGER no BEFORE DELETE ON book WHEN old.pk = 2 BEGIN SELECT RAISE(ABORT, 'no'); END;")
    try crashed(scratch) { store in
      try store.set("a", at: Book.author, of: 1)
      try logDeletions([1, 2, 3], store)
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == 3)
    let restoration = try store.restore()
    #expect(restoration.restoredCount == 1 && restoration.failures.map(\.id) == [1, 2, 3])
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3", "4"])
    #expect(try store.record(1).value(at: Book.author) == "a")
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }

  @Test("Rows that were to go with one that is refused stay")
  func refusedParent() throws {
    let scratch = try Scratch(
      Self.shelves + "CREATE TRIGGER no BEFORE DELETE ON shelf BEGIN SELECT RAISE(ABORT, 'no'); END;")
    try crashed(scratch) { store in
      try logDeletions([id(1, "book", store), id(2, "book", store), id(1, "shelf", store)], store)
    }
    #expect(try scratch.loggedStore().restore().failures.count == 3)
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3"])
  }

  @Test(
    "What a foreign key deletes at Restore, and was not there when the session died, is undone with the rest")
  func newcomer() throws {
    let scratch = try Scratch(Self.shelves)
    try crashed(scratch) { store in
      try logDeletions([id(1, "book", store), id(2, "book", store), id(1, "shelf", store)], store)
    }
    try scratch.run("INSERT INTO book VALUES (4, 'Iliad', 1)")
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(restoredCount: 3))
    #expect(try scratch.rows("SELECT pk FROM book") == ["3"])
    #expect(try scratch.loggedStore().findAbandoned() == nil)
    #expect(store.counts.dirty == 0)
    try store.undo()
    #expect(try scratch.rows("SELECT * FROM shelf") == ["1|Epics", "2|Novels"])
    #expect(
      try scratch.rows("SELECT * FROM book") == ["1|Edda|1", "2|Kalevala|1", "3|Emma|2", "4|Iliad|1"])
  }

  @Test("A deletion that was not logged to its end is not restored", arguments: [false, true])
  func halfLogged(isConfirmed: Bool) throws {
    let scratch = try Scratch(Self.shelves)
    try crashed(scratch) { store in
      let transaction = RowTransaction(LogPurpose(isDraft: true))
      // The process dies in the transaction.
      try store.connection.begin()
      _ = try store.deleteWhole([id(1, "shelf", store)], in: transaction)
      if isConfirmed { store.confirm(transaction.appended) }
      store.connection.rollBack()
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == (isConfirmed ? 3 : nil))
    #expect(try store.restore() == Restoration(restoredCount: isConfirmed ? 3 : 0))
    #expect(try scratch.rows("SELECT pk FROM book") == (isConfirmed ? ["3"] : ["1", "2", "3"]))
  }

  @Test("What is deleted with other rows counts in the log before the database has it")
  func confirmed() throws {
    let scratch = try Scratch(
      Self.shelves + "CREATE TRIGGER no BEFORE DELETE ON shelf BEGIN SELECT RAISE(ABORT, 'no'); END;")
    let store = try scratch.loggedStore()
    #expect(throws: StoreError.self) { try store.delete([id(1, "shelf", store), id(2, "shelf", store)]) }
    #expect(try store.history(limit: 9) == [])
    try scratch.run("DROP TRIGGER no")
    try store.delete([id(1, "shelf", store), id(2, "shelf", store)])
    #expect(try store.history(limit: 9).map(\.state) == Array(repeating: .written, count: 5))
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3"])
  }

  @Test(
    "What a foreign key sets with a deletion is restored with it, and refused with it",
    arguments: [false, true])
  func pointers(isRefused: Bool) throws {
    let trigger = "CREATE TRIGGER no BEFORE DELETE ON shelf BEGIN SELECT RAISE(ABORT, 'no'); END;"
    let tables = Self.shelves.replacing("CASCADE", with: "SET NULL")
    let scratch = try Scratch(tables + (isRefused ? trigger : ""))
    try crashed(scratch) { store in
      var changes: [LoggedChange] = []
      for (key, title) in [(1, "Edda"), (2, "Kalevala")] as [(Int64, Value)] {
        let content = LoggedChange.Content.edit(column: "shelf", before: .integer(1), after: .null)
        changes.append(LoggedChange(table: "book", key: .rowid(key), title: title, content: content))
      }
      changes.append(try #require(try store.loggedRow(id(1, "shelf", store)) { .deletion($0) }))
      store.append(changes, as: LogPurpose())
    }
    let store = try scratch.loggedStore()
    let restoration = try store.restore()
    #expect(restoration.restoredCount == (isRefused ? 0 : 3))
    #expect(restoration.failures.count == (isRefused ? 3 : 0))
    #expect(store.counts.dirty == 0)
    let shelf = isRefused ? "1" : "NULL"
    #expect(try scratch.rows("SELECT shelf FROM book") == [shelf, shelf, "2"])
    #expect(try scratch.loggedStore().findAbandoned() == nil)
    guard !isRefused else { return }
    try store.undo()
    #expect(try scratch.rows("SELECT shelf FROM book") == ["1", "1", "2"])
  }

  @Test("Rows that point to each other come and go together", arguments: [false, true])
  func circle(isInserted: Bool) throws {
    let scratch = try Scratch(
      """
      CREATE TABLE node (pk INTEGER PRIMARY KEY, title, other REFERENCES node);
      INSERT INTO node VALUES (1, 'one', NULL), (2, 'two', 1); UPDATE node SET other = 2 WHERE pk = 1;
      """)
    try crashed(scratch) { store in
      let rows = try [1, 2].map { try #require(try store.loggedRow($0) { .deletion($0) }) }
      store.append(isInserted ? rows.map(\.reversed) : rows, as: LogPurpose())
      if isInserted { try scratch.run("PRAGMA foreign_keys = OFF; DELETE FROM node") }
    }
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(restoredCount: 2))
    #expect(try scratch.rows("SELECT * FROM node") == (isInserted ? ["1|one|2", "2|two|1"] : []))
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }
}

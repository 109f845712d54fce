import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Rows that go, or change, with another one by a foreign key.
struct CascadeTests {
  static let loans = """
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT);
    CREATE TABLE loan (id INTEGER PRIMARY KEY, name TEXT, book INTEGER REFERENCES book ON DELETE CASCADE, scan BLOB);
    CREATE TABLE note (loan INTEGER REFERENCES loan(id) ON DELETE CASCADE, line INTEGER, words TEXT,
      PRIMARY KEY (loan, line)) WITHOUT ROWID;
    CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, first INTEGER REFERENCES book ON DELETE SET NULL,
      last INTEGER DEFAULT 2 REFERENCES book ON DELETE SET DEFAULT);
    INSERT INTO book VALUES (1, 'Lamp'), (2, 'Oil');
    INSERT INTO loan VALUES (1, 'Ann', 1, x'00ff'), (2, 'Bob', 2, NULL), (3, 'Cem', 1, zeroblob(100000));
    INSERT INTO note VALUES (1, 1, 'torn'), (1, 2, CAST(x'ff41' AS TEXT)), (2, 1, 'clean');
    INSERT INTO shelf VALUES (1, 'top', 1, 1), (2, 'low', 2, 1), (3, 'mid', 1, 2);
    """

  private func id(_ rowid: Int64, _ table: Int) -> RecordID { RecordID(.rowid(rowid), in: TableID(table)) }

  @Test("Before rows are deleted it is known how many others go with them, up to a limit")
  func counted() throws {
    let scratch = try Scratch(Self.loans)
    let (store, before) = (try scratch.store(), try scratch.everything())
    func count(_ ids: RecordID..., limit: Duration = .seconds(9)) -> DeletionCount? {
      store.rowEditor.deletionCounter.count(ids, limit: limit)
    }
    func table(_ number: Int, _ count: Int) throws -> DeletionCount.Table {
      .init(try store.schema(of: TableID(number)), count: count)
    }
    #expect(try count(id(1, 0)) == DeletionCount([table(0, 1), table(1, 2), table(2, 2)], changedCount: 3))
    #expect(try count(id(1, 1), id(2, 1)) == DeletionCount([table(1, 2), table(2, 3)]))
    #expect(count(id(1, 3)) == nil)
    #expect(count(id(1, 0), limit: .zero)?.isExact == false)
    #expect(try scratch.everything() == before)
    let other = try scratch.locked()
    #expect(count(id(1, 0)) == nil)
    withExtendedLifetime(other) {}
  }

  @Test("Records and lists of rows that go or change with another one follow") func follow() throws {
    let store = try Scratch(Self.loans).loggedStore()
    let loans = try store.lists.open(ListSource(table: TableID(1)))
    #expect(try loans.ids(0..<9).count == 3)
    _ = try store.record(id(1, 1))
    try store.set("upper", at: 1, of: id(1, 3))
    _ = try store.record(id(3, 3))
    try store.delete(id(1, 0))
    #expect(try loans.ids(0..<9) == [id(2, 1)])
    #expect(throws: StoreError.rowGone) { try store.record(id(1, 1)) }
    #expect(try store.shelf.snapshot(of: id(3, 3)).values[2] == .null)
    #expect(store.shelf.state(of: id(3, 3)) == .hydrated)
    #expect(try store.shelf.snapshot(of: id(1, 3)).values[1...] == ["upper", .null, 2])
    #expect(store.writeBack().isComplete)
    try store.undo()
    #expect(try loans.ids(0..<9).count == 3)
    #expect(try store.shelf.snapshot(of: id(1, 3)).values[1...] == ["upper", 1, 1])
    #expect(store.counts.dirty == 0)
  }

  @Test("A row that was set to go elsewhere and is not written comes back as it was seen")
  func unwritten() throws {
    let (scratch, store) = try Scratch.logged(Self.loans)
    try store.set(2, at: 2, of: id(1, 1))
    try store.delete(id(1, 0))
    try store.undo()
    #expect(try scratch.rows("SELECT book FROM loan WHERE id = 1") == ["2"])
  }

  @Test("A tree, with a row that is its own parent and two that are each other's, comes back whole")
  func cycles() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE part (id INTEGER PRIMARY KEY, name TEXT, whole INTEGER REFERENCES part ON DELETE CASCADE,
        twin INTEGER REFERENCES part ON DELETE SET NULL);
      WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO part SELECT i, 'part ' || i, i / 8, 502 - i FROM n;
      INSERT INTO part VALUES (0, 'own', 0, NULL), (1, 'a', 600, 0), (600, 'b', 1, 1);
      """)
    let before = try scratch.rows("SELECT * FROM part")
    let store = try scratch.loggedStore()
    try store.delete([2, 9, 600])
    #expect(try scratch.rows("SELECT id FROM part WHERE id IN (1, 2, 600)").isEmpty)
    let middle = try scratch.rows("SELECT * FROM part")
    try store.delete(0)
    #expect(try scratch.rows("SELECT count(*) FROM part") == ["0"])
    try store.undo()
    #expect(try scratch.rows("SELECT * FROM part") == middle)
    try store.undo()
    #expect(try scratch.rows("SELECT * FROM part") == before)
    #expect(try store.shownRows(in: 0..<999).count == before.count)
  }

  @Test("What stands against a row that goes with another keeps both, and the log has nothing of it")
  func refused() throws {
    let scratch = try Scratch(
      Self.loans
        + "CREATE TABLE fine (id INTEGER PRIMARY KEY, loan REFERENCES loan); INSERT INTO fine VALUES (1, 3)")
    let before = try scratch.everything()
    let store = try scratch.loggedStore()
    #expect(throws: StoreError.self) { try store.delete(id(1, 0)) }
    #expect(try scratch.everything() == before)
    #expect(try store.history.changes(limit: 9).isEmpty)
    try scratch.run("DELETE FROM fine")
    let paid = try scratch.everything()
    try store.delete(id(1, 0))
    try store.undo()
    #expect(try scratch.everything() == paid)
  }

  @Test("An addition that is undone takes rows along that point to it, and they come back with it")
  func addition() throws {
    let (scratch, store) = try Scratch.logged(Self.loans)
    let new = try store.insert([nil, "New"])
    try scratch.run("INSERT INTO loan VALUES (9, 'Dot', \(new.rowid ?? 0), NULL)")
    try store.undo()
    #expect(try scratch.rows("SELECT id FROM loan WHERE id = 9").isEmpty)
    try store.redo()
    #expect(try scratch.rows("SELECT book FROM loan WHERE id = 9") == ["\(new.rowid ?? 0)"])
  }

  @Test("A step whose first part could not be written is a step all the same once it is")
  func triedAgain() throws {
    let (scratch, store) = try Scratch.logged()
    let reader = try StockDatabase(scratch.path)
    let step = store.beginStep()
    try reader.use { database in
      try database.run("BEGIN; SELECT * FROM book")
      #expect(throws: StoreError.busy) { try store.delete([1], in: step) }
      try database.run("COMMIT")
    }
    try store.delete([1], in: step)
    #expect(try store.undo()?.id == 1)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
  }
}

import BookStore
import Records
import TestSupport
import Testing

/// What no two rows may hold is refused before anything is written.
struct UniqueTests {
  private static let possessions = """
    CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, description TEXT);
    INSERT INTO possessions VALUES (1, 'Lamp', 'yellow'), (2, 'Bicycle', 'red'), (3, 'O''Brien''s umbrella', NULL);
    """
  private static let name = 0
  private static let things = """
    CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
    INSERT INTO thing VALUES (1, 'a'), (2, 'b');
    """

  private func taken(_ fields: [Int], _ values: Value...) -> StoreError {
    .notUnique(fields: fields, values: values)
  }

  @Test("The name of a possession is unique though the table does not say so, in edits and in insertions")
  func knownToBeUnique() throws {
    let store = try Scratch(Self.possessions).store()
    #expect(throws: taken([0], "Lamp")) { try store.set("Lamp", at: Self.name, of: 2) }
    #expect(throws: taken([0], "Lamp")) { try store.insert(["Lamp", .null]) }
    #expect(throws: taken([0], "O'Brien's umbrella")) { try store.insert(["O'Brien's umbrella", .null]) }
    #expect(throws: taken([0], "Lamp")) { try store.set("Lamp", at: Self.name, ofEach: [2]) }
    // Here as in the column the case counts.
    try store.set("lamp", at: Self.name, of: 2)
    #expect(store.counts.dirty == 1)
  }

  @Test("The row itself does not stand against its own value, nor does a value that is set back")
  func itself() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    try store.set("Lamp", at: Self.name, of: 1)
    #expect(store.counts.dirty == 0)
    try store.set("Torch", at: Self.name, of: 1)
    try store.set("Lamp", at: Self.name, of: 1)
    #expect(store.counts.dirty == 0)
    try store.set("Torch", at: Self.name, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM possessions WHERE id = 1") == ["Torch"])
  }

  @Test("A value that another record has in memory only is taken") func inMemory() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    try store.set("Torch", at: Self.name, of: 1)
    #expect(throws: taken([0], "Torch")) { try store.set("Torch", at: Self.name, of: 2) }
    #expect(throws: taken([0], "Torch")) { try store.insert(["Torch"]) }
    #expect(try scratch.rows("SELECT count(*) FROM possessions WHERE name = 'Torch'") == ["0"])
  }

  @Test("A value that another record has given up in memory is free, for that record is written first")
  func givenUp() throws {
    let (scratch, store) = try Scratch.opened(Self.things)
    try store.set("c", at: 1, of: 2)
    try store.set("b", at: 1, of: 1)
    #expect(try scratch.rows("SELECT name FROM thing") == ["a", "c"])
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM thing") == ["b", "c"])
    try store.set("d", at: 1, of: 2)
    _ = try store.insert([.null, "c"])
    #expect(try scratch.rows("SELECT name FROM thing") == ["b", "d", "c"])
  }

  @Test("A value that is given up while a memory warning is answered is free for a record that it lets go of")
  func givenUpInWarning() throws {
    let (scratch, store) = try Scratch.opened(Self.things, busyTimeout: patience)
    try store.set("z", at: 1, of: 1)
    store.writer.startDehydratingAll()
    try store.set("a", at: 1, of: 2)
    // The store may have freed the value before it was told that the first record has been written.
    try store.wait { store.writer.takeWriteBack() != nil || store.counts.dirty == 1 }
    #expect(store.counts.dirty == 1)
    #expect(store.writeBack().isComplete)
    try store.set("w", at: 1, of: 1)
    store.writer.startDehydratingAll()
    try store.set("z", at: 1, ofEach: [2])
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM thing") == ["w", "z"])
  }

  @Test("A deleted row comes back although its value was given to another one, which is taken back first")
  func givenOn() throws {
    let (scratch, store) = try Scratch.logged(Self.things)
    try store.delete(1)
    try store.set("a", at: 1, of: 2)
    #expect(store.writeBack().isComplete)
    #expect(try store.undo()?.kind == .edit)
    #expect(try store.undo()?.kind == .deletion)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM thing") == ["1|a", "2|b"])
    _ = try (store.redo(), store.redo())
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM thing") == ["2|a"])
  }

  @Test("Where the record that gave it up cannot be written, the value is still taken")
  func givenUpUnwritten() throws {
    let store = try Scratch(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE CHECK (name <> 'x'));
      INSERT INTO thing VALUES (1, 'a'), (2, 'b');
      """
    ).store()
    try store.set("x", at: 1, of: 2)
    #expect(throws: taken([1], "b")) { try store.set("b", at: 1, of: 1) }
  }

  @Test("SQLite compares: by the collation of the index, by affinity, and NULL is like nothing")
  func comparing() throws {
    let store = try Scratch(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE, code TEXT, n NUMERIC UNIQUE);
      CREATE UNIQUE INDEX codes ON thing (code COLLATE NOCASE);
      INSERT INTO thing VALUES (1, 'Lamp', 'A', 1), (2, NULL, NULL, NULL), (3, 'Key', 'B', 3);
      """
    ).store()
    #expect(throws: taken([1], "LAMP")) { try store.set("LAMP", at: 1, of: 3) }
    #expect(throws: taken([2], "a")) { try store.set("a", at: 2, of: 3) }
    #expect(throws: taken([3], .real(1))) { try store.set(.real(1), at: 3, of: 3) }
    try store.set("key", at: 1, of: 3)
    #expect(throws: taken([1], "KEY")) { try store.set("KEY", at: 1, of: 1) }
    try store.set(.null, at: 1, of: 1)
    try store.set(.null, at: 3, of: 3)
    #expect(store.writeBack().isComplete)
  }

  @Test("Several columns are unique together, and with a key that is not an integer") func together() throws {
    let store = try Scratch(
      """
      CREATE TABLE place (shelf TEXT, slot INTEGER, what TEXT, PRIMARY KEY (shelf, slot)) WITHOUT ROWID;
      CREATE TABLE seat (id INTEGER PRIMARY KEY, row TEXT, number INTEGER, UNIQUE (row, number));
      INSERT INTO place VALUES ('A', 1, 'jar'), ('A', 2, 'cup');
      INSERT INTO seat VALUES (1, 'A', 1), (2, 'A', 2), (3, 'B', 1), (4, NULL, 1);
      """
    ).store()
    #expect(throws: taken([0, 1], "A", 2)) { try store.insert(["A", 2, "pan"]) }
    _ = try store.insert(["A", 3, "pan"])
    let seats = store.tables[1].id
    let id = { (rowid: Int64) in RecordID(rowid, seats) }
    #expect(throws: taken([1, 2], "A", 1)) { try store.set("A", at: 1, of: id(3)) }
    #expect(throws: taken([0], 2)) { try store.insert([2, "C", 1], into: seats) }
    try store.set(2, at: 2, of: id(3))
    try store.set(.null, at: 1, of: id(3))
    #expect(throws: taken([1, 2], "A", 2)) { try store.set(2, at: 2, ofEach: [id(4), id(1)]) }
  }

  @Test("An index answers; one over an expression or a part of the rows is SQLite's alone")
  func indexes() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE, code TEXT, part TEXT);
      CREATE UNIQUE INDEX codes ON thing (upper(code));
      CREATE UNIQUE INDEX parts ON thing (part) WHERE part <> 'x';
      INSERT INTO thing VALUES (1, 'a', 'a', 'x'), (2, 'b', 'b', 'y');
      """)
    let keys = [[1], [0]].map { UniqueKey(fields: $0, collations: ["BINARY"]) }
    #expect(store.schema.uniqueKeys == keys)
    try store.set("x", at: 3, of: 2)
    _ = scratch.statementsSinceLastCall()
    try store.set("c", at: 1, of: 2)
    let statements = scratch.statementsSinceLastCall()
    #expect(statements == ["SELECT id FROM thing WHERE name = ? COLLATE BINARY"])
    let plan = try scratch.rows("EXPLAIN QUERY PLAN " + statements[0].replacing("?", with: "'c'"))
    #expect(plan.count == 1 && plan[0].contains("SEARCH thing USING COVERING INDEX"))
    #expect(store.writeBack().isComplete)
    try store.set("A", at: 2, of: 2)
    #expect(store.writeBack().failures.count == 1)
  }

  @Test("A table of books with a unique title is no plain one") func books() throws {
    let store = try Scratch(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title UNIQUE, copyright REAL, author);
      INSERT INTO book VALUES (1, 'Emma', 0, 'Austen'), (2, 'Edda', 0, NULL);
      """
    ).store()
    #expect(throws: taken([0], "Emma")) { try store.set("Emma", at: Book.title, of: 2) }
  }

  @Test("Fields that nothing keeps apart cost no statement") func nothing() throws {
    let (scratch, store) = try Scratch.opened()
    _ = try store.record(1)
    _ = scratch.statementsSinceLastCall()
    try store.set("War and Peace", at: Book.author, of: 1)
    #expect(scratch.statementsSinceLastCall() == [])
  }
}

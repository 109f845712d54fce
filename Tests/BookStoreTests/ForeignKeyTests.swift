import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// A row that points to none is refused before anything is written, and what is pointed to says by what.
struct ForeignKeyTests {
  private static let library = """
    CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, code TEXT COLLATE NOCASE UNIQUE);
    CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author(id),
      code TEXT REFERENCES author(code));
    CREATE TABLE pair (a INTEGER, b INTEGER, name TEXT, PRIMARY KEY (a, b));
    CREATE TABLE leaf (id INTEGER PRIMARY KEY, name TEXT, a INTEGER, b INTEGER, up INTEGER REFERENCES leaf,
      FOREIGN KEY (a, b) REFERENCES pair);
    INSERT INTO author VALUES (1, 'Tolstoy', 'T'), (2, 'Singh', 'S');
    INSERT INTO book VALUES (1, 'War', 1, 'T'), (2, 'Oil', NULL, NULL);
    INSERT INTO pair VALUES (1, 1, 'x'), (1, 2, 'y');
    INSERT INTO leaf VALUES (1, 'l', 1, 1, NULL), (2, 'm', NULL, 7, NULL);
    """
  private static let (author, book, leaf) = (0, 1, 3)

  private func id(_ rowid: Int64, _ table: Int) -> RecordID { RecordID(.rowid(rowid), in: TableID(table)) }

  private func missing(_ store: BookStore, _ table: Int, _ fields: [Int], _ values: Value...) throws
    -> StoreError
  { .noSuchTarget(try store.schema(of: TableID(table)), fields: fields, values: values) }

  @Test(
    "A reference to a row that is not there is refused in edits and insertions, a good one or NULL is not"
  )
  func edits() throws {
    let store = try Scratch(Self.library).store()
    let table = TableID(Self.book)
    let wrong = try missing(store, Self.author, [0], 77)
    #expect(throws: wrong) { try store.set(77, at: 2, of: id(2, Self.book)) }
    #expect(throws: wrong) { try store.set(77, at: 2, ofEach: [id(1, Self.book), id(2, Self.book)]) }
    #expect(throws: wrong) { try store.insert([.null, "New", 77, .null], into: table) }
    #expect(store.counts.dirty == 0)
    // As SQLite compares: by the affinity and the collation of the column that is pointed to.
    try store.set("2", at: 2, of: id(2, Self.book))
    try store.set("s", at: 3, of: id(2, Self.book))
    try store.set(.null, at: 2, of: id(1, Self.book))
    #expect(store.writeBack().isComplete)
    _ = try store.insert([nil, "New", 1, .null], into: table)
  }

  @Test("Records that a warning lets go of can be set while a row is written that they are to point to")
  func warned() throws {
    let (scratch, store) = try Scratch.opened(Self.library + "UPDATE leaf SET a = 1;", busyTimeout: patience)
    try store.set("U", at: 2, of: id(2, Self.author))
    store.writer.startDehydratingAll()
    try store.set("U", at: 3, of: id(2, Self.book))
    #expect(store.counts.dirty == 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT code FROM book WHERE id = 2") == ["U"])
  }

  @Test("The same for many records that are set at once, to point to a row by several columns")
  func manyWarned() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE seat (id INTEGER PRIMARY KEY, row INTEGER, number INTEGER, UNIQUE (row, number));
      CREATE TABLE guest (id INTEGER PRIMARY KEY, name TEXT, row INTEGER, number INTEGER,
        FOREIGN KEY (row, number) REFERENCES seat(row, number));
      INSERT INTO seat VALUES (1, 1, 1), (2, 2, 7);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO guest SELECT i, 'guest ' || i, i / 60 + 1, NULL FROM n;
      """, busyTimeout: patience)
    try store.set(7, at: 2, of: id(1, 0))
    for guest in 1...100 { _ = try store.record(id(Int64(guest), 1)) }
    store.writer.startDehydratingAll()
    // The last ones point to a row that is written already, and the first ones to one that is written for them.
    try store.set(7, at: 3, ofEach: (1...100).reversed().map { id(Int64($0), 1) })
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT count(*) FROM guest WHERE number = 7") == ["100"])
  }

  @Test("A key of several columns is looked for where all are known") func several() throws {
    let store = try Scratch(Self.library).store()
    try store.set(2, at: 3, of: id(1, Self.leaf))
    let wrong = try missing(store, 2, [0, 1], 1, 3)
    #expect(throws: wrong) { try store.set(3, at: 3, of: id(1, Self.leaf)) }
    #expect(throws: wrong) { try store.set(3, at: 3, ofEach: [id(1, Self.leaf)]) }
    try store.set(3, at: 3, of: id(2, Self.leaf))
    #expect(store.writeBack().isComplete)
  }

  @Test("A row may point to itself, also one that is yet to come") func itself() throws {
    let store = try Scratch(Self.library).store()
    try store.set(1, at: 4, of: id(1, Self.leaf))
    #expect(store.writeBack().isComplete)
    #expect(throws: try missing(store, Self.leaf, [0], 9)) { try store.set(9, at: 4, of: id(1, Self.leaf)) }
    _ = try store.insert([9, "n", .null, .null, 9], into: TableID(Self.leaf))
  }

  @Test("What another record holds in memory only is there, and what it has given up there is not")
  func inMemory() throws {
    let (scratch, store) = try Scratch.opened(Self.library)
    try store.set("V", at: 2, of: id(2, Self.author))
    #expect(throws: try missing(store, Self.author, [2], "S")) {
      try store.set("S", at: 3, of: id(2, Self.book))
    }
    try store.set("V", at: 3, of: id(2, Self.book))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT code FROM book") == ["T", "V"])
  }

  @Test("What cannot be written says whether it points to nothing or is pointed to")
  func directions() throws {
    let (scratch, store) = try Scratch.opened(Self.library)
    try store.set(2, at: 2, of: id(2, Self.book))
    try scratch.run("DELETE FROM author WHERE id = 2")
    let pointing = try #require(store.writeBack().failures.first)
    #expect(
      store.constraints.explained(pointing.error, of: pointing.id)
        == (try missing(store, Self.author, [0], 2)))
    store.editor.revert(id(2, Self.book))
    try store.set("X", at: 2, of: id(1, Self.author))
    let pointed = try #require(store.writeBack().failures.first)
    #expect(
      store.constraints.explained(pointed.error, of: pointed.id) == .isPointedTo(title: "Tolstoy", by: "book")
    )
  }

  @Test("Of rows that are to be deleted the one is named that is pointed to", arguments: [true, false])
  func deletion(isLogged: Bool) throws {
    let scratch = try Scratch(Self.library)
    let store = try isLogged ? scratch.loggedStore() : scratch.store()
    #expect(throws: StoreError.isPointedTo(title: "Tolstoy", by: "book")) {
      try store.delete([id(2, Self.author), id(1, Self.author)])
    }
    #expect(try scratch.rows("SELECT count(*) FROM author") == ["2"])
  }

  /// Keys that SQLite looks at when a transaction ends, and then names no table.
  private static let deferred = """
    CREATE TABLE land (id INTEGER PRIMARY KEY, name TEXT, code TEXT UNIQUE);
    CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT, land INTEGER REFERENCES land DEFERRABLE INITIALLY DEFERRED,
      code TEXT REFERENCES land (code) DEFERRABLE INITIALLY DEFERRED,
      part_of INTEGER REFERENCES town DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO land VALUES (1, 'Italy', 'I'), (2, 'France', 'F'), (3, 'Malta', 'M');
    INSERT INTO town VALUES (1, 'Rome', 1, NULL, NULL), (2, 'Paris', NULL, 'F', NULL);
    """

  @Test("A deferred foreign key that stands against a deletion names its table", arguments: [false, true])
  func deferredDeletion(isLogged: Bool) throws {
    let scratch = try Scratch(Self.deferred)
    let store = try isLogged ? scratch.loggedStore() : scratch.store()
    #expect(throws: StoreError.isPointedTo(title: "Italy", by: "town")) { try store.delete(1) }
    #expect(throws: StoreError.isPointedTo(title: "France", by: "town")) { try store.delete([3, 2]) }
    #expect(try scratch.rows("SELECT id FROM land ORDER BY id") == ["1", "2", "3"])
    try store.delete(3)
  }

  @Test(
    "A deferred foreign key against a write-back names its table, and not one that is pointed to by chance"
  )
  func deferredWriteBack() throws {
    let (scratch, store) = try Scratch.opened(Self.deferred)
    try store.set("Italia", at: 1, of: 1)
    try store.set("X", at: 2, of: 2)
    let failure = try #require(store.writeBack().failures.first)
    #expect(
      store.constraints.explained(failure.error, of: failure.id) == .isPointedTo(title: "France", by: "town"))
    store.editor.revert(2)
    #expect(store.writeBack().isComplete)
    try store.set(3, at: 2, of: id(2, 1))
    try scratch.run("DELETE FROM land WHERE id = 3")
    let other = try #require(store.writeBack().failures.first)
    #expect(store.constraints.explained(other.error, of: other.id) == (try missing(store, 0, [0], 3)))
  }

  @Test("A deferred foreign key that stands against a new row or an undo names its table")
  func deferredInsertion() throws {
    let (scratch, store) = try Scratch.logged(Self.deferred)
    #expect(throws: try missing(store, 1, [0], 99)) {
      try store.insert([nil, "Ostia", nil, nil, 99], into: TableID(1))
    }
    let land = try store.insert([nil, "Spain", "E"])
    try scratch.run("INSERT INTO town VALUES (9, 'Madrid', 4, NULL, NULL)")
    #expect(land == 4)
    #expect(throws: StoreError.isPointedTo(title: "Spain", by: "town")) { try store.undo() }
    #expect(try scratch.rows("SELECT name FROM land WHERE id = 4") == ["Spain"])
  }

  @Test("What a trigger leaves pointing to nothing is refused at the end by the names of the two tables")
  func dangling() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE land (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE town (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE note (what TEXT, land INTEGER REFERENCES land DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER town_added AFTER INSERT ON town BEGIN INSERT INTO note VALUES (new.name, 77); END;
      """)
    let town = try #require(store.tables.first { $0.name == "town" })
    #expect(throws: StoreError.danglingReference(from: "note", to: "land")) {
      try store.insert([nil, "Rome"], into: town.id)
    }
    #expect(try scratch.rows("SELECT count(*) FROM town") == ["0"])
  }
}

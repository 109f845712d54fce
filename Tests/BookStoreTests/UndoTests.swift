import Records
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Undo and redo") struct UndoTests {
  private func author(_ store: BookStore, _ id: RecordID = 1) throws -> Value {
    try store.shelf.snapshot(of: id).values[Book.author]
  }

  @Test("Steps are undone from the last one on and done again in their order, across a warning and a restart")
  func steps() throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.loggedStore()
      try store.set("a", at: Book.author, of: 1)
      store.dehydrateAll()
      try store.set("b", at: Book.author, of: 1)
      try store.set("c", at: Book.author, of: 1)
      #expect(try store.undo() == UndoneStep(kind: .edit, id: 1, title: "War and Peace", field: Book.author))
      #expect(try author(store) == "b")
      store.writeBack()
    }
    let store = try scratch.loggedStore()
    try store.undo()
    try store.undo()
    #expect(try author(store) == "Leo Tolstoy")
    #expect(try store.undo() == nil)
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
    for expected in ["a", "b", "c"] {
      try store.redo()
      #expect(try author(store) == .text(Text(expected)))
    }
    #expect(try store.redo() == nil)
    try store.undo()
    #expect(try author(store) == "b")
    try store.redo()
    #expect(try author(store) == "c")
  }

  @Test("Where nothing differs from the database no change of the history is unwritten")
  func nothingPending() throws {
    let (scratch, store) = try Scratch.logged()
    func states() throws -> [Change.State] { try store.history.changes(limit: 9).map(\.state) }
    try store.set("a", at: Book.author, of: 1)
    #expect(try states() == [.pending])
    try store.undo()
    #expect(try states() == [.written, .undone])
    try store.set("b", at: Book.author, of: 2)
    let author = try author(scratch.store(), 2)
    try store.set(author, at: Book.author, of: 2)
    #expect(try states() == [.written, .discarded, .written, .undone])
    try store.set("c", at: Book.author, of: 2)
    #expect(try states().first == .pending)
    store.dehydrateAll()
    #expect(try states().first == .written)
  }

  @Test("Something else that is done gives up what could be done again") func redoEnds() throws {
    let store = try Scratch().loggedStore()
    try store.set("a", at: Book.author, of: 1)
    try store.undo()
    try store.set("Peace", at: Book.title, of: 1)
    #expect(try store.redo() == nil)
    try store.undo()
    #expect(try store.undo() == nil)
    try store.redo()
    #expect(try store.shelf.snapshot(of: 1).values[Book.title] == "Peace")
    #expect(try store.redo() == nil)
  }

  @Test("A deleted row comes back under its key with what was set and not written") func deletion() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("Lev", at: Book.author, of: 1)
    try store.delete(1)
    #expect(try store.undo() == UndoneStep(kind: .deletion, id: 1, title: "War and Peace"))
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War and Peace|-3153600000.0|Lev"])
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 2, 3])
    try store.redo()
    #expect(try scratch.rows("SELECT pk FROM book") == ["2", "3"])
    try store.undo()
    try store.undo()
    #expect(try author(store) == "Leo Tolstoy")
  }

  @Test("Every value of a deleted row comes back as it was, also under a key of several columns")
  func everyValue() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (a TEXT, b, x, y REAL, z INTEGER, g AS (z + 1), PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('k', x'00ff', CAST(x'ff41c0' AS TEXT), 1, '12'), ('k', 2.0, '', NULL, x'');
      """)
    let query =
      "SELECT typeof(a), hex(a), typeof(b), hex(b), typeof(x), hex(x), typeof(y), y, typeof(z), hex(z), g FROM t"
    let before = try scratch.rows(query)
    let store = try scratch.loggedStore()
    let ids = try store.shownRows(in: 0..<9).map(\.id)
    for id in ids { try store.delete(id) }
    #expect(try scratch.rows(query).isEmpty)
    for _ in ids { try store.undo() }
    #expect(try scratch.rows(query) == before)
  }

  @Test("An insert is undone and done again under the same key") func insertion() throws {
    let (scratch, store) = try Scratch.logged()
    let id = try store.insert(["Edda", nil, "many"])
    #expect(try store.undo() == UndoneStep(kind: .insertion, id: id, title: "Edda"))
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
    #expect(try store.shownRows(in: 0..<9).count == 3)
    try store.redo()
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 4") == ["4|Edda|NULL|many"])
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 4")
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["4"])
  }

  @Test("What somebody else has changed since is not undone; passed over, the step before it is undone")
  func changedSince() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("Peace", at: Book.title, of: 1)
    try store.set("a", at: Book.author, of: 1)
    store.dehydrateAll()
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(store.counts.dirty == 0)
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try store.history.stuckStep()?.main.column == "author")
    try store.history.passOver()
    #expect(try store.history.stuckStep() == nil)
    // The log notes a write-back in the background.
    store.flushLog()
    let states = try store.history.steps(limit: 9).map(\.main.state)
    #expect(states == [.written, .written])
    #expect(try store.undo()?.field == Book.title)
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["War and Peace|theirs"])
  }

  @Test("A row that is gone cannot be undone") func rowGone() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    store.dehydrateAll()
    try scratch.run("DELETE FROM book WHERE pk = 1")
    #expect(throws: StoreError.rowGone) { try store.undo() }
  }

  @Test("Of two programs each undoes its own steps while both live") func twoPrograms() throws {
    let (scratch, store) = try Scratch.logged()
    var other: BookStore? = try scratch.loggedStore()
    try other?.set("theirs", at: Book.author, of: 2)
    other?.writeBack()
    #expect(try store.undo() == nil)
    try store.set("mine", at: Book.author, of: 1)
    try other?.undo()
    #expect(try other?.undo() == nil)
    #expect(try author(store) == "mine")
    try other?.set("theirs", at: Book.author, of: 3)
    other?.writeBack()
    other = nil
    #expect(try store.undo()?.id == 3)
    #expect(try store.undo()?.id == 1)
  }

  @Test("Steps show as undone") func history() throws {
    let store = try Scratch().loggedStore()
    try store.set("a", at: Book.author, of: 1)
    try store.undo()
    try store.redo()
    let entries = try store.history.changes(limit: 9)
    #expect(entries.map(\.cause) == [.redo, .undo, .edit])
    #expect(entries.map(\.state) == [.pending, .undone, .undone])
    #expect(entries[1].before == "a" && entries[1].after == "Leo Tolstoy")
  }

  // MARK: Steps in which fields are set first and last, and rows come or go in between

  private static let shelves =
    Scratch.books(3) + """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, first INTEGER REFERENCES book ON DELETE SET NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 310)
        INSERT INTO shelf SELECT i, 'shelf ' || i, CASE WHEN i <= 10 THEN 1 ELSE 2 END FROM n;
      """

  @Test("Who stops between two deleted rows gets the other with the next undo", arguments: [true, false])
  func stopped(isRestarted: Bool) throws {
    let scratch = try Scratch(Self.shelves)
    let before = try scratch.everything()
    var store = try scratch.loggedStore()
    try store.delete([1, 2])
    let after = try scratch.everything()
    do {
      let undo = try #require(try store.history.start(.undo))
      _ = try undo.step()
      #expect(undo.hasBegun)
    }
    #expect(try scratch.rows("SELECT pk FROM book") == ["2", "3"])
    if isRestarted { store = try scratch.loggedStore() }
    let rest = try #require(try store.undo())
    #expect(rest.kind == .deletion && rest.id == 1 && rest.title == "Title 1")
    #expect(try scratch.everything() == before)
    #expect(store.counts.dirty == 0)
    #expect(try store.undo() == nil)
    while try store.redo() != nil {}
    #expect(try scratch.everything() == after)
  }

  @Test("A step that sets a field, deletes a row and sets one is undone whole", arguments: [true, false])
  func between(isWritten: Bool) throws {
    let (scratch, store) = try Scratch.logged()
    let before = try scratch.rows("SELECT * FROM book")
    let step = store.beginStep()
    try store.set("x", at: Book.author, ofEach: [1], in: step)
    try store.delete([2], in: step)
    try store.set("y", at: Book.author, ofEach: [3], in: step)
    if isWritten { #expect(store.writeBack().isComplete) }
    #expect(try store.undo()?.kind == .deletion)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM book") == before)
    try store.redo()
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT pk, author FROM book") == ["1|x", "3|y"])
  }

  @Test("Settings of one field that join a step are undone and redone as one", arguments: [true, false])
  func joined(isWritten: Bool) throws {
    let (scratch, store) = try Scratch.logged()
    let before = try scratch.rows("SELECT * FROM book")
    let step = store.beginStep(from: .rated("War and Peace"))
    for author: Value in ["x", "y"] {
      try store.set(author, at: Book.author, of: 1, in: step)
      if isWritten { #expect(store.writeBack().isComplete) }
    }
    #expect(try store.history.steps(limit: 2).map(\.origin) == [.rated("War and Peace")])
    #expect(try store.undo()?.origin == .rated("War and Peace"))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM book") == before)
    #expect(try store.undo() == nil)
    try store.redo()
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["y"])
  }

  @Test("A large step with one deleted row in its middle brings it back") func large() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(1_001))
    let before = try scratch.rows("SELECT * FROM book")
    let step = store.beginStep()
    try store.set("x", at: Book.author, ofEach: RecordID.first(500), in: step)
    try store.delete([1_001], in: step)
    try store.set("x", at: Book.author, ofEach: (501...1_000).map { .rowid($0) }, in: step)
    #expect(store.writeBack().isComplete)
    let undone = try #require(try store.undo())
    #expect(undone.kind == .deletion && undone.count == 1 && undone.otherCount == 1_000)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM book") == before)
  }
}

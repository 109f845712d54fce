import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Undo and redo")
struct UndoTests {
  private func author(_ store: BookStore, _ id: RecordID = 1) throws -> Value {
    try store.snapshot(of: id).values[Book.author]
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
      #expect(
        try store.undo() == UndoneStep(kind: .edit, id: 1, title: "War and Peace", field: Book.author))
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
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    func states() throws -> [ChangeEntry.State] { try store.history.changes(limit: 9).map(\.state) }
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

  @Test("Something else that is done gives up what could be done again")
  func redoEnds() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    try store.undo()
    try store.set("Peace", at: Book.title, of: 1)
    #expect(try store.redo() == nil)
    try store.undo()
    #expect(try store.undo() == nil)
    try store.redo()
    #expect(try store.snapshot(of: 1).values[Book.title] == "Peace")
    #expect(try store.redo() == nil)
  }

  @Test("A deleted row comes back under its key with what was set and not written")
  func deletion() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("Lev", at: Book.author, of: 1)
    try store.delete(1)
    #expect(try store.undo() == UndoneStep(kind: .deletion, id: 1, title: "War and Peace"))
    #expect(
      try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War and Peace|-3153600000.0|Lev"])
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 2, 3])
    try store.redo()
    #expect(try scratch.rows("SELECT pk FROM book") == ["2", "3"])
    try store.undo()
    try store.undo()
    #expect(try author(store) == "Leo Tolstoy")
  }

  @Test("A deleted possession gives back its photo byte for byte")
  func possession() throws {
    let scratch = try Scratch("")
    let fixture = Repository.fixtures.appending(path: "possessions.sqlite")
    try FileManager.default.copyItem(atPath: fixture.path, toPath: scratch.path)
    let query = "SELECT hex(photo), * FROM possessions ORDER BY 2"
    let before = try scratch.rows(query)
    let store = try scratch.loggedStore()
    let ids = try store.shownRows(in: 0..<99).map(\.id)
    try store.delete(ids)
    #expect(try scratch.rows("SELECT count(*) FROM possessions") == ["0"])
    #expect(try store.undo()?.count == ids.count)
    #expect(try scratch.rows(query) == before)
  }

  @Test("Every value of a deleted row comes back as it was, also under a key of several columns")
  func everyValue() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE t (a TEXT, b, x, y REAL, z INTEGER, g AS (z + 1), PRIMARY KEY (a, b)) WITHOUT ROWID;
      INSERT INTO t VALUES ('k', x'00ff', CAST(x'ff41c0' AS TEXT), 1, '12', 9), ('k', 2.0, '', NULL, x'', 0);
      """.replacingOccurrences(of: ", 9)", with: ")").replacingOccurrences(of: ", 0)", with: ")"))
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

  @Test("An insert is undone and done again under the same key")
  func insertion() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
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

  @Test("Many rows that were set or deleted at once, in several calls, are one step")
  func bulk() throws {
    let scratch = try Scratch(Scratch.books(3_000))
    let store = try scratch.loggedStore()
    let ids = (1...3_000).map { RecordID.rowid($0) }
    let setting = store.beginStep()
    for start in stride(from: 0, to: 3_000, by: 64) {
      try store.set("x", at: Book.author, ofEach: Array(ids[start..<min(start + 64, 3_000)]), in: setting)
    }
    store.dehydrateAll()
    let deleting = store.beginStep()
    for start in stride(from: 0, to: 3_000, by: 500) {
      try store.delete(Array(ids[start..<start + 500]), in: deleting)
    }
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["0"])
    #expect(try store.undo()?.count == 3_000)
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'x'") == ["3000"])
    #expect(try store.undo()?.count == 3_000)
    #expect(store.counts.dirty == 3_000)
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'Author ' || pk") == ["3000"])
    #expect(try store.undo() == nil)
  }

  @Test(
    "What somebody else has changed since is not undone, and the step before it is undone once it is passed over"
  )
  func changedSince() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("Peace", at: Book.title, of: 1)
    try store.set("a", at: Book.author, of: 1)
    store.dehydrateAll()
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(store.counts.dirty == 0)
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try store.history.stuckStep()?.main.field == Book.author)
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

  @Test("A row that is gone cannot be undone")
  func rowGone() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    store.dehydrateAll()
    try scratch.run("DELETE FROM book WHERE pk = 1")
    #expect(throws: StoreError.rowGone) { try store.undo() }
  }

  @Test("A value that the column's affinity has changed is still what the step left")
  func affinity() throws {
    let scratch = try Scratch("CREATE TABLE t (title, x REAL); INSERT INTO t VALUES ('a', 0.5)")
    let store = try scratch.loggedStore()
    try store.set(.integer(2), at: 1, of: 1)
    store.dehydrateAll()
    try store.undo()
    #expect(try store.snapshot(of: 1).values[1] == .real(0.5))
  }

  @Test("Of two programs each undoes its own steps while both live")
  func twoPrograms() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
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

  @Test("Steps show as undone")
  func history() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    try store.undo()
    try store.redo()
    let entries = try store.history.changes(limit: 9)
    #expect(entries.map(\.cause) == [.redo, .undo, .edit])
    #expect(entries.map(\.state) == [.pending, .undone, .undone])
    #expect(entries[1].before == "a" && entries[1].after == "Leo Tolstoy")
  }
}

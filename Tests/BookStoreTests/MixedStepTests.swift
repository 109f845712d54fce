import Records
import Testing

@testable import BookStore

/// Steps in which fields are set first and last, and rows come or go in between.
@Suite("Undo of rows between fields")
struct MixedStepTests {
  private static let shelves =
    Scratch.books(3) + """
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT, first INTEGER REFERENCES book ON DELETE SET NULL);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 310)
        INSERT INTO shelf SELECT i, 'shelf ' || i, CASE WHEN i <= 10 THEN 1 ELSE 2 END FROM n;
      """

  private func everything(_ scratch: Scratch) throws -> [String] {
    try scratch.rows("SELECT * FROM book") + scratch.rows("SELECT * FROM shelf")
  }

  @Test(
    "Who stops between two deleted rows gets the other one back with the next undo", arguments: [true, false])
  func stopped(isRestarted: Bool) throws {
    let scratch = try Scratch(Self.shelves)
    let before = try everything(scratch)
    var store = try scratch.loggedStore()
    try store.delete([1, 2])
    let after = try everything(scratch)
    do {
      let undo = try #require(try store.history.start(.undo))
      _ = try undo.step()
      #expect(undo.hasBegun)
    }
    #expect(try scratch.rows("SELECT pk FROM book") == ["2", "3"])
    if isRestarted { store = try scratch.loggedStore() }
    let rest = try #require(try store.undo())
    #expect(rest.kind == .deletion && rest.id == 1 && rest.title == "Title 1")
    #expect(try everything(scratch) == before)
    #expect(store.counts.dirty == 0)
    #expect(try store.undo() == nil)
    while try store.redo() != nil {}
    #expect(try everything(scratch) == after)
  }

  @Test(
    "A step that sets a field, deletes a row and sets a field is undone as a whole", arguments: [true, false])
  func between(isWritten: Bool) throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
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

  @Test("A large step with one deleted row in its middle brings it back")
  func large() throws {
    let scratch = try Scratch(Scratch.books(1_001))
    let store = try scratch.loggedStore()
    let before = try scratch.rows("SELECT * FROM book")
    let step = store.beginStep()
    try store.set("x", at: Book.author, ofEach: (1...500).map { .rowid($0) }, in: step)
    try store.delete([1_001], in: step)
    try store.set("x", at: Book.author, ofEach: (501...1_000).map { .rowid($0) }, in: step)
    #expect(store.writeBack().isComplete)
    let undone = try #require(try store.undo())
    #expect(undone.kind == .deletion && undone.count == 1 && undone.otherCount == 1_000)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT * FROM book") == before)
  }
}

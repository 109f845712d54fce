import Records
import Testing

@testable import BookStore
@testable import SQLite

/// Rows that are deleted while they have edits in fields that another program has changed, too.
@Suite("Deletions of rows in conflict")
struct GivenUpTests {
  /// Deletes a row whose author was set here and by another program.
  private func deleted(_ scratch: Scratch) throws -> BookStore {
    let store = try scratch.loggedStore()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("Peace", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    try store.delete(1)
    #expect(store.counts.dirty == 0)
    return store
  }

  private func check(_ store: BookStore, _ scratch: Scratch) throws {
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|theirs"])
    let conflict = Conflict(
      id: 1, field: Book.author, original: "Leo Tolstoy", mine: "mine", theirs: "theirs")
    #expect(store.conflicts.all == [conflict])
    #expect(store.writeBack().conflicts == [conflict])
  }

  @Test("What another program has changed comes back with the row, and the edit is in conflict with it")
  func comesBack() throws {
    let scratch = try Scratch()
    let store = try deleted(scratch)
    #expect(try store.undo() == UndoneStep(kind: .deletion, id: 1, title: "Peace"))
    try check(store, scratch)
    // It would go with an edit that the person has not decided about.
    #expect(throws: StoreError.changedSince) { try store.redo() }
    try check(store, scratch)
    store.conflicts.resolve(1, Book.author, .mine)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|mine"])
  }

  @Test("So it does after a restart, and after the death of the process that has undone the deletion")
  func restarted() throws {
    let scratch = try Scratch()
    _ = try deleted(scratch)
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    try store.undo()
    try check(store, scratch)
    let other = try scratch.loggedStore(in: try scratch.logAfterDeath())
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore().conflicts.count == 1)
    try check(other, scratch)
  }

  @Test("What a trigger has made of an own write is not another program's change")
  func ownTrigger() throws {
    let scratch = try Scratch(
      Scratch.books
        + """
        CREATE TRIGGER loud AFTER UPDATE OF author ON book BEGIN
          UPDATE book SET author = upper(author) WHERE pk = new.pk; END;
        """)
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    #expect(store.writeBack().isComplete)
    try store.set("b", at: Book.author, of: 1)
    try store.delete(1)
    try store.undo()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["b"])
    #expect(store.counts.dirty == 0)
  }

  @Test("Many such rows come back some at a time, each with its own edit")
  func many() throws {
    let scratch = try Scratch(Scratch.books(600))
    let store = try scratch.loggedStore()
    let ids = (1...600).map { RecordID.rowid($0) }
    try store.set("mine", at: Book.author, ofEach: ids)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk % 3 = 0")
    try store.delete(ids)
    #expect(try store.undo()?.count == 600)
    #expect(store.conflicts.all.count == 200 && store.counts.dirty == 200)
    #expect(
      try scratch.rows("SELECT author, count(*) FROM book GROUP BY 1") == ["mine|400", "theirs|200"])
  }
}

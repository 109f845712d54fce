import Records
import Testing

@testable import BookStore
@testable import SQLite

/// New rows whose keys rows had that another program has deleted.
@Suite("Keys that are given again")
struct KeyReuseTests {
  /// A store that has set the author of a row which another program has deleted since; the next key is that row's.
  private func storeWithEdits(_ scratch: Scratch, isLogged: Bool) throws -> BookStore {
    let store = isLogged ? try scratch.loggedStore() : try scratch.store()
    #expect(try store.insert(["Edda", nil, nil]) == 4)
    try store.set("a", at: Book.author, of: 4)
    try scratch.run("DELETE FROM book WHERE pk = 4")
    return store
  }

  @Test(
    "A new row gets another key than a deleted one with edits that are not written", arguments: [true, false])
  func anotherKey(isLogged: Bool) throws {
    let scratch = try Scratch()
    let store = try storeWithEdits(scratch, isLogged: isLogged)
    #expect(try store.insert(["Kalevala", nil, nil]) == 5)
    #expect(try store.snapshot(of: 5).values == ["Kalevala", .null, .null])
    #expect(store.conflicts.goneCount == 1)
    #expect(store.writeBack().failures.map(\.error) == [.rowGone])
    #expect(try scratch.rows("SELECT pk, author FROM book WHERE pk > 3") == ["5|NULL"])
    try store.conflicts.insertAgain(4)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk > 3") == ["Edda|a", "Kalevala|NULL"])
    #expect(store.counts.dirty == 0)
  }

  @Test("Edits of the deleted row are still there after a crash, and the new row's insertion is without them")
  func crash() throws {
    let scratch = try Scratch()
    let store = try storeWithEdits(scratch, isLogged: true)
    #expect(try store.insert(["Kalevala", nil, nil]) == 5)
    let other = try scratch.loggedStore(in: try scratch.logAfterDeath())
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore().failures == [RowFailure(id: 4, error: .rowGone)])
    try store.undo()
    try store.redo()
    #expect(try scratch.rows("SELECT pk, author FROM book WHERE pk > 3") == ["5|NULL"])
  }

  @Test("A table whose rowid is no column, and one that asks for a key of NULL, give another key too")
  func rowids() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE word (text, note); INSERT INTO word VALUES ('a', 1), ('b', 2);
      CREATE TABLE item (id INTEGER PRIMARY KEY, name, note); INSERT INTO item VALUES (1, 'c', 3), (7, 'd', 4);
      """)
    let store = try scratch.loggedStore()
    let item = store.tables[1].id
    try store.set("x", at: 1, of: 2)
    try store.set("x", at: 2, of: RecordID(.rowid(7), in: item))
    try scratch.run(
      "DELETE FROM word WHERE note = 2; DELETE FROM item WHERE id = 7; INSERT INTO item VALUES (6, 'e', 5)")
    #expect(try store.insert(["new", nil]) == 3)
    #expect(try store.insert([.null, "new", nil], into: item) == RecordID(.rowid(8), in: item))
    #expect(try scratch.rows("SELECT rowid, * FROM word") == ["1|a|1", "3|new|NULL"])
    #expect(try scratch.rows("SELECT * FROM item WHERE id > 6") == ["8|new|NULL"])
  }

  @Test("Where the person has given the key, the row is refused until the other one is settled")
  func given() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name, note); INSERT INTO item VALUES (1, 'a', NULL);
      CREATE TABLE place (slot TEXT PRIMARY KEY, name, note) WITHOUT ROWID; INSERT INTO place VALUES ('A', 'b', NULL);
      """)
    let store = try scratch.loggedStore()
    let place = store.tables[1].id
    try store.set("x", at: 2, of: 1)
    try store.set("x", at: 2, of: RecordID(.columns(["A"]), in: place))
    try scratch.run("DELETE FROM item; DELETE FROM place")
    #expect(throws: StoreError.keyOfGoneRow) { try store.insert([1, "new", nil]) }
    #expect(throws: StoreError.keyOfGoneRow) { try store.insert(["A", "new", nil], into: place) }
    #expect(try scratch.rows("SELECT name FROM item UNION ALL SELECT name FROM place").isEmpty)
    #expect(store.conflicts.goneCount == 2 && store.counts.dirty == 2)
    store.conflicts.discard(1)
    #expect(try store.insert([1, "new", nil]) == 1)
    #expect(try store.snapshot(of: 1).values == [1, "new", .null])
  }

  @Test("A clean record of a deleted row is not taken for the new one")
  func clean() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    #expect(try store.insert(["Edda", nil, "a"]) == 4)
    let former = try store.record(4)
    try scratch.run("DELETE FROM book WHERE pk = 4")
    #expect(try store.insert(["Kalevala", nil, nil]) == 4)
    #expect(try store.snapshot(of: 4).values == ["Kalevala", .null, .null])
    #expect(former.values == nil)
    #expect(store.counts.hydrated == 1)
  }

  @Test("A row does not come back where another one had its key, is gone, and has edits that are not written")
  func undo() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.delete(3)
    try scratch.run("INSERT INTO book VALUES (3, 'Kalevala', NULL, NULL)")
    try store.set("a", at: Book.author, of: 3)
    try scratch.run("DELETE FROM book WHERE pk = 3")
    // The edit is undone first, and it cannot be.
    store.writeBack()
    let step = try #require(try store.journal.opened?.step(for: .undo))
    store.journal.note(stuck: step.id)
    try store.history.passOver()
    #expect(throws: StoreError.keyOfGoneRow) { try store.undo() }
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2"])
    store.conflicts.discard(3)
    #expect(try store.undo()?.kind == .deletion)
    #expect(try store.snapshot(of: 3).values[Book.title] == "The Divine Comedy")
  }
}

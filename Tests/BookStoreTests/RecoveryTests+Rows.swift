import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Rows that were inserted or deleted, by the process that died or since.
extension RecoveryTests {
  @Test("Edits of a row that was deleted are not those of a new row that got its key")
  func keyGivenAgain() throws {
    let (scratch, store) = try Scratch.logged()
    #expect(try store.insert(["Edda", nil, "x"]) == 4)
    try store.set("a", at: Book.author, of: 4)
    try store.set("b", at: Book.title, of: 4)
    try store.delete(4)
    #expect(try store.insert(["Kalevala", nil, "y"]) == 4)
    #expect(try scratch.abandonedCount(in: scratch.logAfterDeath()) == 0)
    try store.set("c", at: Book.author, of: 4)
    let other = try scratch.restored(1, in: scratch.logAfterDeath())
    #expect(try other.shelf.snapshot(of: 4).values == ["Kalevala", .null, "c"])
  }

  /// What somebody else has done with a row, or with the column that was set in it, and what puts back what was there.
  struct Fate: Sendable {
    let sql: String
    let reason: Restoration.Reason
    let inverse: String
    var isOfColumn: Bool { reason == .noColumn }

    static let all = [
      Fate(
        sql: "DELETE FROM book WHERE pk = 1", reason: .noRow,
        inverse: "INSERT INTO book VALUES (1, 'War and Peace', -3153600000, 'Leo Tolstoy')"),
      Fate(
        sql: "UPDATE book SET title = 'Emma', author = 'Jane Austen' WHERE pk = 1", reason: .otherRow("Emma"),
        inverse: "UPDATE book SET title = 'War and Peace', author = 'Leo Tolstoy' WHERE pk = 1"),
      Fate(
        sql: "ALTER TABLE book RENAME COLUMN author TO writer", reason: .noColumn,
        inverse: "ALTER TABLE book RENAME COLUMN writer TO author"),
    ]
  }

  @Test("What cannot be restored is named with both rows, and offered on", arguments: Fate.all)
  func stillOffered(_ fate: Fate) throws {
    let scratch = try crash { store, scratch in
      try store.set("mine", at: Book.author, of: 1)
      try store.set("other", at: Book.author, of: 2)
    }
    try scratch.run(fate.sql)
    try crashed(scratch) { store in
      let restoration = try store.recovery.restore()
      let obstacle = try #require(restoration.obstacles.first)
      #expect(obstacle.change.table == "book" && obstacle.change.title == "War and Peace")
      #expect(obstacle.change.column == "author" && obstacle.change.after == "mine")
      #expect(obstacle.reason == fate.reason)
      let edits = restoration.obstacles.map { StandingChange.Content.edit($0) }
      #expect(store.conflicts.standing.map(\.content) == edits)
      #expect(restoration.restoredCount == (fate.isOfColumn ? 0 : 1))
      #expect(try !store.history.changes(limit: 9).map(\.state).contains(.discarded))
      #expect(store.writeBack().isComplete)
    }
    // Also after a session that has not asked.
    _ = try scratch.loggedStore().recovery.findAbandoned()
    try scratch.run(fate.inverse)
    #expect(try scratch.restored(fate.isOfColumn ? 2 : 1).writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3 ORDER BY pk") == ["mine", "other"])
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("What cannot be restored can be discarded") func discarded() throws {
    let scratch = try crash { store, _ in try store.set("mine", at: Book.author, of: 1) }
    try scratch.run("DELETE FROM book WHERE pk = 1")
    let store = try scratch.loggedStore()
    #expect(try store.recovery.restore().failures == [RowFailure(id: 1, error: .rowGone)])
    #expect(store.recovery.abandoned?.count == 1)
    #expect(try store.history.changes(limit: 9).map(\.state) == [.abandoned])
    try store.recovery.discardAbandoned()
    #expect(try store.history.changes(limit: 9).map(\.state) == [.discarded])
    #expect(try store.undo() == nil)
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("Each of those that cannot be restored is kept or discarded by itself", arguments: Fate.all)
  func discardedOne(_ fate: Fate) throws {
    let scratch = try crash { store, scratch in
      try store.set("mine", at: Book.author, of: 1)
      try store.set(7, at: Book.copyright, of: 1)
    }
    try scratch.run(fate.isOfColumn ? "ALTER TABLE book RENAME TO volume" : fate.sql)
    try crashed(scratch) { store in
      #expect(try store.recovery.restore().restoredCount == 0)
      let found = store.conflicts.standing
      #expect(found.map(\.number) == [-1, -2])
      store.conflicts.keep(standing: -1)
      try store.conflicts.discard(standing: [-2])
      #expect(store.conflicts.standing.isEmpty)
      let states = try store.history.changes(limit: 9).map(\.state)
      #expect(Set(states) == [.abandoned, .discarded])
    }
    let store = try scratch.loggedStore()
    let restoration = try store.recovery.restore()
    #expect(restoration.obstacles.map(\.change.column) == ["author"])
    try store.conflicts.discard(standing: store.conflicts.standing.map(\.number))
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("A row that somebody else has deleted is inserted again as it was set, or given up")
  func insertAgain() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("other", at: Book.author, of: 2)
    try scratch.run("DELETE FROM book WHERE pk < 3")
    #expect(store.writeBack().failures.map(\.error) == [.rowGone, .rowGone])
    try store.conflicts.insertAgain(1)
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War and Peace|-3153600000.0|mine"])
    store.conflicts.discard(2)
    #expect(store.counts.dirty == 0)
    #expect(store.writeBack() == WriteBackResult())
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 3])
    #expect(try store.undo() == UndoneStep(kind: .insertion, id: 1, title: "War and Peace"))
    #expect(try scratch.rows("SELECT pk FROM book") == ["3"])
  }

  @Test("What was in conflict in a row that an undo brings back is restored in conflict")
  func conflictOfRow() throws {
    let scratch = try crash { store, scratch in
      try store.set("mine", at: Book.author, of: 1)
      try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
      try store.delete(1)
      try store.undo()
    }
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(try store.recovery.restore().failures.isEmpty)
    #expect(store.writeBack().conflicts.map(\.mine) == ["mine"])
    #expect(store.conflicts.all.map(\.theirs) == ["theirs"])
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["theirs"])
  }
}

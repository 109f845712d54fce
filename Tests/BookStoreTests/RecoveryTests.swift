import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// A store that goes without a write-back leaves what a dead process would.
struct RecoveryTests {
  /// Makes a database and does something in a store that ends without a write-back.
  func crash(_ sql: String = Scratch.books, _ body: (BookStore, Scratch) throws -> Void) throws -> Scratch {
    let scratch = try Scratch(sql)
    try crashed(scratch) { try body($0, scratch) }
    return scratch
  }

  /// Does something in a store that ends without a write-back.
  func crashed(_ scratch: Scratch, _ body: (BookStore) throws -> Void) throws {
    try body(try scratch.loggedStore())
  }

  /// Books of which none can be deleted.
  static let keepsAll =
    Scratch.books(3) + "CREATE TRIGGER no BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END;"

  @Test("An edit after a row that was refused is not taken for written by a mark that was set in between")
  func afterRefusal() throws {
    let scratch = try crash(Self.keepsAll) { store, _ in
      try store.set("a", at: Book.author, of: 1)
      #expect(throws: StoreError.self) { try store.delete(3) }
      #expect(store.writeBack().isComplete)
      try store.set("b", at: Book.author, of: 2)
    }
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(store.recovery.abandonedChanges(in: 0..<9).map(\.after) == ["b"])
  }

  @Test("A choice after a row that was refused survives the process") func choiceAfterRefusal() throws {
    let sql = Scratch.books(4) + "CREATE UNIQUE INDEX titles ON book(title);"
    let scratch = try crash(sql) { store, scratch in
      try store.set("mine", at: Book.author, ofEach: [1, 2])
      try scratch.run(
        """
        UPDATE book SET author = 'theirs' WHERE pk = 1; DELETE FROM book WHERE pk = 2;
        UPDATE book SET title = 'Title 2' WHERE pk = 3
        """)
      store.writeBack()
      #expect(throws: StoreError.self) { try store.conflicts.insertAgain(2) }
      store.conflicts.resolve(1, Book.author, .mine)
    }
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() != nil)
    #expect(store.recovery.abandonedChanges(in: 0..<9).contains { $0.id == 1 && $0.after == "mine" })
  }

  @Test("Edits of a process that died are offered, and restored dirty as they were") func restore() throws {
    let scratch = try crash { store, _ in
      try store.set("a", at: Book.author, of: 1)
      try store.set("b", at: Book.author, of: 1)
      try store.set(.null, at: Book.copyright, of: 2)
      try store.set("x", at: Book.title, of: 3)
      try store.set("The Divine Comedy", at: Book.title, of: 3)
    }
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
    let store = try scratch.loggedStore()
    let found = try #require(try store.recovery.findAbandoned())
    #expect(found.count == 2 && found.first <= found.last)
    #expect(abs(found.last - Date().timeIntervalSince1970) < 60)
    #expect(store.recovery.abandonedChanges(in: 0..<9).map(\.id) == [1, 2])
    let change = try #require(store.recovery.abandonedChanges(in: 0..<1).first)
    #expect(change.before == "Leo Tolstoy" && change.after == "b")
    #expect(store.recovery.abandonedChanges(in: 5..<9).isEmpty)
    #expect(try store.history.changes(limit: 1).map(\.state) == [.written])
    #expect(try store.recovery.restore() == Restoration(restoredCount: 2))
    #expect(store.recovery.abandoned == nil && store.counts.dirty == 2)
    #expect(try store.record(1).originals == [FieldValue(index: Book.author, value: "Leo Tolstoy")])
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["b"])
    #expect(try scratch.rows("SELECT copyright FROM book WHERE pk = 2") == ["NULL"])
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("The log is complete at the moment when Save answers") func files() throws {
    let (scratch, store) = try Scratch.logged()
    for round in 1...20 {
      try store.set(.integer(Int64(round)), at: Book.author, of: 1)
      let other = try scratch.restored(1, in: scratch.logAfterDeath())
      #expect(try other.shelf.snapshot(of: 1).values[Book.author] == .integer(Int64(round)))
    }
  }

  @Test("A process that dies while it logs leaves the step or nothing") func tornLog() throws {
    let (scratch, store) = try Scratch.logged(Scratch.books(100))
    try store.set("a", at: Book.author, of: 1)
    let log = try #require(store.journal.opened)
    try log.connection.run("BEGIN IMMEDIATE; PRAGMA cache_spill = 1")
    try log.connection.run(
      "INSERT INTO change SELECT NULL, step, \"table\", key, title, kind, \"column\", zeroblob(100000), after, state, 0, 1 FROM change, (SELECT 1 UNION SELECT 2 UNION SELECT 3)"
    )
    let folder = try scratch.logAfterDeath()
    try log.connection.run("ROLLBACK")
    #expect(try scratch.abandonedCount(in: folder) == 1)
  }

  @Test("What was written before the process died is not offered, though the log was not told")
  func writtenAlready() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    try store.set("b", at: Book.author, of: 2)
    let folder = try scratch.logAfterDeath()
    #expect(store.dehydrate(1).writeBack.isComplete)
    let other = try scratch.loggedStore(in: folder)
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.history.changes(limit: 9).map(\.state) == [.abandoned, .written])
    #expect(try other.undo()?.id == 1)
    #expect(try other.undo() == nil)
  }

  /// Does something, and copies the log before it has noted that; returns the folder of the copy.
  private func logBeforeNote(
    _ scratch: Scratch, _ store: BookStore, _ body: () throws -> Void
  ) throws -> String {
    let keeper = try #require(store.journal.opened).keeper
    let gate = DispatchSemaphore(value: 0)
    keeper.run { _ in gate.wait() }
    defer { gate.signal() }
    try body()
    return try scratch.logAfterDeath()
  }

  /// What somebody else has written since, and whether the system was started again.
  @Test(
    "What was committed is not offered after somebody else has changed it, though the log had no time to note it",
    arguments: ["theirs", "Leo Tolstoy"], [false, true])
  func committed(_ theirs: String, isRestarted: Bool) throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    let folder = try logBeforeNote(scratch, store) {
      #expect(store.dehydrateAll().writeBack.isComplete)
      try store.set("b", at: Book.author, of: 2)
    }
    try scratch.run("UPDATE book SET author = '\(theirs)' WHERE pk = 1")
    if isRestarted {
      let file = try EditLogFile(for: scratch.path, in: folder)
      try LogSchema.connect(to: file.path).run("UPDATE session SET boot = 'former'")
    }
    let other = try scratch.loggedStore(in: folder)
    // After a loss of power, the commit may have been taken back.
    #expect(try other.recovery.findAbandoned()?.count == (isRestarted ? 2 : 1))
    #expect(other.recovery.abandonedChanges(in: 0..<9).map(\.id) == (isRestarted ? [1, 2] : [2]))
  }

  @Test("What was restored, set again and committed is not offered, though the log had no time to note it")
  func restoredAndCommitted() throws {
    let scratch = try crash { store, _ in try store.set("a", at: Book.author, of: 1) }
    let store = try scratch.restored(1)
    try store.set("b", at: Book.author, of: 1)
    let folder = try logBeforeNote(scratch, store) { #expect(store.writeBack().isComplete) }
    #expect(try scratch.abandonedCount(in: folder) == 0)
  }

  @Test("What was restored after a commit of later edits is still offered")
  func committedThenRestored() throws {
    let scratch = try Scratch()
    // Its edit has a smaller number than those that are committed.
    let early = try scratch.loggedStore()
    try early.set("a", at: Book.author, of: 1)
    let store = try scratch.loggedStore()
    try store.set("b", at: Book.author, of: 2)
    #expect(store.writeBack().isComplete)
    let log = try scratch.logAfterDeath()
    let other = try scratch.loggedStore(in: log)
    #expect(try other.recovery.findAbandoned()?.count == 1)
    try other.set("c", at: Book.author, of: 3)
    #expect(other.writeBack().isComplete)
    #expect(try other.recovery.restore() == Restoration(restoredCount: 1))
    #expect(try scratch.abandonedCount(in: scratch.logAfterDeath(in: log)) == 1)
  }

  @Test("What was committed while another row could not be written is compared")
  func committedInPart() throws {
    let (scratch, store) = try Scratch.logged(
      Scratch.books(3)
        + "CREATE TRIGGER no BEFORE UPDATE ON book WHEN old.pk = 2 BEGIN SELECT RAISE(ABORT, 'no'); END;")
    for row in [1, 2] as [RecordID] { try store.set("a", at: Book.author, of: row) }
    let folder = try logBeforeNote(scratch, store) { #expect(store.writeBack().failures.map(\.id) == [2]) }
    let other = try scratch.loggedStore(in: folder)
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(other.recovery.abandonedChanges(in: 0..<9).map(\.id) == [2])
  }

  @Test("What was written of an edit before the log was told, and edited again, is no conflict")
  func writtenInPart() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    try store.set("c", at: Book.author, of: 2)
    _ = store.writer.beginWriteBack().plan.perform(on: store.database.connection)
    try store.set("b", at: Book.author, of: 1)
    try store.set("Amit Singh", at: Book.author, of: 2)
    let other = try scratch.restored(2, in: scratch.logAfterDeath())
    #expect(try other.record(1).originals == [FieldValue(index: Book.author, value: "a")])
    #expect(other.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["b", "Amit Singh"])
  }

  @Test("A field that was restored and set again before the next death holds what was set last")
  func twoDeaths() throws {
    let scratch = try crash { store, _ in
      try store.set("a", at: Book.author, of: 1)
      try store.set("x", at: Book.title, of: 1)
    }
    do { try scratch.restored(2).set("b", at: Book.author, of: 1) }
    let store = try scratch.restored(2)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "b")
    #expect(try store.record(1).originals.map(\.value) == ["War and Peace", "Leo Tolstoy"])
  }

  @Test("A field that somebody else has changed since is restored as a conflict") func conflict() throws {
    let scratch = try crash { store, _ in try store.set("mine", at: Book.author, of: 1) }
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    let store = try scratch.loggedStore()
    let conflict = Conflict(
      id: 1, field: Book.author, original: "Leo Tolstoy", mine: "mine", theirs: "theirs")
    #expect(try store.recovery.restore() == Restoration(restoredCount: 1, conflicts: [conflict]))
    #expect(store.conflicts.all == [conflict])
    #expect(store.writeBack().conflicts == [conflict])
    try store.conflicts.resolveAll(.original)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
  }

  @Test("Of two programs neither takes the other's edits for abandoned; only one restores those of a third")
  func twoPrograms() throws {
    let scratch = try crash { store, _ in try store.set("dead", at: Book.author, of: 3) }
    let store = try scratch.loggedStore()
    let other = try scratch.loggedStore()
    try store.set("mine", at: Book.author, of: 1)
    try other.set("theirs", at: Book.author, of: 2)
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore().restoredCount == 1)
    #expect(try store.recovery.restore() == Restoration())
    #expect(store.counts.dirty == 1 && other.counts.dirty == 2)
    #expect(store.writeBack().isComplete && other.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book") == ["mine", "theirs", "dead"])
  }

  @Test("Restored edits are pending until they are written, and survive another death") func twice() throws {
    let scratch = try crash { store, _ in try store.set("mine", at: Book.author, of: 1) }
    try crashed(scratch) { store in
      _ = try store.recovery.restore()
      try store.set("other", at: Book.author, of: 2)
      store.dehydrate(2)
    }
    let store = try scratch.restored(1)
    // The last step is the other one, which was written.
    try store.undo()
    #expect(store.counts.dirty == 2)
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "Amit Singh")
  }

  @Test("Edits of keys with several values are restored, too") func compositeKey() throws {
    let id = RecordID.key(["p", .real(1)])
    let sql =
      "CREATE TABLE t (a, b, x, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO t VALUES ('p', 1.0, 'one')"
    let scratch = try crash(sql) { store, _ in try store.set("mine", at: 2, of: id) }
    #expect(try scratch.restored(1).shelf.snapshot(of: id).values[2] == "mine")
  }

  @Test("What is restored some at a time is offered again whole if that ends with the process")
  func ended() throws {
    let scratch = try crash(Scratch.books(500)) { store, _ in
      try store.set("x", at: Book.author, ofEach: RecordID.first(500))
      try store.delete(7)
    }
    try crashed(scratch) { store in
      #expect(try store.recovery.findAbandoned()?.count == 499)
      let recovery = try #require(try store.recovery.startRestoring())
      #expect(try scratch.abandonedCount() == 0)
      while try recovery.step(), recovery.restoration.restoredCount < 100 {}
      #expect(store.counts.dirty >= 100 && store.counts.dirty < 200)
      try store.set("y", at: Book.author, of: 400)
    }
    let store = try scratch.restored(499)
    #expect(try store.shelf.snapshot(of: 400).values[Book.author] == "y")
    #expect(store.writeBack().isComplete)
    #expect(try store.undo()?.id == 400)
    #expect(try scratch.abandonedCount() == 0)
  }
}

import Records
import Testing

@testable import BookStore

/// Rows that were inserted or deleted, by the process that died or since.
extension RecoveryTests {
  @Test("Edits of a row that was deleted are not those of a new row that got its key")
  func keyGivenAgain() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    #expect(try store.insert(["Edda", nil, "x"]) == 4)
    try store.set("a", at: Book.author, of: 4)
    try store.set("b", at: Book.title, of: 4)
    try store.delete(4)
    #expect(try store.insert(["Kalevala", nil, "y"]) == 4)
    #expect(try scratch.loggedStore(in: try scratch.logAfterDeath()).findAbandoned() == nil)
    try store.set("c", at: Book.author, of: 4)
    let other = try scratch.loggedStore(in: try scratch.logAfterDeath())
    #expect(try other.findAbandoned()?.count == 1)
    #expect(try other.restore() == Restoration(restoredCount: 1))
    #expect(try other.snapshot(of: 4).values == ["Kalevala", .null, "c"])
  }

  @Test("A row that is gone cannot be restored; the history has what was set")
  func rowGone() throws {
    let scratch = try Scratch()
    try crashed(scratch) { try $0.set("mine", at: Book.author, of: 1) }
    try scratch.run("DELETE FROM book WHERE pk = 1")
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == 1)
    #expect(try store.restore().failures == [WriteBackResult.Failure(id: 1, error: .rowGone)])
    #expect(try store.history(limit: 9).map(\.state) == [.discarded])
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }

  @Test("Edits of a row that was deleted afterwards are not offered")
  func deletedAfterwards() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      try store.set("mine", at: Book.author, of: 1)
      try store.delete(1)
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned() == nil)
    try store.undo()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("Inserts and deletions that were logged and not done are offered and done")
  func rows() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      let row = try #require(try store.loggedRow(1) { .deletion($0) })
      store.append([row], as: LogPurpose())
      var new = row
      new.key = .rowid(9)
      guard case .deletion(let cells) = row.content else { return }
      new.content = .insertion(cells.map { $0.column == "pk" ? .init(column: "pk", value: .integer(9)) : $0 })
      store.append([new], as: LogPurpose())
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == 2)
    #expect(try store.restore().restoredCount == 2)
    #expect(
      try scratch.rows("SELECT * FROM book WHERE pk NOT IN (2, 3)") == [
        "9|War and Peace|-3153600000.0|Leo Tolstoy"
      ])
    #expect(try scratch.loggedStore().findAbandoned() == nil)
    #expect(try store.undo()?.kind == .insertion)
  }

  @Test("A row that somebody else has deleted is inserted again as it was set, or given up")
  func insertAgain() throws {
    let scratch = try Scratch()
    let store = try scratch.loggedStore()
    try store.set("mine", at: Book.author, of: 1)
    try store.set("other", at: Book.author, of: 2)
    try scratch.run("DELETE FROM book WHERE pk < 3")
    #expect(store.writeBack().failures.map(\.error) == [.rowGone, .rowGone])
    try store.insertAgain(1)
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War and Peace|-3153600000.0|mine"])
    store.discard(2)
    #expect(store.counts.dirty == 0)
    #expect(store.writeBack() == WriteBackResult())
    #expect(try store.shownRows(in: 0..<9).map(\.id) == [1, 3])
    #expect(try store.undo() == UndoneStep(kind: .insertion, id: 1, title: "War and Peace"))
    #expect(try scratch.rows("SELECT pk FROM book") == ["3"])
  }

  @Test("A row is not restored under a key by which something unwritten waits for a row that is gone")
  func keyOfGoneRow() throws {
    let scratch = try Scratch(Scratch.books(3))
    try crashed(scratch) { store in
      store.append([try #require(try store.loggedRow(3) { .insertion($0) })], as: LogPurpose())
    }
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 3)
    try scratch.run("DELETE FROM book WHERE pk = 3")
    #expect(try store.findAbandoned()?.count == 1)
    let failures = try store.restore().failures
    #expect(failures.map(\.id) == [3] && failures.map(\.error) == [.keyOfGoneRow])
    #expect(store.goneCount == 1)
    #expect(try store.record(3).value(at: Book.author) == "a")
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["2"])
  }

  @Test(
    "What was in conflict in a row that an undo brings back is restored in conflict, whether the row was back or not",
    arguments: [true, false])
  func conflictOfRow(_ isBack: Bool) throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      try store.set("mine", at: Book.author, of: 1)
      try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
      try store.delete(1)
      try store.undo()
      // The process dies before the log knows that the row is back.
      let sql = "UPDATE change SET state = \(LogCode.byMark) WHERE kind = 1"
      try #require(store.openedLog).connection.run(sql)
    }
    if !isBack { try scratch.run("DELETE FROM book WHERE pk = 1") }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == (isBack ? 1 : 2))
    #expect(try store.restore().failures.isEmpty)
    #expect(store.writeBack().conflicts.map(\.mine) == ["mine"])
    #expect(store.conflicts.map(\.theirs) == ["theirs"])
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["theirs"])
  }

  @Test("Where a deletion that was under way is refused, what was set in the row before is restored")
  func refusedDeletion() throws {
    let scratch = try Scratch(
      Scratch.books(3) + "CREATE TRIGGER no BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END;")
    try crashed(scratch) { store in
      try store.set("a", at: Book.author, of: 2)
      try store.set("b", at: Book.author, of: 2)
      try store.set("c", at: Book.title, of: 2)
      try store.set("d", at: Book.author, of: 3)
      // The process dies when the deletion is in the log, and before it is taken out again.
      store.append([try #require(try store.loggedRow(2) { .deletion($0) })], as: LogPurpose())
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == 2)
    let restoration = try store.restore()
    #expect(restoration.restoredCount == 3 && restoration.failures.map(\.id) == [2])
    #expect(store.counts.dirty == 2)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk > 1") == ["c|b", "Title 3|d"])
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }

  @Test("What is restored after a refused deletion is still there if the process dies once more")
  func refusedTwice() throws {
    let scratch = try Scratch(
      Scratch.books(3) + "CREATE TRIGGER no BEFORE DELETE ON book BEGIN SELECT RAISE(ABORT, 'no'); END;")
    try crashed(scratch) { store in
      try store.set("b", at: Book.author, of: 2)
      store.append([try #require(try store.loggedRow(2) { .deletion($0) })], as: LogPurpose())
    }
    try crashed(scratch) { _ = try $0.restore() }
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(restoredCount: 1))
    #expect(try store.record(2).value(at: Book.author) == "b")
  }
}

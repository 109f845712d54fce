import Records
import Testing

@testable import BookStore

/// Deletions that find another row than the one that was to go.
extension RecoveryTests {
  private func logDeletion(_ id: RecordID, _ store: BookStore) throws {
    store.append([try #require(try store.loggedRow(id) { .deletion($0) })], as: LogPurpose())
  }

  private func changedSince(_ id: RecordID) -> WriteBackResult.Failure {
    WriteBackResult.Failure(id: id, error: .changedSince)
  }

  @Test("A row that somebody else has changed since is not deleted, and what was set in it is restored")
  func changedByOthers() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      try store.set("x", at: Book.title, of: 2)
      try logDeletion(2, store)
    }
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 2")
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(restoredCount: 1, failures: [changedSince(2)]))
    #expect(try store.snapshot(of: 2).values == ["x", .real(1_166_832_000), "theirs"])
    #expect(store.writeBack().isComplete)
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }

  @Test("Another row with the key of one that was to go stays")
  func anotherRow() throws {
    let scratch = try Scratch()
    try crashed(scratch) { try logDeletion(3, $0) }
    try scratch.run("DELETE FROM book WHERE pk = 3; INSERT INTO book VALUES (3, 'Edda', NULL, NULL)")
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(failures: [changedSince(3)]))
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 3") == ["Edda"])
  }

  @Test("What was set in a row that is gone is not restored in another row with its key")
  func editsOfAnotherRow() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      #expect(try store.insert(["Edda", nil, nil]) == 4)
      try store.set("a", at: Book.author, of: 4)
      try logDeletion(4, store)
    }
    try scratch.run("DELETE FROM book WHERE pk = 4; INSERT INTO book VALUES (4, 'Kalevala', NULL, NULL)")
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(failures: [changedSince(4), changedSince(4)]))
    #expect(store.counts.dirty == 0)
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }

  @Test("Where other rows of a step are gone, one that has a key of it now is another")
  func anotherRowOfStep() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      let rows = try [2, 3].map { try #require(try store.loggedRow($0) { .deletion($0) }) }
      store.append(rows, as: LogPurpose())
    }
    try scratch.run("DELETE FROM book WHERE pk > 1; INSERT INTO book VALUES (2, 'Edda', NULL, NULL)")
    let store = try scratch.loggedStore()
    #expect(try store.restore().restoredCount == 0)
    #expect(try scratch.rows("SELECT title FROM book WHERE pk = 2") == ["Edda"])
  }

  @Test("A row in which something is set and not written is not deleted by Restore")
  func setHere() throws {
    let scratch = try Scratch()
    try crashed(scratch) { try logDeletion(2, $0) }
    let store = try scratch.loggedStore()
    try store.set("mine", at: Book.author, of: 2)
    #expect(try store.restore() == Restoration(failures: [changedSince(2)]))
    #expect(try store.record(2).value(at: Book.author) == "mine")
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 2") == ["mine"])
  }

  @Test(
    "A row is deleted whether what was set in it was written before, in part or not at all", arguments: 0..<3)
  func setBefore(writtenCount: Int) throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      for author in ["a", "b"] as [Value] {
        try store.set(author, at: Book.author, of: 2)
        if writtenCount > (author == "a" ? 0 : 1) {
          _ = store.beginWriteBack().plan.perform(on: store.connection)
        }
      }
      try logDeletion(2, store)
    }
    let store = try scratch.loggedStore()
    #expect(try store.restore() == Restoration(restoredCount: 1))
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "3"])
    try store.undo()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 2") == ["b"])
  }

  @Test("A row in which another session has set something after its deletion failed is not deleted")
  func setAfterwards() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      try logDeletion(2, store)
      try crashed(scratch) { try $0.set("later", at: Book.author, of: 2) }
    }
    let store = try scratch.loggedStore()
    #expect(try store.findAbandoned()?.count == 2)
    #expect(try store.restore() == Restoration(restoredCount: 1, failures: [changedSince(2)]))
    #expect(try store.record(2).value(at: Book.author) == "later")
  }

  @Test("What was set in a row is given up with its deletion")
  func discarded() throws {
    let scratch = try Scratch()
    try crashed(scratch) { store in
      try store.set("a", at: Book.author, of: 2)
      try logDeletion(2, store)
    }
    let store = try scratch.loggedStore()
    try store.discardAbandoned()
    #expect(try store.history(limit: 9).map(\.state) == [.discarded, .discarded])
    #expect(try store.undo() == nil)
    #expect(try scratch.loggedStore().findAbandoned() == nil)
  }
}

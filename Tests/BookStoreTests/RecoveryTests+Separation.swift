import Records
import Testing

@testable import BookStore
@testable import EditLog

/// Which rows that had the same key are one row, and which are not.
extension RecoveryTests {
  /// A trigger that keeps one book.
  private static let keepsKalevala = """
    CREATE TRIGGER no BEFORE DELETE ON book WHEN old.title = 'Kalevala' BEGIN SELECT RAISE(ABORT, 'no'); END;
    """

  @Test("If a deletion was not made, what was set in a former row of the key is not restored")
  func formerRow() throws {
    let scratch = try crash(Scratch.books + Self.keepsKalevala) { store, _ in
      #expect(try store.insert(["Edda", nil, nil]) == 4)
      try store.set("a", at: Book.author, of: 4)
      try store.delete(4)
      #expect(try store.insert(["Kalevala", nil, nil]) == 4)
      try store.set(.integer(1849), at: Book.copyright, of: 4)
      store.journal.append([try #require(try store.loggedRow(4, .deletion))], as: LogPurpose(), isDraft: true)
    }
    let store = try scratch.restored(1)
    #expect(try store.record(4).originals.map(\.index) == [Book.copyright])
    #expect(try store.shelf.snapshot(of: 4).values == ["Kalevala", .integer(1849), .null])
  }

  @Test("What was set in a row comes back once, however many of its deletions were not made")
  func refusedDeletions() throws {
    let scratch = try crash(Self.keepsAll) { store, _ in
      try store.set("b", at: Book.author, of: 2)
      let deletion = try #require(try store.loggedRow(2, .deletion))
      store.journal.append([deletion], as: LogPurpose(), isDraft: true)
      store.journal.append([deletion], as: LogPurpose(), isDraft: true)
    }
    let store = try scratch.restored(1)
    #expect(try store.record(2).value(at: Book.author) == "b")
  }

  @Test("Edits of a row that another session has deleted and brought back are offered")
  func undoneDeletion() throws {
    let scratch = try Scratch()
    let other = try scratch.loggedStore()
    try crashed(scratch) { store in
      try store.set("a", at: Book.author, of: 1)
      try other.delete(1)
      try other.undo()
    }
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try other.recovery.restore() == Restoration(restoredCount: 1))
    #expect(try other.record(1).value(at: Book.author) == "a")
  }

  @Test("A row that came back by its own session holds what was set in it; somebody else's change stays")
  func undoneByItself() throws {
    let scratch = try crash { store, scratch in
      try store.set("a", at: Book.author, of: 1)
      try store.delete(1)
      try store.undo()
    }
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("Edits of a row are offered while a session that lives deletes it, and afterwards if that is refused")
  func deletionUnderWay() throws {
    let scratch = try Scratch()
    let other = try scratch.loggedStore()
    var deletion: EditLog.Appended?
    try crashed(scratch) { store in
      try store.set("a", at: Book.author, of: 1)
      deletion = other.journal.append(
        [try #require(try other.loggedRow(1, .deletion))], as: LogPurpose(), isDraft: true)
    }
    #expect(try scratch.abandonedCount() == 1)
    _ = try other.journal.opened?.remove(try #require(deletion))
    _ = try scratch.restored(1)
  }

  @Test("Edits of a row that somebody has deleted are not those of one that was inserted with its key")
  func keyInserted() throws {
    let scratch = try crash { store, scratch in
      #expect(try store.insert(["Edda", nil, nil]) == 4)
      try store.set("a", at: Book.author, of: 4)
    }
    try scratch.run("DELETE FROM book WHERE pk = 4")
    #expect(try scratch.loggedStore().insert(["Kalevala", nil, nil]) == 4)
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.recovery.restore() == Restoration() && store.counts.dirty == 0)
  }

  @Test("A row that was inserted as its session died is not inserted again after somebody has deleted it")
  func insertedAndDeleted() throws {
    let scratch = try crash { store, scratch in
      var row = try #require(try store.loggedRow(1, .insertion))
      row.key = .rowid(9)
      store.journal.append([row], as: LogPurpose(), isDraft: true)
      // The process dies when the database has the row, and before the log is told.
      try scratch.run("INSERT INTO book VALUES (9, 'War and Peace', -3153600000.0, 'Leo Tolstoy')")
    }
    try scratch.loggedStore().delete(9)
    #expect(try scratch.abandonedCount() == 0)
  }

  @Test("A row that was deleted as its session died is not one that was inserted with its key since")
  func deletedAndInserted() throws {
    let scratch = try crash { store, scratch in
      store.journal.append([try #require(try store.loggedRow(3, .deletion))], as: LogPurpose(), isDraft: true)
      try scratch.run("DELETE FROM book WHERE pk = 3")
    }
    #expect(try scratch.loggedStore().insert(["The Divine Comedy", nil, nil]) == 3)
    #expect(try scratch.abandonedCount() == 0)
  }
}

import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog

/// A database's path that leads to another file than the one that was edited.
struct OtherFileTests {
  private let scratch: Scratch
  private var kept: String { scratch.folder + "/kept.sqlite" }

  init() throws { scratch = try Scratch() }

  /// Files that have nothing in common with the sample but its path.
  static let unrelated = [
    // The same table with other books under the same keys.
    """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
    INSERT INTO book VALUES (1, 'Emma', 0, 'Jane Austen'), (2, 'Edda', 0, 'Snorri'), (3, 'Iliad', 0, 'Homer');
    """,
    // None of the rows.
    """
    CREATE TABLE book (pk INTEGER PRIMARY KEY, title CHAR(32), copyright REAL, author CHAR(48));
    INSERT INTO book VALUES (7, 'War and Peace', 0, 'Leo Tolstoy');
    """,
    // Not the column.
    "CREATE TABLE book (pk INTEGER PRIMARY KEY, title); INSERT INTO book VALUES (1, 'Emma');",
    // Not the table.
    "CREATE TABLE coffee (id INTEGER PRIMARY KEY, name); INSERT INTO coffee VALUES (1, 'War and Peace');",
    // Keys of another form.
    "CREATE TABLE book (a, b, title, author, PRIMARY KEY (a, b)) WITHOUT ROWID; INSERT INTO book VALUES (1, 2, 'x', 'y');",
  ]

  private func replace(by sql: String = unrelated[0]) throws {
    try FileManager.default.moveItem(atPath: scratch.path, toPath: kept)
    try scratch.run(sql)
  }

  private func putBack() throws {
    try FileManager.default.removeItem(atPath: scratch.path)
    try FileManager.default.moveItem(atPath: kept, toPath: scratch.path)
  }

  /// Replaces the database by a copy of itself, as a restored backup or a synchronised file does.
  private func renew() throws {
    try FileManager.default.copyItem(atPath: scratch.path, toPath: kept)
    #expect(rename(kept, scratch.path) == 0)
  }

  /// Does something in a store that ends without a write-back.
  private func session(_ body: (BookStore) throws -> Void) throws { try body(scratch.loggedStore()) }

  private func content() throws -> [String] { try scratch.rows("SELECT * FROM book") }

  @Test(
    "What was set in another file is neither offered nor given up, and is offered once its file is back",
    arguments: unrelated)
  func restore(_ sql: String) throws {
    try session { store in
      try store.set("mine", at: Book.author, of: 1)
      try store.set("Peace", at: Book.title, of: 1)
    }
    try replace(by: sql)
    try session { store in
      #expect(try store.recovery.findAbandoned() == nil)
      #expect(store.recovery.abandonedChanges(in: 0..<9).isEmpty)
      try store.recovery.discardAbandoned()
      #expect(try store.recovery.restore() == Restoration())
      #expect(store.counts.dirty == 0)
      #expect(try store.history.changes(limit: 9).isEmpty && store.history.steps(limit: 9).isEmpty)
      #expect(try store.undo() == nil)
      #expect(!store.history.canUndo)
    }
    try putBack()
    #expect(try scratch.restored(2).writeBack().isComplete)
    #expect(try scratch.rows("SELECT title, author FROM book WHERE pk = 1") == ["Peace|mine"])
  }

  @Test("Also without a look for it nothing is restored into another file", arguments: [true, false])
  func restoreAtOnce(isDiscarded: Bool) throws {
    do { try scratch.loggedStore().set("mine", at: Book.author, of: 1) }
    try replace()
    try session { store in
      if isDiscarded {
        try store.recovery.discardAbandoned()
      } else {
        #expect(try store.recovery.restore() == Restoration())
      }
      #expect(store.counts.dirty == 0)
    }
    try putBack()
    #expect(try scratch.abandonedCount() == 1)
  }

  @Test("What is done in the other file meanwhile is its own, and ends no edit") func meanwhile() throws {
    do { try scratch.loggedStore().set("mine", at: Book.author, of: 1) }
    try replace()
    try session { store in
      #expect(try store.recovery.findAbandoned() == nil)
      try store.delete(1)
      try store.set("other", at: Book.author, of: 2)
    }
    try session { (store: BookStore) throws in
      #expect(try store.recovery.findAbandoned()?.count == 1)
      #expect(store.recovery.abandonedChanges(in: 0..<9).map(\.id) == [2])
      #expect(try store.undo()?.kind == .deletion)
      #expect(try store.undo() == nil)
    }
    try putBack()
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(store.recovery.abandonedChanges(in: 0..<9).map(\.id) == [1])
  }

  @Test("What was set in the file is offered if its own new version is in its place")
  func ownVersion() throws {
    try session { store in
      try store.set("Internals", at: Book.title, of: 2)
      store.writeBack()
      try store.set("mine", at: Book.author, of: 1)
      try store.set("x", at: Book.author, of: 3)
    }
    try renew()
    try scratch.run("DELETE FROM book WHERE pk = 3")
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == 2)
    let restoration = try store.recovery.restore()
    #expect(restoration.restoredCount == 1 && restoration.failures.map(\.id) == [3])
    #expect(try store.history.changes(limit: 9).count == 3)
    #expect(store.writeBack().isComplete)
    // The edit of the row that is gone is offered as long as it is not given up.
    #expect(try scratch.abandonedCount() == 1)
  }

  @Test("A title alone tells the file too, by what it was before or after", arguments: [true, false])
  func title(isWritten: Bool) throws {
    try session { store in
      try store.set("Peace", at: Book.title, of: 1)
      if isWritten { store.writeBack() }
    }
    try renew()
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned()?.count == (isWritten ? nil : 1))
    #expect(try store.history.changes(limit: 9).count == 1)
  }

  @Test(
    "Rows that came or went in another file are not looked up, taken back or brought back",
    arguments: [true, false])
  func drafts(isInsertion: Bool) throws {
    try session { store in
      let row = try #require(try store.loggedRow(3, isInsertion ? .insertion : .deletion))
      store.journal.append([row], as: LogPurpose(), isDraft: true)
      if !isInsertion { try scratch.run("DELETE FROM book WHERE pk = 3") }
    }
    try replace()
    try session { (store: BookStore) throws in
      #expect(try store.recovery.findAbandoned() == nil)
      #expect(try store.undo() == nil)
    }
    try putBack()
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.history.changes(limit: 9).map(\.kind) == [isInsertion ? .insertion : .deletion])
  }

  @Test("Undo brings no rows of another file into this one, nor takes any", arguments: unrelated.prefix(2))
  func undo(_ sql: String) throws {
    try session { store in
      _ = try store.insert(["Kalevala"])
      try store.delete(3)
      try store.set("mine", at: Book.author, of: 1)
      store.writeBack()
    }
    try replace(by: sql)
    let content = try content()
    try session { (store: BookStore) throws in
      // Undo without a look before.
      #expect(try store.undo() == nil)
      #expect(try store.redo() == nil)
      #expect(try self.content() == content)
    }
    try putBack()
    let store = try scratch.loggedStore()
    for _ in 0..<3 { #expect(try store.undo() != nil) }
    #expect(try scratch.rows("SELECT pk FROM book") == ["1", "2", "3"])
  }

  @Test("A session that has only deleted is undone in a new version of its file, which another session tells")
  func deletionAlone() throws {
    try session { store in
      try store.set("mine", at: Book.author, of: 1)
      store.writeBack()
    }
    do { try scratch.loggedStore().delete(3) }
    try renew()
    let store = try scratch.loggedStore()
    #expect(try store.undo()?.kind == .deletion)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["3"])
  }

  @Test("A log of the fifth format is carried over", arguments: [true, false])
  func fifthFormat(isReplaced: Bool) throws {
    try session { store in
      try store.set("mine", at: Book.author, of: 1)
      try #require(store.journal.opened).connection.makeLogOfFifthFormat()
    }
    if isReplaced { try replace() }
    for _ in 0..<2 {
      let store = try scratch.loggedStore()
      #expect(try store.recovery.findAbandoned()?.count == (isReplaced ? nil : 1))
      #expect(store.logState == .ready)
    }
    if isReplaced {
      try putBack()
      #expect(try scratch.abandonedCount() == 1)
    }
  }

  @Test("Very many changes of another file are compared some at a time") func slices() throws {
    let ids = RecordID.first(9_000)
    try replace(by: Scratch.books(9_000))
    do { try scratch.loggedStore().set("mine", at: Book.author, ofEach: ids) }
    try putBack()
    let store = try scratch.loggedStore()
    let finding = try #require(try store.recovery.startFindingAbandoned())
    var rounds = 1
    while try finding.step() { rounds += 1 }
    #expect(rounds > 100 && store.recovery.abandoned == nil)
  }
}

import Records
import Synchronization
import TestSupport
import Testing

@testable import BookStore

@Suite("Other writers") struct OtherWriterTests {
  @Test("What somebody else wrote is read again; dirty records and own writes are left alone")
  func rows() throws {
    let (scratch, store) = try Scratch.opened()
    _ = try store.shownRows(in: 0..<3)
    _ = try store.shelf.snapshot(of: 1)
    try store.set("mine", at: Book.author, of: 2)
    #expect(store.checkForOtherWriters() == .nothing)
    try store.set("own", at: Book.author, of: 3)
    store.dehydrate(3)
    #expect(store.checkForOtherWriters() == .nothing)
    try scratch.run(
      "UPDATE book SET title = 'theirs ' || pk, author = 'theirs'; DELETE FROM book WHERE pk = 3")
    #expect(store.checkForOtherWriters() == .rows)
    #expect(store.checkForOtherWriters() == .nothing)
    #expect(store.shelf.state(of: 1) == .known && store.shelf.state(of: 2) == .dirty)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "theirs")
    #expect(try store.shelf.snapshot(of: 2).values[Book.author] == "mine")
    #expect(try store.shownRows(in: 0..<3).map(\.id) == [1, 2])
    #expect(try store.shownRows(in: 0..<1).map(\.title) == ["theirs 1"])
  }

  @Test(
    "A write-back in the background is nobody else's, and its records stay hydrated",
    arguments: ["delete", "wal"])
  func ownThread(mode: String) throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(5_000), mode: mode, busyTimeout: patience)
    #expect(store.checkForOtherWriters() == .nothing)
    for round in 1...2 {
      try store.set(.text(Text("round \(round)")), at: Book.author, ofEach: RecordID.first(20))
      store.writer.startWritingBack(olderThan: 0)
      try store.settle()
      #expect(store.counts.dirty == 0)
      #expect(store.checkForOtherWriters() == .nothing)
      #expect(store.counts.hydrated == 20)
    }
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    #expect(store.checkForOtherWriters() == .rows)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "theirs")
  }

  @Test("What somebody else wrote before a write-back in the background is still noticed after it")
  func beforeOwnThread() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(100), busyTimeout: patience)
    #expect(store.checkForOtherWriters() == .nothing)
    _ = try store.shelf.snapshot(of: 1)
    try store.set("mine", at: Book.author, of: 2)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1")
    store.writer.startWritingBack(olderThan: 0)
    try store.settle()
    #expect(store.checkForOtherWriters() == .rows)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "theirs")
  }

  @Test("What somebody else writes just before a write-back has its lock is compared, and no edit is lost")
  func beforeOwnLock() throws {
    let scratch = try Scratch()
    let path = scratch.path
    let awaited = Mutex("")
    var options = StoreOptions()
    options.trace = { sql in
      guard awaited.withLock({ $0 == sql }) else { return }
      awaited.withLock { $0 = "" }
      #expect(throws: Never.self) {
        try StockDatabase(path).run("UPDATE book SET author = 'theirs' WHERE pk < 3")
      }
    }
    let store = try BookStore(path: path, options: options)
    try store.set("mine", at: Book.author, of: 1)
    try store.set("mine", at: Book.title, of: 2)
    awaited.withLock { $0 = "BEGIN IMMEDIATE" }
    let result = store.writeBack()
    #expect(awaited.withLock { $0.isEmpty })
    #expect(result.writtenCount == 1 && result.conflicts.map(\.id) == [1])
    let rows = try scratch.rows("SELECT title, author FROM book WHERE pk < 3")
    #expect(rows == ["War and Peace|theirs", "mine|theirs"])
    #expect(store.shelf.state(of: 1) == .dirty)
  }

  @Test("A changed schema is told from changed rows, also right after the opening") func schema() throws {
    let (scratch, store) = try Scratch.opened()
    try scratch.run("ALTER TABLE book ADD COLUMN colour TEXT")
    #expect(store.checkForOtherWriters() == .schema)
    let other = try scratch.store()
    #expect(other.checkForOtherWriters() == .nothing)
    try scratch.run("CREATE TABLE other (x)")
    #expect(other.checkForOtherWriters() == .schema)
    try scratch.run("INSERT INTO other VALUES (1)")
    #expect(other.checkForOtherWriters() == .rows)
  }

  @Test("A lock is not waited for, and what came with it is seen later") func locked() throws {
    let (scratch, store) = try Scratch.opened(busyTimeout: .seconds(60))
    #expect(store.checkForOtherWriters() == .nothing)
    let other = try scratch.locked()
    let start = ContinuousClock.now
    #expect(store.checkForOtherWriters() == .locked)
    #expect(ContinuousClock.now - start < .seconds(30))
    try other.use {
      try $0.run("UPDATE book SET author = 'theirs'")
      try $0.run("COMMIT")
    }
    #expect(store.checkForOtherWriters() == .rows)
  }

  @Test("A list in another order is found anew") func order() throws {
    let (scratch, store) = try Scratch.opened()
    try store.arranged(by: ListOrder(field: Book.title))
    try scratch.run("UPDATE book SET title = 'Zzz' WHERE pk = 2")
    #expect(store.checkForOtherWriters() == .rows)
    try store.settle()
    try store.wait { try store.shownRows(in: 0..<3).map(\.id) == [3, 1, 2] }
  }
}

import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

@Suite("Undo of very many rows") struct LargeUndoTests {
  private let scratch: Scratch
  private let count = 1_000

  init() throws { scratch = try Scratch(Scratch.books(count)) }

  private var ids: [RecordID] { RecordID.first(count) }

  private func authors() throws -> [String] {
    try scratch.rows("SELECT count(*) FROM book WHERE author = 'x' UNION ALL SELECT count(*) FROM book")
  }

  @Test("A bulk change is undone some at a time; who stops goes on with the rest, also after a restart")
  func stopped() throws {
    do {
      let store = try scratch.loggedStore()
      try store.set("x", at: Book.author, ofEach: ids)
      #expect(store.writeBack().isComplete)
      let undo = try #require(try store.history.start(.undo))
      #expect(undo.isLarge)
      while try undo.step(), undo.undone.count < 300 {}
      #expect(undo.undone.field == Book.author && undo.fraction > 0.25 && undo.fraction < 0.5)
      #expect(store.counts.dirty == undo.undone.count)
      #expect(store.writeBack().isComplete)
      #expect(try authors() == ["\(count - undo.undone.count)", "1000"])
    }
    let store = try scratch.loggedStore()
    let done = try #require(try store.redo())
    #expect(done.count >= 300 && done.count < 400 && store.writeBack().isComplete)
    #expect(try authors() == ["1000", "1000"])
    #expect(try store.undo()?.count == done.count)
    #expect(try store.undo()?.count == count - done.count)
    #expect(try store.undo() == nil)
    #expect(store.writeBack().isComplete)
    #expect(try authors() == ["0", "1000"])
    #expect(try store.redo()?.count == count - done.count)
    #expect(try store.redo()?.count == done.count)
    #expect(try store.redo() == nil)
  }

  @Test("Of a bulk change everything is undone but the row that was changed since, and redone")
  func changedSince() throws {
    let store = try scratch.loggedStore()
    try store.set("x", at: Book.author, ofEach: ids)
    #expect(store.writeBack().isComplete)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 7")
    store.dehydrateAll()
    let undo = try #require(try store.history.start(.undo))
    try undo.finish()
    #expect(
      undo.undone.count == count - 1 && undo.undone.leftOutCount == 1 && undo.undone.field == Book.author)
    #expect(undo.leftOut == [LeftOutChange(id: 7, title: "Title 7", error: .changedSince)])
    #expect(store.writeBack().isComplete)
    #expect(try authors() == ["0", "1000"])
    #expect(try scratch.rows("SELECT author FROM book WHERE pk IN (6, 7)") == ["Author 6", "theirs"])
    // What is left is tried again, and what was done can be redone.
    #expect(throws: StoreError.changedSince) { try store.undo() }
    #expect(try store.redo()?.count == count - 1)
    #expect(store.writeBack().isComplete)
    #expect(try authors() == ["999", "1000"])
    #expect(try store.undo()?.count == count - 1)
    #expect(store.writeBack().isComplete)
    try scratch.run("UPDATE book SET author = 'x' WHERE pk = 7")
    store.dehydrateAll()
    #expect(try store.undo()?.count == 1)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["Author 7"])
    #expect(try store.undo() == nil)
  }

  @Test("Many deleted rows come back some at a time, and go again, whatever points to what")
  func rows() throws {
    try scratch.run(
      """
      CREATE TABLE tie (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk) ON DELETE CASCADE);
      INSERT INTO tie SELECT pk, pk FROM book UNION ALL SELECT 5000 + pk, 1 FROM book;
      CREATE TABLE ring (id INTEGER PRIMARY KEY, next INTEGER NOT NULL REFERENCES ring ON DELETE CASCADE);
      INSERT INTO ring SELECT pk, pk % 90 + 1 FROM book WHERE pk <= 90;
      """)
    let before = try scratch.rows("SELECT * FROM book") + scratch.rows("SELECT * FROM tie")
    let rings = try scratch.rows("SELECT * FROM ring")
    let store = try scratch.loggedStore()
    let step = store.beginStep()
    for start in stride(from: 0, to: count, by: 100) {
      try store.delete(Array(ids[start..<start + 100]), in: step)
    }
    try store.delete([RecordID(.rowid(1), in: TableID(2))], in: step)
    #expect(try scratch.rows("SELECT id FROM tie UNION ALL SELECT id FROM ring").isEmpty)
    try store.undo()
    #expect(try scratch.rows("SELECT * FROM book") + scratch.rows("SELECT * FROM tie") == before)
    #expect(try scratch.rows("SELECT * FROM ring") == rings)
    try store.redo()
    #expect(
      try scratch.rows("SELECT pk FROM book UNION ALL SELECT id FROM tie UNION ALL SELECT id FROM ring")
        .isEmpty)
    let undo = try #require(try store.history.start(.undo))
    while try undo.step(), undo.undone.otherCount < 300 {}
    #expect(try scratch.rows("PRAGMA foreign_key_check").isEmpty)
    while try store.undo() != nil {}
    #expect(try scratch.rows("SELECT * FROM book") + scratch.rows("SELECT * FROM tie") == before)
    #expect(try store.shownRows(in: 0..<2_000).count == count)
  }
}

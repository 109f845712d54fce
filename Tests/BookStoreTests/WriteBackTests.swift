import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

@Suite("Write-back") struct WriteBackTests {
  @Test("A warning with 2 dirty of 500 books is one transaction of two updates of the changed columns")
  func twoOfFiveHundred() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(500))
    for row in try store.shownRows(in: 0..<500) { _ = try store.record(row.id) }
    try store.set("Lev", at: Book.author, of: 400)
    try store.set("Peace", at: Book.title, of: 7)
    try store.set(.null, at: Book.author, of: 7)
    _ = scratch.statementsSinceLastCall()
    let dehydration = store.dehydrateAll()
    #expect(dehydration.writeBack == WriteBackResult(writtenCount: 2))
    #expect(dehydration.recordCount == 500)
    let updates = ["title = ?, author = ?", "author = ?"].map { "UPDATE book SET \($0) WHERE pk = ?" }
    #expect(scratch.statementsSinceLastCall() == ["BEGIN IMMEDIATE"] + updates + ["COMMIT"])
    let rows = try scratch.rows("SELECT * FROM book WHERE pk IN (7, 400)")
    #expect(rows == ["7|Peace|7.0|NULL", "400|Title 400|400.0|Lev"])
  }

  @Test("Dehydrating one record writes that one and keeps the others") func dehydrateOne() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("a", at: Book.author, of: 1)
    try store.set("b", at: Book.author, of: 2)
    let held = try store.record(1).byteCount
    let written = WriteBackResult(writtenCount: 1)
    #expect(store.dehydrate(1) == Dehydration(writeBack: written, recordCount: 1, freedByteCount: held))
    #expect(store.shelf.state(of: 1) == .known && store.shelf.state(of: 2) == .dirty)
    #expect(try scratch.rows("SELECT author FROM book") == ["a", "Amit Singh", "Dante Alighieri"])
    #expect(store.dehydrate(3) == Dehydration())
  }

  @Test("A write-back keeps the records, and an edit after it writes only itself")
  func editAfterWriteBack() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("a", at: Book.author, of: 1)
    store.writeBack()
    #expect(store.shelf.state(of: 1) == .hydrated)
    try store.set("War", at: Book.title, of: 1)
    _ = scratch.statementsSinceLastCall()
    store.writeBack()
    #expect(scratch.statementsSinceLastCall().contains("UPDATE book SET title = ? WHERE pk = ?"))
    #expect(try scratch.rows("SELECT * FROM book WHERE pk = 1") == ["1|War|-3153600000.0|a"])
  }

  @Test("A field set again while the write-back ran stays dirty, and pending with its last value alone")
  func setWhileWriting() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    try store.set("b", at: Book.author, of: 2)
    let pending = store.writer.beginWriteBack()
    let outcome = pending.plan.perform(on: store.database.connection)
    try store.set("later", at: Book.author, of: 1)
    try store.set("Amit Singh", at: Book.author, of: 2)
    #expect(store.writer.note(outcome, of: pending).writtenCount == 2)
    #expect(store.counts.dirty == 2)
    #expect(try store.record(1).originals == [FieldValue(index: Book.author, value: "a")])
    store.journal.opened?.keeper.flush()
    #expect(try store.history.changes(limit: 9).map(\.state) == [.pending, .pending, .written, .written])
    store.writeBack()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["later", "Amit Singh"])
  }

  @Test("Rows of a composite key without a rowid are written by their key") func compositeKey() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE "odd ""name" ("a b" TEXT, "select" INT, x, PRIMARY KEY ("select", "a b")) WITHOUT ROWID;
      INSERT INTO "odd ""name" VALUES ('p', 1, 'one'), ('q', 1, 'two'), ('p', 2, 'three');
      """)
    let id = RecordID.key([.integer(1), "q"])
    #expect(
      try store.shownRows(in: 0..<9).map(\.id) == [.key([.integer(1), "p"]), id, .key([.integer(2), "p"])])
    try store.set("new", at: 2, of: id)
    store.dehydrateAll()
    #expect(try scratch.rows(#"SELECT x FROM "odd ""name" ORDER BY 1"#) == ["new", "one", "three"])
    #expect(try store.insert(["r", .integer(1), "four"]) == .key([.integer(1), "r"]))
    #expect(try store.listing.position(of: .key([.integer(1), "r"])) == 2)
    try store.delete(id)
    #expect(try store.shownRows(in: 0..<9).map(\.title) == ["p", "r", "p"])
  }

  @Test("A large transaction shuts readers out only while it commits, if its cache holds it")
  func largeCache() throws {
    let scratch = try Scratch(Scratch.books(50_000))
    let connection = try Connection(path: scratch.path, options: ConnectionOptions(busyTimeout: .zero))
    try connection.withCache(kibibytes: 65_536) { () throws in
      try connection.run("BEGIN IMMEDIATE")
      try connection.run("UPDATE book SET author = title || ' by ' || title || ' and others'")
      #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["Author 7"])
      try connection.run("COMMIT")
    }
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 7") == ["Title 7 by Title 7 and others"])
    let size = try connection.statement("PRAGMA cache_size").firstRow(binding: []) { $0.integer(at: 0) }
    #expect(size == -2_000)
  }

  // MARK: A sort that ends while another thread writes what decides the order

  @Test("Rows that were written between a sort and its end being noted are in their order")
  func writtenBeforeTakenIn() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(300), busyTimeout: patience)
    store.observation.isObserved = true
    // Every third book moves, to a place that the former order does not suggest.
    for number in stride(from: 3, through: 300, by: 3) {
      let title = Value.text(Text("Moved \((number * 7_919) % 1_009)"))
      try store.set(title, at: Book.title, of: .rowid(Int64(number)))
    }
    try store.listing.arrange(by: ListOrder(field: Book.title))
    let isReading = { (sql: String) in sql == "SELECT pk, title FROM book" }
    try waitUntil { store.observation.statements().contains { isReading($0.sql) } }
    store.writer.startDehydratingAll()
    try waitUntil {
      if store.writer.phase != .writing { _ = store.writer.takeWriteBack() }
      return try scratch.rows("SELECT count(*) FROM book WHERE title LIKE 'Moved %'") == ["100"]
    }
    try store.lists.takeNews()
    try store.settle()
    let expected = try scratch.rows("SELECT title FROM book ORDER BY title COLLATE NOCASE, pk")
    #expect(try store.shownRows(in: 0..<300).map(\.title) == expected.map { .text(Text($0)) })
  }

  private func waitUntil(_ isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + patience
    while try !isTrue() { try #require(ContinuousClock.now < end) }
  }
}

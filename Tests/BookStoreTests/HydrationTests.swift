import BookStore
import Records
import Testing

@Suite("Hydration") struct HydrationTests {
  @Test("The list is one query, whatever the number of books", arguments: [3, 10_000])
  func listIsOneQuery(count: Int) throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(count))
    let rows = try store.shownRows(in: 0..<24)
    #expect(rows.count == min(24, count))
    #expect(rows.first?.title == "Title 1")
    let statements = scratch.statementsSinceLastCall()
    #expect(statements.count == 1, "\(statements)")
    #expect(
      statements.allSatisfy { $0.contains("title") && !$0.contains("author") && !$0.contains("copyright") })
    #expect(store.counts.hydrated == 0)
  }

  @Test("A first look is one statement and a second none") func firstLookIsOneStatement() throws {
    let (scratch, store) = try Scratch.opened()
    _ = scratch.statementsSinceLastCall()
    let snapshot = try store.shelf.snapshot(of: 3)
    #expect(snapshot.values == ["The Divine Comedy", .real(-20_466_864_000), "Dante Alighieri"])
    #expect(scratch.statementsSinceLastCall().count == 1)
    _ = try store.shelf.snapshot(of: 3)
    _ = try store.record(3)
    #expect(scratch.statementsSinceLastCall().isEmpty)
  }

  @Test("A glance at a photo takes one statement, hydrates nothing, and sees what was set")
  func glance() throws {
    let (scratch, store) = try Scratch.opened(
      """
      CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, photo BLOB);
      INSERT INTO possessions VALUES (1, 'Lamp', NULL), (2, 'Key', x'010203'), (3, 'Text', 'photo');
      """)
    _ = scratch.statementsSinceLastCall()
    for (id, bytes) in [(1, nil), (2, [1, 2, 3]), (3, nil), (4, nil)] as [(RecordID, [UInt8]?)] {
      #expect(try store.shelf.glance(at: 1, of: id, limit: 3) == bytes)
    }
    #expect(try store.shelf.glance(at: 1, of: 2, limit: 2) == nil)
    #expect(scratch.statementsSinceLastCall().count == 5 && store.counts.hydrated == 0)
    try store.set(.blob([7]), at: 1, of: 1)
    try store.set(.null, at: 1, of: 2)
    #expect(try store.shelf.glance(at: 1, of: 1, limit: 3) == [7])
    #expect(try store.shelf.glance(at: 1, of: 2, limit: 3) == nil)
  }

  @Test("Looking at every book and quitting writes nothing") func lookingWritesNothing() throws {
    let scratch = try Scratch(Scratch.books(500))
    let before = try scratch.bytes()
    let store = try scratch.store()
    for row in try store.shownRows(in: 0..<500) { _ = try store.record(row.id) }
    #expect(store.counts.hydrated == 500 && store.counts.dirty == 0)
    _ = scratch.statementsSinceLastCall()
    #expect(store.dehydrateAll().recordCount == 500)
    #expect(store.writeBack() == WriteBackResult())
    #expect(scratch.statementsSinceLastCall().isEmpty)
    #expect(try scratch.bytes() == before)
  }

  @Test("A row has one record, even when somebody holds it over a warning") func oneRecordForARow() throws {
    let store = try Scratch().store()
    let record = try store.record(1)
    #expect(try store.record(1) === record)
    store.dehydrateAll()
    #expect(try record.values == nil && store.record(1) === record)
    #expect(record.values?[Book.author] == "Leo Tolstoy")
    store.dehydrate(1)
    #expect(try record.values == nil && store.record(1) === record)
  }

  @Test("Nobody holds a record after a warning that nobody held before") func warningFreesRecords() throws {
    let store = try Scratch().store()
    weak let first = try store.record(1)
    weak let second = try store.record(2)
    #expect(first != nil)
    store.dehydrateAll()
    #expect(first == nil && second == nil)
  }

  @Test("NULL comes back as NULL, and an empty text as an empty text") func nullStaysNull() throws {
    let scratch = try Scratch()
    try scratch.run("INSERT INTO book VALUES (4, 'Beowulf', NULL, NULL), (5, '', 0, '')")
    let store = try scratch.store()
    #expect(try store.shelf.snapshot(of: 4).values == ["Beowulf", .null, .null])
    #expect(try store.shelf.snapshot(of: 5).values == ["", .real(0), ""])
  }

  @Test("Large and negative keys name their rows", arguments: [Int64.min, -7, 5_000_000_000, .max])
  func keysOfSixtyFourBits(key: Int64) throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books + "INSERT INTO book VALUES (\(key), 'Beowulf', NULL, 'unknown')")
    #expect(try store.shownRows(in: 0..<9).contains { $0.id == .rowid(key) && $0.title == "Beowulf" })
    try store.set("a poet", at: Book.author, of: .rowid(key))
    store.dehydrateAll()
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = \(key)") == ["a poet"])
    #expect(try store.shelf.snapshot(of: .rowid(key)).values[Book.author] == "a poet")
  }

  @Test("The counts follow what is held") func counts() throws {
    let store = try Scratch().store()
    #expect(store.counts.known == .exactly(3) && store.counts.byteCount == 0)
    _ = try store.record(1)
    let one = store.counts.byteCount
    #expect(one == (try store.record(1)).byteCount)
    try store.set("Lev Tolstoy, count", at: Book.author, of: 1)
    _ = try store.record(2)
    #expect(store.counts.hydrated == 2 && store.counts.dirty == 1)
    #expect(store.counts.byteCount == (try store.record(1)).byteCount + (try store.record(2)).byteCount)
    let held = store.counts.byteCount
    #expect(store.dehydrateAll().freedByteCount == held)
    #expect(store.counts.byteCount == 0)
    #expect(store.counts.hydrated == 0 && store.counts.dirty == 0)
  }
}

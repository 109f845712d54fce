import Records
import TestSupport
import Testing

@testable import BookStore

/// What is let go and written back without being asked.
struct BudgetTests {
  /// Compares the counts with what a look at every row says.
  private func recount(
    _ store: BookStore, _ ids: ClosedRange<Int64>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let held = ids.map(RecordID.rowid).filter { store.shelf.state(of: $0) != .known }
    let dirtyCount = held.count { store.shelf.state(of: $0) == .dirty }
    #expect(store.counts.hydrated == held.count, sourceLocation: sourceLocation)
    #expect(store.counts.dirty == dirtyCount, sourceLocation: sourceLocation)
    let byteCount = try held.reduce(0) { try $0 + store.record($1).byteCount }
    #expect(store.counts.byteCount == byteCount, sourceLocation: sourceLocation)
  }

  @Test("Where memory is only somewhat short the half that was used least lately goes, written, and no more")
  func half() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(100))
    for id in 1...100 { _ = try store.record(.rowid(Int64(id))) }
    try store.set("new", at: Book.author, of: 100)
    for id in 1...50 { _ = try store.record(.rowid(Int64(id))) }
    let before = store.counts.byteCount
    let result = store.writer.dehydrateHalf(keeping: [60])
    #expect(store.shelf.state(of: 60) == .hydrated && store.shelf.state(of: 50) == .hydrated)
    #expect(store.shelf.state(of: 70) == .known && store.counts.byteCount <= before / 2)
    #expect(store.counts.byteCount > before * 45 / 100)
    #expect(result.freedByteCount == before - store.counts.byteCount)
    #expect(result.recordCount == 100 - store.counts.hydrated)
    #expect(result.writeBack == WriteBackResult(writtenCount: 1))
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 100") == ["new"])
  }

  @Test("The least recently used go first, those shown stay, dirty ones are written in one transaction")
  func leastRecentlyUsed() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(100))
    for id in 1...100 { _ = try store.record(.rowid(Int64(id))) }
    _ = try store.record(3)
    for id in [5, 6] as [RecordID] { try store.set("new", at: Book.author, of: id) }
    for id in 30...100 { _ = try store.record(.rowid(Int64(id))) }
    _ = scratch.statementsSinceLastCall()
    let budget = store.counts.byteCount / 2
    #expect(store.writer.keepWithin(bytes: budget, keeping: [1, 7]) == nil)
    #expect(store.counts.byteCount <= budget && store.counts.byteCount > budget * 8 / 10)
    #expect(store.shelf.state(of: 1) == .hydrated && store.shelf.state(of: 7) == .hydrated)
    #expect([2, 3, 5, 6, 29].allSatisfy { store.shelf.state(of: $0) == .known })
    #expect(store.shelf.state(of: 100) == .hydrated)
    let statements = scratch.statementsSinceLastCall()
    #expect(statements.filter { $0.hasPrefix("BEGIN") }.count == 1)
    #expect(statements.filter { $0.hasPrefix("UPDATE") }.count == 2)
    try recount(store, 1...100)
  }

  @Test("However large the budget is, a call frees little beyond it, so that it takes no longer than a frame")
  func largeBudget() throws {
    let scratch = try Scratch()
    try scratch.run(
      """
      DELETE FROM book;
      WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO book (pk, title, author) SELECT i, 'book ' || i, printf('%.*c', 50000, 'x') FROM n;
      """)
    let (store, ids) = (try scratch.store(), RecordID.first(1_000))
    try store.set("new", at: Book.title, of: ids[0])
    try store.shelf.hydrate(Array(ids.dropFirst()))
    #expect(store.counts.byteCount > 50_000_000)
    let budget = store.counts.byteCount - 1_000_000
    #expect(store.writer.keepWithin(bytes: budget, keeping: []) == nil)
    #expect(store.shelf.state(of: ids[0]) == .known)
    #expect(store.counts.byteCount <= budget && store.counts.byteCount > budget - 3_000_000)
  }

  @Test("Room that was made for records is enough for them, and no more than the budget lets be held")
  func reservation() throws {
    let store = try Scratch(Scratch.books(2_000)).store()
    store.reserve(2_000, within: 1_000_000)
    let capacity = store.shelf.records.capacity
    #expect(capacity >= 2_000)
    for id in 1...2_000 { _ = try store.record(.rowid(Int64(id))) }
    #expect(store.shelf.records.capacity == capacity)
    store.dehydrateAll()
    store.reserve(1_000_000_000, within: 100_000)
    #expect(store.shelf.records.capacity < 1_000)
  }

  @Test("A record that was spared because it was shown goes once it is not") func sparedThenLetGo() throws {
    let store = try Scratch().store()
    _ = try store.record(1)
    store.writer.keepWithin(bytes: 0, keeping: [1])
    #expect(store.counts.hydrated == 1)
    store.writer.keepWithin(bytes: 0, keeping: [])
    #expect(store.counts.hydrated == 0)
  }

  @Test("What cannot be written stays dirty, is not tried at once again, and is written in the end")
  func failuresStayDirty() throws {
    let scratch = try Scratch(
      "CREATE TABLE book (pk INTEGER PRIMARY KEY, title, copyright, author CHECK (author < 'x'))")
    try scratch.run("INSERT INTO book VALUES (1, 'a', 0, 'b'), (2, 'b', 0, 'c')")
    let store = try scratch.store()
    try store.set("xyz", at: Book.author, of: 1)
    try store.set("d", at: Book.author, of: 2)
    let start = ContinuousClock.now
    #expect(store.writer.keepWithin(bytes: 0, keeping: []) != nil)
    #expect(store.shelf.state(of: 1) == .dirty && store.shelf.state(of: 2) == .known)
    _ = scratch.statementsSinceLastCall()
    #expect(store.writer.keepWithin(bytes: 0, keeping: []) == nil)
    #expect(scratch.statementsSinceLastCall().isEmpty)
    store.writer.startWritingBack(olderThan: 0)
    try store.wait { store.writer.takeWriteBack() != nil }
    let elapsed = ContinuousClock.now - start
    #expect(!store.writer.hasDirty(olderThan: elapsed / .seconds(1)) && store.writer.hasDirty(olderThan: 0))
    try store.set("e", at: Book.author, of: 1)
    store.writer.startWritingBack(olderThan: 0)
    try store.wait { store.writer.takeWriteBack() != nil }
    #expect(try scratch.rows("SELECT author FROM book") == ["e", "d"])
    try recount(store, 1...2)
  }

  @Test("Only what has been dirty for as long as is asked for counts as old") func dirtyAge() throws {
    let store = try Scratch().store()
    #expect(!store.writer.hasDirty(olderThan: 0))
    try store.set("x", at: Book.author, of: 1)
    try store.set("x", at: Book.author, of: 2)
    #expect(store.writer.hasDirty(olderThan: 0) && !store.writer.hasDirty(olderThan: 3_600))
    store.editor.revert(1)
    #expect(store.writer.hasDirty(olderThan: 0) && !store.writer.hasDirty(olderThan: 3_600))
    store.editor.revert(2)
    #expect(!store.writer.hasDirty(olderThan: 0))
  }

  /// Does slices of a write-back until it is being written.
  private func takeChanges(_ store: BookStore) {
    while store.writer.phase == .collecting { _ = store.writer.takeWriteBack() }
  }

  @Test("A background write-back leaves what was set, taken back or deleted meanwhile as it is then")
  func setMeanwhile() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(3_000), busyTimeout: patience)
    try store.set("first", at: Book.author, ofEach: RecordID.first(3_000))
    store.writer.startDehydratingAll()
    takeChanges(store)
    try store.set("second", at: Book.author, of: 5)
    store.editor.revert(6)
    try store.set("title", at: Book.title, of: 7)
    try recount(store, 1...3_000)
    try store.delete(8)
    try store.wait { store.writer.takeWriteBack() != nil && !store.writer.isWritingBack }
    #expect(try store.shelf.snapshot(of: 5).values[Book.author] == "second")
    #expect(try store.shelf.snapshot(of: 6).values[Book.author] == "Author 6")
    try recount(store, 1...3_000)
    #expect(store.counts.dirty == 3)
    store.writeBack()
    #expect(
      try scratch.rows("SELECT title, author FROM book WHERE pk BETWEEN 4 AND 9")
        == ["Title 4|first", "Title 5|second", "Title 6|Author 6", "title|first", "Title 9|first"])
  }

  @Test("Records that change while changes are taken, or while their end is noted, are neither lost nor kept")
  func changedBetweenSlices() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(20_000), busyTimeout: patience)
    try store.set("first", at: Book.author, ofEach: RecordID.first(20_000))
    store.writer.startDehydratingAll()
    #expect(store.writer.phase == .collecting)
    // One whose changes have been taken, one whose have not, and one that was not dirty.
    for id in [20_000, 1] as [RecordID] { try store.set("second", at: Book.author, of: id) }
    for id in [19_999, 2] as [RecordID] { store.editor.revert(id) }
    takeChanges(store)
    try store.wait {
      _ = store.writer.takeWriteBack()
      return store.writer.phase == .noting
    }
    for id in [19_998, 3] as [RecordID] { try store.set("third", at: Book.author, of: id) }
    try store.wait { store.writer.takeWriteBack() != nil }
    try recount(store, 1...20_000)
    let dirty = RecordID.first(20_000).filter { store.shelf.state(of: $0) == .dirty }
    #expect(dirty == [3, 19_998, 19_999, 20_000])
    store.writeBack()
    #expect(
      try scratch.rows("SELECT author FROM book WHERE pk IN (1, 2, 3, 4, 19998, 19999, 20000)")
        == ["second", "Author 2", "third", "first", "third", "Author 19999", "second"])
  }

  @Test("Waiting for a background write-back writes everything, also what came after it began")
  func quitting() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(2_000), busyTimeout: patience)
    try store.listing.arrange(by: ListOrder(field: Book.author))
    try store.set("first", at: Book.author, ofEach: RecordID.first(2_000))
    store.writer.startDehydratingAll()
    try store.set("second", at: Book.author, of: 1)
    #expect(store.writeBack().isComplete)
    #expect(store.counts.dirty == 0)
    #expect(try scratch.rows("SELECT author, count(*) FROM book GROUP BY 1") == ["first|1999", "second|1"])
  }
}

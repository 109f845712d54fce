import Records
import Testing

@testable import BookStore

/// The session's account: what it counts, and what it says of the sample.
@Suite struct AccountTests {
  @Test("Statements are those that SQLite traces, on all connections; titles those that pages have")
  func statements() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(1_000))
    _ = scratch.statementsSinceLastCall()
    let (before, count) = (store.account, store.counts.statementCount)
    _ = try store.lists.rows(in: 256..<300)
    _ = try store.record(.rowid(1))
    _ = try store.record(.rowid(1))
    try store.set("Somebody", at: 2, of: .rowid(1))
    _ = store.writeBack()
    let after = store.account
    let ran = scratch.statementsSinceLastCall().count
    #expect(after.statementCount - before.statementCount == ran && store.counts.statementCount - count == ran)
    #expect(after.titleCount - before.titleCount == 256)
    #expect(after.lookCount == 1 && after.writtenCount == 1)
  }

  @Test("A warning writes what the sample holds, of which few had changed", arguments: [3, 2_000])
  func warning(count: Int) throws {
    let store = try Scratch(Scratch.books(2_000)).store()
    let ids = RecordID.first(count)
    try store.shelf.hydrate(ids)
    try store.set("Somebody", at: 2, of: ids[0])
    #expect(store.account.sampleHeldCount == count)
    store.dehydrateAll()
    let account = store.account
    #expect(account.warning == SessionAccount.Warning(heldCount: count, changedCount: 1))
    #expect(account.sampleWrittenCount == count && account.sampleHeldCount == 0)
    #expect(account.evictedCount == 0)
    _ = try store.record(ids[0])
    #expect(store.account.sampleHeldCount == 1 && store.account.lookCount == count + 1)
  }

  @Test("A warning in the background is the same") func backgroundWarning() throws {
    let store = try Scratch(Scratch.books(2_000)).store(busyTimeout: .seconds(5))
    let ids = RecordID.first(2_000)
    try store.set("Somebody", at: 2, ofEach: ids)
    store.writer.startDehydratingAll()
    store.writer.finishWriteBack()
    _ = store.writer.takeWriteBack()
    #expect(store.account.warning == SessionAccount.Warning(heldCount: 2_000, changedCount: 2_000))
    #expect(store.account.evictedCount == 0 && store.account.writtenCount == 2_000)
  }

  @Test("What a budget evicts makes the sample's figures a bound") func evictions() throws {
    let store = try Scratch(Scratch.books(100)).store()
    try store.shelf.hydrate(RecordID.first(100))
    store.writer.keepWithin(bytes: store.counts.byteCount / 2, keeping: [])
    #expect(store.account.evictedCount == 100 - store.counts.hydrated && !store.account.isExact)
  }

  @Test("A warning that finds the database locked is none until it is answered") func lockedWarning() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("Somebody", at: 2, of: .rowid(1))
    let other = try scratch.locked()
    store.dehydrateAll()
    #expect(store.account.warning == nil)
    try other.run("ROLLBACK")
    store.dehydrateAll()
    #expect(store.account.warning == SessionAccount.Warning(heldCount: 1, changedCount: 1))
  }
}

import Records
import TestSupport
import Testing

@testable import BookStore

/// Memory warnings that come while a write-back is being done in the background.
struct WarningMeanwhileTests {
  private static let count = 20_000
  private let scratch: Scratch
  private let store: BookStore

  init() throws {
    scratch = try Scratch(Scratch.books(Self.count))
    store = try scratch.store(busyTimeout: patience)
  }

  private func setFirst(_ ids: ClosedRange<Int>) throws {
    try store.set("first", at: Book.author, ofEach: ids.map { .rowid(Int64($0)) })
  }

  /// Goes on with the write-back until it does something.
  private func goOn(until phase: WriteBackJob.Phase) throws {
    try store.wait {
      if store.writer.phase == phase { return true }
      _ = store.writer.takeWriteBack()
      return store.writer.phase == phase || !store.writer.isWritingBack
    }
    try #require(store.writer.phase == phase)
  }

  private func finish() throws {
    try store.wait {
      _ = store.writer.takeWriteBack()
      return !store.writer.isWritingBack
    }
  }

  @Test("A memory warning while something else is written lets go of everything in the end")
  func warnedMeanwhile() throws {
    try setFirst(1...2_000)
    store.writer.startWritingBack(olderThan: 0)
    try store.set("second", at: Book.author, of: 1)
    store.writer.startDehydratingAll()
    try finish()
    #expect(store.counts.hydrated == 0)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["second", "first"])
  }

  @Test(
    "Whatever a write-back is at, a second warning loses nothing and lets go of all that was held when it came",
    arguments: [WriteBackJob.Phase.collecting, .writing, .noting, .releasing])
  func warnedTwice(_ phase: WriteBackJob.Phase) throws {
    // Clean ones in plenty, so that letting them go takes more than a slice.
    try store.shelf.hydrate((2_001...Int64(Self.count)).map { .rowid($0) })
    try setFirst(phase == .releasing ? 1...2_000 : 1...Self.count)
    let written = store.counts.dirty
    store.writer.startDehydratingAll()
    try goOn(until: phase)
    // Nothing that is dirty makes the last phase begin anew.
    if phase != .releasing { try store.set("second", at: Book.author, of: 1) }
    _ = try store.shelf.snapshot(of: 2)
    store.writer.startDehydratingAll()
    try finish()
    #expect(store.counts.hydrated == 0 && store.counts.dirty == 0 && store.counts.byteCount == 0)
    let authors = try scratch.rows(
      "SELECT author, count(*) FROM book WHERE author NOT LIKE 'Author%' GROUP BY 1")
    #expect(authors == (phase == .releasing ? ["first|\(written)"] : ["first|\(written - 1)", "second|1"]))
  }

  @Test("A conflict that is settled for good while a row is inserted again is not chosen for once more")
  func settledMeanwhile() throws {
    try setFirst(1...2)
    try scratch.run("UPDATE book SET author = 'theirs' WHERE pk = 1; DELETE FROM book WHERE pk = 2")
    store.writeBack()
    #expect(store.conflicts.unsettledCount == 2 && store.conflicts.goneCount == 1)
    try scratch.run("UPDATE book SET author = 'Author 1' WHERE pk = 1")
    let held = try store.record(1)
    store.writer.startDehydratingAll()
    #expect(try store.conflicts.resolveAll(.mine).isEmpty)
    #expect(held.values == nil)
    #expect(store.writeBack().isComplete && store.conflicts.unsettledCount == 0)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["first", "first"])
  }

  @Test("While something else is written, what is written goes where memory is only somewhat short")
  func somewhatShort() throws {
    try setFirst(1...2_000)
    store.writer.startWritingBack(olderThan: 0)
    _ = store.writer.dehydrateHalf(keeping: [])
    try finish()
    #expect(store.counts.hydrated == 0)
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author = 'first'") == ["2000"])
  }
}

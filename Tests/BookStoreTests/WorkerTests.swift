import CSQLite
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// Threads with connections of their own: how they are interrupted, and when they end.
final class WorkerTests {
  private let scratch: Scratch
  private let worker: Worker

  init() throws {
    scratch = try Scratch(Scratch.books(5_000))
    worker = Worker(path: scratch.path, options: ConnectionOptions(), name: "test")
  }

  deinit { worker.stop() }

  @Test("A job that is cancelled between two statements ends with the next one")
  func cancelledBetweenStatements() throws {
    let begun = DispatchSemaphore(value: 0)
    let cancelled = DispatchSemaphore(value: 0)
    let next = DispatchSemaphore(value: 0)
    worker.start(
      { connection throws(StoreError) in
        begun.signal()
        cancelled.wait()
        try connection.run(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
      }, fail: { Issue.record($0) })
    begun.wait()
    worker.start({ _ in next.signal() }, fail: { Issue.record($0) })
    cancelled.signal()
    #expect(next.wait(timeout: .now() + 20) == .success)
  }

  @Test("The job after a cancelled one is not hit") func nextJobIsNotHit() throws {
    let done = DispatchSemaphore(value: 0)
    for _ in 0..<200 {
      worker.start(
        { connection throws(StoreError) in try connection.run("SELECT sum(pk) FROM book") }, fail: { _ in })
      worker.cancelAndWait()
    }
    worker.start(
      { connection throws(StoreError) in
        try connection.run("SELECT sum(length(title)) FROM book, (SELECT 1 FROM book LIMIT 50)")
        done.signal()
      }, fail: { Issue.record($0) })
    #expect(done.wait(timeout: .now() + 20) == .success)
  }

  @Test("An interruption that hits the end of a read does not leave its lock there")
  func interruptedRollback() throws {
    let connection = try Connection(path: scratch.path, options: ConnectionOptions())
    let (raw, end) = (connection.raw, Cancellation())
    Thread.detachNewThread { while (try? end.check()) != nil { raw.interrupt() } }
    defer { end.cancel() }
    for _ in 0..<100_000 {
      try? connection.reading(for: .list) { () throws(StoreError) in throw .interrupted }
      try #require(!connection.isInTransaction)
    }
  }

  @Test("A rollback beside an interrupted statement ends, and the one after that statement succeeds")
  func interruptedBesideStatement() throws {
    let connection = try Connection(path: scratch.path, options: ConnectionOptions())
    try? connection.reading(for: .list) { () throws(StoreError) in
      try connection.statement("SELECT pk FROM book").forEachRow { _ in
        connection.raw.interrupt()
        connection.rollBack()
      }
    }
    #expect(!connection.isInTransaction)
    try connection.reading(for: .list) { () throws(StoreError) in
      #expect(try connection.integer("SELECT count(*) FROM book") == 5_000)
    }
  }

  @Test("Only what the latest run of a kind reports counts, also if it ends while its news are gone through")
  func runs() throws {
    let inbox = Inbox<String>()
    let (first, second) = (Runs(on: worker, to: inbox), Runs(on: worker, to: inbox))
    func run(_ runs: Runs<String>, _ news: String...) {
      let done = DispatchSemaphore(value: 0)
      runs.start(
        { _, report in
          news.forEach(report)
          done.signal()
        }, failure: { "\($0)" })
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    run(first, "old")
    run(second, "of another kind")
    run(first, "new", "newer")
    #expect(Array(inbox.take()) == ["of another kind", "new", "newer"])
    run(first, "one", "two")
    run(second, "three")
    var seen: [String] = []
    for news in inbox.take() {
      seen.append(news)
      if news == "one" { first.forget() }
    }
    #expect(seen == ["one", "three"])
  }

  @Test("Between two jobs a thread's connection holds hardly a page") func pagesGo() throws {
    let cached = Mutex<[Int32]>([])
    let done = DispatchSemaphore(value: 0)
    for sql in ["SELECT sum(length(title)) FROM book", "SELECT 1"] {
      worker.start(
        { connection throws(StoreError) in
          try connection.run(sql)
          var (bytes, most) = (Int32(0), Int32(0))
          sqlite3_db_status(connection.pointer, SQLITE_DBSTATUS_CACHE_USED, &bytes, &most, 0)
          cached.withLock { $0.append(bytes) }
          done.signal()
        }, fail: { Issue.record($0) })
      #expect(done.wait(timeout: .now() + 20) == .success)
    }
    let bytes = cached.withLock(\.self)
    #expect(bytes.count == 2 && bytes[1] < bytes[0] / 4)
  }

  @Test("A store that goes takes its threads along") func threadsEnd() throws {
    let scratch = try Scratch()
    weak var writer: Writer?
    do {
      let store = try scratch.store()
      try store.set("x", at: Book.author, of: 1)
      store.writer.startDehydratingAll()
      writer = store.writer
      try store.wait { store.writer.takeWriteBack() != nil }
      store.listing.scoutAhead()
    }
    let end = ContinuousClock.now + patience
    while writer != nil, ContinuousClock.now < end { sched_yield() }
    #expect(writer == nil)
  }

  @Test("A listing outlives its store") func listingOutlives() throws {
    let scratch = try Scratch()
    let listing = try scratch.store().listing
    #expect(try listing.rows(in: 0..<1).compactMap { $0?.id } == [1])
    #expect(try listing.position(of: 3) == 2)
  }

  @Test("A folder for temporary files that is not there is named") func noTemporaryFolder() {
    #expect(throws: StoreError.cannotOpen(path: "/nowhere", reason: .system(errno: 2))) {
      try RankFile(in: "/nowhere")
    }
  }
}

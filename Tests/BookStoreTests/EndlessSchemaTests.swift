import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite

/// Schemas that would keep the program busy for ever: it gives up within a second, or when it is told to.
struct EndlessSchemaTests {
  private static let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"

  /// A row of 30 computed columns, each of which takes about a twentieth of a second.
  private static let slow =
    "CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT, "
    + (0..<30).map { "g\($0) AS (length(replace(hex(zeroblob(2000000 + \($0) + id)), '0', 'ab')))" }.joined(
      separator: ", ") + "); INSERT INTO evil (title) VALUES ('a'), ('b'), ('c');"

  /// Rows of one such column, which take minutes; it comes after them, for an insertion computes it.
  private static let slowRows =
    "CREATE TABLE evil (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO evil (title) VALUES "
    + (0..<5_000).map { "('\($0)')" }.joined(separator: ", ")
    + "; ALTER TABLE evil ADD COLUMN g TEXT AS (length(replace(hex(zeroblob(2000000 + id)), '0', 'ab')));"

  private static let views = [
    "\(numbers) SELECT i AS id, 'x' AS title FROM n WHERE i < 0",
    "\(numbers) SELECT i AS id, 'x' AS title FROM n", "\(numbers) SELECT count(*) AS id, 'x' AS title FROM n",
    "\(numbers) SELECT 1 AS id, (SELECT max(i) FROM n) AS title",
    "\(numbers) SELECT i AS id, 'x' AS title FROM n ORDER BY -i",
  ]

  /// How long something takes on the store's own connection while the person asks for its end, and what it ends with.
  ///
  /// It is interrupted after four seconds, so that the test ends in any case.
  private func time(_ store: BookStore, _ body: () throws -> Void) -> (seconds: Double, error: StoreError?) {
    let (connection, end) = (store.database.connection.raw, Cancellation())
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 4)
      while (try? end.check()) != nil {
        connection.interrupt()
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    store.onLongStatement { _ in true }
    // The processor's time, for other tests may keep it for long.
    let start = SystemClock.threadSeconds
    var failure: StoreError?
    do { try body() } catch { failure = error as? StoreError }
    end.cancel()
    return (SystemClock.threadSeconds - start, failure)
  }

  @Test(
    "A view that never ends, or columns that take for ever, are given up within a second, and the books are there",
    arguments: views.map { "CREATE VIEW evil AS \($0);" } + [slow])
  func view(sql: String) throws {
    let store = try Scratch(Scratch.books + sql).store()
    let evil = try store.table("evil")
    let (seconds, error) = time(store) {
      if sql == Self.slow { _ = try store.shelf.snapshot(of: RecordID(1, evil)) }
      let listing = try store.lists.open(ListSource(table: evil))
      _ = try store.lists.rows(in: 0..<20, of: listing)
    }
    #expect(seconds < 1.5 && (error == nil || error == .interrupted))
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Leo Tolstoy")
  }

  @Test("A write-back through a trigger that never ends is given up, and the edit stays")
  func trigger() throws {
    let (scratch, store) = try Scratch.logged(
      Scratch.books
        + "CREATE TRIGGER evil AFTER UPDATE ON book BEGIN SELECT max(i) FROM (\(Self.numbers) SELECT i FROM n); END;"
    )
    try store.set("new", at: Book.author, of: 1)
    var result = WriteBackResult()
    let (seconds, _) = time(store) { result = store.writeBack() }
    #expect(seconds < 1.5 && result.reason == .interrupted && store.shelf.state(of: 1) == .dirty)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
  }

  @Test("A database of nothing but a view that never ends is given up within a second") func alone() throws {
    let scratch = try Scratch("CREATE VIEW evil AS \(Self.views[0]);")
    let path = scratch.path
    let (isOpened, end) = (Cancellation(), ContinuousClock.now + patience)
    Thread.detachNewThread {
      _ = try? BookStore(path: path)
      isOpened.cancel()
    }
    while (try? isOpened.check()) != nil, ContinuousClock.now < end { sched_yield() }
    #expect((try? isOpened.check()) == nil)
  }

  @Test("Rows are counted where a view before them never ends") func counts() throws {
    let store = try Scratch("CREATE VIEW evil AS \(Self.views[0]);" + Scratch.books).store()
    store.lists.countTables()
    let books = try #require(store.tables.firstIndex { $0.name == "book" })
    try store.wait { store.tables[books].count == .exactly(3) }
  }

  @Test(
    "A sort and a search over columns that take for ever end as soon as they are cancelled",
    arguments: [true, false])
  func cancelled(isSort: Bool) throws {
    let (scratch, store) = try Scratch.opened(Self.slowRows)
    let order = isSort ? ListOrder(field: store.schema.fields.count - 1) : .own
    try store.listing.arrange(by: order, finding: isSort ? "" : "abc")
    try store.wait {
      scratch.statementsSinceLastCall().contains {
        $0.contains("booklist_match") || $0.hasPrefix("SELECT id, ") && $0.hasSuffix(" FROM evil")
      }
    }
    let start = ContinuousClock.now
    store.listing.cancelArranging()
    store.listing.searcher.cancelAndWait()
    #expect(ContinuousClock.now - start < patience)
    #expect(try store.shownRows(in: 0..<9).count == 9)
  }

  @Test("A store that goes while its threads are in a view that never ends leaves no file behind")
  func closed() throws {
    let scratch = try Scratch(Scratch.books + "CREATE VIEW evil AS \(Self.views[0]);", mode: "wal")
    try close(scratch)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
  }

  private func close(_ scratch: Scratch) throws {
    let store = try scratch.store()
    store.lists.countTables()
    try store.wait {
      scratch.statementsSinceLastCall().contains { $0.contains("count(*)") && $0.contains("evil") }
    }
    try store.set("new", at: Book.author, of: 1)
    #expect(store.dehydrateAll().writeBack.isComplete)
  }
}

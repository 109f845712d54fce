import Records
import Testing

@testable import BookStore
@testable import Listings

/// Orders and counts that come back are not read again, unless somebody has changed the database.
struct KeptReadTests {
  private let scratch: Scratch
  private let store: BookStore

  init() throws {
    scratch = try Scratch(Scratch.books(3_000))
    store = try scratch.store()
  }

  /// The keys in the order of a field, compared with those of plain SQL; and whether the rows were read for it.
  private func isSorted(by field: Int, _ column: String) throws -> Bool {
    try store.arranged(by: .own)
    _ = scratch.statementsSinceLastCall()
    try store.arranged(by: ListOrder(field: field, isDescending: true))
    let statements = scratch.statementsSinceLastCall()
    let expected = try scratch.rows("SELECT pk FROM book ORDER BY \(column) DESC, pk")
    let shown = try store.listing.ids(0..<store.listing.count.value).map { $0.rowid.map(String.init) }
    #expect(shown == expected)
    return statements.contains {
      $0.contains("FROM book") && !$0.contains("WHERE") && !$0.contains("count(*)")
    }
  }

  @Test("An order that comes back is that of the rows as they are, which are read again only after a write")
  func orders() throws {
    #expect(try isSorted(by: Book.author, "author"))
    #expect(try isSorted(by: Book.title, "title"))
    #expect(try !isSorted(by: Book.author, "author"))
    #expect(try !isSorted(by: Book.title, "title"))
    #expect(store.observation.memory.disk == 2 * 3_000 * 8)
    try scratch.run("UPDATE book SET author = 'Zz' WHERE pk = 7")
    #expect(try isSorted(by: Book.author, "author"))
    #expect(try !isSorted(by: Book.author, "author"))
    try store.set("Aa", at: Book.author, of: 9)
    #expect(store.writeBack().isComplete)
    #expect(try isSorted(by: Book.author, "author"))
  }

  @Test("Edits that are not written yet lie over an order that is kept") func edits() throws {
    #expect(try isSorted(by: Book.author, "author"))
    try store.set("Zzz", at: Book.author, of: 9)
    try store.arranged(by: .own)
    try store.arranged(by: ListOrder(field: Book.author, isDescending: true))
    #expect(try store.listing.ids(0..<1) == [9])
    #expect(store.listing.count == .exactly(3_000))
  }

  @Test("Values are counted again only after a write, and with edits") func values() throws {
    func count() throws -> (counts: ValueCounts, isRead: Bool) {
      _ = scratch.statementsSinceLastCall()
      let counts = try store.lists.values(of: Book.author, in: store.listing)
      try counts.startCounting()
      try store.wait { counts.isComplete }
      return (counts, scratch.statementsSinceLastCall().contains { $0.contains(" AS value") })
    }
    let first = try count()
    let second = try count()
    #expect(first.isRead && !second.isRead)
    #expect(second.counts.lines(in: 0..<3_000) == first.counts.lines(in: 0..<3_000))
    #expect(second.counts.count == 3_000 && second.counts.rowCount == 3_000)
    try second.counts.match("author 29")
    try store.wait { second.counts.isComplete }
    let matching = try scratch.rows("SELECT count(*) FROM book WHERE author LIKE '%29%'")
    #expect(["\(second.counts.count)"] == matching)
    try store.set("Author 2", at: Book.author, of: 1)
    #expect(try count().isRead)
    #expect(store.writeBack().isComplete)
    let third = try count()
    #expect(try third.isRead && third.counts.count == 2_999 && !count().isRead)
    try scratch.run("DELETE FROM book WHERE pk > 10")
    let fourth = try count()
    #expect(fourth.isRead && fourth.counts.rowCount == 10)
  }
}

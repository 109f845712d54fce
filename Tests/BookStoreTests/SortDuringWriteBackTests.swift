import Records
import TestSupport
import Testing

@testable import BookStore

/// A sort that ends while another thread writes what decides the order.
@Suite("A sort and a write-back at once")
struct SortDuringWriteBackTests {
  @Test("Rows that were written between a sort and its end being noted are in their order")
  func writtenBeforeTakenIn() throws {
    let scratch = try Scratch(Scratch.books(300))
    let store = try scratch.store(busyTimeout: patience)
    store.observation.isObserved = true
    // Every third book moves, to a place that the former order does not suggest.
    for number in stride(from: 3, through: 300, by: 3) {
      let title = Value.text(Text("Moved \((number * 7_919) % 1_009)"))
      try store.set(title, at: Book.title, of: .rowid(Int64(number)))
    }
    try store.arrange(by: ListOrder(field: Book.title))
    let isReading = { (sql: String) in sql == "SELECT pk, title FROM book" }
    try waitUntil { store.observation.statements().contains { isReading($0.sql) } }
    store.writer.startDehydratingAll()
    try waitUntil {
      if store.writer.phase != .writing { _ = store.writer.takeWriteBack() }
      return try scratch.rows("SELECT count(*) FROM book WHERE title LIKE 'Moved %'") == ["100"]
    }
    try store.takeNews()
    try store.settle()
    let expected = try scratch.rows("SELECT title FROM book ORDER BY title COLLATE NOCASE, pk")
    #expect(try store.shownRows(in: 0..<300).map(\.title) == expected.map { .text(Text($0)) })
  }

  private func waitUntil(_ isTrue: () throws -> Bool) throws {
    let end = ContinuousClock.now + patience
    while try !isTrue() { try #require(ContinuousClock.now < end) }
  }
}

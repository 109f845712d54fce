import BookStore
import Records
import Testing

@Suite("Listing") struct ListingTests {
  @Test("A table that fits into one page is counted without a further statement", arguments: [0, 3, 255])
  func smallCount(count: Int) throws {
    let (scratch, store) = try Scratch.opened(
      count == 0 ? "CREATE TABLE book (title, copyright, author)" : Scratch.books(count))
    #expect(scratch.statementsSinceLastCall().count == 1 && store.listing.count == .exactly(count))
    #expect(try store.shownRows(in: 0..<1_000).count == count)
    #expect(try store.shownRows(in: count..<count + 9).isEmpty)
    #expect(try store.listing.position(of: 123_456_789) == nil)
  }

  @Test("A larger table is counted when its end is seen, or when asked for") func largeCount() throws {
    let store = try Scratch(Scratch.books(1_000)).store()
    #expect(store.listing.count == .atLeast(256))
    _ = try store.shownRows(in: 250..<260)
    #expect(store.listing.count == .atLeast(512))
    #expect(try store.shownRows(in: 990..<1_010).count == 10)
    #expect(store.listing.count == .exactly(1_000))
    store.listing.invalidate()
    #expect(try store.listing.resolveCount() == 1_000)
    #expect(try store.shownRows(in: 5_000..<5_010).isEmpty)
  }

  @Test("Looking far beyond an unknown end finds the end") func beyondTheEnd() throws {
    let store = try Scratch(Scratch.books(512)).store()
    #expect(try store.shownRows(in: 15_000..<15_010).isEmpty)
    #expect(store.listing.count == .exactly(512))
    #expect(try store.shownRows(in: 510..<600).map(\.id) == [511, 512])
  }

  @Test("The end of a counted table is read from the end") func endFromTheEnd() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(10_000))
    try store.listing.resolveCount()
    _ = scratch.statementsSinceLastCall()
    #expect(try store.shownRows(in: 9_998..<10_000).map(\.title) == ["Title 9999", "Title 10000"])
    #expect(scratch.statementsSinceLastCall().allSatisfy { $0.contains("DESC") })
  }

  @Test("Pages that were seen are not read again, and are not kept for ever") func pagesAreKept() throws {
    let (scratch, store) = try Scratch.opened(Scratch.books(30_000))
    _ = scratch.statementsSinceLastCall()
    for start in stride(from: 0, to: 2_560, by: 40) { _ = try store.shownRows(in: start..<start + 40) }
    #expect(scratch.statementsSinceLastCall().count == 9)
    _ = try store.shownRows(in: 0..<30_000)
    _ = scratch.statementsSinceLastCall()
    #expect(try store.shownRows(in: 0..<1).map(\.id) == [1])
    #expect(scratch.statementsSinceLastCall().count == 1)
  }
}

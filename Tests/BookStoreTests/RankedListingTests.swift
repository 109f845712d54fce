import Queries
import Records
import Testing

@testable import BookStore
@testable import Listings

@Suite("Rows of an order")
struct RankedListingTests {
  private func ranked() throws -> RankedListing {
    let store = try Scratch().store()
    let query = ListQuery(sql: store.listing.sql, order: ListOrder(field: Book.title), finder: Query(""))
    return RankedListing(query: query, table: RankTable())
  }

  @Test("The beginning of a sort stays until there is more of it, and never becomes less")
  func beginning() throws {
    var ranked = try ranked()
    ranked.show(beginning: [5, 3, 1])
    #expect(ranked.count == .atLeast(3))
    ranked.extend { $0.append([5, 3]) }
    #expect(ranked.count == .atLeast(3) && ranked.table.ids(in: 0..<9) == [5, 3, 1])
    ranked.extend { $0.append([1, 2]) }
    #expect(ranked.count == .atLeast(4) && ranked.table.ids(in: 0..<9) == [5, 3, 1, 2])
    ranked.extend { $0.append([4]) }
    ranked.complete()
    #expect(ranked.count == .exactly(5) && ranked.table.ids(in: 0..<9) == [5, 3, 1, 2, 4])
  }

  @Test("If fewer rows follow than the beginning had, these are all")
  func fewer() throws {
    var ranked = try ranked()
    ranked.show(beginning: [5, 3, 1])
    ranked.extend { $0.append([5, 3]) }
    ranked.complete()
    #expect(ranked.count == .exactly(2) && ranked.table.ids(in: 0..<9) == [5, 3])
  }
}

import Records
import Testing

@testable import BookStore

/// Who wants to see all statements over rows has them recorded from the opening on.
@Suite struct ObservedOpeningTests {
  @Test(
    "The query for the first page is recorded where the options say so, and only there",
    arguments: [true, false])
  func opening(isObserved: Bool) throws {
    let scratch = try Scratch()
    var options = StoreOptions()
    options.isObserved = isObserved
    let store = try BookStore(path: scratch.path, options: options)
    #expect(store.observation.isObserved == isObserved)
    #expect(store.observation.statements().map(\.purpose) == (isObserved ? [.list] : []))
  }

  @Test("Opening is one query for the list; what is counted afterwards is said to be counting")
  func counting() throws {
    let scratch = try Scratch(Scratch.books(20_000))
    var options = StoreOptions()
    options.isObserved = true
    let store = try BookStore(path: scratch.path, options: options)
    _ = try store.shownRows(in: 0..<50)
    store.listing.scoutAhead()
    try store.wait { store.listing.count.isExact }
    _ = store.observation.map(of: store.listing, cells: 10, shown: [])
    let purposes = store.observation.statements().map(\.purpose)
    #expect(purposes.count { $0 == .list } == 1)
    // The number of rows, the least and the greatest key.
    #expect(purposes.count { $0 == .count } >= 3)
    #expect(purposes.allSatisfy { $0 == .list || $0 == .count })
  }
}

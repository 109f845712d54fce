import BookStore
import Records

/// What a person does with a file that may be anything.
struct BrowsedFile {
  private let store: BookStore
  /// How long the store's threads were waited for, which keeps nobody from pressing keys.
  private var waited = Duration.zero

  /// Opens, lists, hydrates, finds, sorts and closes; that it is refused is no finding.
  ///
  /// - Returns: How long a person would have waited.
  @discardableResult static func browse(_ path: String, isReadOnly: Bool) -> Duration {
    let start = ContinuousClock.now
    let options = StoreOptions(isReadOnly: isReadOnly, busyTimeout: .zero)
    guard let store = try? BookStore(path: path, options: options) else { return .now - start }
    var file = BrowsedFile(store: store)
    file.browse()
    return .now - start - file.waited
  }

  private init(store: BookStore) { self.store = store }

  private mutating func browse() {
    for table in store.tables.prefix(6) {
      guard let listing = try? store.lists.open(ListSource(table: table.id)) else { continue }
      browse(listing)
    }
    store.lists.countTables()
    settle { [store] in store.tables.allSatisfy { $0.count != nil } }
    _ = store.dehydrateAll()
    _ = store.checkForOtherWriters()
  }

  private mutating func browse(_ listing: Listing) {
    look(at: 0..<40, of: listing)
    listing.scoutAhead()
    settle { listing.count.isExact }
    look(at: max(0, listing.count.value - 20)..<listing.count.value + 5, of: listing)
    for (field, words) in [(0, ""), (1, "a"), (nil, "o")] where field ?? 0 < listing.schema.fields.count {
      try? listing.arrange(by: ListOrder(field: field, isDescending: true), finding: words)
      settle { listing.isSettled }
      look(at: 0..<10, of: listing)
    }
  }

  private func look(at places: Range<Int>, of listing: Listing) {
    for case let row? in (try? store.lists.rows(in: places, of: listing)) ?? [] {
      guard let snapshot = try? store.shelf.snapshot(of: row.id) else { continue }
      for large in snapshot.large.prefix(2) { _ = try? store.shelf.read(large.index, of: row.id) }
      _ = try? listing.position(of: row.id)
    }
  }

  /// Takes news until something holds, for a while.
  private mutating func settle(_ isTrue: () -> Bool) {
    let start = ContinuousClock.now
    while !isTrue(), .now - start < .milliseconds(50) { try? store.lists.takeNews() }
    waited += .now - start
  }
}

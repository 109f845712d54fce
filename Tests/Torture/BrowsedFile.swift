import BookStore
import Records

/// What a person does with a file that may be anything.
enum BrowsedFile {
  /// Opens, lists, hydrates, finds, sorts and closes; that it is refused is no finding.
  static func browse(_ path: String, isReadOnly: Bool) {
    guard
      let store = try? BookStore(
        path: path, options: StoreOptions(isReadOnly: isReadOnly, busyTimeout: .zero))
    else { return }
    for table in store.tables.prefix(6) {
      guard let listing = try? store.open(ListSource(table: table.id)) else { continue }
      browse(listing, of: store)
    }
    store.countTables()
    settle(store) { store.tables.allSatisfy { $0.count != nil } }
    _ = store.dehydrateAll()
    _ = store.checkForOtherWriters()
  }

  private static func browse(_ listing: Listing, of store: BookStore) {
    look(at: 0..<40, of: listing, store)
    listing.scoutAhead()
    settle(store) { listing.count.isExact }
    look(at: max(0, listing.count.value - 20)..<listing.count.value + 5, of: listing, store)
    for (field, words) in [(0, ""), (1, "a"), (nil, "o")] where field ?? 0 < listing.schema.fields.count {
      try? listing.arrange(by: ListOrder(field: field, isDescending: true), finding: words)
      settle(store) { listing.isSettled }
      look(at: 0..<10, of: listing, store)
    }
  }

  private static func look(at places: Range<Int>, of listing: Listing, _ store: BookStore) {
    for case let row? in (try? store.rows(in: places, of: listing)) ?? [] {
      guard let snapshot = try? store.snapshot(of: row.id) else { continue }
      for large in snapshot.large.prefix(2) { _ = try? store.read(large.index, of: row.id) }
      _ = try? listing.position(of: row.id)
    }
  }

  /// Takes news until something holds, for a while.
  private static func settle(_ store: BookStore, _ isTrue: () -> Bool) {
    let end = ContinuousClock.now + .milliseconds(200)
    while !isTrue(), ContinuousClock.now < end {
      try? store.takeNews()
    }
  }
}

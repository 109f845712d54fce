import Records

/// The most recently read rows of an order or a filter, by ID.
///
/// It keeps two generations: once the newer one is full, the older one is dropped.
struct EntryCache {
  static let capacity = 4_096

  private var young: [RecordID: Listing.Entry] = [:]
  private var old: [RecordID: Listing.Entry] = [:]

  subscript(_ id: RecordID) -> Listing.Entry? { young[id] ?? old[id] }

  mutating func insert(_ entry: Listing.Entry) {
    if young.count >= Self.capacity { (old, young) = (young, [:]) }
    young[entry.id] = entry
  }

  mutating func remove(_ id: RecordID) {
    young[id] = nil
    old[id] = nil
  }

  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !young.isEmpty || !old.isEmpty else { return }
    for (id, title) in titles {
      young[id]?.title = title
      old[id]?.title = title
    }
  }

  mutating func removeAll() { (young, old) = ([:], [:]) }
}

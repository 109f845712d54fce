import Records

/// The rows of an order or a filter that were read last, by their names.
///
/// It keeps those of the last two generations: if one is full, the one before it goes.
struct EntryCache {
  /// The rows of a generation.
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

  /// Replaces titles of rows that are kept.
  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !young.isEmpty || !old.isEmpty else { return }
    for (id, title) in titles {
      young[id]?.title = title
      old[id]?.title = title
    }
  }

  mutating func removeAll() { (young, old) = ([:], [:]) }
}

import Records

/// The pages of a listing that were used last.
struct PageCache {
  /// The rows of a full page.
  static let pageSize = 256
  /// The pages that are kept.
  static let capacity = 64

  private var pages: [Int: (entries: [Listing.Entry], lastUse: Int)] = [:]
  private var useCount = 0

  /// The page of a number, which thereby is the one used last.
  mutating func page(_ number: Int) -> [Listing.Entry]? {
    useCount += 1
    pages[number]?.lastUse = useCount
    return pages[number]?.entries
  }

  /// Whether the page of a position is kept.
  func holds(_ position: Int) -> Bool { pages[position / Self.pageSize] != nil }

  /// Keeps a page, in the place of the one that was not used for longest.
  mutating func insert(_ entries: [Listing.Entry], at number: Int) {
    useCount += 1
    pages[number] = (entries, useCount)
    if pages.count > Self.capacity, let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      pages[oldest.key] = nil
    }
  }

  /// The position of a row that is in one of the pages.
  func position(of id: RecordID) -> Int? {
    for (number, page) in pages {
      if let place = page.entries.firstIndex(where: { $0.id == id }) { return number * Self.pageSize + place }
    }
    return nil
  }

  /// Replaces titles of rows that are in one of the pages.
  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !titles.isEmpty else { return }
    for (number, page) in pages {
      for (place, entry) in page.entries.enumerated() {
        if let title = titles[entry.id] { pages[number]?.entries[place].title = title }
      }
    }
  }

  /// Drops the pages that a row of this rowid belongs to or comes before, and those that are not full.
  mutating func removePages(from rowid: Int64) {
    pages = pages.filter { _, page in
      page.entries.count == Self.pageSize && page.entries.last?.id.isBefore(rowid) == true
    }
  }

  mutating func removeAll() {
    pages = [:]
  }
}

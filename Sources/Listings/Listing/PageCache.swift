import Records

/// The most recently used pages of a listing.
struct PageCache {
  /// The rows of a full page.
  static let pageSize = 256
  /// The pages that are kept.
  static let capacity = 64

  /// An array, because there are few, and a hash table would take time before the first screen.
  private var pages: [Page] = []
  private var useCount = 0

  private struct Page {
    let number: Int
    var entries: [Listing.Entry]
    var lastUse: Int
  }

  /// The page of a number, which becomes the most recently used one.
  mutating func page(_ number: Int) -> [Listing.Entry]? {
    guard let place = place(of: number) else { return nil }
    useCount += 1
    pages[place].lastUse = useCount
    return pages[place].entries
  }

  private func place(of number: Int) -> Int? { pages.firstIndex { $0.number == number } }

  /// Whether the page of a position is kept.
  func holds(_ position: Int) -> Bool { place(of: position / Self.pageSize) != nil }

  /// Keeps a page, in the place of the least recently used one if there are very many.
  mutating func insert(_ entries: [Listing.Entry], at number: Int) {
    useCount += 1
    let page = Page(number: number, entries: entries, lastUse: useCount)
    if let place = place(of: number) {
      pages[place] = page
    } else if pages.count == Self.capacity,
      let oldest = pages.indices.min(by: { pages[$0].lastUse < pages[$1].lastUse })
    {
      pages[oldest] = page
    } else {
      pages.append(page)
    }
  }

  /// The position of a row that is in one of the pages.
  func position(of id: RecordID) -> Int? {
    for page in pages {
      if let place = page.entries.firstIndex(where: { $0.id == id }) {
        return page.number * Self.pageSize + place
      }
    }
    return nil
  }

  /// The title of a row that is in one of the pages.
  func title(of id: RecordID) -> Value? {
    for page in pages {
      if let entry = page.entries.first(where: { $0.id == id }) { return entry.title }
    }
    return nil
  }

  /// Replaces titles of rows that are in one of the pages.
  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !titles.isEmpty else { return }
    for page in pages.indices {
      for place in pages[page].entries.indices {
        if let title = titles[pages[page].entries[place].id] { pages[page].entries[place].title = title }
      }
    }
  }

  /// Drops the pages that a row of this rowid belongs to or comes before, and those that are not full.
  mutating func removePages(from rowid: Int64) {
    pages.removeAll { page in
      page.entries.count < Self.pageSize || page.entries.last?.id.isBefore(rowid) != true
    }
  }

  mutating func removeAll() {
    pages = []
  }
}

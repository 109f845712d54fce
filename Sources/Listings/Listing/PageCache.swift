import Records

struct PageCache {
  static let pageSize = 256
  static let capacity = 64

  /// An array, because there are few pages, and a hash table would delay the first screen.
  private var pages: [Page] = []
  private var useCount = 0

  private struct Page {
    let number: Int
    var entries: [Listing.Entry]
    var lastUse: Int
  }

  mutating func page(_ number: Int) -> [Listing.Entry]? {
    guard let place = place(of: number) else { return nil }
    useCount += 1
    pages[place].lastUse = useCount
    return pages[place].entries
  }

  private func place(of number: Int) -> Int? { pages.firstIndex { $0.number == number } }

  func holds(_ position: Int) -> Bool { place(of: position / Self.pageSize) != nil }

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

  func position(of id: RecordID) -> Int? {
    for page in pages {
      if let place = page.entries.firstIndex(where: { $0.id == id }) {
        return page.number * Self.pageSize + place
      }
    }
    return nil
  }

  func title(of id: RecordID) -> Value? {
    for page in pages {
      if let entry = page.entries.first(where: { $0.id == id }) { return entry.title }
    }
    return nil
  }

  mutating func setTitles(_ titles: [RecordID: Value]) {
    guard !titles.isEmpty else { return }
    for page in pages.indices {
      for place in pages[page].entries.indices {
        if let title = titles[pages[page].entries[place].id] { pages[page].entries[place].title = title }
      }
    }
  }

  mutating func removePages(from rowid: Int64) {
    pages.removeAll { page in
      page.entries.count < Self.pageSize || page.entries.last?.id.isBefore(rowid) != true
    }
  }

  mutating func removeAll() { pages = [] }
}

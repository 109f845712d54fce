import Records

/// Pages of a view that are far from its first row: SQLite has to count up to them, and so the search thread does it.
extension Listing {
  /// Whether rows can be read within a frame; where the rows of a view cannot, they are asked for.
  func isNear(_ positions: Range<Int>) -> Bool {
    guard sql.schema.key == .position else { return keyed.isNear(positions.lowerBound) }
    guard let numbers = keyed.farPages(in: positions) else { return true }
    if keyed.wantedPages != numbers, !isSeeking, !isPaused { read(numbers) }
    return false
  }

  private func read(_ numbers: Range<Int>) {
    keyed.wantedPages = numbers
    searcher.start(
      { [sql, inbox, scanCount] connection throws(StoreError) in
        let bounds = [numbers.lowerBound, numbers.count, 0].map {
          Value.integer(Int64($0 * PageCache.pageSize))
        }
        var entries: [Entry] = []
        try connection.statement(sql.entries(afterKey: true), for: .list).forEachRow(binding: bounds) {
          row in
          entries.append(Entry(id: sql.id([row.value(at: 0)]), title: row.value(at: 1)))
        }
        inbox.post(.pages(scan: scanCount, numbers, entries))
      }, fail: { [inbox, scanCount] in inbox.post(.pagesFailed(scan: scanCount, $0)) })
  }

  /// Takes pages that were read; where there are fewer rows than there should be, all are counted anew.
  func absorbPages(_ news: ListNews) throws(StoreError) {
    switch news {
    case .pages(let scan, let numbers, let entries) where scan == scanCount:
      keyed.wantedPages = nil
      if !keyed.keep(entries, numbers) { invalidate() }
    case .pagesFailed(let scan, let error) where scan == scanCount:
      keyed.wantedPages = nil
      // What is locked is asked for again with the next frame.
      if error != .busy { throw error }
    default: break
    }
  }
}

extension KeyedListing {
  /// The pages of positions of a view that are neither held nor near its first row, if any.
  func farPages(in positions: Range<Int>) -> Range<Int>? {
    let numbers = positions.lowerBound / PageCache.pageSize...(positions.upperBound - 1) / PageCache.pageSize
    let far = numbers.filter { number in
      let start = number * PageCache.pageSize
      return start > Self.nearCount && !pages.holds(start)
    }
    guard let first = far.first, let last = far.last else { return nil }
    return first..<last + 1
  }

  /// Keeps the rows of pages; false where they are fewer than the known number of rows says.
  func keep(_ entries: [Entry], _ numbers: Range<Int>) -> Bool {
    for (index, number) in numbers.enumerated() {
      let page = entries.dropFirst(index * PageCache.pageSize).prefix(PageCache.pageSize)
      guard !page.isEmpty else { return false }
      pages.insert(Array(page), at: number)
    }
    guard case .exactly(let total) = count else { return true }
    return numbers.lowerBound * PageCache.pageSize + entries.count
      >= min(total, numbers.upperBound * PageCache.pageSize)
  }
}

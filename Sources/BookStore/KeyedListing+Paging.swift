import Records

extension KeyedListing {
  /// The rows of a page, read if they are not held; fewer than a full page at the end of the table.
  func page(_ number: Int) throws(StoreError) -> [Entry] {
    if let page = pages.page(number) { return page }
    if case .exactly(let total) = count, number * PageCache.pageSize >= total { return [] }
    let backwards = try backwardsPage(number)
    let page = if let backwards { backwards } else { try forwardPage(number) }
    if !page.isEmpty { pages.insert(page, at: number) }
    return page
  }

  /// Reads a page from the nearest known place before it.
  private func forwardPage(_ number: Int) throws(StoreError) -> [Entry] {
    let start = number * PageCache.pageSize
    let anchor = anchors.last(upTo: start)
    let skipped = start - (anchor?.position ?? 0)
    let page = try entries(
      sql.entries(afterKey: anchor != nil), from: anchor, limit: PageCache.pageSize, offset: skipped)
    try learn(page, start: start, anchor: anchor)
    return page
  }

  /// Reads a page backwards from the nearest known place after it, if that is nearer than the one before it.
  private func backwardsPage(_ number: Int) throws(StoreError) -> [Entry]? {
    guard case .exactly(let total) = count else { return nil }
    let start = number * PageCache.pageSize
    let end = min(start + PageCache.pageSize, total)
    let anchor = anchors.first(from: end)
    let skipped = (anchor?.position ?? total) - end
    guard skipped < start - (anchors.last(upTo: start)?.position ?? 0) else { return nil }
    let page = try entries(
      sql.entriesBackwards(fromKey: anchor != nil), from: anchor, limit: end - start, offset: skipped)
    guard page.count == end - start else {
      // Rows went behind our back, and so what was learned is no longer true.
      invalidate()
      return nil
    }
    if let last = page.first { anchors.insert(Anchors.Anchor(position: end, key: last.id)) }
    return page.reversed()
  }

  /// Takes from a page that was read forward what it says about the count and the order.
  private func learn(_ page: [Entry], start: Int, anchor: Anchors.Anchor?) throws(StoreError) {
    let end = start + page.count
    if page.count == PageCache.pageSize, let last = page.last {
      anchors.insert(Anchors.Anchor(position: end, key: last.id))
      if count.value < end { count = .atLeast(end) }
    } else if !page.isEmpty || start == (anchor?.position ?? 0) {
      count = .exactly(end)
    } else {
      let rest = try self.number(sql.count(afterKey: anchor != nil, upToKey: false), anchor?.key.values ?? [])
      count = .exactly((anchor?.position ?? 0) + (rest ?? 0))
    }
  }

  private func entries(
    _ text: String, from anchor: Anchors.Anchor?, limit: Int, offset: Int
  ) throws(StoreError) -> [Entry] {
    let bounds: [Value] = [.integer(Int64(limit)), .integer(Int64(offset))]
    let keyCount = sql.schema.key.columns.count
    var entries: [Entry] = []
    entries.reserveCapacity(limit)
    try connection.statement(text, for: .list).forEachRow(binding: (anchor?.key.values ?? []) + bounds) {
      row throws(StoreError) in
      let id = sql.id(try row.values(at: 0..<keyCount))
      entries.append(Entry(id: id, title: try row.value(at: Int32(keyCount))))
    }
    return entries
  }
}

extension KeyedListing {
  /// Notes that a row came into the table.
  func noteInserted(_ id: RecordID) {
    noteChange(at: id, by: 1)
  }

  /// Notes that a row went out of the table.
  func noteDeleted(_ id: RecordID) {
    noteChange(at: id, by: -1)
  }

  /// Notes titles that the database has now.
  func noteTitles(_ titles: [RecordID: Value]) {
    pages.setTitles(titles)
  }

  private func noteChange(at id: RecordID, by difference: Int) {
    switch count {
    case .exactly(let total): count = .exactly(max(0, total + difference))
    case .atLeast(let seen): count = .atLeast(max(0, seen + difference))
    }
    if let rowid = id.rowid {
      pages.removePages(from: rowid)
      anchors.shift(from: rowid, by: difference)
    } else {
      // The order of other keys is SQLite's to know, with its collations.
      pages.removeAll()
      anchors.removeAll()
    }
  }
}

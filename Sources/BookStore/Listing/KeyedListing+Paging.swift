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
    var page: [Entry] = []
    do throws(StoreError) {
      try entries(from: anchor, limit: PageCache.pageSize, offset: skipped, into: &page) {
        sql.entries(afterKey: anchor != nil, hasTitles: $0)
      }
    } catch .damaged(let detail) {
      // What could be read before the damage is shown; where even that could not be reached, nothing is said of the rest.
      if page.isEmpty, skipped > 0 || start == 0 { throw .damaged(detail: detail) }
      end(at: start + page.count, damage: detail)
      return page
    } catch .interrupted {
      // Otherwise each frame would wait for the same rows again.
      let known = page.isEmpty ? anchor?.position ?? 0 : start + page.count
      if !count.isExact, known > 0 { end(at: known) }
      throw .interrupted
    }
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
    // The rows that can be read do not end where the table does.
    if anchor == nil, damage != nil { return nil }
    guard skipped < start - (anchors.last(upTo: start)?.position ?? 0) else { return nil }
    var page: [Entry] = []
    try entries(from: anchor, limit: end - start, offset: skipped, into: &page) {
      sql.entriesBackwards(fromKey: anchor != nil, hasTitles: $0)
    }
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

  /// Reads rows with their titles, one by one where one of the titles is too large; those before an error are there when
  /// it is thrown.
  private func entries(
    from anchor: Anchors.Anchor?, limit: Int, offset: Int, into entries: inout [Entry],
    _ text: (_ hasTitles: Bool) -> String
  ) throws(StoreError) {
    let values = (anchor?.key.values ?? []) + [.integer(Int64(limit)), .integer(Int64(offset))]
    let keyCount = Int32(sql.schema.key.columns.count)
    let statement = try connection.statement(text(true), for: .list)
    do {
      return try connection.withTitleLimit(sql) { () throws(StoreError) in
        try read(statement, values, into: &entries) { row, _ in
          row.shownValue(at: keyCount)
        }
      }
    } catch {
      guard error.isTooBig else { throw error }
    }
    entries.removeAll(keepingCapacity: true)
    let reader = RowReader(connection: connection, sql: sql, purpose: .list)
    try read(try connection.statement(text(false), for: .list), values, into: &entries) {
      _, id throws(StoreError) in
      try reader.title(of: id) ?? .null
    }
  }

  private func read(
    _ statement: PreparedStatement, _ values: [Value], into entries: inout [Entry],
    title: (PreparedStatement, RecordID) throws(StoreError) -> Value
  ) throws(StoreError) {
    let keys = sql.schema.key.columns.indices
    entries.reserveCapacity(PageCache.pageSize)
    try statement.forEachRow(binding: values) { row throws(StoreError) in
      let id = sql.id(row.values(at: keys))
      entries.append(Entry(id: id, title: try title(row, id)))
    }
  }
}

extension KeyedListing {
  /// Notes that a row came into the table.
  func noteInserted(_ id: RecordID) {
    noteChange(at: id, behindFirst: try? anchorCount(before: id), by: 1)
  }

  /// Notes that a row went out of the table, which had so many anchors before it.
  func noteDeleted(_ id: RecordID, behindFirst anchorCount: Int) {
    noteChange(at: id, behindFirst: anchorCount, by: -1)
  }

  /// Notes titles that the database has now.
  func noteTitles(_ titles: [RecordID: Value]) {
    pages.setTitles(titles.mapValues(\.head))
  }

  private func noteChange(at id: RecordID, behindFirst anchorCount: Int?, by difference: Int) {
    switch count {
    case .exactly(let total): count = .exactly(max(0, total + difference))
    case .atLeast(let seen): count = .atLeast(max(0, seen + difference))
    }
    if let rowid = id.rowid { pages.removePages(from: rowid) } else { pages.removeAll() }
    if let anchorCount {
      anchors.shift(behindFirst: anchorCount, by: difference)
    } else {
      anchors.removeAll()
    }
  }
}

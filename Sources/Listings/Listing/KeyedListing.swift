import Records
import SQLite

/// All rows of a table in the order of the key; holds recently used pages and known places, never all rows.
final class KeyedListing {
  /// Becomes exact when the end has been seen or `resolveCount()` was called.
  private(set) var count: RowCount = .atLeast(0)

  package typealias Entry = Listing.Entry

  private(set) var fields: [Int]

  private(set) var damage: String?

  private let connection: Connection
  private var sql: TableSQL
  private var pages = PageCache()
  private var anchors = Anchors()
  private(set) var wantedPages: Range<Int>?

  init(connection: Connection, sql: TableSQL, fields: [Int] = []) {
    (self.connection, self.sql, self.fields) = (connection, sql, fields)
  }

  func show(_ fields: [Int]) {
    guard fields != self.fields else { return }
    self.fields = fields
    forgetPages()
    wantedPages = nil
  }

  /// Reads each page of 256 rows that is not held with one statement, from the nearest known place.
  func rows(in positions: Range<Int>) throws(StoreError) -> [Entry] {
    var rows: [Entry] = []
    var position = max(0, positions.lowerBound)
    while position < positions.upperBound {
      let number = position / PageCache.pageSize
      let start = number * PageCache.pageSize
      let page = try page(number)
      let end = min(page.count, positions.upperBound - start)
      guard position - start < end else { break }
      rows += page[position - start..<end]
      position = start + end
      if page.count < PageCache.pageSize { break }
    }
    return rows
  }

  func position(of id: RecordID) throws(StoreError) -> Int? {
    if let position = pages.position(of: id) { return position }
    // The rows of a view are identified by position.
    if sql.schema.key == .position, let place = id.rowid {
      return count.isExact && place > count.value ? nil : Int(place) - 1
    }
    guard try contains(id) else { return nil }
    if let position = try positionFromEnd(of: id) { return position }
    return try positionFromStart(of: id)
  }

  @discardableResult
  func resolveCount() throws(StoreError) -> Int {
    let total = try number(sql.count(afterKey: false, upToKey: false), []) ?? 0
    count = .exactly(total)
    return total
  }

  func isNear(_ position: Int) -> Bool {
    let before = position - (anchors.last(upTo: position)?.position ?? 0)
    guard before > Self.nearCount, !pages.holds(position) else { return true }
    let after = anchors.first(from: position)?.position ?? (count.isExact ? count.value : nil)
    return after.map { $0 - position <= Self.nearCount } ?? false
  }

  static let nearCount = 20_000

  var isMapped: Bool {
    guard case .exactly(let total) = count else { return false }
    return total <= 2 * Self.nearCount || anchors.count >= total / Self.nearCount
  }

  func learn(_ found: [Anchors.Anchor]) {
    for anchor in found { anchors.insert(anchor) }
    if let last = found.last?.position, !count.isExact, count.value < last { count = .atLeast(last) }
  }

  func learn(count total: Int) { count = .exactly(total) }

  func end(at position: Int, damage detail: String) {
    if case .exactly(let total) = count, damage != nil, total <= position { return }
    (count, damage) = (.exactly(position), detail)
  }

  func end(at position: Int) { count = .exactly(position) }

  func forgetPages() { pages.removeAll() }

  func complete(with sql: TableSQL) { self.sql = sql }

  func invalidate() {
    pages.removeAll()
    anchors.removeAll()
    (wantedPages, damage) = (nil, nil)
    count = .atLeast(0)
  }

  func contains(_ id: RecordID) throws(StoreError) -> Bool { try number(sql.exists, id.values) != nil }

  func number(_ sql: String, _ values: [Value]) throws(StoreError) -> Int? {
    try connection.integer(sql, values, for: .count).map { Int($0) }
  }

  /// Only SQLite knows the order of keys other than rowids; it needs O(log *n*) statements for them.
  func anchorCount(before id: RecordID) throws(StoreError) -> Int {
    if let rowid = id.rowid { return anchors.count { $0.isBefore(rowid) } }
    return try anchors.count { key throws(StoreError) in try number(sql.follows, key.values + id.values) == 1
    }
  }

  private func positionFromStart(of id: RecordID) throws(StoreError) -> Int {
    let anchor = anchors.last(ofFirst: try anchorCount(before: id))
    let between = try number(
      sql.count(afterKey: anchor != nil, upToKey: true), (anchor?.key.values ?? []) + id.values)
    return (anchor?.position ?? 0) + (between ?? 1) - 1
  }

  /// Finds a row on the last page, where new rows usually are, by the few rows after it.
  private func positionFromEnd(of id: RecordID) throws(StoreError) -> Int? {
    guard case .exactly(let total) = count, damage == nil else { return nil }
    let limit = PageCache.pageSize
    let after = try number(sql.limitedCountAfterKey, id.values + [.integer(Int64(limit))])
    guard let after, after < limit else { return nil }
    return total - 1 - after
  }

  private func page(_ number: Int) throws(StoreError) -> [Entry] {
    if let page = pages.page(number) { return page }
    if case .exactly(let total) = count, number * PageCache.pageSize >= total { return [] }
    let backwards = try backwardsPage(number)
    let page = if let backwards { backwards } else { try forwardPage(number) }
    if !page.isEmpty { pages.insert(page, at: number) }
    return page
  }

  private func forwardPage(_ number: Int) throws(StoreError) -> [Entry] {
    let start = number * PageCache.pageSize
    let anchor = anchors.last(upTo: start)
    let skipped = start - (anchor?.position ?? 0)
    var page: [Entry] = []
    do throws(StoreError) {
      try entries(from: anchor, limit: PageCache.pageSize, offset: skipped, into: &page) {
        sql.entries(afterKey: anchor != nil, hasTitles: $0, showing: fields)
      }
    } catch .damaged(let detail) {
      // The rows before the damage are shown; if even they cannot be reached, the error is thrown.
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

  private func backwardsPage(_ number: Int) throws(StoreError) -> [Entry]? {
    guard case .exactly(let total) = count else { return nil }
    let start = number * PageCache.pageSize
    let end = min(start + PageCache.pageSize, total)
    let anchor = anchors.first(from: end)
    let skipped = (anchor?.position ?? total) - end
    if anchor == nil, damage != nil { return nil }
    guard skipped < start - (anchors.last(upTo: start)?.position ?? 0) else { return nil }
    var page: [Entry] = []
    try entries(from: anchor, limit: end - start, offset: skipped, into: &page) {
      sql.entriesBackwards(fromKey: anchor != nil, hasTitles: $0, showing: fields)
    }
    guard page.count == end - start else {
      // Another connection has deleted rows, so the known places are no longer true.
      invalidate()
      return nil
    }
    if let last = page.first { anchors.insert(Anchors.Anchor(position: end, key: last.id)) }
    return page.reversed()
  }

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
    from anchor: Anchors.Anchor?, limit: Int, offset: Int, into entries: inout [Entry],
    _ text: (_ hasTitles: Bool) -> String
  ) throws(StoreError) {
    let values = (anchor?.key.values ?? []) + [.integer(Int64(limit)), .integer(Int64(offset))]
    let reader = EntryReader(connection: connection, sql: sql, fields: fields)
    try reader.read(values, into: &entries, text)
  }

  func noteInserted(_ id: RecordID) { noteChange(at: id, behindFirst: try? anchorCount(before: id), by: 1) }

  func noteDeleted(_ id: RecordID, behindFirst anchorCount: Int) {
    noteChange(at: id, behindFirst: anchorCount, by: -1)
  }

  func knownTitle(of id: RecordID) -> Value? { pages.title(of: id) }

  func noteTitles(_ titles: [RecordID: Value]) { pages.setTitles(titles.mapValues(\.head)) }

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

  func farPages(in positions: Range<Int>) -> Range<Int>? {
    let numbers = positions.lowerBound / PageCache.pageSize...(positions.upperBound - 1) / PageCache.pageSize
    let far = numbers.filter { number in
      let start = number * PageCache.pageSize
      return start > Self.nearCount && !pages.holds(start)
    }
    guard let first = far.first, let last = far.last else { return nil }
    return first..<last + 1
  }

  func read(_ numbers: Range<Int>, in runs: Runs<ListNews>) {
    want(numbers)
    runs.start(
      { [sql, fields] connection, report throws(StoreError) in
        let bounds = [numbers.lowerBound, numbers.count, 0].map {
          Value.integer(Int64($0 * PageCache.pageSize))
        }
        var entries: [Listing.Entry] = []
        try EntryReader(connection: connection, sql: sql, fields: fields).read(bounds, into: &entries) {
          sql.entries(afterKey: true, hasTitles: $0, showing: fields)
        }
        report(.pages(numbers, entries))
      }, failure: { .pagesFailed($0) })
  }

  func want(_ pages: Range<Int>?) { wantedPages = pages }

  func keep(_ entries: [Entry], _ numbers: Range<Int>) -> Bool {
    want(nil)
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

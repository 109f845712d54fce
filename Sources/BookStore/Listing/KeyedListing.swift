import Records

/// All rows of a table in the order of the key: how many, which at positions a..<b, where is this one.
///
/// It holds the pages that were used last and places that it learned on the way or was told, never all rows. Positions
/// are counted from zero.
final class KeyedListing {
  /// The number of rows as far as it is known.
  ///
  /// It is exact as soon as the end was seen or `resolveCount()` was called.
  var count: RowCount = .atLeast(0)

  typealias Entry = Listing.Entry

  /// Why the rows end before the table does: the damage after the last row that could be read.
  private(set) var damage: String?

  let connection: Connection
  let sql: TableSQL
  var pages = PageCache()
  var anchors = Anchors()
  /// The pages that are being read in the background, if any.
  var wantedPages: Range<Int>?

  init(connection: Connection, sql: TableSQL) {
    self.connection = connection
    self.sql = sql
  }

  /// The rows at the given positions, fewer where the listing ends before.
  ///
  /// - Complexity: One statement for each page of 256 rows that is not held; it walks over the rows between the page
  ///   and the nearest place that is known.
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

  /// The position of a row, or nil if the table does not have it.
  ///
  /// - Complexity: No statement for a row whose page is held; else SQLite counts the rows from the nearest place
  ///   before it that is known.
  func position(of id: RecordID) throws(StoreError) -> Int? {
    if let position = pages.position(of: id) { return position }
    // The rows of a view are named by their places.
    if sql.schema.key == .position, let place = id.rowid {
      return count.isExact && place > count.value ? nil : Int(place) - 1
    }
    guard try contains(id) else { return nil }
    if let position = try positionFromEnd(of: id) { return position }
    return try positionFromStart(of: id)
  }

  /// Counts the rows.
  ///
  /// - Complexity: O(*n*): SQLite walks over the whole table.
  @discardableResult
  func resolveCount() throws(StoreError) -> Int {
    let total = try number(sql.count(afterKey: false, upToKey: false), []) ?? 0
    count = .exactly(total)
    return total
  }

  /// Whether the row at a position is held or near enough to a known place to be read within a frame.
  func isNear(_ position: Int) -> Bool {
    let before = position - (anchors.last(upTo: position)?.position ?? 0)
    guard before > Self.nearCount, !pages.holds(position) else { return true }
    let after = anchors.first(from: position)?.position ?? (count.isExact ? count.value : nil)
    return after.map { $0 - position <= Self.nearCount } ?? false
  }

  /// The rows that SQLite skips within a few milliseconds.
  static let nearCount = 20_000

  /// Whether any row can be found from a place that is known: they all are counted, and there are places enough.
  var isMapped: Bool {
    guard case .exactly(let total) = count else { return false }
    return total <= 2 * Self.nearCount || anchors.count >= total / Self.nearCount
  }

  /// Takes places that were found in the background.
  func learn(_ found: [Anchors.Anchor]) {
    for anchor in found { anchors.insert(anchor) }
    if let last = found.last?.position, !count.isExact, count.value < last { count = .atLeast(last) }
  }

  /// Takes the number of rows that was found in the background.
  func learn(count total: Int) {
    count = .exactly(total)
  }

  /// Notes that no row can be read from a position on, because the database is damaged there.
  func end(at position: Int, damage detail: String) {
    if case .exactly(let total) = count, damage != nil, total <= position { return }
    (count, damage) = (.exactly(position), detail)
  }

  /// Notes that the person has not waited for the rows from a position on.
  func end(at position: Int) { count = .exactly(position) }

  /// Forgets the rows that were read, which are read again when they are looked at; the places stay.
  func forgetPages() {
    pages.removeAll()
  }

  /// Forgets everything that was read; the next look reads it again.
  func invalidate() {
    pages.removeAll()
    anchors.removeAll()
    (wantedPages, damage) = (nil, nil)
    count = .atLeast(0)
  }

  /// Whether the table has a row, by one statement.
  func contains(_ id: RecordID) throws(StoreError) -> Bool {
    try number(sql.exists, id.values) != nil
  }

  /// The first column of a statement's first row.
  func number(_ sql: String, _ values: [Value]) throws(StoreError) -> Int? {
    try connection.statement(sql, for: .list).firstRow(binding: values) { Int($0.integer(at: 0)) }
  }

  /// How many anchors have keys before that of a row, which the table has.
  ///
  /// The order of other keys than rowids is SQLite's to know, with its collations.
  ///
  /// - Complexity: O(log *n*) in the anchors: statements, where the key is no rowid.
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

  /// Finds a row on the last page by the few rows that come after it, for that is where a new row mostly is.
  private func positionFromEnd(of id: RecordID) throws(StoreError) -> Int? {
    guard case .exactly(let total) = count, damage == nil else { return nil }
    let limit = PageCache.pageSize
    let after = try number(sql.limitedCountAfterKey, id.values + [.integer(Int64(limit))])
    guard let after, after < limit else { return nil }
    return total - 1 - after
  }
}

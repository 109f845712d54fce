import Records

/// One order over a table: how many rows, which rows at positions a..<b, where is this one.
///
/// It holds the pages that were used last and some places that it learned on the way, never all rows. Positions are
/// counted from zero in the order of the key.
public final class Listing {
  /// The number of rows as far as it is known.
  ///
  /// It is exact as soon as the end was seen or `resolveCount()` was called.
  public internal(set) var count: RowCount = .atLeast(0)

  /// One row of a listing, as the database had it when it was read.
  public struct Entry: Hashable, Sendable {
    /// The row's name.
    public var id: RecordID
    /// The title field's value.
    public var title: Value
  }

  let connection: Connection
  let sql: TableSQL
  var pages = PageCache()
  var anchors = Anchors()

  init(connection: Connection, sql: TableSQL) {
    self.connection = connection
    self.sql = sql
  }

  /// The rows at the given positions, fewer where the listing ends before.
  ///
  /// - Complexity: One statement for each page of 256 rows that is not held; it walks over the rows between the page
  ///   and the nearest place that is known.
  public func rows(in positions: Range<Int>) throws(StoreError) -> [Entry] {
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
  public func position(of id: RecordID) throws(StoreError) -> Int? {
    if let position = pages.position(of: id) { return position }
    guard try contains(id) else { return nil }
    if let position = try positionFromEnd(of: id) { return position }
    return try positionFromStart(of: id)
  }

  /// Counts the rows.
  ///
  /// - Complexity: O(*n*): SQLite walks over the whole table.
  @discardableResult
  public func resolveCount() throws(StoreError) -> Int {
    let total = try number(sql.count(afterKey: false, upToKey: false), []) ?? 0
    count = .exactly(total)
    return total
  }

  /// Forgets everything that was read; the next look reads it again.
  public func invalidate() {
    pages.removeAll()
    anchors.removeAll()
    count = .atLeast(0)
  }

  /// Whether the table has a row, by one statement.
  func contains(_ id: RecordID) throws(StoreError) -> Bool {
    try number(sql.exists, id.values) != nil
  }

  /// The first column of a statement's first row.
  func number(_ sql: String, _ values: [Value]) throws(StoreError) -> Int? {
    try connection.statement(sql).firstRow(binding: values) { Int($0.integer(at: 0)) }
  }

  private func positionFromStart(of id: RecordID) throws(StoreError) -> Int {
    var anchor: Anchors.Anchor?
    if case .rowid(let rowid) = id { anchor = anchors.last(before: rowid) }
    let between = try number(
      sql.count(afterKey: anchor != nil, upToKey: true), (anchor?.key.values ?? []) + id.values)
    return (anchor?.position ?? 0) + (between ?? 1) - 1
  }

  /// Finds a row on the last page by the few rows that come after it, for that is where a new row mostly is.
  private func positionFromEnd(of id: RecordID) throws(StoreError) -> Int? {
    guard case .exactly(let total) = count else { return nil }
    let limit = PageCache.pageSize
    let after = try number(sql.limitedCountAfterKey, id.values + [.integer(Int64(limit))])
    guard let after, after < limit else { return nil }
    return total - 1 - after
  }
}

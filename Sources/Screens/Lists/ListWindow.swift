import Records

/// The visible rows of a list, with its count, its order and its filter.
public struct ListWindow: Hashable, Sendable {
  /// Counted from 0.
  public var start: Int
  /// Nil for a row that has not been loaded yet.
  public var rows: [ListRow?]
  /// The rows of the list; with a filter, the matches found so far.
  public var count: RowCount
  package var order: ListOrder
  /// The rows may still be in another order.
  public var latestOrder: ListOrder
  /// Empty for the whole list.
  public var filter: String
  package var columns: [Int]
  /// The columns, then the field that the rows are sorted by, then others.
  public var fields: [Int]

  /// The last columns that are shown only beside whole titles.
  public var extraCount = 0
  /// The small words that the search ignores, because no row has all words.
  public var leftOutWords: [String] = []
  package var suggestion: String?

  /// Makes a window; without `latestOrder`, no other order has been requested.
  public init(
    start: Int, rows: [ListRow?], count: RowCount, order: ListOrder = .own, latestOrder: ListOrder? = nil,
    filter: String = "", columns: [Int] = [], fields: [Int]? = nil
  ) {
    (self.start, self.rows, self.count, self.order) = (start, rows, count, order)
    self.latestOrder = latestOrder ?? order
    self.filter = filter
    (self.columns, self.fields) = (columns, fields ?? columns)
  }

  package func row(at place: Int) -> ListRow? { holds(place) ? rows[place - start] : nil }

  package func holds(_ place: Int) -> Bool { rows.indices.contains(place - start) }

  /// The positions of deleted rows count as not loaded.
  mutating func forget(_ gone: RowSet) {
    for index in rows.indices { if let row = rows[index], gone.contains(row.id) { rows[index] = nil } }
  }

  package static let unknown = ListWindow(start: 0, rows: [], count: .atLeast(0))
}

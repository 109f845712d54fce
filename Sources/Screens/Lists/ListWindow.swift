import Records

/// The visible part of a list: some rows and their positions, the total number of rows, the order and the filter.
public struct ListWindow: Hashable, Sendable {
  /// The position of the first row in `rows`, counted from 0.
  public var start: Int
  /// Consecutive rows; nil for a row that has not been loaded yet.
  public var rows: [ListRow?]
  /// The number of rows in the list; with a filter, the matches, or at least those found so far by a running search.
  public var count: RowCount
  /// The order of the rows.
  public var order: ListOrder
  /// The order requested last; the rows may still be in another one.
  public var latestOrder: ListOrder
  /// The search that every row matches; empty for the whole list.
  public var filter: String
  /// The fields shown beside the title, by their indices in the schema.
  public var columns: [Int]
  /// The fields whose values the rows have: the columns, then the one that the rows are sorted by, then others.
  public var fields: [Int]

  /// How many of the last columns are shown only where they leave room for whole titles.
  public var extraCount = 0
  /// The small words of the search that are ignored, because no row has all of them.
  public var leftOutWords: [String] = []
  /// A suggestion for a search that finds nothing.
  public var suggestion: String?

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

  /// The row at a position of the list, or nil if the window does not have it (yet).
  public func row(at place: Int) -> ListRow? {
    holds(place) ? rows[place - start] : nil
  }

  /// Whether the position is in the window, whether or not its row has been loaded.
  public func holds(_ place: Int) -> Bool { rows.indices.contains(place - start) }

  /// Drops deleted rows; their positions count as not loaded.
  mutating func forget(_ gone: RowSet) {
    for index in rows.indices { if let row = rows[index], gone.contains(row.id) { rows[index] = nil } }
  }

  /// A list of which nothing is known yet.
  public static let unknown = ListWindow(start: 0, rows: [], count: .atLeast(0))
}

import Records

/// The part of a list that a screen shows: some rows at known places, how many there are, and in which order and with
/// which filter.
public struct ListWindow: Hashable, Sendable {
  /// The place of the first row in `rows`, counted from 0.
  public var start: Int
  /// Consecutive rows; nil for one that exists but is not there yet.
  public var rows: [ListRow?]
  /// How many rows the list has; with a filter those that it finds, and at least those found so far while it is
  /// still looking.
  public var count: RowCount
  /// The order of the rows.
  public var order: ListOrder
  /// The order that was asked for last; the rows may still be those of another one.
  public var latestOrder: ListOrder
  /// The words that every row matches; empty for the whole list.
  public var filter: String
  /// The fields that are shown beside the title, by their indices in the schema.
  public var columns: [Int]
  /// The fields whose values the rows have: the columns, then the one that the rows are ordered by, then others.
  public var fields: [Int]

  /// Makes a window of its parts; without `latestOrder` no other order is on its way.
  public init(
    start: Int, rows: [ListRow?], count: RowCount, order: ListOrder = .own, latestOrder: ListOrder? = nil,
    filter: String = "", columns: [Int] = [], fields: [Int]? = nil
  ) {
    (self.start, self.rows, self.count, self.order) = (start, rows, count, order)
    self.latestOrder = latestOrder ?? order
    self.filter = filter
    (self.columns, self.fields) = (columns, fields ?? columns)
  }

  /// The row at a place of the list, or nil if the window does not have it (yet).
  public func row(at place: Int) -> ListRow? {
    holds(place) ? rows[place - start] : nil
  }

  /// Whether the list has a row at a place of the window, be it there yet or not.
  public func holds(_ place: Int) -> Bool { rows.indices.contains(place - start) }

  /// Notes that rows are gone; what is at their places is not there yet.
  mutating func forget(_ gone: RowSet) {
    for index in rows.indices { if let row = rows[index], gone.contains(row.id) { rows[index] = nil } }
  }

  /// A list of which nothing is known yet.
  public static let unknown = ListWindow(start: 0, rows: [], count: .atLeast(0))
}

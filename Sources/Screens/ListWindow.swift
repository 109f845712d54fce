import Records

/// The part of a list that a screen shows: some rows at known places, and how many there are.
public struct ListWindow: Hashable, Sendable {
  /// The place of the first row in `rows`, counted from 0.
  public var start: Int
  /// Consecutive rows.
  public var rows: [ListRow]
  /// How many rows the list has.
  public var count: RowCount

  /// Makes a window of its parts.
  public init(start: Int, rows: [ListRow], count: RowCount) {
    self.start = start
    self.rows = rows
    self.count = count
  }

  /// The row at a place of the list, or nil where it is not in the window.
  public func row(at place: Int) -> ListRow? {
    rows.indices.contains(place - start) ? rows[place - start] : nil
  }

  /// A list of which nothing is known yet.
  public static let unknown = ListWindow(start: 0, rows: [], count: .atLeast(0))
}

/// What was read in one of several years.
public struct YearTotals: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// The readings that ended with the book's end.
  public var readings = 0
  /// The pages of their books, and the readings of books whose pages are unknown.
  public var (pages, withoutPages) = (0, 0)

  /// Creates the totals of a year without readings.
  public init(year: Int) { self.year = year }
}

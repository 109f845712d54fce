/// The readings of one of several years.
public struct YearTotals: Hashable, Sendable {
  /// The year.
  public var year: Int
  /// The readings of finished books.
  public var readings = 0
  /// The pages of their books, and the readings of books with an unknown page count.
  public var (pages, withoutPages) = (0, 0)

  /// Creates the totals of a year without readings.
  public init(year: Int) { self.year = year }
}

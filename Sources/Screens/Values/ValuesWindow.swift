import Records

/// The part of a field's values that a screen shows.
public struct ValuesWindow: Hashable, Sendable {
  /// The position of the first line, counted from 0.
  public var start: Int
  /// Consecutive lines.
  public var lines: [ValueLine]
  /// The number of distinct values, or of those found so far.
  public var count: RowCount

  /// The number of rows that hold the values found so far.
  public var rowCount: Int

  /// The count of the most frequent value that is not empty, whose bar is the longest.
  public var largestCount: Int
  /// The filter of the list.
  public var filter: String
  /// The words that the shown values match.
  public var words: String
  /// The position of the value to select.
  public var kept: Int?

  /// Makes a window.
  public init(
    start: Int, lines: [ValueLine], count: RowCount, rowCount: Int, largestCount: Int = 0,
    filter: String = "",
    words: String = ""
  ) {
    (self.start, self.lines, self.count, self.rowCount) = (start, lines, count, rowCount)
    (self.largestCount, self.filter, self.words) = (largestCount, filter, words)
  }

  package static let unknown = ValuesWindow(start: 0, lines: [], count: .atLeast(0), rowCount: 0)

  package func line(at place: Int) -> ValueLine? {
    lines.indices.contains(place - start) ? lines[place - start] : nil
  }
}

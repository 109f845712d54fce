import Records

/// The part of a field's values that a screen shows.
public struct ValuesWindow: Hashable, Sendable {
  /// Counted from 0.
  public var start: Int
  package var lines: [ValueLine]
  /// The distinct values found so far.
  public var count: RowCount

  package var rowCount: Int

  /// The count of the longest bar: the most frequent value that is not empty.
  public var largestCount: Int
  package var filter: String
  package var words: String
  package var kept: Int?

  package init(
    start: Int, lines: [ValueLine], count: RowCount, rowCount: Int, largestCount: Int = 0,
    filter: String = "", words: String = ""
  ) {
    (self.start, self.lines, self.count, self.rowCount) = (start, lines, count, rowCount)
    (self.largestCount, self.filter, self.words) = (largestCount, filter, words)
  }

  package static let unknown = ValuesWindow(start: 0, lines: [], count: .atLeast(0), rowCount: 0)

  package func line(at place: Int) -> ValueLine? {
    lines.indices.contains(place - start) ? lines[place - start] : nil
  }
}

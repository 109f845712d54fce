import Records

/// The part of a field's values that a screen shows.
public struct ValuesWindow: Hashable, Sendable {
  /// The place of the first line, counted from 0.
  public var start: Int
  /// Consecutive lines.
  public var lines: [ValueLine]
  /// How many different values there are, or were found so far.
  public var count: RowCount

  /// Makes a window of its parts.
  public init(start: Int, lines: [ValueLine], count: RowCount) {
    (self.start, self.lines, self.count) = (start, lines, count)
  }

  /// A list of which nothing is known yet.
  static let unknown = ValuesWindow(start: 0, lines: [], count: .atLeast(0))

  /// The line at a place, or nil if it is not in the window.
  func line(at place: Int) -> ValueLine? {
    lines.indices.contains(place - start) ? lines[place - start] : nil
  }
}

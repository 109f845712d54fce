import DequeModule

/// When how many looks at records had been, noted about once a second, from which the age of each look can be told.
///
/// A time with each look would cost every look a glance at the clock.
struct LookTimes {
  /// The most that are kept; with more of them, older ones are thinned out.
  private static let capacity = 1_024

  private var marks: Deque<(use: Int, seconds: Double)> = []

  /// Notes how many looks there have been by now.
  mutating func note(use: Int, at seconds: Double) {
    guard let last = marks.last else { return marks.append((use, seconds)) }
    guard use != last.use else { return }
    // The last one moves on until it is a second after the one before it.
    if marks.count > 1, last.seconds - marks[marks.count - 2].seconds < 1 { marks.removeLast() }
    marks.append((use, seconds))
    if marks.count > Self.capacity {
      marks = Deque(marks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    }
  }

  /// When a look was, in the clock's seconds: no later than the first mark after it.
  ///
  /// - Complexity: O(log *n*).
  func time(of use: Int) -> Double? {
    var range = marks.startIndex..<marks.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = marks[middle].use < use ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound < marks.endIndex ? marks[range.lowerBound].seconds : nil
  }
}

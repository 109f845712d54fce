/// Notes about once a second how many accesses to records there have been, so that the age of each access can be
/// estimated.
///
/// Storing a time with each access would mean reading the clock for each.
struct AccessTimes {
  /// The most marks that are kept; if there are more, every second one is dropped.
  private static let capacity = 1_024

  private var marks: [(use: Int, seconds: Double)] = []

  /// Notes how many accesses there have been so far.
  mutating func note(use: Int, at seconds: Double) {
    guard let last = marks.last else { return marks.append((use, seconds)) }
    guard use != last.use else { return }
    // The last mark is moved until it is a second after the previous one.
    if marks.count > 1, last.seconds - marks[marks.count - 2].seconds < 1 { marks.removeLast() }
    marks.append((use, seconds))
    if marks.count > Self.capacity {
      marks = Array(marks.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element))
    }
  }

  /// The time of an access, in `Clock` seconds: that of the first mark at or after it.
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

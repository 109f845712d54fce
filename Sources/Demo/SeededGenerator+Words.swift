import SeededRandom

extension SeededGenerator {
  /// One of a list's words.
  mutating func word(of list: [String]) -> String {
    list[Int(next() % UInt64(list.count))]
  }

  /// A whole number of a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}

import SeededRandom

extension SeededGenerator {
  /// A random word of a list.
  mutating func word(of list: [String]) -> String {
    list[Int(next() % UInt64(list.count))]
  }

  /// A random integer in a range.
  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}

import SeededRandom

extension SeededGenerator {
  mutating func word(of list: [String]) -> String { list[Int(next() % UInt64(list.count))] }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }
}

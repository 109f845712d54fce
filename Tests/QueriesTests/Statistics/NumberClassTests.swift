import SeededRandom
import Testing

@testable import Queries

@Suite struct NumberClassTests {
  /// Numbers of many kinds: few or many, whole or not, small or huge, negative.
  private func numbers(_ seed: UInt64) -> [Double] {
    var random = SeededGenerator(seed: seed)
    let counts = [1, 3, 40, 6_000]
    let scales: [Double] = [1, 7, 100, 1e4, 1e9, 1e14]
    let count = counts[Int.random(in: counts.indices, using: &random)]
    let scale = scales[Int.random(in: scales.indices, using: &random)]
    let isWhole = Bool.random(using: &random)
    return (0..<count).map { _ in
      let number = Double.random(in: -scale...scale, using: &random)
      return isWhole ? number.rounded() : number
    }
  }

  @Test("Every number is in its class, and no class is missing", arguments: 0..<60)
  func everyNumber(seed: Int) {
    let (numbers, limit) = (numbers(UInt64(seed)), 20)
    var classes = NumberClasses()
    for number in numbers { classes.add(number, Tally(rows: 1)) }
    let ranges = classes.ranges(atMost: limit)
    #expect(!ranges.isEmpty && ranges.count <= limit)
    for (place, range) in ranges.enumerated() {
      let inside = numbers.count { $0 >= range.lower && $0 < range.lower + range.width }
      // Doubles of this size are further apart than the class is wide.
      guard abs(range.lower) < range.width * 1e12 else { continue }
      #expect(inside == range.tally.rows, "\(range)")
      if place > 0 {
        let gap = range.lower - ranges[place - 1].lower - range.width
        #expect(abs(gap) <= range.width * 1e-6)
      }
    }
    #expect(ranges.reduce(0) { $0 + $1.tally.rows } == numbers.count)
    #expect(ranges.first?.tally.rows != 0 && ranges.last?.tally.rows != 0)
  }

  @Test("A number that is a border as people write it begins its class", arguments: [1, 5, 100, 4_000])
  func cents(count: Int) throws {
    let cents = (0..<count).map { 200 + $0 * 7 }
    var classes = NumberClasses()
    for cent in cents { classes.add(Double(cent) / 100, Tally(rows: 1)) }
    for range in classes.ranges(atMost: 20) {
      // In whole cents there is nothing to round.
      let borders = [range.lower, range.upper].map { Int(($0 * 100).rounded()) }
      #expect(range.tally.rows == cents.count { $0 >= borders[0] && $0 < borders[1] }, "\(range)")
      #expect([range.lower, range.upper].allSatisfy { String($0).count < 8 }, "\(range)")
    }
  }

  @Test("Widths are 1, 2 or 5 times a power of ten, and whole numbers have whole borders", arguments: 0..<40)
  func widths(seed: Int) throws {
    let numbers = numbers(UInt64(seed))
    var classes = NumberClasses()
    for number in numbers { classes.add(number, Tally(rows: 1)) }
    let width = try #require(classes.ranges(atMost: 12).first).width
    let digits = String(width).filter { "123456789".contains($0) }.prefix(1)
    #expect(["1", "2", "5"].contains(digits), "\(width)")
    if numbers.allSatisfy({ $0 == $0.rounded() }) { #expect(width >= 1 && width == width.rounded()) }
  }

  @Test("A few whole numbers are classes of their own") func few() {
    var classes = NumberClasses()
    for number in [3.0, 1, 1, 5] { classes.add(number, Tally(rows: 1)) }
    #expect(classes.ranges(atMost: 20).map(\.lower) == [1, 2, 3, 4, 5])
    #expect(classes.ranges(atMost: 20).map(\.tally.rows) == [2, 0, 1, 0, 1])
  }
}

import Records
import SeededRandom
import Testing

/// An order by hand is what the numbers say, whatever they were before.
@Suite("An order by hand") struct HandOrderTests {
  private typealias Row = HandOrder.Row

  private func numbers(_ rows: [Row], after lower: Int64? = nil, before upper: Int64? = nil) -> [Int64?]? {
    HandOrder.numbers(for: rows, after: lower, before: upper).map { found in
      rows.indices.map { found[$0] ?? rows[$0].number }
    }
  }

  @Test("A moved row gets a number in the middle of the gap, or beyond the end; nobody else does")
  func middle() {
    #expect(numbers([Row(10), Row(nil, isMoved: true), Row(20)]) == [10, 15, 20])
    #expect(numbers([Row(10), Row(5, isMoved: true)]) == [10, 10 + HandOrder.gap])
    #expect(numbers([Row(7, isMoved: true), Row(3)]) == [3 - HandOrder.gap, 3])
    #expect(numbers([Row(nil, isMoved: true), Row(nil), Row(nil)]) == [HandOrder.gap, nil, nil])
  }

  @Test("Rows above a moved one get numbers, and rows below it do not") func above() {
    let gap = HandOrder.gap
    #expect(
      numbers([Row(1), Row(nil), Row(nil), Row(nil, isMoved: true), Row(nil)]) == [
        1, 1 + gap, 1 + 2 * gap, 1 + 3 * gap, nil,
      ])
  }

  @Test("A gap that is used up takes numbers from its neighbours, as few as possible") func usedUp() {
    #expect(numbers([Row(1), Row(3, isMoved: true), Row(2), Row(4)]) == [1, 2, 3, 4])
    #expect(numbers([Row(9, isMoved: true), Row(5)], after: 4, before: 6) == nil)
    #expect(
      numbers([Row(0), Row(0), Row(0, isMoved: true), Row(0)], after: nil, before: nil) == [
        0, 0, 1_024, 2_048,
      ])
    #expect(numbers([Row(5, isMoved: true), Row(.min), Row(.min)]) != nil)
    #expect(numbers([Row(.max), Row(.max), Row(5, isMoved: true)]) != nil)
  }

  @Test("Marked rows pass the row beside them, and close up at the end", arguments: 0..<300)
  func passing(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let rows = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      Row(nil, isMoved: .random(using: &random))
    }
    let offset = Int.random(in: -4...4, using: &random)
    // One row after the other, from the side to which they go.
    var expected = Array(rows.indices)
    for _ in 0..<abs(offset) {
      let moved = expected.indices.filter { rows[expected[$0]].isMoved }
      for place in offset < 0 ? moved : moved.reversed() {
        let next = place + offset.signum()
        if expected.indices.contains(next), !rows[expected[next]].isMoved { expected.swapAt(place, next) }
      }
    }
    #expect(HandOrder.indices(of: rows, movedBy: offset) == expected)
  }

  @Test(
    "The numbers sort the rows into the order that is wanted, and only those that must change do",
    arguments: 0..<500)
  func property(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let range: Int64 = [3, 50, 1_000_000].randomElement(using: &random) ?? 3
    let count = Int.random(in: 1...12, using: &random)
    let numbered = (0..<Int.random(in: 0...count, using: &random)).map { _ in
      Int64.random(in: -range...range, using: &random)
    }.sorted()
    let before = numbered.map { Row($0) } + (numbered.count..<count).map { _ in Row(nil) }
    let rows = before.map { Row($0.number, isMoved: Int.random(in: 0..<4, using: &random) == 0) }
    let order = HandOrder.indices(of: rows, movedBy: Int.random(in: -3...3, using: &random))
    let wanted = order.map { rows[$0] }
    let found = try #require(HandOrder.numbers(for: wanted, after: nil, before: nil))
    let after = wanted.indices.map { found[$0] ?? wanted[$0].number }
    // Equal numbers are sorted by the rows' keys, which are their first places.
    let sorted = order.indices.sorted { (after[$0] ?? .max, order[$0]) < (after[$1] ?? .max, order[$1]) }
    #expect(sorted == Array(order.indices))
    let last = wanted.lastIndex(where: \.isMoved) ?? -1
    #expect(wanted.indices.allSatisfy { after[$0] != nil || wanted[$0].number == nil && $0 > last })
    if range > 50 { #expect(found.keys.allSatisfy { wanted[$0].isMoved || wanted[$0].number == nil }) }
  }
}

import Queries
import Records
import SeededRandom
import Testing

@Suite("Matched ranges") struct MatcherRangesTests {
  private static func marked(_ typed: String, in text: String) -> [String] {
    Matcher(typed).ranges(in: text).map { String(text[$0]) }
  }

  @Test(
    "Every occurrence of every word is marked, in order and in whole characters",
    arguments: [
      ("an", "An analyst and Ana", ["An", "an", "an", "An"]), ("ana", "banana", ["anana"]),
      ("peace war", "War and Peace", ["War", "Peace"]), ("ab bc", "abc", ["abc"]), ("a b", "ab", ["ab"]),
      ("e", "E\u{301}te\u{301}", ["E\u{301}", "e\u{301}"]), ("s", "Straße", ["S", "ß"]),
      ("strass", "Straße", ["Straß"]), ("ёл", "Ёлка, е\u{308}лка", ["Ёл", "е\u{308}л"]), ("👩", "a👩‍👩‍👧‍👦b", ["👩‍👩‍👧‍👦"]),
      ("cooperate", "co\u{AD}operate", ["co\u{AD}operate"]), ("x", "abc", []), ("a", "", []),
    ])
  func examples(typed: String, text: String, expected: [String]) {
    #expect(Self.marked(typed, in: text) == expected)
  }

  @Test("A text has marks exactly if the words' rows would match, and the marks cover each word")
  func random() {
    var random = RandomText(generator: SeededGenerator(seed: 3))
    for _ in 0..<3_000 {
      let text = random.string()
      let typed = random.part(of: text).filter { !$0.isWhitespace }
      let matcher = Matcher(typed)
      let ranges = matcher.ranges(in: text)
      let isFound = !matcher.isEmpty && matcher.matches([Text(text)])
      #expect(ranges.isEmpty == !isFound, "\(typed.debugDescription) in \(text.debugDescription)")
      for range in ranges { #expect(matcher.matches([Text(text[range])])) }
      for (left, right) in zip(ranges, ranges.dropFirst()) { #expect(left.upperBound < right.lowerBound) }
      let clusters = Set(text.indices).union([text.endIndex])
      #expect(ranges.allSatisfy { clusters.contains($0.lowerBound) && clusters.contains($0.upperBound) })
      let rest = text.indices.filter { index in !ranges.contains { $0.contains(index) } }
      for index in rest { #expect(!matcher.matches([Text(String(text[index]))]) || matcher.isEmpty) }
    }
  }
}

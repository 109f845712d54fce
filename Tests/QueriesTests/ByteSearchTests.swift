import Testing

@testable import Queries

@Suite("A search for bytes") struct ByteSearchTests {
  @Test(
    "Every place is the one that a search byte by byte finds, also near the end",
    arguments: [1, 2, 3, 7, 17, 40])
  func places(length: Int) {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let text = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: 1...3, using: &random)
      }
      let start = Int.random(in: 0...text.count, using: &random)
      var word = (0..<length).map { _ in UInt8.random(in: 1...3, using: &random) }
      if length <= text.count, Bool.random(using: &random) {
        let place = Int.random(in: 0...(text.count - length), using: &random)
        word = Array(text[place..<(place + length)])
      }
      let expected = text.indices.first { $0 >= start && text[$0...].starts(with: word) }
      let found = text.withUnsafeBytes { ByteSearch(word).firstIndex(in: $0, from: start) }
      #expect(found == expected, "\(word) in \(text) from \(start)")
    }
  }
}

import Testing

@testable import Transfers

@Suite struct MatchIndexTests {
  @Test("The index finds every row of a hash, however the hashes are spread")
  func index() {
    var index = MatchIndex()
    let hashes = (0..<5_000).map { UInt64($0 % 700) &* ($0 % 2 == 0 ? 0x9E37_79B9_7F4A_7C15 : 1) }
    for (key, hash) in hashes.enumerated() { index.append(hash, Int64(key)) }
    index.sort()
    for hash in Set(hashes) {
      #expect(index.keys(hash).sorted() == hashes.indices.filter { hashes[$0] == hash }.map(Int64.init))
    }
    #expect(index.keys(123_456_789).isEmpty)
  }
}

import Testing

@testable import BookStore

/// What counts as the same title and author.
@Suite("Hashes of titles")
struct TitleHashTests {
  private func hash(_ titles: [String], _ author: String = "") -> UInt64? {
    var hash = TitleHash()
    for title in titles { Array(title.utf8).withUnsafeBytes { hash.addTitle($0) } }
    Array(author.utf8).withUnsafeBytes { hash.addAuthor($0) }
    return hash.value
  }

  @Test("Case, accents, signs and the order of a name's words do not count")
  func same() {
    #expect(
      hash(["The Dispossessed!"], "Le Guin, Ursula K.") == hash(["the dispossessed"], "Ursula K. Le Guin"))
    #expect(hash(["Émile"], "Zola; Somebody Else") == hash(["emile "], "ZOLA"))
    #expect(hash(["Ada", "Lovelace"]) == hash(["Ada Lovelace"]))
  }

  @Test("Other words, and words in another place, do")
  func other() {
    let hashes = [
      hash(["War and Peace"], "Tolstoy"), hash(["Peace and War"], "Tolstoy"), hash(["War and Peace"]),
      hash(["War and Peace Tolstoy"]), hash(["War and Peace"], "Leo Tolstoy"),
      hash(["Warand Peace"], "Tolstoy"),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test("A title without letters and digits has none", arguments: ["", "  ", "?!", "-"])
  func none(_ title: String) { #expect(hash([title], "Zola") == nil) }

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

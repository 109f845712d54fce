import Testing

@testable import Queries

/// What counts as the same title and author.
@Suite("Hashes of titles") struct TitleHashTests {
  private func hash(_ titles: [String], _ author: String = "") -> UInt64? {
    var hash = TitleHash()
    for title in titles { Array(title.utf8).withUnsafeBytes { hash.addTitle($0) } }
    Array(author.utf8).withUnsafeBytes { hash.addAuthor($0) }
    return hash.value
  }

  @Test("Case, accents, signs and the order of a name's words do not count") func same() {
    #expect(
      hash(["The Dispossessed!"], "Le Guin, Ursula K.") == hash(["the dispossessed"], "Ursula K. Le Guin"))
    #expect(hash(["Émile"], "Zola; Somebody Else") == hash(["emile "], "ZOLA"))
    #expect(hash(["Ada", "Lovelace"]) == hash(["Ada Lovelace"]))
  }

  @Test(
    "Nor does it count which apostrophe, dash, dots or blank a program writes",
    arguments: [
      ("Ann's Book", "Ann\u{2019}s Book"), ("Ann's Book", "Ann\u{2BC}s Book"),
      ("Ann's Book", "Ann\u{B4}s Book"), ("Twenty-One", "Twenty\u{2013}One"),
      ("Twenty-One", "Twenty\u{2010}One"), ("Twenty-One", "Twenty\u{2212}One"),
      ("Part 1: \"So...\"", "Part\u{A0}1: \u{201C}So\u{2026}\u{201D}"), ("A B", "A\u{202F}B"),
      ("Люди - люди", "Люди — люди"), ("你好, 世界", "你好，世界"),
    ])
  func signs(_ left: String, _ right: String) {
    #expect(hash([left], left) == hash([right], right))
    #expect(hash([left]) != nil)
  }

  @Test(
    "A sign that is a letter of a language, or all that a title has, does",
    arguments: ["Люди", "你好", "ʿAbd", "∞", "😀"])
  func letters(_ title: String) { #expect(hash([title]) != nil && hash([title]) != hash(["A"])) }

  @Test(
    "So does a sign that stands for a word, in any width",
    arguments: [
      ["C", "C++", "C#", "C+"], ["War Peace", "War & Peace"], ["100 Wolf", "100% Wolf"],
      ["E mc2", "E = mc2"],
      ["The 100 Startup", "The $100 Startup"], ["Meet Me the Vicarage", "Meet Me @ the Vicarage"],
    ])
  func spokenSigns(_ titles: [String]) { #expect(Set(titles.map { hash([$0]) }).count == titles.count) }

  @Test(
    "A sign in another width, and the word that it stands for, are the same",
    arguments: [
      ("C++", "C＋＋"), ("C#", "C♯"), ("C#", "C＃"), ("War & Peace", "War and Peace"),
      ("War & Peace", "War＆Peace"), ("C", "C!"), ("Saga #2", "Saga 2"),
      ("Dune (Chronicles, #1)", "Dune (Chronicles 1)"),
    ])
  func sameSigns(_ left: String, _ right: String) { #expect(hash([left]) == hash([right])) }

  @Test("In names signs only end a word")
  func names() { #expect(hash(["A"], "Simon & Schuster") == hash(["A"], "Simon Schuster")) }

  @Test("Other words, and words in another place, do") func other() {
    let hashes = [
      hash(["War and Peace"], "Tolstoy"), hash(["Peace and War"], "Tolstoy"), hash(["War and Peace"]),
      hash(["War and Peace Tolstoy"]), hash(["War and Peace"], "Leo Tolstoy"),
      hash(["Warand Peace"], "Tolstoy"),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test(
    "A title without letters and digits has none", arguments: ["", "  ", "?!", "-", "…", "«—»", "\u{A0}"])
  func none(_ title: String) { #expect(hash([title], "Zola") == nil) }
}

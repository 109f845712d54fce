import SeededRandom
import Testing

@testable import Queries

@Suite("The nearest words") struct NearestWordsTests {
  private static func suggestion(_ typed: String, in texts: [String]) -> String? {
    var block = FoldedBlock()
    for (key, text) in texts.enumerated() {
      Array(text.utf8).withUnsafeBytes { bytes in block.append(Int64(key), textCount: 1) { _ in bytes } }
    }
    var nearest = NearestWords(to: Matcher(typed))
    block.packed.withUnsafeBytes { FoldedRows(packed: $0)?.look(for: &nearest) }
    return nearest.suggestion
  }

  @Test(
    "A word that occurs nowhere has the nearest one, of two that are as near the more frequent",
    arguments: [
      ("schopenhaur", "schopenhauer"), ("Shopenhauer", "schopenhauer"), ("schopnehauer", "schopenhauer"),
      ("leo tolstoi", "leo tolstoy"), ("dostojevsky", nil), ("xyz", nil), ("толстай", "толстои"),
      ("peaec war", "peace war"), ("tolstoy", nil), ("wrod", "word"), ("worl", nil),
    ] as [(String, String?)])
  func examples(typed: String, expected: String?) {
    let texts = [
      "Arthur Schopenhauer: The World", "Leo Tolstoy", "War and Peace", "Лев Толстой", "a word", "word",
      "Heroes’ Feast",
    ]
    #expect(Self.suggestion(typed, in: texts) == expected)
  }

  @Test("One word is found among many others") func many() {
    var random = SeededGenerator(seed: 1)
    var texts: [String] = []
    for _ in 0..<2_000 {
      texts.append(
        (0..<10).map { _ in
          String((0..<7).map { _ in "abcdefghijklmnop".randomElement(using: &random) ?? "a" })
        }.joined(separator: " "))
    }
    texts.append("schopenhauer")
    #expect(Self.suggestion("schopenhaur", in: texts) == "schopenhauer")
  }
}

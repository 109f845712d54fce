import Foundation
import Queries
import Records
import SeededRandom
import TestSupport
import Testing

@Suite("Sort keys") struct SortKeyTests {
  private static let limit = Int64(1) << 53

  private static let integers: [Int64] = [
    .min, .min + 1, -limit - 2, -limit - 1, -limit, -limit + 1, -256, -1, 0, 1, 2, 255, 256, limit - 1, limit,
    limit + 1,
    limit + 2, limit + 3, 1 << 62, (1 << 62) + 1, .max - 1024, .max - 1023, .max - 512, .max - 1, .max,
  ]

  private static let reals: [Double] = [
    -.infinity, -.greatestFiniteMagnitude, -0x1p64, -0x1p63, (-0x1p63).nextUp, -0x1p53, -1.5, -1, -0.5,
    -.leastNonzeroMagnitude, -0.0, 0, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.5, 1, 1.5, 255.5,
    0x1p53, (0x1p53).nextUp, 0x1p62, (0x1p63).nextDown, 0x1p63, 0x1p64, 1e300, .infinity,
  ]

  @Test(
    "A name sorts by the word before its comma, otherwise by its last word with particles and what follows it",
    arguments: [
      ("Ursula K. Le Guin", "Le Guin, Ursula K."), ("Ludwig  van Beethoven", "VAN BEETHOVEN, Ludwig"),
      ("Martin Luther King Jr.", "king jr., martin luther"),
      ("Martin Luther King, Jr.", "king jr., martin luther"),
      ("Emile Zola", "Zola, Émile"), ("Terry Pratchett; Neil Gaiman", "Pratchett, Terry"), ("Homer", "homer"),
      ("van Gogh", "van gogh"), ("", ""), (" ; x", ""), ("Jr.", "jr."), ("Smith,", "smith"),
    ])
  func names(_ name: String, sorted: String) {
    let plain = SortKey(.text(Text(sorted)))
    let same = SortKey(ofName: .text(Text(name)))
    #expect(same == plain && SortKey(ofName: .text(Text(sorted))) == plain)
    #expect(SortKey(ofName: .integer(3)) == SortKey(.integer(3)) && SortKey(ofName: .null).isNull)
  }

  private static func randomNumbers() -> [Value] {
    var generator = SeededGenerator(seed: 4)
    return (0..<100).flatMap { _ -> [Value] in
      let integer = Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator)
      let real = Double(bitPattern: generator.next())
      return [
        .integer(integer), .real(Double(integer)), .real(Double(integer) / 8), .real(real.isNaN ? 0 : real),
      ]
    }
  }

  private static let others: [Value] = [
    "", "\0", "a", "a\0", "aa", "b", "z", "\u{10FFFF}", .blob([]), .blob([0]), .blob([0, 0]), .blob([1]),
    .blob([255]),
  ]

  @Test("A key that is made for a moment has the bytes of one that is kept") func momentaryBytes() {
    for real in Self.reals + [.nan] {
      #expect(SortKey.withBytes(ofReal: real) { Array($0) } == SortKey(.real(real)).bytes)
    }
    for text in ["", "a", "ÉÈ\u{0301}", "\0x", String(repeating: "Ünï ", count: 2_000)] {
      let bytes = Array(text.utf8).withUnsafeBytes { SortKey.withBytes(ofText: $0) { Array($0) } }
      #expect(bytes == SortKey(.text(Text(text))).bytes)
    }
  }

  @Test("Articles at the beginning do not count, unless they are all there is") func articles() {
    let articles = Articles(["The", "l'", "a", ""])
    func key(_ text: String) -> SortKey { SortKey(.text(Text(text)), ignoring: articles) }
    #expect(key("THE Zebra") == key("zebra") && key("L'été") == key("ete") && key("A a") == key("a"))
    #expect(key("Theory") != key("ory") && key("The") != key("") && key("the ") != key(""))
    #expect(SortKey(.integer(3), ignoring: articles) == SortKey(.integer(3)))
  }

  @Test("Numbers, texts and blobs are in SQLite's own order") func sqliteOrder() throws {
    let values =
      Self.integers.map(Value.integer) + Self.reals.map(Value.real) + Self.randomNumbers() + Self.others
    try StockDatabase().write { database in
      try database.run("CREATE TABLE t (value, key BLOB)")
      for value in values {
        let key = Data(SortKey(value).bytes)
        var parameter = "?"
        if case .text = value { parameter = "CAST(? AS TEXT)" }
        try database.run("INSERT INTO t VALUES (\(parameter), ?)", [value, key])
      }
      let wrong = try database.rows(
        """
        SELECT a.value, b.value FROM t a, t b
        WHERE (a.value < b.value) <> (a.key < b.key) OR (a.value = b.value) <> (a.key = b.key)
        """)
      #expect(wrong == [])
      #expect(try database.integer("SELECT count(DISTINCT key) FROM t") ?? 0 > 200)
    }
  }

  @Test("NULL and what is no number come after everything else") func nullsLast() {
    for value in Self.others + [.integer(.max), .real(.infinity)] { #expect(SortKey(value) < SortKey()) }
    #expect(SortKey(.null) == SortKey())
    #expect(SortKey(.real(.nan)) == SortKey())
  }

  @Test("Texts are in the order of their folds, whatever their bytes") func texts() {
    var random = RandomText(generator: SeededGenerator(seed: 5))
    let texts = (0..<300).map { _ in Text(bytes: random.damagedBytes()) } + ["", "Z", "a", "É", "f", "e"]
    let folds = texts.map { slowFold($0.string).unicodeScalars.map(\.value) }
    let keys = texts.map { SortKey(.text($0)) }
    for left in texts.indices {
      for right in texts.indices {
        let isFirst = folds[left].lexicographicallyPrecedes(folds[right])
        #expect((keys[left] < keys[right]) == isFirst, "\(texts[left]) \(texts[right])")
      }
    }
  }

  @Test("A list of titles is in the order that people expect, without case and marks") func titles() {
    let titles: [Value] = ["", "2001", "Apple", "eclair", "École", "EDEN", "zebra", "Ёж", "жук", "漢"]
    #expect(titles.shuffled().sorted { SortKey($0) < SortKey($1) } == titles)
    #expect(SortKey("École") == SortKey("ecole"))
  }

  @Test("A key that is set again is the same as a new one") func reuse() {
    var key = SortKey()
    let values = Self.others + Self.integers.map(Value.integer) + Self.reals.map(Value.real) + [.null]
    for value in values.reversed() {
      switch value {
      case .null: key.setNull()
      case .integer(let integer): key.set(integer: integer)
      case .real(let real): key.set(real: real)
      case .text(let text): text.bytes.withUnsafeBytes { key.set(text: $0) }
      case .blob(let blob): blob.withUnsafeBytes { key.set(blob: $0) }
      }
      #expect(key == SortKey(value))
    }
  }
}

extension Value: StockConvertible {
  /// The value as it is bound; a text by its bytes, which need not be UTF-8.
  package var stockValue: StockValue {
    switch self {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .blob(Data(text.bytes))
    case .blob(let bytes): .blob(Data(bytes))
    }
  }
}

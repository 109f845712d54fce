import Records
import SeededRandom
import Testing

@testable import Queries

@Suite("Matcher") struct MatcherTests {
  private static func slowMatches(_ typed: String, _ texts: [Text]) -> Bool {
    let words = typed.unicodeScalars.split { $0.properties.isWhitespace }.map {
      Array(withoutSigns(slowFold(String($0))).utf8)
    }
    return words.allSatisfy { word in
      word.isEmpty || texts.contains { slowOccurs(word, in: Array(withoutSigns(slowFold($0.string)).utf8)) }
    }
  }

  /// A text without the signs that do not count.
  private static func withoutSigns(_ text: String) -> String {
    let signs = "'\"-`´’‘‚‛“”„‟‐‑‒–—―′″‵«»‹›−ʼʻ־׳״".unicodeScalars
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !signs.contains($0) }))
  }

  @Test(
    "Apostrophes, quotes and hyphens of all kinds match each other and nothing, in words and in texts",
    arguments: [
      ("heroes feast", "Heroes’ Feast"), ("heroes' feast", "Heroes’ Feast"), ("heroes’", "Heroes feast"),
      ("obrien", "O'Brien"), ("o’brien", "OBrien"), ("wellknown", "well‐known"), ("well—known", "wellknown"),
      ("1914-1918", "1914–1918"), ("19141918", "1914–1918"), ("\"quoted\"", "„Quoted“"),
      ("quo\"ted", "quo»té«d"), ("a-b", "a'\"–‘b"), ("978-0", "9780"), ("x", "–x"), ("ab", "a\u{301}’b"),
      ("аʼб", "а'б"),
    ])
  func signs(typed: String, text: String) {
    #expect(Self.matches(typed, [Text(text)]))
    #expect(Self.slowMatches(typed, [Text(text)]))
    #expect(!Matcher(typed).ranges(in: text).isEmpty)
    #expect(!Self.matches(typed + "q", [Text(text)]))
  }

  @Test("In numbers and dates each sign counts") func exactSigns() {
    #expect(Matcher("-0750").matches([], dates: ["-0750-03-15"]))
    #expect(!Matcher("-0750").matches([], dates: ["0750-03-15"]) && Matcher("-0750").matches(["0750"]))
    #expect(!Matcher("2020-02").matches([], dates: ["202002"]))
    let dated = Field(column: "d", label: "D", kind: .partialDate)
    let text = Field(column: "t", label: "T", kind: .text)
    #expect(!FieldTest.contains(Matcher("-07")).passes("0750", in: dated))
    #expect(FieldTest.contains(Matcher("-07")).passes("0750", in: text))
    let schema = Schema(
      table: "t", key: .rowid(column: "pk"), fields: [text, dated], titleIndex: 0, singular: "row",
      plural: "rows")
    for (typed, isMatch) in [("-0750", false), ("0750", true), ("cir-ca", true)] {
      let holds = QueryCondition.words(Matcher(typed)).holds(in: schema, values: [.null, "0750 circa"])
      #expect(holds == isMatch, "\(typed)")
    }
  }

  private static func slowOccurs(_ word: [UInt8], in text: [UInt8]) -> Bool {
    text.count >= word.count && (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }

  private static func matches(_ typed: String, _ texts: [Text]) -> Bool {
    let matcher = Matcher(typed)
    let isMatch = matcher.matches(texts)
    let isRawMatch = matcher.matches(count: texts.count) { index in
      texts[index].bytes.withUnsafeBytes { UnsafeRawBufferPointer($0) }
    }
    #expect(isMatch == isRawMatch)
    return isMatch
  }

  @Test(
    "A word is found in any case and with any marks",
    arguments: [
      ("Ё", "ёлка"), ("ё", "ЁЛКА"), ("е", "Ёлка"), ("ёлка", "елка"), ("É", "été"), ("e", "É"), ("é", "E"),
      ("e\u{301}", "\u{E9}"), ("\u{E9}", "e\u{301}"), ("strasse", "Straße"), ("STRAẞE", "strasse"),
      ("istanbul", "İSTANBUL"), ("ı", "I"), ("ΌΣΟΣ", "όσος"), ("fin", "ﬁn"), ("ЙОД", "йод"), ("か", "が"),
      ("שלום", "שָׁלוֹם"), ("한국", "한국어"), ("cooperate", "co\u{AD}operate"), ("k", "\u{212A}"), ("𐐀", "𐐨"),
      ("ace", "War and Peace"), ("\u{FFFD}", "\u{FFFD}"), ("se", "STRAßE"), ("sst", "ßßt"), ("in", "ﬁn"),
      ("ab", "a\u{301}\u{AD}B"), ("elan", "É\u{AD}la\u{303}n"), ("λόγος", "ΛΟΓΟΣ"), ("ὠδή", "ΩΔΗ"),
      ("ấu", "AU"), ("가", "\u{AD}가"),
    ])
  func found(typed: String, text: String) { #expect(Self.matches(typed, [Text(text)])) }

  @Test(
    "Other letters are not found",
    arguments: [
      ("e", "o"), ("@", "`"), ("[", "{"), ("{", "["), ("Z", ":"), ("о", "o"), ("war", "wa r"), ("कि", "क"),
      ("ő", "u"), ("й", "h"), ("\u{80}", "a"), ("peaces", "peace"), ("word", ""), ("ab", "a\u{301}c"),
      ("е", "o"), ("д", "ж"), ("ssss", "ßs"), ("\u{FFFD}", "a"), ("\0", "a"), ("a\0", "a"),
    ])
  func notFound(typed: String, text: String) { #expect(!Self.matches(typed, [Text(text)])) }

  @Test("Each word must be in one of the texts, and different words may be in different ones") func words() {
    let texts: [Text] = ["War and Peace", "Лев Толстой"]
    #expect(Self.matches("peace толст", texts))
    #expect(Self.matches(" \t war\u{3000}ЛЕВ\n", texts))
    #expect(!Self.matches("peace dante", texts))
    #expect(!Self.matches("PeaceЛев", texts))
    #expect(!Self.matches("peace", []))
    #expect(Matcher("peace").matches(count: 2) { _ in nil } == false)
  }

  @Test("A word with a digit is looked for in dates too, after the texts and the words without one")
  func dates() {
    let dates: [Text] = ["1869-01-01T07", "x 2"]
    #expect(Matcher("war 1869").hasDigits && !Matcher("war - :").hasDigits)
    for (typed, isMatch) in [
      ("1869", true), ("1T0", true), ("war 07", true), ("t", false), ("x", false), ("x 2", false),
    ] {
      let matcher = Matcher(typed)
      #expect(matcher.matches(["War and Peace"], dates: dates) == isMatch, "\(typed)")
      let isShownMatch = matcher.matches(count: 0, dateCount: 2) { _ in
        nil
      } shown: {
        dates[$0].string
      }
      #expect(isShownMatch == (isMatch && !typed.contains("war")), "\(typed)")
    }
    var asked: [Int] = []
    func matches(_ typed: String) -> Bool {
      asked = []
      return Matcher(typed).matches(count: 1, dateCount: 1) { index in
        index == 0
          ? UnsafeRawBufferPointer(start: Self.title.utf8Start, count: Self.title.utf8CodeUnitCount) : nil
      } shown: { index in
        asked.append(index)
        return "1321-06-07"
      }
    }
    #expect(matches("1984 orwell") == false && asked.isEmpty)
    #expect(matches("1984") && asked.isEmpty)
    #expect(matches("1321 1984") && asked == [1])
  }

  /// A text that stays where it is.
  private static let title: StaticString = "1984, a novel"

  @Test("What holds no word matches every row", arguments: ["", "  \t\n", "\u{301} \u{AD}"])
  func noWords(typed: String) {
    #expect(Matcher(typed).isEmpty)
    #expect(Self.matches(typed, []))
    #expect(Matcher(typed).ranges(in: "text").isEmpty)
  }

  @Test("A word is found at every place of a text of every length, also behind zeros and invalid bytes")
  func places() {
    for filling in [0x2E, 0x00, 0xFF, 0xC3] as [UInt8] {
      for count in 0...24 {
        for place in 0...count {
          let bytes = Array(repeating: filling, count: count)
          let text = Text(bytes: bytes[..<place] + Array("Wort".utf8) + bytes[place...])
          #expect(Self.matches("wORt", [text]), "\(count) \(place)")
          #expect(!Self.matches("wortw", [text]), "\(count) \(place)")
          #expect(!Self.matches("wort", [Text(bytes: Array(text.bytes.prefix(place + 3)))]))
        }
      }
    }
  }

  @Test(
    "A word with marks is found at every place, also across the bytes that are looked at in one step",
    arguments: ["Élan", "e\u{301}LAN", "elan", "Ёлка", "Е\u{308}ЛКА", "ёлка", "Fuẞ", "漢字"])
  func foldedPlaces(text: String) {
    for filling in [[0x2E], [0xC3], [0xC3, 0xA9], Array("ж".utf8), Array("ệ".utf8)] as [[UInt8]] {
      for before in 0...17 {
        for after in 0...9 {
          let bytes = Array(repeatElement(filling, count: before).joined()) + Array(text.utf8)
          let row = Text(bytes: bytes + Array(repeatElement(filling, count: after).joined()))
          #expect(Self.matches(text.uppercased(), [row]), "\(before) \(after)")
          #expect(!Self.matches(text + "q", [row]), "\(before) \(after)")
        }
      }
    }
  }

  @Test("Invalid bytes are found by what people see of them") func replaced() {
    #expect(Self.matches("\u{FFFD}", [Text(bytes: [0x61, 0xFF])]))
    #expect(Self.matches("a\u{FFFD}b", [Text(bytes: [0x61, 0xE0, 0x42])]))
    #expect(Self.matches("\u{FFFD}b", [Text(bytes: [0xC3, 0x62])]))
    #expect(!Self.matches("e", [Text(bytes: [0x61, 0xC3])]))
  }

  @Test("Every scalar is found by each scalar that it becomes") func everyScalar() {
    var sources: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for value in UInt32(0)..<0x11_0000 {
      guard let source = Unicode.Scalar(value) else { continue }
      for scalar in FoldedScalar(source).scalars { sources[scalar, default: []].append(source) }
    }
    #expect(sources.count > 1_000_000)
    for (scalar, sources) in sources where sources != [scalar] {
      guard !TextSigns.contain(scalar) else { continue }
      let word = SearchWord(Array(String(scalar).utf8))
      let wrong = sources.filter { source in
        Array(String(source).utf8).withUnsafeBytes { word?.firstIndex(in: $0) } != 0
      }
      #expect(wrong == [], "\(scalar)")
    }
  }

  @Test("Random words in random rows are found as a slow comparison finds them") func random() {
    var random = RandomText(generator: SeededGenerator(seed: 2))
    var found = 0
    for _ in 0..<10_000 {
      let texts = [Text(bytes: random.damagedBytes()), Text(random.string())]
      let typed = random.part(of: texts[0].string) + " " + random.part(of: random.string() + texts[1].string)
      let expected = Self.slowMatches(typed, texts)
      #expect(Self.matches(typed, texts) == expected, "\(typed.debugDescription) in \(texts)")
      found += expected ? 1 : 0
    }
    #expect((2_000..<8_000).contains(found))
  }
}

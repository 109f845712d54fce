import TestSupport
import Testing

@testable import Cells

@Suite struct TextWidthTests {
  @Test(
    "What terminals would disagree about is shown as something else",
    arguments: [
      ("\u{1B}[2J", "^ [ [ 2 J"), ("\u{0}\u{7F}", "^ @ ^ ?"), ("\u{9B}\u{80}\u{9F}", "~ [ ~ @ ~ _"),
      ("a\r\nb\tc", "a ^ M ^ J b ^ I c"), ("\u{2028}\u{2029}", "\u{2424} \u{2424}"),
      ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F466}", "\u{1F468} \u{1F469} \u{1F466}"),
      ("\u{1F44D}\u{1F3FD}", "\u{1F44D}"), ("\u{1F3FD}", "\u{FFFD}"), ("\u{1F1E9}\u{1F1EA}", "D E"),
      ("\u{2764}\u{FE0F}\u{231A}\u{FE0E}", "\u{2764} \u{231A}"), ("1\u{FE0F}\u{20E3}", "1"),
      ("\u{202E}a\u{200B}\u{2060}\u{FEFF}\u{AD}\u{E0041}", "a"),
      ("\u{FFFF}\u{378}\u{600}", "\u{FFFD} \u{FFFD} \u{FFFD}"), ("\u{301}", "\u{25CC}\u{301}"),
      ("e\u{301}\u{302}\u{303}\u{304}\u{305}", "e\u{301}\u{302}\u{303}\u{304}"),
      ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{AC01}\u{11A8}", "\u{AC01}\u{11A8}"),
      ("a\u{301}\u{302}\u{303}\u{304}b\u{301}", "a\u{301}\u{302}\u{303}\u{304} b\u{301}"),
      ("\u{1113}\u{1161}", "\u{1113}\u{1161}"), ("\u{AC00}\u{11A8}", "각"),
      ("\u{939}\u{93F}", "\u{939} \u{93F}"), ("か\u{3099}", "か\u{3099}"), ("น้ำ", "น้ \u{E33}"),
    ])
  func glyphs(_ text: String, _ shown: String) {
    let glyphs = TextWidth.glyphs(of: text)
    let scalars = glyphs.map { Array($0.text.unicodeScalars) }
    #expect(scalars == shown.unicodeScalars.split(separator: " ").map { Array($0) })
    #expect(TextWidth.width(of: text) == glyphs.reduce(0) { $0 + $1.width })
  }

  @Test(
    "A width is the sum of the columns of what is shown",
    arguments: [
      ("", 0), (" ", 1), ("War and Peace", 13), ("源氏物語", 8), ("e\u{301}", 1),
      ("\u{1F468}\u{200D}\u{1F466}", 4), ("ﾊﾝｶｸ", 4), ("ＡＢ", 4), ("한국", 4), ("±×①★", 4), ("\u{E000}", 1),
      ("\u{3000}", 2), ("\u{200D}", 0),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(TextWidth.width(of: text) == columns)
    #expect(text.reduce(0) { $0 + TextWidth.width(of: $1) } == columns)
  }

  @Test(
    "Cutting keeps whole clusters and marks the cut",
    arguments: [
      ("abc", 3, "abc", "abc"), ("abcd", 3, "ab…", "…cd"), ("abcd", 1, "…", "…"), ("abcd", 0, "", ""),
      ("abcd", -1, "", ""), ("ab" + String(repeating: "\u{200B}", count: 50), 3, "ab", "ab"),
      ("\u{200E}ab", 2, "ab", "ab"), ("\u{1F1E9}\u{1F1EA}\u{1F1EB}", 2, "…", "…F"), ("漢字漢", 5, "漢字…", "…字漢"),
      ("漢字漢", 4, "漢…", "…漢"), ("漢字漢", 1, "…", "…"), ("漢", 2, "漢", "漢"),
      ("a\u{1F468}\u{200D}\u{1F466}b", 5, "a…", "…b"), ("e\u{301}e\u{301}", 1, "…", "…"), ("", 4, "", ""),
      ("a\r\nb", 5, "a…", "…b"), ("ab\u{200E}", 2, "ab", "ab"),
    ])
  func fit(_ text: String, _ columns: Int, _ start: String, _ end: String) {
    #expect(TextWidth.fit(text, columns: columns).map(\.text).joined() == start)
    #expect(TextWidth.fit(text, columns: columns, keeping: .end).map(\.text).joined() == end)
  }

  @Test("Every glyph of a hostile name is a base of one or two columns with at most four marks")
  func hostile() {
    #expect(HostileNames.all.count > 150)
    for glyph in HostileNames.all.flatMap({ TextWidth.glyphs(of: $0) }) {
      #expect(1...2 ~= glyph.width)
      #expect(1...5 ~= glyph.text.unicodeScalars.count, "\(glyph)")
      #expect(!glyph.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
      #expect(!glyph.text.unicodeScalars.contains { $0.properties.generalCategory == .format })
    }
  }

  @Test("A closing sign of East Asian writing begins no line, unless nothing else is left")
  func closingSigns() {
    #expect(Wrap.lines(of: "源氏物語。」源氏", width: 8, limit: 9) == ["源氏物", "語。」源", "氏"])
    #expect(Wrap.lines(of: "。。。", width: 2, limit: 9) == ["。", "。", "。"])
  }
}

@Suite struct AsciiFallbackTests {
  @Test("Signs and accented letters become ASCII that looks like them")
  func signs() {
    let text = "● ◆ › ‹ … “x” · │─┌┐└┘ ↑↓ ¡ é e\u{301} Ñ Ş ế Ж ✓ ━ ▸○×≠ ▰▱"
    let ascii = TextWidth.glyphs(of: text).map { AsciiFallback.text(for: $0) }.joined()
    #expect(ascii == "o * > < ~ \"x\" . |-++++ ^v ? e e N S e ? v = )ox# #-")
  }

  @Test("Every glyph of a hostile name becomes ASCII of the same width")
  func widths() {
    for glyph in HostileNames.all.flatMap({ TextWidth.glyphs(of: $0) }) {
      let ascii = AsciiFallback.text(for: glyph)
      #expect(ascii.utf8.count == glyph.width)
      #expect(ascii.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    }
    #expect(AsciiFallback.text(for: Cell.tail(.content)) == "")
  }
}

import TestSupport
import Testing

@testable import Cells

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

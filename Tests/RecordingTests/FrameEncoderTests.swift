import Cells
import Recording
import Testing

@Suite("Frames as a terminal reads them") struct FrameEncoderTests {
  private let encoder = FrameEncoder(styles: [
    .title: TextStyle(isBold: true), .selected: TextStyle(foreground: .palette(0), background: .palette(6)),
    .dirty: TextStyle(foreground: .palette(221), isBold: true), .dim: TextStyle(isDim: true),
    .wrong: TextStyle(foreground: .palette(9), isUnderlined: true, isReversed: true),
  ])

  /// A text with Escape as a word.
  private func shown(_ text: String) -> String { text.replacing("\u{1B}", with: "ESC") }

  @Test(
    "A whole frame clears the screen, names each row's place, and changes the look where the role changes")
  func whole() {
    var frame = Frame(size: Size(columns: 4, rows: 2))
    frame.write("ab", at: Position(column: 0, row: 0), role: .title)
    frame.write("c", at: Position(column: 1, row: 1), role: .dirty)
    #expect(
      shown(encoder.whole(frame))
        == "ESC[?25lESC[0mESC[2JESC[1;1HESC[0mESC[0;1mabESC[0m  ESC[2;1HESC[0m ESC[0;1;38;5;221mcESC[0m  ESC[0m"
    )
  }

  @Test("Only the rows that have changed are written, and the cursor is shown where it is") func changes() {
    let old = Frame(size: Size(columns: 3, rows: 3))
    var new = old
    new.write("x", at: Position(column: 2, row: 1), role: .wrong)
    new.cursor = Position(column: 1, row: 2)
    #expect(
      shown(encoder.changes(from: old, to: new))
        == "ESC[?25lESC[2;1HESC[0m  ESC[0;4;7;91mxESC[0mESC[3;2HESC[?25h")
    #expect(encoder.changes(from: new, to: new) == "")
    #expect(encoder.changes(from: Frame(size: Size(columns: 2, rows: 3)), to: new) == encoder.whole(new))
  }

  @Test("After a wide or a joined character the place is named, whatever the player thinks of its width")
  func wide() {
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("紅a\u{301}b", at: Position(column: 0, row: 0), role: .content)
    #expect(shown(encoder.whole(frame)).hasSuffix("ESC[1;1HESC[0m紅ESC[3Ga\u{301}ESC[4Gb  ESC[0m"))
  }

  @Test("Colours are those of the palette by their short codes, and others by number or parts")
  func colors() {
    let inks: [(Ink.Color, String)] = [
      (.palette(7), "37"), (.palette(15), "97"), (.palette(16), "38;5;16"), (.rgb(1, 2, 3), "38;2;1;2;3"),
    ]
    for (color, code) in inks {
      let encoder = FrameEncoder(styles: [.content: TextStyle(foreground: color)])
      #expect(shown(encoder.whole(Frame(size: Size(columns: 1, rows: 1)))).contains("ESC[0;\(code)m "))
    }
  }
}

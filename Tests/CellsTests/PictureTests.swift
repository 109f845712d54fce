import Cells
import Testing

@Suite("Pictures as programs print them") struct PictureTests {
  private let size = Size(columns: 4, rows: 2)

  private func cells(_ text: String) -> [[Cell]]? { Picture(printed: Array(text.utf8), size: size)?.rows }

  /// What the text shows, with rows parted by bars.
  private func shown(_ text: String) -> String? {
    cells(text)?.map { $0.map(\.text).joined() }.joined(separator: "|")
  }

  @Test(
    "SGR sequences are inks",
    arguments: [
      ("", Ink()), ("\u{1B}[31m", Ink(foreground: .palette(1))),
      ("\u{1B}[1;44m", Ink(background: .palette(4))),
      ("\u{1B}[93;107m", Ink(foreground: .palette(11), background: .palette(15))),
      ("\u{1B}[38;5;200m\u{1B}[48;5;17m", Ink(foreground: .palette(200), background: .palette(17))),
      ("\u{1B}[38;2;1;2;3;48;2;4;5;255m", Ink(foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 255))),
      ("\u{1B}[38:5:9m", Ink(foreground: .palette(9))),
      ("\u{1B}[7;32m", Ink(foreground: .palette(2), isReversed: true)),
      ("\u{1B}[7;32;41m\u{1B}[27;39m", Ink(background: .palette(1))), ("\u{1B}[7;32;41m\u{1B}[m", Ink()),
      ("\u{1B}[31;41m\u{1B}[0m", Ink()), ("\u{9B}34m", Ink(foreground: .palette(4))),
      ("\u{1B}[38;5;256m", Ink()), ("\u{1B}[38;2;1;2m", Ink()), ("\u{1B}[38;9;1m", Ink()),
      ("\u{1B}[38m", Ink()), ("\u{1B}[99999999999999999999m", Ink()), ("\u{1B}[?31m", Ink()),
      ("\u{1B}[>4;31m", Ink()), ("\u{1B}[31 m", Ink()),
      ("\u{1B}[" + String(repeating: "31;", count: 1_000) + "m", Ink()),
    ])
  func inks(_ sequence: String, _ ink: Ink) {
    #expect(cells(sequence + "x") == [[Cell(text: "x", width: 1, role: .picture, ink: ink)]])
  }

  @Test(
    "What is neither a character nor SGR is left out",
    arguments: [
      ("ab\ncd\n", "ab|cd"), ("\n\nx", nil), ("\nx\n", "|x"), ("a\rb\tc\u{7}\u{8}d", "abcd"),
      ("\u{1B}[2J\u{1B}[1;1Ha\u{1B}[?25lb", "ab"), ("\u{1B}]0;title\u{7}a\u{1B}]52;c;AAAA\u{1B}\\b", "ab"),
      ("\u{1B}P1;2q~~~\u{1B}\\a\u{1B}_Gf=100;AAAA\u{1B}\\b\u{1B}^x\u{1B}\\\u{1B}Xy\u{1B}\\c", "abc"),
      ("\u{9D}0;title\u{9C}a\u{90}q\u{9C}b", "ab"), ("a\u{1B}]52;c;never ended b", "a"), ("a\u{1B}[31", "a"),
      ("a\u{1B}", "a"), ("\u{1B}(0a\u{1B}cb\u{1B}#8c", "abc"), ("\u{1B}\u{1B}[31ma", "a"),
      ("a\u{85}\u{9F}x\u{9C}\u{7F}\u{0}b", "ab"), ("a日b🙂", "a b "), ("e\u{301}\u{200D}\u{202E}f", "ef"),
      ("▀▄█🬀", "▀▄█🬀"), ("\u{1B}[31m\u{1B}[0m", nil), ("", nil),
    ])
  func hostile(_ text: String, _ expected: String?) { #expect(shown(text) == expected) }

  @Test("Bytes that are no UTF-8 are blanks, and what is outside of the size is not kept") func bounds() {
    let picture = Picture(printed: [0x61, 0xFF, 0x62, 0xE2, 0x96], size: size)
    #expect(picture?.rows.map { $0.map(\.text).joined() } == ["a b "])
    #expect(shown("abcdef\nghijkl\nmno\npqr") == "abcd|ghij")
    #expect(Picture(printed: Array("a".utf8), size: Size(columns: 0, rows: 0)) == nil)
  }

  @Test("Random bytes are read without a fault, and every cell is one column wide") func random() {
    var generator = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [
      0x1B, 0x5B, 0x6D, 0x3B, 0x33, 0x38, 0x35, 0x0A, 0x20, 0x61, 0xE2, 0x96, 0x80, 0xC2, 0x9B, 0x5D,
    ]
    for _ in 0..<2_000 {
      let bytes = (0..<64).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      for row in Picture(printed: bytes, size: size)?.rows ?? [] {
        #expect(row.count <= 4)
        #expect(row.allSatisfy { TextWidth.width(of: $0.text) == 1 })
      }
    }
  }

  @Test("A row of a picture is cut at the frame's edge, and halves no wide character") func drawing() throws {
    let picture = try #require(Picture(printed: Array("\u{1B}[31mabcd".utf8), size: size))
    var frame = Frame(size: Size(columns: 6, rows: 1))
    frame.write("日日日", at: Position(column: 0, row: 0), role: .content)
    frame.draw(picture, row: 0, at: Position(column: 1, row: 0), width: 2)
    #expect(frame.textPlane == " ab 日")
    #expect(frame.rolePlane == ".pp...")
    frame.draw(picture, row: 0, at: Position(column: 4, row: 0), width: 4)
    frame.draw(picture, row: 7, at: Position(column: 0, row: 0), width: 4)
    frame.draw(picture, row: 0, at: Position(column: 9, row: 0), width: 4)
    #expect(frame.textPlane == " ab ab")
    #expect(frame[4, 0].ink == Ink(foreground: .palette(1)))
  }
}

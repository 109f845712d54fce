#if canImport(Glibc)
  import Glibc
  import Testing

  @testable import Cells

  @Suite struct WideCharacterTests {
    @Test("The C library gives every glyph that is sent the same width, because curses goes by it")
    func agreement() throws {
      let locale = try #require(newlocale(1 << LC_CTYPE, "C.UTF-8", nil))
      defer { freelocale(locale) }
      let before = uselocale(locale)
      defer { uselocale(before) }
      // The header hides the function unless a feature macro is set, which Swift cannot do.
      let symbol = try #require(dlsym(nil, "wcwidth"))
      let wcwidth = unsafeBitCast(symbol, to: (@convention(c) (wchar_t) -> Int32).self)
      var differing: [String] = []
      for value in UInt32(0)...0x10FFFF {
        guard let scalar = Unicode.Scalar(value) else { continue }
        for glyph in TextWidth.glyphs(of: Character(scalar)) {
          let width = glyph.text.unicodeScalars.reduce(0) { $0 + wcwidth(wchar_t($1.value)) }
          if width != Int32(glyph.width) { differing.append(String(value, radix: 16)) }
        }
      }
      #expect(differing.isEmpty)
    }
  }
#endif

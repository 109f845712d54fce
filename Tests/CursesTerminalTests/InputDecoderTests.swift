import Cells
import Testing

@testable import CursesTerminal

@Suite("Bytes become keys and pasted text") struct InputDecoderTests {
  @Test(
    "A key is what its text says",
    arguments: [
      ("a", .character("a")), (" ", .character(" ")), ("é", .character("é")), ("中", .character("中")),
      ("😀", .character("😀")), ("\u{301}", .character("\u{301}")), ("␛", .escape), ("␛f", .alt("f")),
      ("␛é", .alt("é")), ("␛[", .alt("[")), ("␛O", .alt("O")), ("␛OA", .up), ("␛[A", .up), ("␛OB", .down),
      ("␛OM", .enter), ("␛[3~", .delete), ("␛[1;5C", .alt("f")), ("␛[1;3D", .alt("b")), ("␛[1;2D", .left),
      ("␛[1;5A", .up), ("␛[Z", .backTab), ("␛[5~", .pageUp), ("␛[6;5~", .pageDown), ("␛[H", .home),
      ("␛OF", .end), ("␛[4~", .end), ("␛[27;2;13~", .control("j")), ("␛[13;2u", .control("j")),
      ("␛[13u", .enter), ("␛[27;5;13~", .enter), ("␛\u{7F}", .control("w")),
    ] as [(String, Key)])
  func key(text: String, key: Key) { #expect(events(of: escaped(text)) == keys(key)) }

  @Test(
    "A control key is what its byte says",
    arguments: [
      (0x0D, .enter), (0x0A, .control("j")), (0x09, .tab), (0x08, .backspace), (0x7F, .backspace),
      (0x01, .control("a")), (0x1A, .control("z")), (0x00, .control("@")), (0x1F, .control("_")),
    ] as [(UInt8, Key)])
  func controlKey(byte: UInt8, key: Key) { #expect(events(of: [byte]) == keys(key)) }

  @Test(
    "What the program does not know, and controls beyond ASCII, leave nothing of themselves behind",
    arguments: [
      "␛[15~", "␛[[A", "␛OP", "␛[I", "␛[?1;2c", "␛[<2;1;1M", "␛[24;5~", "␛[201~", "\u{85}\u{9B}",
    ])
  func unknown(text: String) { #expect(events(of: escaped(text) + "x") == keys(.character("x"))) }

  @Test(
    "Bytes that are not UTF-8 are refused, which is told once",
    arguments: [[0xFF], [0xC0, 0x80], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0x1B, 0xFF]])
  func invalid(bytes: [UInt8]) {
    #expect(events(of: bytes + [0x78]) == [.refused(.unreadableKey), .key(.character("x"))])
  }

  @Test("Esc before a key that is no character stays Esc") func escapeBefore() {
    #expect(events(of: "\u{1B}\r") == keys(.escape, .enter))
    #expect(events(of: "\u{1B}\u{1B}OA") == keys(.escape, .up))
    #expect(events(of: "\u{1B}\u{1B}") == keys(.escape, .escape))
  }

  @Test("A sequence may come byte by byte") func byteByByte() {
    for text in ["\u{1B}OA", "\u{1B}[1;5C", "中", "\u{1B}[200~a\u{1B}[A\u{1B}[201~"] {
      var decoder = decoder()
      var found: [Event] = []
      for byte in text.utf8 {
        #expect(found.isEmpty)
        decoder.feed([byte])
        if let event = decoder.next() { found.append(event) }
      }
      #expect(found.count == 1)
      #expect(decoder.patience == nil)
    }
  }

  @Test("Only Esc alone is waited for as short as a person would not notice") func patience() {
    var decoder = decoder()
    #expect(decoder.patience == nil)
    decoder.feed([0x1B])
    #expect(decoder.next() == nil)
    #expect(decoder.patience == .milliseconds(25))
    decoder.feed([0x5B])
    #expect(decoder.next() == nil)
    #expect(decoder.patience == .milliseconds(250))
    decoder.feed(Array("200~".utf8))
    #expect(decoder.next() == nil)
    #expect(decoder.patience == .milliseconds(750))
    decoder.feed([0x03])
    #expect(decoder.next() == nil)
    #expect(decoder.patience == .milliseconds(250))
  }

  private static let latin1 = InputDecoder.Encoding.bytes { Unicode.Scalar($0) }
  private static let ascii = InputDecoder.Encoding.bytes { _ in nil }

  @Test("A byte that is not UTF-8 stands for a character where the locale says so") func singleBytes() {
    #expect(events(of: [0xE9, 0x61], in: decoder(Self.latin1)) == keys(.character("é"), .character("a")))
    #expect(events(of: [0xE9], in: decoder(Self.latin1)) == keys(.character("é")))
    #expect(
      events(of: [0xE9, 0x61], in: decoder(Self.ascii)) == [
        .refused(.unreadableKey), .key(.character("a")),
      ])
  }

  @Test("What is UTF-8 is UTF-8 whatever the locale says", arguments: ["é", "ř", "–", "日", "😀"])
  func utf8Everywhere(text: String) {
    let bytes = Array(text.utf8)
    for encoding in [.utf8, Self.latin1, Self.ascii] {
      #expect(events(of: bytes, in: decoder(encoding)) == keys(.character(Character(text))))
      #expect(events(of: Self.pasted(bytes), in: decoder(encoding)) == [.paste(text)])
      for cut in 1..<bytes.count {
        var decoder = decoder(encoding)
        decoder.feed(bytes[..<cut])
        #expect(decoder.next() == nil && decoder.patience != nil)
        decoder.feed(bytes[cut...])
        #expect(decoder.next() == .key(.character(Character(text))))
      }
    }
  }

  private static func pasted(_ bytes: [UInt8]) -> [UInt8] {
    Array("\u{1B}[200~".utf8) + bytes + Array("\u{1B}[201~".utf8)
  }

  @Test("A paste is all in UTF-8, or all in the encoding of the locale, or refused") func pastes() {
    #expect(events(of: Self.pasted([0xE9, 0x61]), in: decoder(Self.latin1)) == [.paste("éa")])
    let mixed = Array("ř".utf8) + [0xE9]
    #expect(events(of: Self.pasted(mixed), in: decoder(Self.latin1)) == [.paste("Å\u{99}é")])
    for encoding in [.utf8, Self.ascii] {
      #expect(events(of: Self.pasted(mixed), in: decoder(encoding)) == [.refused(.unreadablePaste)])
    }
  }

  /// Two bytes from 0xA1 on are a character, as in EUC-JP.
  private static let pairs = InputDecoder.Encoding { bytes in
    guard let first = bytes.first, first > 0xA0 else { return .none }
    guard let second = bytes.dropFirst().first else { return .beginning }
    return Unicode.Scalar(UInt32(first) << 8 | UInt32(second)).map { .character($0, length: 2) } ?? .none
  }

  @Test("A character of several bytes in the locale may come byte by byte") func severalBytes() {
    let bytes: [UInt8] = [0xC6, 0xFC]
    #expect(events(of: bytes, in: decoder(Self.pairs)) == keys(.character("\u{C6FC}")))
    #expect(events(of: Self.pasted(bytes + [0x61]), in: decoder(Self.pairs)) == [.paste("\u{C6FC}a")])
    var decoder = decoder(Self.pairs)
    decoder.feed([0xC6])
    #expect(decoder.next() == nil && decoder.patience == .milliseconds(50))
    decoder.feed([0xFC])
    #expect(decoder.next() == .key(.character("\u{C6FC}")))
    decoder.feed([0xC6])
    #expect(decoder.next() == nil && decoder.giveUp() == .refused(.unreadableKey))
  }
}

import Cells
import Testing

@testable import CursesTerminal

@Suite("A paste is one text") struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  @Test("Nothing in a paste is a key") func hostile() {
    let text = "one\ttwo\u{1B}[A\u{3}\u{1B}q\u{1B}[200~\u{1B}[20中\n\0"
    #expect(
      events(of: "a\(Self.begin)\(text)\(Self.end)b") == [
        .key(.character("a")), .paste(text), .key(.character("b")),
      ])
  }

  @Test("Whatever way a line ends, it is a newline") func newlines() {
    #expect(events(of: "\(Self.begin)1\r2\r\n3\n\r\r4\(Self.end)") == [.paste("1\n2\n3\n\n\n4")])
  }

  @Test("A paste without an end is taken as far as it came, but for the beginning of its end mark")
  func endless() { #expect(events(of: "\(Self.begin)some\u{1B}[20") == [.paste("some")]) }

  @Test("A paste that is too long is refused as a whole, and its end is still found") func limit() {
    let text = String(repeating: "x", count: 25) + "\u{1B}" + String(repeating: "x", count: 24)
    let expected: [Event] = [.refused(.longPaste(byteCount: 50, limit: 10)), .key(.character("y"))]
    let bytes = Array("\(Self.begin)\(text)\(Self.end)y".utf8)
    #expect(events(of: bytes, in: decoder(pasteLimit: 10)) == expected)
    let whole = Array("\(Self.begin)\(text)\(Self.end)".utf8)
    #expect(events(of: whole, in: decoder(pasteLimit: 50)) == [.paste(text)])
    #expect(
      events(of: whole, in: decoder(pasteLimit: 49)) == [.refused(.longPaste(byteCount: 50, limit: 49))])
  }

  @Test("A paste without an end that is too long is refused, too") func endlessLimit() {
    let bytes = Array("\(Self.begin)\(String(repeating: "x", count: 50))\u{1B}[20".utf8)
    #expect(
      events(of: bytes, in: decoder(pasteLimit: 10)) == [.refused(.longPaste(byteCount: 50, limit: 10))])
  }

  /// What comes of bytes that come in pieces, with a silence behind each.
  private func answers(toPieces pieces: [String]) -> [Event] {
    var (decoder, found) = (decoder(), [Event]())
    for piece in pieces {
      decoder.feed(Array(piece.utf8))
      while let event = decoder.next() { found.append(event) }
      if decoder.patience != nil, let event = decoder.giveUp() { found.append(event) }
      while let event = decoder.next() { found.append(event) }
    }
    return found
  }

  @Test(
    "A paste without an end is ended by Esc or Control with C, alone, as any terminal sends them",
    arguments: ["\u{1B}", "\u{3}", "\u{1B}[27u", "\u{1B}[99;5u", "\u{1B}[27;129u", "\u{1B}[99;133u"])
  func endedByKey(_ key: String) {
    var decoder = decoder()
    for piece in ["\(Self.begin)abc", "j", "k"] {
      decoder.feed(Array(piece.utf8))
      #expect(decoder.next() == nil && decoder.patience.map { $0 < .seconds(1) } == true)
    }
    decoder.feed(Array(key.utf8))
    #expect(decoder.next() == nil && decoder.patience == .milliseconds(250))
    #expect(decoder.giveUp() == .paste("abcjk"))
    decoder.feed(Array("l".utf8))
    #expect(decoder.next() == .key(.character("l")) && decoder.next() == nil)
    #expect(decoder.patience == nil)
  }

  @Test("A key after a silence ends a paste without an end") func endedBySilence() {
    #expect(
      answers(toPieces: ["\(Self.begin)abc", "j", "j", "\u{3}", "\u{1B}"])
        == [.paste("abc")] + keys(.character("j"), .character("j"), .control("c"), .escape))
    #expect(
      answers(toPieces: ["\(Self.begin)abc", "\u{1B}[A", "j"]) == [.paste("abc")] + keys(.up, .character("j"))
    )
    #expect(
      answers(toPieces: ["\(Self.begin)abc", "\(Self.begin)d\(Self.end)j"]) == [
        .paste("abc"), .paste("d"), .key(.character("j")),
      ])
    #expect(answers(toPieces: [Self.begin, "", "", "j"]) == keys(.character("j")))
  }

  @Test("What a network delays is still pasted, and none of it is a key") func late() {
    let text = "abc quit, delete and undo: qdu-y"
    let bytes = Array("\(Self.begin)\(text)\(Self.end)z".utf8)
    let begin = Self.begin.utf8.count
    for cut in begin..<bytes.count - 1 {
      let pieces = [bytes[..<cut], bytes[cut...]].map { String(decoding: $0, as: UTF8.self) }
      let found = answers(toPieces: pieces)
      let pasted = found.map { if case .paste(let text) = $0 { text } else { "" } }.joined()
      #expect(pasted == text && found.last == .key(.character("z")), "\(cut)")
      #expect(found.count { if case .key = $0 { true } else { false } } == 1, "\(cut)")
    }
    let long = String(repeating: "q", count: 100)
    #expect(
      answers(toPieces: ["\(Self.begin)abc", long, "\(Self.end)z"]) == [
        .paste("abc"), .paste(long), .key(.character("z")),
      ])
  }

  @Test("A paste may be cut anywhere on its way") func cutAnywhere() {
    let bytes = Array("\(Self.begin)a\u{1B}[201中\(Self.end)z".utf8)
    for cut in 1..<bytes.count {
      var decoder = decoder()
      var found: [Event] = []
      for part in [bytes[..<cut], bytes[cut...]] {
        decoder.feed(part)
        while let event = decoder.next() { found.append(event) }
      }
      #expect(found == [.paste("a\u{1B}[201中"), .key(.character("z"))])
    }
  }

  @Test("An empty paste is an empty text") func empty() {
    #expect(events(of: Self.begin + Self.end) == [.paste("")])
  }
}

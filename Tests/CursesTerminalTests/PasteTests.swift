import Cells
import Testing

@testable import CursesTerminal

@Suite("A paste is one text")
struct PasteTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  @Test("Nothing in a paste is a key")
  func hostile() {
    let text = "one\ttwo\u{1B}[A\u{3}\u{1B}q\u{1B}[200~\u{1B}[20中\n\0"
    #expect(
      events(of: "a\(Self.begin)\(text)\(Self.end)b") == [
        .key(.character("a")), .paste(text), .key(.character("b")),
      ])
  }

  @Test("Whatever way a line ends, it is a newline")
  func newlines() {
    #expect(events(of: "\(Self.begin)1\r2\r\n3\n\r\r4\(Self.end)") == [.paste("1\n2\n3\n\n\n4")])
  }

  @Test("A paste without an end is taken as far as it came")
  func endless() {
    #expect(events(of: "\(Self.begin)some\u{1B}[20") == [.paste("some\u{1B}[20")])
  }

  @Test("What is beyond the limit is dropped, which is told, and the end is still found")
  func limit() {
    let text = String(repeating: "x", count: 25) + "\u{1B}" + String(repeating: "x", count: 24)
    let expected: [Event] = [
      .paste(String(repeating: "x", count: 10)), .pasteCut(taken: 10, leftOut: 40), .key(.character("y")),
    ]
    let bytes = Array("\(Self.begin)\(text)\(Self.end)y".utf8)
    #expect(events(of: bytes, in: decoder(pasteLimit: 10)) == expected)
    let whole = Array("\(Self.begin)\(text)\(Self.end)".utf8)
    #expect(events(of: whole, in: decoder(pasteLimit: 50)) == [.paste(text)])
  }

  @Test("A paste without an end that is beyond the limit is told of, too")
  func endlessLimit() {
    let bytes = Array("\(Self.begin)\(String(repeating: "x", count: 50))\u{1B}[20".utf8)
    let expected: [Event] = [
      .paste(String(repeating: "x", count: 10)), .pasteCut(taken: 10, leftOut: 44),
    ]
    #expect(events(of: bytes, in: decoder(pasteLimit: 10)) == expected)
  }

  @Test("A paste may be cut anywhere on its way")
  func cutAnywhere() {
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

  @Test("An empty paste is an empty text")
  func empty() {
    #expect(events(of: Self.begin + Self.end) == [.paste("")])
  }
}

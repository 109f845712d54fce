import Cells
import Testing

@testable import CursesTerminal

/// Texts that lead to addresses.
@Suite struct HyperlinkTests {
  private static func frame(_ text: String, _ address: String, _ columns: Range<Int>) -> Frame {
    var frame = Frame(size: Size(columns: 20, rows: 2))
    frame.write(text, at: Position(column: 2, row: 1), role: .content)
    frame.link(address, row: 1, columns: columns)
    return frame
  }

  @Test("A link is its text between the sequences that begin and end it") func bytes() throws {
    let links = Hyperlink.all(in: Self.frame("a.org x", "https://a.org", 2..<7), rows: 0..<2)
    #expect(links.map(\.text) == ["a.org"] && links.map(\.place) == [Position(column: 2, row: 1)])
    let bytes = try #require(links.first?.bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == escaped("␛]8;;https://a.org␛\\a.org␛]8;;␛\\"))
  }

  @Test("Nothing in an address ends the sequence, and an endless one is no link") func hostile() throws {
    let address = "https://a\u{7}\u{1B}\\\u{9C}é b"
    let bytes = try #require(Hyperlink.all(in: Self.frame("a", address, 2..<3), rows: [1]).first?.bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == escaped("␛]8;;https://a%07%1B\\%C2%9C%C3%A9%20b␛\\a␛]8;;␛\\"))
    let endless = "https://" + String(repeating: "a", count: 3_000)
    #expect(Hyperlink.all(in: Self.frame("a", endless, 2..<3), rows: [1]).first?.bytes == nil)
  }

  @Test(
    "What is written over a link is none, and characters of which terminals have several widths are left out")
  func overwritten() {
    var frame = Self.frame("abc漢def", "https://a.org", 2..<10)
    #expect(Hyperlink.all(in: frame, rows: [1]).map(\.text) == ["abc", "def"])
    frame.write("X", at: Position(column: 3, row: 1), role: .content)
    #expect(Hyperlink.all(in: frame, rows: [1]).map(\.text) == ["a", "c", "def"])
  }

  @Test("A frame that is put over another one brings its addresses with it") func overlaid() {
    var frame = Self.frame("abc", "https://a.org", 2..<5)
    frame.overlay(Self.frame("xy", "https://b.org", 2..<4), at: Position(column: 10, row: 0))
    let links = Hyperlink.all(in: frame, rows: 0..<2)
    #expect(links.map(\.text) == ["abc", "xy"])
    #expect(links.map(\.address) == ["https://a.org", "https://b.org"])
  }
}

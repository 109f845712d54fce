import Cells
import Foundation
import TestSupport
import Testing

@testable import CursesTerminal

/// What terminals send for the mouse and the keypad in ways that the program has not asked for.
@Suite struct MouseReportTests {
  /// The bytes at the beginning of a line, written as in C.
  private static func bytes(_ text: Substring, count: Int) -> [UInt8] {
    var (rest, bytes) = (text, [UInt8]())
    while bytes.count < count, let character = rest.first {
      let digits = character == "\\" ? rest.dropFirst().prefix(3) : ""
      if let byte = UInt8(digits, radix: 8) {
        bytes.append(byte)
        rest = rest.dropFirst(4)
      } else {
        bytes += character.utf8
        rest = rest.dropFirst()
      }
    }
    return bytes
  }

  /// The lines of a case file that begin with an escape.
  private static func lines(_ name: String) throws -> [Substring] {
    try Repository.text("Fixtures/cases/\(name)").split(separator: "\n").filter { $0.hasPrefix("\\033") }
  }

  @Test("A report in xterm's first form is what the person did, and never keys") func firstForm() throws {
    let lines = try Self.lines("x10_mouse.txt")
    #expect(lines.count == 7)
    for line in lines {
      let numbers = line.dropFirst(8).split { !$0.isNumber }.compactMap { Int($0) }.suffix(2)
      let column = try #require(numbers.first)
      let row = try #require(line.contains("after an edit") ? 5 : numbers.last)
      let kind: MouseEvent.Kind =
        line.contains("release") ? .release : line.contains("wheel up") ? .wheel(-1) : .press
      let expected = MouseEvent(kind, at: Position(column: column - 1, row: row - 1))
      #expect(events(of: Self.bytes(line, count: 6)) == [.mouse(expected)], "\(line)")
    }
  }

  @Test("Beyond column 95 a byte of a report is not ASCII, and may be a character of UTF-8")
  func wide() throws {
    let text = try Repository.text("Fixtures/cases/x10_mouse.txt")
    let start = try #require(text.range(of: "\\033[M \\240#"))
    let press = MouseEvent(.press, at: Position(column: 127, row: 2))
    #expect(events(of: Self.bytes(text[start.lowerBound...], count: 6)) == [.mouse(press)])
    #expect(events(of: "\u{1B}[M \u{A0}#") == [.mouse(press)])
    let far = MouseEvent(.press, at: Position(column: 299, row: 1))
    #expect(events(of: "\u{1B}[M \u{14C}\"") == [.mouse(far)])
    // Column 170, which could begin a character of UTF-8, and row 200, which could, too.
    let bytes: [UInt8] = Array("\u{1B}[M ".utf8) + [0xCA, 0xE8]
    #expect(events(of: bytes) == [.mouse(MouseEvent(.press, at: Position(column: 169, row: 199)))])
    // What is too far is not told.
    for bytes: [UInt8] in [[0x20, 0x00, 0x23], [0x20, 0x25, 0x20], [0x00, 0x25, 0x25]] {
      #expect(events(of: Array("\u{1B}[M".utf8) + bytes + [0x78]) == keys(.character("x")))
    }
  }

  @Test("A last byte that could begin a character of UTF-8 is a number where nothing follows")
  func lastByte() {
    let bytes: [UInt8] = Array("\u{1B}[M %".utf8) + [0xC3]
    #expect(events(of: bytes) == [.mouse(MouseEvent(.press, at: Position(column: 4, row: 162)))])
    #expect(events(of: Array(bytes.dropLast())) == [])
  }

  @Test("A report with decimals, as rxvt sends it, is what the person did") func decimals() {
    let place = Position(column: 4, row: 3)
    #expect(events(of: "\u{1B}[32;5;4M") == [.mouse(MouseEvent(.press, at: place))])
    #expect(events(of: "\u{1B}[35;5;4M") == [.mouse(MouseEvent(.release, at: place))])
    #expect(events(of: "\u{1B}[64;5;4M") == [.mouse(MouseEvent(.drag, at: place))])
    #expect(events(of: "\u{1B}[97;5;4M") == [.mouse(MouseEvent(.wheel(1), at: place))])
  }

  @Test("A sequence that is a function key of the terminal takes no bytes behind it") func functionKeys() {
    let console = KeySequences { ["kf1": Array("\u{1B}[M".utf8), "kf8": Array("\u{1B}[T".utf8)][$0] }
    let decoder = InputDecoder(sequences: console, encoding: .utf8)
    #expect(
      events(of: Array("\u{1B}[Mq\u{1B}[Tx".utf8), in: decoder) == keys(.f1, .character("q"), .character("x"))
    )
  }

  @Test("Each key of the keypad is the key that it stands for") func keypad() throws {
    let names: [String: Key] = [
      "Enter": .enter, "Left": .left, "Right": .right, "Up": .up, "Down": .down, "PgUp": .pageUp,
      "PgDn": .pageDown, "Home": .home, "End": .end, "Delete": .delete,
    ]
    var count = 0
    for line in try Self.lines("keypad.txt") {
      let words = line.split(separator: " ", maxSplits: 2).map(String.init)
      let bytes = TerminalSequences.bytes(of: words[0].replacingOccurrences(of: "\\033", with: "␛"))
      #expect(events(of: bytes) == names[words[1]].map { [.key($0)] } ?? [], "\(line)")
      count += 1
    }
    #expect(count == 12)
    let characters = (57_399...57_413).flatMap { events(of: "\u{1B}[\($0)u") }
    #expect(characters == "0123456789./*-+".map { .key(.character($0)) })
    #expect(events(of: "\u{1B}[57415u\u{1B}[57416u") == keys(.character("="), .character(",")))
    #expect(events(of: "\u{1B}[57417;5u\u{1B}[57418;3u") == keys(.alt("b"), .alt("f")))
  }

  @Test("A key that is let go, or pressed with another modifier than Alt and Control, types nothing")
  func modifiers() {
    #expect(events(of: "\u{1B}[113;9u\u{1B}[113;1:3u\u{1B}[1;1:3A\u{1B}[3;1:3~x") == keys(.character("x")))
    #expect(
      events(of: "\u{1B}[97;5:2u\u{1B}[1;5:1C\u{1B}[233u") == keys(.control("a"), .alt("f"), .character("é")))
  }
}

import Cells
import SeededRandom

/// Makes what a terminal can send, at random.
enum TerminalPieceSource {
  /// Anything, most of it sequences.
  ///
  /// - Parameters:
  ///   - pasteLimit: How many bytes a paste can have that is not refused.
  ///   - hasUnreadable: Whether there are also bytes that are no UTF-8.
  static func next(pasteLimit: Int, hasUnreadable: Bool, using generator: inout SeededGenerator)
    -> TerminalPiece
  {
    switch Int.random(in: 0..<24, using: &generator) {
    case 0...4: text(using: &generator)
    case 5...6: paste(limit: pasteLimit, using: &generator)
    case 7...8: kittyCharacter(using: &generator)
    case 9: TerminalPiece(bytes: [controls.randomElement(using: &generator) ?? 3])
    case 10:
      TerminalPiece(bytes: [0x1B, .random(in: UInt8(ascii: "a")...UInt8(ascii: "z"), using: &generator)])
    case 11: unknownString(using: &generator)
    case 12 where hasUnreadable: TerminalPiece(bytes: unreadable.randomElement(using: &generator) ?? [0xFF])
    default: SequenceSource.next(using: &generator)
    }
  }

  /// Characters of keys.
  static func text(using generator: inout SeededGenerator) -> TerminalPiece {
    let scalars = (0..<Int.random(in: 1...6, using: &generator)).map { _ in scalar(using: &generator) }
    return TerminalPiece(
      bytes: scalars.flatMap { Array(String($0).utf8) },
      typed: scalars.map { .key(.character(Character($0))) })
  }

  static func scalar(using generator: inout SeededGenerator) -> Unicode.Scalar {
    if Int.random(in: 0..<4, using: &generator) == 0 {
      return ["é", "ÿ", "Ã", "ř", "日", "\u{301}", "😀", "\u{FFFD}", "\u{10FFFD}"].randomElement(
        using: &generator) ?? "é"
    }
    return Unicode.Scalar(UInt8.random(in: 32...126, using: &generator))
  }

  /// Whatever a person has copied, between the marks.
  private static func paste(limit: Int, using generator: inout SeededGenerator) -> TerminalPiece {
    var scalars = String.UnicodeScalarView()
    let most = Int.random(in: 0..<20, using: &generator) == 0 ? 2_000 : 40
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      if Int.random(in: 0..<8, using: &generator) == 0 {
        scalars += (hostile.randomElement(using: &generator) ?? "").unicodeScalars
      } else {
        scalars.append(scalar(using: &generator))
      }
    }
    var text = String(scalars)
    if text.utf8.contains(PasteMark.end) { text = String(scalars.filter { $0 != "~" }) }
    let bytes = Array(text.utf8)
    let event: Event =
      bytes.count > limit
      ? .refused(.longPaste(byteCount: bytes.count, limit: limit)) : .paste(withNewlines(bytes))
    return TerminalPiece(bytes: PasteMark.begin + bytes + PasteMark.end, typed: [event])
  }

  private static func withNewlines(_ bytes: [UInt8]) -> String {
    var kept: [UInt8] = []
    for (place, byte) in bytes.enumerated() where byte != 10 || place == 0 || bytes[place - 1] != 13 {
      kept.append(byte == 13 ? 10 : byte)
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static let hostile = [
    "\r", "\n", "\r\n", "\u{1B}", "\u{1B}[200~", "\u{1B}[201", "\u{1B}[20", "\u{3}", "\u{0}", "\u{1B}[A",
    "\u{1B}]11;",
    "\u{7}", "\u{9B}",
  ]

  /// Text that can be pasted in parts, and be looked for in what comes of it.
  static func plainText(using generator: inout SeededGenerator) -> [UInt8] {
    (0..<Int.random(in: 1...60, using: &generator)).map { _ in .random(in: 32...126, using: &generator) }
  }

  /// A key of kitty's protocol that types a character.
  private static func kittyCharacter(using generator: inout SeededGenerator) -> TerminalPiece {
    let keypad = Array("0123456789./*-+\r=,".unicodeScalars)
    let code = Int.random(in: 57_399...57_416, using: &generator)
    // Shift and the locks change nothing, nor does a key that is held.
    let locks = [1, 2, 65, 129, 130, 193].randomElement(using: &generator) ?? 1
    let event = Bool.random(using: &generator) ? "" : Bool.random(using: &generator) ? ":1" : ":2"
    let typed = keypad[code - 57_399]
    return TerminalPiece(
      bytes: Array("\u{1B}[\(code);\(locks)\(event)u".utf8),
      typed: typed == "\r" ? [] : [.key(.character(Character(typed)))])
  }

  /// A string that only its end tells from a key with Alt.
  private static func unknownString(using generator: inout SeededGenerator) -> TerminalPiece {
    let most = Bool.random(using: &generator) ? 30 : 256
    let least = Int.random(in: 0..<4, using: &generator) == 0 ? most - 3 : 1
    let opening = ["]k", "Pq", "_q", "^q", "]q", "_1", "Pz"].randomElement(using: &generator) ?? "]q"
    let count = Int.random(in: least...most, using: &generator) - 1
    let text = (0..<count).map { _ in UInt8.random(in: 32...126, using: &generator) }
    let begin = Array("\u{1B}\(opening)".utf8)
    return TerminalPiece(bytes: begin + text + SequenceSource.stringEnd(using: &generator))
  }

  private static let controls: [UInt8] = (0...31).filter { $0 != 0x1B } + [0x7F]

  private static let unreadable: [[UInt8]] = [
    [0xFF], [0xC0, 0xAF], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98], [0xC3], [0xFE, 0x80, 0x80],
  ]
}

/// One thing that a terminal sends, whole.
struct TerminalPiece {
  let bytes: [UInt8]
  /// What a person has typed or pasted by it.
  var typed: [Event] = []
}

/// The marks around pasted text.
enum PasteMark {
  static let begin: [UInt8] = Array("\u{1B}[200~".utf8)
  static let end: [UInt8] = Array("\u{1B}[201~".utf8)
}

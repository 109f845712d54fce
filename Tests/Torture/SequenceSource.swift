import SeededRandom
import TestSupport

/// Makes sequences that type nothing, of each kind that there is, at random.
enum SequenceSource {
  static func next(using generator: inout SeededGenerator) -> TerminalPiece {
    let bytes: [UInt8]
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...1: bytes = known.randomElement(using: &generator).map(TerminalSequences.bytes(of:)) ?? []
    case 2: bytes = controlSequence(using: &generator)
    case 3: bytes = editingKey(using: &generator)
    case 4: bytes = singleShift(using: &generator)
    case 5...6: bytes = kittyKey(using: &generator)
    case 7: bytes = firstMouseReport(using: &generator)
    case 8: bytes = wideMouseReport(using: &generator)
    case 9: bytes = decimalMouseReport(using: &generator)
    default: bytes = string(using: &generator)
    }
    return TerminalPiece(bytes: bytes)
  }

  /// What is kept as examples, but for what only a silence ends.
  private static let known = TerminalSequences.all.filter { !$0.hasSuffix("$") }

  private static func text(
    of characters: String, _ count: ClosedRange<Int>, using generator: inout SeededGenerator
  ) -> String {
    let characters = Array(characters)
    return String(
      (0..<Int.random(in: count, using: &generator)).map { _ in
        characters.randomElement(using: &generator) ?? "0"
      })
  }

  /// CSI with parameters and intermediates, nearly always short.
  private static func controlSequence(using generator: inout SeededGenerator) -> [UInt8] {
    let most = Int.random(in: 0..<20, using: &generator) == 0 ? 600 : 12
    let mark = text(of: "<=>?", 0...1, using: &generator)
    let parameters = text(of: "0123456789;;:", 0...most, using: &generator)
    let intermediates = text(of: " !\"#$%&'()*+,-./", 0...1, using: &generator)
    // What kitty's keys end with, and editing keys and the beginning of a paste, is made elsewhere; and alone M, T and t
    // begin more, and [ is a function key.
    let finals =
      "@ABCDEFGHIJKLNOPQRSUVWXYZ\\]^_`abcdefghijklmnopqrsvwxyz{|}" + (parameters.isEmpty ? "" : "MTt[")
    let final = text(of: finals, 1...1, using: &generator)
    return Array("\u{1B}[\(mark)\(parameters)\(intermediates)\(final)".utf8)
  }

  private static func editingKey(using generator: inout SeededGenerator) -> [UInt8] {
    let number = Int.random(in: 0...60, using: &generator)
    let modifier = text(of: "123456789", 0...2, using: &generator)
    return Array("\u{1B}[\(number);\(modifier)\(text(of: "~^@", 1...1, using: &generator))".utf8)
  }

  private static func singleShift(using generator: inout SeededGenerator) -> [UInt8] {
    let most = Int.random(in: 0..<6, using: &generator) == 0 ? 30 : 3
    let parameters = text(of: "0123456789;", 0...most, using: &generator)
    let letter = UInt8.random(in: 0x40...0x7E, using: &generator)
    return Array("\u{1B}O\(parameters)".utf8) + [letter]
  }

  /// A key of kitty's protocol that is no character, is let go, or has a modifier with which it types none.
  private static func kittyKey(using generator: inout SeededGenerator) -> [UInt8] {
    var (modifiers, event) = (
      Int.random(in: 0...255, using: &generator), Int.random(in: 1...3, using: &generator)
    )
    let code: Int
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: code = [27, 13, 9, 127].randomElement(using: &generator) ?? 27
    case 1: code = .random(in: 57_417...57_427, using: &generator)
    case 2: code = .random(in: 57_428...63_743, using: &generator)
    default:
      code =
        Bool.random(using: &generator) ? .random(in: 32...126, using: &generator) : 57_399 + modifiers % 18
      if Bool.random(using: &generator) { event = 3 } else { modifiers |= [2, 4, 8, 16, 32][modifiers % 5] }
    }
    let others = Int.random(in: 0..<4, using: &generator) == 0 ? ":\(code + 1):\(code + 2)" : ""
    let text = Int.random(in: 0..<4, using: &generator) == 0 ? ";\(97 + code % 26)" : ""
    return Array("\u{1B}[\(code)\(others);\(modifiers + 1):\(event)\(text)u".utf8)
  }

  /// X10's, where the numbers are bytes.
  private static func firstMouseReport(using generator: inout SeededGenerator) -> [UInt8] {
    let (final, count) =
      [("M", 3), ("M", 3), ("M", 3), ("t", 2), ("T", 6)].randomElement(using: &generator) ?? ("M", 3)
    var numbers: [UInt8] = []
    for _ in 0..<count {
      let byte = UInt8.random(in: 32...255, using: &generator)
      // The two could also be one number of mode 1005.
      let isOne = numbers.last.map { 0xC2...0xDF ~= $0 } == true && byte & 0xC0 == 0x80
      numbers.append(isOne ? 33 : byte)
    }
    return Array("\u{1B}[\(final)".utf8) + numbers
  }

  /// That of mode 1005, where the numbers are characters.
  private static func wideMouseReport(using generator: inout SeededGenerator) -> [UInt8] {
    var text = String.UnicodeScalarView()
    for _ in 0..<3 { text.append(Unicode.Scalar(UInt16.random(in: 32...0x7FF, using: &generator)) ?? " ") }
    return Array("\u{1B}[M\(String(text))".utf8)
  }

  /// Those of the modes 1006 and 1015.
  private static func decimalMouseReport(using generator: inout SeededGenerator) -> [UInt8] {
    let numbers = (0..<3).map { _ in "\(Int.random(in: 0...400, using: &generator))" }.joined(separator: ";")
    let final = Bool.random(using: &generator) ? "M" : "m"
    return Array((Bool.random(using: &generator) ? "\u{1B}[<\(numbers)\(final)" : "\u{1B}[\(numbers)M").utf8)
  }

  /// An OSC, DCS, APC or PM.
  private static func string(using generator: inout SeededGenerator) -> [UInt8] {
    let opening =
      ["]11;rgb:", "]52;c;", "]0;", "]l", "]L", "P1$r", "P0+r", "P>|", "P!|", "P=", "P?", "_G", "^1"]
      .randomElement(using: &generator) ?? "]"
    let most = Int.random(in: 0..<30, using: &generator) == 0 ? 9_000 : 60
    var text: [UInt8] = []
    for _ in 0..<Int.random(in: 0...most, using: &generator) {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0: text.append([0, 9, 10, 13, 0x7F].randomElement(using: &generator) ?? 0)
      default: text += String(TerminalPieceSource.scalar(using: &generator)).utf8
      }
    }
    return Array("\u{1B}\(opening)".utf8) + text + stringEnd(using: &generator)
  }

  static func stringEnd(using generator: inout SeededGenerator) -> [UInt8] {
    Bool.random(using: &generator) ? [7] : [0x1B, UInt8(ascii: "\\")]
  }
}

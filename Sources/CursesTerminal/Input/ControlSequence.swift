import Cells

/// A control sequence of ECMA-48, section 5.4: CSI, parameters, intermediates and a final byte.
struct ControlSequence {
  enum Reading {
    case whole(ControlSequence, length: Int)
    case beginning
    case broken(length: Int)
    case long(length: Int)
  }

  private var parameters: [UInt8] = []
  private var hasIntermediates = false
  private var final: UInt8 = 0

  private static let limit = 256

  /// Replaces the beginning of a too long sequence; no known sequence begins with it.
  static let mark: [UInt8] = [ASCII.escape, UInt8(ascii: "["), UInt8(ascii: "!")]

  var beginsPaste: Bool { final == UInt8(ascii: "~") && numbers.first == 200 && !hasIntermediates }

  /// How many numbers follow as bytes, in X10 mouse reports and in those of xterm's highlight tracking.
  var trailingCount: Int {
    guard parameters.isEmpty, !hasIntermediates else { return 0 }
    return switch final {
    case UInt8(ascii: "M"): 3
    case UInt8(ascii: "t"): 2
    case UInt8(ascii: "T"): 6
    default: 0
    }
  }

  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    var sequence = ControlSequence()
    for (offset, byte) in bytes.enumerated().dropFirst(2) {
      switch byte {
      case _ where offset == limit: return .long(length: limit)
      // A function key of the Linux console: another `[`, then a letter.
      case 0x5B where offset == 2:
        guard let letter = bytes.dropFirst(3).first else { return .beginning }
        return .broken(length: 0x40...0x7E ~= letter ? 4 : 3)
      case 0x20...0x2F: sequence.hasIntermediates = true
      case 0x30...0x3F: sequence.parameters.append(byte)
      case 0x40...0x7E:
        sequence.final = byte
        return .whole(sequence, length: offset + 1)
      default: return .broken(length: offset)
      }
    }
    return .beginning
  }

  var reply: TerminalReply? {
    let text = String(decoding: parameters, as: UTF8.self)
    switch final {
    // Attribute 4 is Sixel; the first number is the model.
    case UInt8(ascii: "c") where text.hasPrefix("?"):
      return .attributes(hasSixel: text.split(separator: ";").dropFirst().contains("4"))
    case UInt8(ascii: "u") where text.hasPrefix("?"): return .keyboard
    // Multiplexers identify themselves here: screen as 83 and tmux as 84 (their first letters).
    case UInt8(ascii: "c") where text.hasPrefix(">"):
      return .program(Int(text.dropFirst().prefix { $0 != ";" }) ?? 0)
    case UInt8(ascii: "y") where text.hasPrefix("?"): return Self.mode(text.dropFirst())
    case UInt8(ascii: "n") where text == "?997;1": return .appearance(isLight: false)
    case UInt8(ascii: "n") where text == "?997;2": return .appearance(isLight: true)
    default: return nil
    }
  }

  private static let modes: Set = [1, 25, 1000, 1002, 1003, 1006, 1049, 2004, 2026, 2031]

  private static func mode(_ report: Substring) -> TerminalReply? {
    let numbers = report.split(separator: ";").map { Int($0) }
    guard numbers.count == 2, let mode = numbers[0], modes.contains(mode) else { return nil }
    return numbers[1].flatMap(ModeState.init).map { .mode(mode, $0) }
  }

  /// Mouse reports with decimals: SGR (1006) and rxvt's (1015).
  var mouse: MouseEvent? {
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M"), !hasIntermediates else { return nil }
    let isSGR = parameters.first == UInt8(ascii: "<")
    let numbers = String(decoding: isSGR ? parameters.dropFirst() : parameters[...], as: UTF8.self)
      .split(separator: ";").map { Int($0) ?? 0 }
    guard numbers.count == 3, isSGR || !isRelease else { return nil }
    // rxvt adds 32 to the button, and does not name the released button.
    let button = isSGR ? numbers[0] : numbers[0] - 32
    guard !isSGR || button != 3 else { return nil }
    return MouseReport.event(button: button, column: numbers[1], row: numbers[2], isRelease: isRelease)
  }

  private var numbers: [Int] { parts.map { $0.first ?? 0 } }

  private var parts: [[Int]] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }
  }

  private var isRelease: Bool { parts.dropFirst().first?.dropFirst().first == 3 }

  var key: Key? {
    guard !hasIntermediates, !isRelease else { return nil }
    let numbers = numbers
    let modifiers = max(0, (numbers.count > 1 ? numbers[1] : 1) - 1)
    let byWords = modifiers & 0b110 != 0
    switch final {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return byWords ? .alt("f") : .right
    case UInt8(ascii: "D"): return byWords ? .alt("b") : .left
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "P"): return .f1
    case UInt8(ascii: "Z"): return .backTab
    // Return with a modifier, from xterm's modifyOtherKeys.
    case UInt8(ascii: "~") where numbers.first == 27 && numbers.last == 13:
      return KittyKey.returnKey(modifiers)
    case UInt8(ascii: "~"): return Self.editingKey(numbers.first ?? 0)
    case UInt8(ascii: "u"): return kittyKey?.key
    default: return nil
    }
  }

  var kittyKey: KittyKey? {
    guard final == UInt8(ascii: "u"), !hasIntermediates, !isRelease,
      parameters.first.map({ 0x30...0x39 ~= $0 }) == true
    else { return nil }
    return KittyKey(parts)
  }

  /// The VT220's editing keypad, with additions of other terminals.
  private static func editingKey(_ number: Int) -> Key? {
    switch number {
    case 1, 7: .home
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11: .f1
    default: nil
    }
  }
}

package enum ModeState: Int {
  case unknown
  case set, reset
  case alwaysSet, alwaysReset

  var canBeSet: Bool { self == .set || self == .reset || self == .alwaysSet }
}

package enum TerminalReply: Hashable {
  case background(red: Double, green: Double, blue: Double)
  case mode(Int, ModeState)
  case appearance(isLight: Bool)
  /// Knows kitty's keyboard protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
  case keyboard
  /// The program's number among the secondary attributes (DA2).
  case program(Int)
  case pictures
  /// The primary attributes, which come last.
  case attributes(hasSixel: Bool)

  var isLast: Bool {
    if case .attributes = self { return true }
    return false
  }
}

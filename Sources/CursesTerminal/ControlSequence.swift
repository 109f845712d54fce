import Cells

/// A control sequence of ECMA-48, section 5.4: CSI, parameters, intermediates and a final byte.
///
/// It stands in for keys that terminfo does not name, such as arrows with modifiers, as xterm sends them.
struct ControlSequence {
  /// What the bytes turned out to be.
  enum Reading {
    /// The sequence and the bytes that it takes.
    case whole(ControlSequence, length: Int)
    /// The beginning of one.
    case beginning
    /// So many bytes that are none.
    case broken(length: Int)
  }

  private var parameters: [UInt8] = []
  private var final: UInt8 = 0

  /// Whether it announces pasted text.
  var beginsPaste: Bool { final == UInt8(ascii: "~") && numbers.first == 200 }

  /// Reads from bytes that begin with ESC and `[`.
  static func read(_ bytes: ArraySlice<UInt8>) -> Reading {
    var sequence = ControlSequence()
    for (offset, byte) in bytes.enumerated().dropFirst(2) {
      switch byte {
      // The function keys of the Linux console: another `[`, then a letter.
      case 0x5B where offset == 2: return bytes.count > 3 ? .broken(length: 4) : .beginning
      case 0x20...0x2F: continue
      case 0x30...0x3F: sequence.parameters.append(byte)
      case 0x40...0x7E:
        sequence.final = byte
        return .whole(sequence, length: offset + 1)
      default: return .broken(length: offset)
      }
    }
    return .beginning
  }

  /// What it answers, if it is an answer that somebody may have asked for.
  var reply: TerminalReply? {
    let text = String(decoding: parameters, as: UTF8.self)
    switch final {
    // Of the attributes 4 is Sixel; the first number is the model.
    case UInt8(ascii: "c") where text.hasPrefix("?"):
      return .attributes(hasSixel: text.split(separator: ";").dropFirst().contains("4"))
    case UInt8(ascii: "u") where text.hasPrefix("?"): return .keyboard
    case UInt8(ascii: "y") where text.hasPrefix("?2026;"): return .synchronization(Self.canBeSet(text))
    case UInt8(ascii: "y") where text.hasPrefix("?2031;"): return .tellsAppearance(Self.canBeSet(text))
    case UInt8(ascii: "n") where text == "?997;1": return .appearance(isLight: false)
    case UInt8(ascii: "n") where text == "?997;2": return .appearance(isLight: true)
    default: return nil
    }
  }

  /// Whether a report on a mode says that it is reset, set, or set for good; the others say that it cannot be set.
  private static func canBeSet(_ report: String) -> Bool { ["1", "2", "3"].contains(report.dropFirst(6)) }

  /// What was done with the mouse (XTerm Control Sequences, SGR 1006): the button, the column and the row, from 1.
  var mouse: MouseEvent? {
    let isRelease = final == UInt8(ascii: "m")
    guard parameters.first == UInt8(ascii: "<"), isRelease || final == UInt8(ascii: "M") else { return nil }
    let numbers = String(decoding: parameters.dropFirst(), as: UTF8.self).split(separator: ";").map {
      Int($0) ?? 0
    }
    guard numbers.count == 3, (1...10_000).contains(numbers[1]), (1...10_000).contains(numbers[2]) else {
      return nil
    }
    let place = Position(column: numbers[1] - 1, row: numbers[2] - 1)
    switch numbers[0] {
    case 0: return MouseEvent(isRelease ? .release : .press, at: place)
    case 32: return MouseEvent(.drag, at: place)
    case 64: return MouseEvent(.wheel(-1), at: place)
    case 65: return MouseEvent(.wheel(1), at: place)
    default: return nil
    }
  }

  private var numbers: [Int] {
    parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
  }

  /// The key that it stands for, or nil if the program does not know it.
  var key: Key? {
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
    // Return with a modifier, as xterm's modifyOtherKeys reports it.
    case UInt8(ascii: "~") where numbers.first == 27 && numbers.last == 13: return Self.returnKey(modifiers)
    case UInt8(ascii: "~"): return Self.editingKey(numbers.first ?? 0)
    // What kitty's protocol has for keys that others send ambiguously.
    case UInt8(ascii: "u") where parameters.first.map { 0x30...0x39 ~= $0 } == true:
      return Self.kittyKey(numbers.first ?? 0, modifiers)
    default: return nil
    }
  }

  /// A key of kitty's protocol: the code point that it has without modifiers, and these.
  private static func kittyKey(_ code: Int, _ modifiers: Int) -> Key? {
    let (isAlt, isControl) = (modifiers & 2 != 0, modifiers & 4 != 0)
    switch code {
    case 27: return .escape
    case 13: return returnKey(modifiers)
    case 9: return modifiers & 1 != 0 ? .backTab : .tab
    // With Alt or Control it deletes a word, as it does elsewhere.
    case 127: return isAlt || isControl ? .control("w") : .backspace
    default:
      guard (33...126).contains(code) || code == 32, let scalar = Unicode.Scalar(UInt32(code)) else {
        return nil
      }
      let character = Character(scalar)
      let shifted = modifiers & 1 != 0 ? Character(character.uppercased()) : character
      return isControl ? .control(character) : isAlt ? .alt(shifted) : .character(shifted)
    }
  }

  /// Shift with Return begins a new line, as Control with J does.
  private static func returnKey(_ modifiers: Int) -> Key { modifiers & 1 == 0 ? .enter : .control("j") }

  /// The keys of the VT220's editing keypad, and what other terminals added to them.
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

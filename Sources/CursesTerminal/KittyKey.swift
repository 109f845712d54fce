import Cells

/// The keys of kitty's protocol, whose sequences have a code point and modifiers
/// (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
enum KittyKey {
  /// The key, or nil if the program does not know it.
  ///
  /// - Parameters:
  ///   - code: The code point that it has without modifiers.
  ///   - modifiers: 1 for Shift, 2 for Alt, 4 for Control; 8, 16 and 32 for others, 64 and 128 for the two locks.
  static func key(_ code: Int, _ modifiers: Int) -> Key? {
    let (isShifted, isAlt, isControl) = (modifiers & 1 != 0, modifiers & 2 != 0, modifiers & 4 != 0)
    if let key = keypad(code, byWords: isAlt || isControl) { return key }
    switch code {
    case 27: return .escape
    case 13, 57_414: return returnKey(modifiers)
    case 9: return isShifted ? .backTab : .tab
    // With Alt or Control it deletes a word, as it does elsewhere.
    case 127: return isAlt || isControl ? .control("w") : .backspace
    default:
      // Super, Hyper and Meta make another key of it.
      guard modifiers & 0b111000 == 0, let character = character(code) else { return nil }
      let shifted = isShifted ? character.uppercased().first ?? character : character
      return isControl ? .control(character) : isAlt ? .alt(shifted) : .character(shifted)
    }
  }

  /// Shift with Return begins a new line, as Control with J does.
  static func returnKey(_ modifiers: Int) -> Key { modifiers & 1 == 0 ? .enter : .control("j") }

  /// The characters of the keypad from its first key on.
  private static let keypadCharacters: [Character] = Array("0123456789./*-+")

  private static func keypad(_ code: Int, byWords: Bool) -> Key? {
    switch code {
    case 57_417: byWords ? .alt("b") : .left
    case 57_418: byWords ? .alt("f") : .right
    case 57_419: .up
    case 57_420: .down
    case 57_421: .pageUp
    case 57_422: .pageDown
    case 57_423: .home
    case 57_424: .end
    case 57_426: .delete
    default: nil
    }
  }

  /// The character of a key; those of the private use area stand for keys that are none, but for some of the keypad.
  private static func character(_ code: Int) -> Character? {
    switch code {
    case 57_399...57_413: return keypadCharacters[code - 57_399]
    case 57_415: return "="
    case 57_416: return ","
    case 32...126, 0xA0..<0xE000, 0xF900...0x10FFFF:
      return UInt32(exactly: code).flatMap(Unicode.Scalar.init).map(Character.init)
    default: return nil
    }
  }
}

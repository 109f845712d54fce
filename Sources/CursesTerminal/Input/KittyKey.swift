import Cells

/// A key of kitty's protocol (https://sw.kovidgoyal.net/kitty/keyboard-protocol/).
struct KittyKey {
  private let code: Int
  /// The code point with Shift; 0 if unknown.
  private let shifted: Int
  /// The code point on a US keyboard; 0 if unknown.
  private let base: Int
  /// 1 for Shift, 2 for Alt, 4 for Control; 8, 16 and 32 for others, 64 and 128 for the two locks.
  private let modifiers: Int
  let text: String.UnicodeScalarView

  init(_ parameters: [[Int]]) {
    let codes = (parameters.first ?? []) + [0, 0, 0]
    (code, shifted, base) = (codes[0], codes[1], codes[2])
    modifiers = max(0, (parameters.count > 1 ? parameters[1].first ?? 1 : 1) - 1)
    // A key of the private use area types nothing, except for the known keys of the keypad.
    let types = modifiers & 0b111110 == 0 && parameters.count > 2 && !(0xE000..<0xF900 ~= code)
    text = String.UnicodeScalarView(
      types ? parameters[2].compactMap(Self.scalar).filter { $0.value >= 32 } : [])
  }

  var key: Key? {
    let (isShifted, isAlt, isControl) = (modifiers & 1 != 0, modifiers & 2 != 0, modifiers & 4 != 0)
    if let key = Self.keypad(code, byWords: isAlt || isControl) { return key }
    switch code {
    case 27: return .escape
    case 13, 57_414: return Self.returnKey(modifiers)
    case 9: return isShifted ? .backTab : .tab
    // With Alt or Control, Backspace deletes a word, as elsewhere.
    case 127: return isAlt || isControl ? .control("w") : .backspace
    default: break
    }
    if let scalar = text.first { return .character(Character(scalar)) }
    // Super, Hyper and Meta make another key of it.
    guard modifiers & 0b111000 == 0, let character = Self.character(code) else { return nil }
    if isControl { return .control(baseKey(isShifted: false) ?? character) }
    let other = Self.character(shifted) ?? character.uppercased().first ?? character
    let typed = isShifted ? other : character
    return isAlt ? .alt(baseKey(isShifted: isShifted) ?? typed) : .character(typed)
  }

  /// The character on a US keyboard, if the key types one of a non-Latin alphabet here.
  var baseKey: Character? { baseKey(isShifted: modifiers & 1 != 0) }

  private func baseKey(isShifted: Bool) -> Character? {
    guard code >= 0x370 || text.first.map({ $0.value >= 0x370 }) == true, 33...126 ~= base,
      let key = Self.character(base)
    else { return nil }
    guard isShifted else { return key }
    return Self.shiftedSigns[key] ?? key.uppercased().first
  }

  private static let shiftedSigns = Dictionary(
    uniqueKeysWithValues: zip("`1234567890-=[]\\;',./", "~!@#$%^&*()_+{}|:\"<>?"))

  /// Shift-Return begins a new line, like Control-J.
  static func returnKey(_ modifiers: Int) -> Key { modifiers & 1 == 0 ? .enter : .control("j") }

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

  private static func character(_ code: Int) -> Character? {
    switch code {
    case 57_399...57_413: return keypadCharacters[code - 57_399]
    case 57_415: return "="
    case 57_416: return ","
    case 32...126, 0xA0..<0xE000, 0xF900...0x10FFFF: return scalar(code).map(Character.init)
    default: return nil
    }
  }

  private static func scalar(_ code: Int) -> Unicode.Scalar? {
    UInt32(exactly: code).flatMap(Unicode.Scalar.init)
  }
}

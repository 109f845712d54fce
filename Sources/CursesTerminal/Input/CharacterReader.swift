/// Decodes bytes: UTF-8 always counts as UTF-8, and other bytes are in the encoding of the locale, if it has another.
package struct CharacterReader: Sendable {
  package enum Reading {
    case character(Unicode.Scalar, length: Int)
    case beginning
    case none
  }

  /// Decodes the encoding of the locale; nil if that is UTF-8 or unknown.
  private let locale: (@Sendable (ArraySlice<UInt8>) -> Reading)?

  init(locale: (@Sendable (ArraySlice<UInt8>) -> Reading)? = nil) { self.locale = locale }

  package static let utf8 = CharacterReader()

  /// UTF-8, with an encoding of one byte per character for other bytes; nil is no character.
  package static func bytes(_ scalar: @escaping @Sendable (UInt8) -> Unicode.Scalar?) -> CharacterReader {
    CharacterReader { bytes in
      bytes.first.flatMap(scalar).map { .character($0, length: 1) } ?? .none
    }
  }

  var hasLocale: Bool { locale != nil }

  func first(_ bytes: ArraySlice<UInt8>, isOver: Bool) -> Reading {
    switch Self.utf8(bytes) {
    case .beginning where !isOver: return .beginning
    case .character(let scalar, let length): return .character(scalar, length: length)
    case .beginning, .none: break
    }
    guard case .some(let reading) = locale?(bytes) else { return .none }
    if case .beginning = reading, isOver { return .none }
    return reading
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>) -> Reading {
    guard let length = bytes.first.flatMap(length) else { return .none }
    if let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let scalar = text.unicodeScalars.first
    {
      return .character(scalar, length: length)
    }
    return bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 } ? .beginning : .none
  }

  private static func length(first: UInt8) -> Int? {
    switch first {
    case 0x00..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: nil
    }
  }

  /// Nil if any byte is not text: nothing is guessed.
  func text(_ bytes: [UInt8]) -> String? {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    guard let locale else { return nil }
    var (rest, scalars) = (bytes[...], String.UnicodeScalarView())
    while let byte = rest.first {
      if byte < 0x80 {
        scalars.append(Unicode.Scalar(byte))
        rest = rest.dropFirst()
      } else if case .character(let scalar, let length) = locale(rest) {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        return nil
      }
    }
    return String(scalars)
  }
}

enum ASCII {
  static let backspace: UInt8 = 0x08
  static let tab: UInt8 = 0x09
  static let carriageReturn: UInt8 = 0x0D
  static let escape: UInt8 = 0x1B
  static let delete: UInt8 = 0x7F
}

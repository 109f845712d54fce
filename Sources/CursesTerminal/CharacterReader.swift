/// Turns bytes into characters: those that are UTF-8 are UTF-8 whatever the locale says, and others are what they are in its
/// encoding, if it has one of its own.
package struct CharacterReader: Sendable {
  /// What the front of some bytes is.
  package enum Reading {
    /// A character and the bytes that it takes.
    case character(Unicode.Scalar, length: Int)
    /// The beginning of one.
    case beginning
    /// No character.
    case none
  }

  /// Reads bytes in the encoding of the locale; nil where that is UTF-8 or not known.
  private let locale: (@Sendable (ArraySlice<UInt8>) -> Reading)?

  /// Reads UTF-8, and what the closure reads.
  init(locale: (@Sendable (ArraySlice<UInt8>) -> Reading)? = nil) { self.locale = locale }

  /// UTF-8 and nothing else.
  package static let utf8 = CharacterReader()

  /// UTF-8, and otherwise one byte for each character, as the closure says; nil is none.
  package static func bytes(_ scalar: @escaping @Sendable (UInt8) -> Unicode.Scalar?) -> CharacterReader {
    CharacterReader { bytes in
      bytes.first.flatMap(scalar).map { .character($0, length: 1) } ?? .none
    }
  }

  /// Whether a byte can be another character than in UTF-8.
  var hasLocale: Bool { locale != nil }

  /// Reads the character at the front, which is not empty.
  ///
  /// - Parameter isOver: Whether nothing follows.
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

  /// The bytes of a UTF-8 sequence by its first; nil for one that cannot be the first.
  private static func length(first: UInt8) -> Int? {
    switch first {
    case 0x00..<0x80: 1
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: nil
    }
  }

  /// The text that bytes are, or nil if they are none: nothing of it is guessed.
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

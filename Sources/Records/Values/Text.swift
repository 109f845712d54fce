/// The bytes of a text as SQLite holds them, whether or not they are valid UTF-8.
///
/// A text is compared and written by its bytes, so that a value nobody changed goes back as it came. What people
/// see is `string`.
public struct Text: Hashable, Sendable {
  /// The UTF-8 bytes, without a terminating zero; they may be invalid and may hold zeros.
  public let bytes: [UInt8]

  /// Makes a text of bytes that are taken as they are.
  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes a text of a string's UTF-8.
  public init(_ string: some StringProtocol) {
    bytes = Array(string.utf8)
  }

  /// The text for people: each invalid sequence is shown as U+FFFD.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public var string: String {
    String(decoding: bytes, as: UTF8.self)
  }
}

extension Text: ExpressibleByStringLiteral {
  /// Makes a text of a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

/// The bytes of a text as SQLite stores them, whether or not they are valid UTF-8.
///
/// A text is compared and written by its bytes, so that an unchanged value is written back unmodified. `string` is for display.
public struct Text: Hashable, Sendable {
  /// The UTF-8 bytes without a terminating zero; they may be invalid and contain zeros.
  public let bytes: [UInt8]

  /// Creates a text from bytes, without validation.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a text from a string's UTF-8.
  public init(_ string: some StringProtocol) { bytes = Array(string.utf8) }

  /// The text for display, decoded on each access, with U+FFFD for each invalid sequence.
  public var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension Text: ExpressibleByStringLiteral {
  /// Creates a text from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

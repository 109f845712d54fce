/// One of the five values that SQLite stores, never converted on the way in or out.
///
/// The integer 1 and the real 1.0 are different values here, as NULL and the empty text are.
public enum Value: Hashable, Sendable {
  /// SQLite's NULL.
  case null
  /// A signed integer of 64 bits.
  case integer(Int64)
  /// A double; SQLite stores NaN as NULL, so it never occurs.
  case real(Double)
  /// A text by its bytes.
  case text(Text)
  /// Bytes without meaning.
  case blob([UInt8])

  /// Whether this is NULL.
  public var isNull: Bool { self == .null }

  /// The bytes of text or blob that this value holds beside itself.
  public var payloadByteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.bytes.count
    case .blob(let bytes): bytes.count
    }
  }
}

extension Value: ExpressibleByStringLiteral {
  /// Makes a text value of a literal.
  public init(stringLiteral value: String) {
    self = .text(Text(value))
  }
}

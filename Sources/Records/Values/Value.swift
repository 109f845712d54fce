/// One of the five kinds of values that SQLite stores, never converted on the way in or out.
///
/// The integer 1 and the real 1.0 are different values here, as are NULL and the empty text.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  /// A double; SQLite stores NaN as NULL, so it never occurs.
  case real(Double)
  case text(Text)
  case blob([UInt8])

  /// Whether this is NULL.
  public var isNull: Bool { self == .null }

  /// The bytes of a text or blob, excluding the value itself.
  public var payloadByteCount: Int {
    switch self {
    case .null, .integer, .real: 0
    case .text(let text): text.bytes.count
    case .blob(let bytes): bytes.count
    }
  }

  /// The bytes of a text or blob; nil for other values.
  public var bytes: [UInt8]? {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    case .null, .integer, .real: nil
    }
  }

  /// Whether no text can reproduce the value byte for byte: a blob, or a text with invalid UTF-8.
  public var isBytes: Bool {
    switch self {
    case .blob: true
    case .text(let text): String(validating: text.bytes, as: UTF8.self) == nil
    case .null, .integer, .real: false
    }
  }

  /// The value that SQLite keeps when this one is stored in a column (datatype3.html, 3).
  ///
  /// A real in a text column becomes the shortest text that reads back as it, while SQLite writes 15 digits.
  public func stored(in affinity: Affinity) -> Value {
    switch (affinity, self) {
    case (.text, .integer(let number)): .text(Text(String(number)))
    case (.text, .real(let number)): .text(Text(String(number)))
    case (.numeric, .real(let number)), (.integer, .real(let number)),
      (.wholeCoordinate, .real(let number)):
      Self.whole(number)
    case (.numeric, .text(let text)), (.integer, .text(let text)), (.wholeCoordinate, .text(let text)):
      Self.number(text) ?? self
    case (.real, .text(let text)), (.coordinate, .text(let text)):
      Self.number(text)?.stored(in: .real) ?? self
    case (.real, .integer(let number)), (.coordinate, .integer(let number)): .real(Double(number))
    default: self
    }
  }

  private static func number(_ text: Text) -> Value? {
    // SQLite's white space: tab, line feed, vertical tab, form feed, carriage return and blank.
    let isBlank: (UInt8) -> Bool = { $0 == 32 || (9...13).contains($0) }
    let bytes = text.bytes.drop(while: isBlank)
    let count = bytes.reversed().drop(while: isBlank).count
    let literal = String(decoding: bytes.prefix(count), as: UTF8.self)
    if let number = Int64(literal) { return .integer(number) }
    return Double(decimal: literal).map(whole)
  }

  /// An equal integer if there is one; SQLite excludes both ends of the integer range.
  private static func whole(_ real: Double) -> Value {
    guard let number = Int64(exactly: real), number != .min, number != .max else { return .real(real) }
    return .integer(number)
  }
}

extension Value {
  /// The number of an integer or a real value.
  package var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .null, .text, .blob: nil
    }
  }

  package var isNumber: Bool { number != nil }
}

extension Value: ExpressibleByStringLiteral {
  /// Creates a text value from a literal.
  public init(stringLiteral value: String) { self = .text(Text(value)) }
}

extension Double {
  /// Reads decimal digits with a sign, a point and an exponent; all but one digit are optional.
  ///
  /// The standard library also reads hexadecimals, `nan` and `inf`, which nobody means by a number in a column.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(text) else {
      return nil
    }
    self = number
  }
}

/// A value in one of SQLite's five storage classes; the integer 1 and the real 1.0 differ, as do NULL and the empty text.
public enum Value: Hashable, Sendable {
  case null
  case integer(Int64)
  /// SQLite stores NaN as NULL, so it never occurs.
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

  /// The value that SQLite keeps when this one is stored in a column (datatype3.html, 3), except that a text column gets the
  /// shortest text that reads back as a real, while SQLite writes 15 digits.
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

  /// SQLite excludes both ends of the integer range.
  private static func whole(_ real: Double) -> Value {
    guard let number = Int64(exactly: real), number != .min, number != .max else { return .real(real) }
    return .integer(number)
  }
}

extension Value {
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
  /// All but one digit are optional; the standard library also reads hexadecimals, `nan` and `inf`.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(text) else {
      return nil
    }
    self = number
  }
}

/// The bytes of a text as SQLite stores them, compared and written back unmodified, whether or not they are valid UTF-8.
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

/// A value with the index of its field in the schema.
public struct FieldValue: Hashable, Sendable {
  /// The field's index in `Schema.fields`.
  public var index: Int
  /// The field's value.
  public var value: Value

  package init(index: Int, value: Value) { (self.index, self.value) = (index, value) }
}

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

  /// The bytes of a text or blob.
  public var bytes: [UInt8]? {
    switch self {
    case .text(let text): text.bytes
    case .blob(let bytes): bytes
    case .null, .integer, .real: nil
    }
  }

  /// Whether no text gives the value back byte for byte: a blob, or a text that is not UTF-8.
  public var isBytes: Bool {
    switch self {
    case .blob: true
    case .text(let text): String(validating: text.bytes, as: UTF8.self) == nil
    case .null, .integer, .real: false
    }
  }

  /// The value that SQLite keeps when this one is stored in a column of an affinity (datatype3.html, 3).
  ///
  /// A real in a text column becomes the shortest text that reads back as it, where SQLite's has 15 digits.
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

  /// An integer where it is equal to the real; SQLite leaves the two ends of the range out.
  private static func whole(_ real: Double) -> Value {
    guard let number = Int64(exactly: real), number != .min, number != .max else { return .real(real) }
    return .integer(number)
  }
}

extension Value: ExpressibleByStringLiteral {
  /// Makes a text value of a literal.
  public init(stringLiteral value: String) {
    self = .text(Text(value))
  }
}

extension Double {
  /// Reads decimal digits with a sign, a point and an exponent, of which all but one digit may be left out.
  ///
  /// The standard library also reads hexadecimals, `nan` and `inf`, which no one means by a number in a column.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }), let number = Double(text) else {
      return nil
    }
    self = number
  }
}

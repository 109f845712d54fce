/// A parser for JSON (RFC 8259) in UTF-8.
package struct JSONReader {
  package static let deepest = 512

  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Parses a text that is a single value; `depth` is the number of enclosing values.
  package static func value(of bytes: [UInt8], depth: Int = 0) throws(FormatError) -> JSONValue {
    var reader = JSONReader(bytes)
    reader.depth = depth
    guard let value = try reader.next() else { throw reader.expected(.value) }
    reader.skipBlanks()
    guard reader.byte == nil else { throw reader.expected(.end) }
    return value
  }

  /// Nil at the end of a sequence of values.
  package mutating func next() throws(FormatError) -> JSONValue? {
    skipBlanks()
    return place == bytes.count ? nil : try value()
  }

  private var byte: UInt8? { place < bytes.count ? bytes[place] : nil }

  func expected(_ expectation: FormatError.Expectation) -> FormatError {
    .expected(expectation, TextPlace(of: place, in: bytes))
  }

  private mutating func skipBlanks() {
    while let byte, [32, 10, 13, 9].contains(byte) { place += 1 }
  }

  private mutating func value() throws(FormatError) -> JSONValue {
    skipBlanks()
    switch byte {
    case UInt8(ascii: "{"): return try nested { reader throws(FormatError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { reader throws(FormatError) in try reader.list() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .truth(true))
    case UInt8(ascii: "f"): return try word("false", .truth(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(
    _ body: (inout JSONReader) throws(FormatError) -> JSONValue
  ) throws(FormatError) -> JSONValue {
    guard depth < Self.deepest else { throw .tooDeep(TextPlace(of: place, in: bytes)) }
    depth += 1
    defer { depth -= 1 }
    place += 1
    return try body(&self)
  }

  private mutating func object() throws(FormatError) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    if takes("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw expected(.name) }
      let name = try string()
      try take(":")
      members.append((name, try value()))
    } while takes(",")
    try take("}")
    return .object(members)
  }

  private mutating func list() throws(FormatError) -> JSONValue {
    var values: [JSONValue] = []
    if takes("]") { return .list([]) }
    repeat { values.append(try value()) } while takes(",")
    try take("]")
    return .list(values)
  }

  private mutating func takes(_ character: Character) -> Bool {
    skipBlanks()
    guard let byte, character.asciiValue == byte else { return false }
    place += 1
    return true
  }

  private mutating func take(_ character: Character) throws(FormatError) {
    guard takes(character) else { throw expected(.character(character)) }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(FormatError) -> JSONValue {
    guard bytes[place...].starts(with: word.utf8) else { throw expected(.value) }
    place += word.utf8.count
    return value
  }

  private mutating func number() throws(FormatError) -> JSONValue {
    let start = place
    if byte == UInt8(ascii: "-") { place += 1 }
    let isZero = byte == UInt8(ascii: "0")
    let whole = digits()
    var isNumber = whole > 0 && (!isZero || whole == 1)
    if byte == UInt8(ascii: ".") {
      place += 1
      isNumber = digits() > 0 && isNumber
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      place += 1
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") { place += 1 }
      isNumber = digits() > 0 && isNumber
    }
    guard isNumber else {
      place = start
      throw expected(.value)
    }
    return .number(String(decoding: bytes[start..<place], as: UTF8.self))
  }

  private mutating func digits() -> Int {
    let start = place
    while let byte, (48...57).contains(byte) { place += 1 }
    return place - start
  }

  private mutating func string() throws(FormatError) -> String {
    let start = place
    place += 1
    var text: [UInt8] = []
    while let byte, byte != 34 {
      guard byte >= 32 else { throw expected(.character("\"")) }
      place += 1
      if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
    }
    guard byte != nil else { throw .unclosedQuote(TextPlace(of: start, in: bytes)) }
    place += 1
    guard let string = String(validating: text, as: UTF8.self) else {
      throw .notText(.utf8, TextPlace(of: start, in: bytes))
    }
    return string
  }

  private mutating func escaped() throws(FormatError) -> [UInt8] {
    guard let byte else { throw expected(.character("\"")) }
    place += 1
    switch byte {
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"): return try scalar()
    default:
      place -= 1
      throw expected(.value)
    }
  }

  /// Reads a `\u` escape; an unpaired surrogate becomes U+FFFD.
  private mutating func scalar() throws(FormatError) -> [UInt8] {
    var units = [try unit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[place...].starts(with: "\\u".utf8) {
      let before = place
      place += 2
      let second = try unit()
      if UTF16.isTrailSurrogate(second) { units.append(second) } else { place = before }
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private mutating func unit() throws(FormatError) -> UInt16 {
    let digits = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.first != "+", digits.first != "-",
      let unit = UInt16(digits, radix: 16)
    else { throw expected(.value) }
    place += 4
    return unit
  }
}

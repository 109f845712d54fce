import Records

/// A JSON value; objects keep the order of their members, and numbers their digits.
package indirect enum JSONValue: Sendable {
  case null
  case truth(Bool)
  case number(String)
  case string(String)
  case list([JSONValue])
  case object([(name: String, value: JSONValue)])

  /// Bytes and invalid UTF-8 become an object with base64.
  package init(_ value: Value) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .number(String(number))
    case .real(let number):
      self = number.isFinite ? .number(Self.digits(number)) : .string(Self.digits(number))
    case .text(let text):
      self = value.isBytes ? Self.encoded(text.bytes, isText: true) : .string(text.string)
    case .blob(let bytes): self = Self.encoded(bytes, isText: false)
    }
  }

  static func encoded(_ bytes: [UInt8], isText: Bool) -> JSONValue {
    let members = [("$base64", JSONValue.truth(true)), ("encoded", .string(Base64.text(bytes)))]
    return .object(members + (isText ? [("text", .truth(true))] : []))
  }

  var decoded: Value? {
    guard case .object(let members) = self, case .truth(true)? = members.first?.value,
      members.first?.name == "$base64", case .string(let text)? = self["encoded"],
      let bytes = Base64.bytes(text)
    else { return nil }
    if case .truth(true)? = self["text"] { return .text(Text(bytes: bytes)) }
    return .blob(bytes)
  }

  static func digits(_ number: Double) -> String { number.description }

  package var isNull: Bool { if case .null = self { true } else { false } }

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string or a number; nil if empty, and for other values.
  package var plain: String? {
    switch self {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let digits): digits
    default: nil
    }
  }

  /// The elements of a list, or of an object with numbers as names; a single value is a list of one.
  package var elements: [JSONValue] {
    switch self {
    case .null: []
    case .list(let values): values
    case .object(let members) where members.allSatisfy({ Int($0.name) != nil }): members.map(\.value)
    default: [self]
    }
  }

  /// The value as a cell: numbers exactly as written, lists and objects as JSON.
  package var cell: Value {
    switch self {
    case .null: .null
    case .truth(let isTrue): .integer(isTrue ? 1 : 0)
    case .number(let digits): Self.number(digits)
    case .string(let text): .text(Text(text))
    case .list: .text(Text(text))
    case .object: decoded ?? .text(Text(text))
    }
  }

  /// A number stays text if a double would lose digits.
  private static func number(_ digits: String) -> Value {
    if let number = Int64(digits) { return .integer(number) }
    let significant = digits.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber).drop { $0 == "0" }
    guard let number = Double(digits), number.isFinite,
      significant.count <= 15 || number.description == digits,
      number != 0 || significant.isEmpty
    else { return .text(Text(digits)) }
    return .real(number)
  }

  /// Bounds the length of names, and so their memory.
  private static let longestPrefix = 100

  func leaves(_ prefix: String = "") -> [(name: String, value: JSONValue)] {
    guard case .object(let members) = self, !members.isEmpty, decoded == nil,
      prefix.utf8.count <= Self.longestPrefix
    else { return [(prefix, self)] }
    return members.flatMap { member in
      member.value.leaves(prefix.isEmpty ? member.name : "\(prefix).\(member.name)")
    }
  }

  /// Compact JSON (RFC 8259).
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Compact JSON in UTF-8.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .truth(let isTrue): bytes.append(contentsOf: (isTrue ? "true" : "false").utf8)
    case .number(let digits): bytes.append(contentsOf: digits.utf8)
    case .string(let string): Self.append(string, to: &bytes)
    case .list(let values): Self.write(values, "[]", to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, "{}", to: &bytes) { member, bytes in
        Self.append(member.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ brackets: StaticString, to bytes: inout [UInt8],
    _ body: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(brackets.utf8Start[0])
    for (place, element) in elements.enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: ",")) }
      body(element, &bytes)
    }
    bytes.append(brackets.utf8Start[1])
  }

  private static func append(_ string: String, to bytes: inout [UInt8]) {
    var string = string
    string.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Appends a string of valid UTF-8 with its quotation marks.
  static func append(utf8 text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var (start, place) = (0, 0)
    while place < text.count {
      guard let (escape, length) = escape(in: text, at: place) else {
        place += 1
        continue
      }
      bytes.append(contentsOf: text[start..<place])
      bytes.append(contentsOf: escape.utf8)
      place += length
      start = place
    }
    bytes.append(contentsOf: text[start...])
    bytes.append(UInt8(ascii: "\""))
  }

  /// Terminals take U+0080 to U+009F for commands, too; these are C2 and another byte.
  @inline(__always)
  private static func escape(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> (String, length: Int)? {
    let byte = text[place]
    switch byte {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    case 0..<32, 127: return (unicode(byte), 1)
    case 0xC2 where place + 1 < text.count && text[place + 1] < 0xA0: return (unicode(text[place + 1]), 2)
    default: return nil
    }
  }

  private static func unicode(_ number: UInt8) -> String {
    let digits = String(number, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

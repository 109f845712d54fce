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
  package var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .truth(let isTrue): text += isTrue ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): Self.write(string, to: &text)
    case .list(let values): Self.write(values, "[", "]", to: &text) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, "{", "}", to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ start: String, _ end: String, to text: inout String,
    _ body: (Element, inout String) -> Void
  ) {
    text += start
    for (place, element) in elements.enumerated() {
      if place > 0 { text += "," }
      body(element, &text)
    }
    text += end
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // Terminals take 128 to 159 for commands, too.
      case _ where scalar.value < 32 || (127..<160).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

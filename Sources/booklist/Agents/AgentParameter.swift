import Formats

/// A parameter of a tool: its JSON schema, and the conversion of its value to command-line arguments.
struct AgentParameter {
  enum Form {
    /// An option with a text, as in `--sort=title`.
    case text(String)
    /// An option with a whole number, and the default if the agent gives none.
    case number(String, standard: String?)
    case flag(String)
    case word
    /// An argument for each text of a list.
    case words
    /// Like `words`, but none may look like the change of a field.
    case plainWords
    /// Like `words`; each changes a field, and none reads a file.
    case rules
    /// An argument `field=value` for each member of an object; names must not contain the separators.
    case values
    /// A list of rows, as objects, for standard input.
    case rows
  }

  let name: String
  let form: Form
  let about: String
  var isRequired = false
  var choices: [String] = []

  init(
    _ name: String, _ form: Form, _ about: String, isRequired: Bool = false, choices: [String] = []
  ) {
    (self.name, self.form, self.about) = (name, form, about)
    (self.isRequired, self.choices) = (isRequired, choices)
  }

  enum Problem: Error {
    case missing([String])
    case unknown(String, [String])
    case wrong(String, String)

    var sentence: String {
      switch self {
      case .missing(let names): "\(names.map { "“\($0)”" }.joined(separator: " or ")) is missing."
      case .unknown(let name, let names):
        "There is no “\(name)” here. "
          + (names.isEmpty ? "This tool takes nothing." : "It takes \(names.joined(separator: ", ")).")
      case .wrong(let name, let expected): "“\(name)” takes \(expected)."
      }
    }
  }

  var option: String? {
    switch form {
    case .text(let option), .number(let option, _), .flag(let option): option
    case .word, .words, .plainWords, .rules, .values, .rows: nil
    }
  }

  struct Words {
    var options: [String] = []
    var arguments: [String] = []
    var input: [UInt8]?
  }

  func add(_ value: JSONValue?, to words: inout Words) throws(Problem) {
    guard let value = value.flatMap(Self.given) else {
      if isRequired { throw .missing([name]) }
      if case .number(let option, let standard?) = form { words.options.append("\(option)=\(standard)") }
      return
    }
    switch form {
    case .text(let option): words.options.append("\(option)=\(try text(value))")
    case .number(let option, _): words.options.append("\(option)=\(try number(value))")
    case .flag(let option): if try truth(value) { words.options.append(option) }
    case .word: words.arguments.append(try text(value))
    case .words: words.arguments += try texts(value)
    case .plainWords: words.arguments += try texts(value, allowing: Self.isPlain, "keys without =, @ and :")
    case .rules: words.arguments += try texts(value, allowing: Self.isRule, "rules such as title:=trim")
    case .values: words.arguments += try assignments(value)
    case .rows: words.input = try rows(value)
    }
  }

  private static func given(_ value: JSONValue) -> JSONValue? { if case .null = value { nil } else { value } }

  private func text(_ value: JSONValue) throws(Problem) -> String {
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let digits): text = digits
    default: throw .wrong(name, "a text")
    }
    if text.contains("\0") { throw .wrong(name, "a text without the character 0") }
    guard choices.isEmpty || choices.contains(text) else {
      throw .wrong(name, "one of \(choices.joined(separator: ", "))")
    }
    return text
  }

  private func number(_ value: JSONValue) throws(Problem) -> Int {
    let number = value.plain.flatMap { digits in Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) } }
    guard let number, number >= 0 else { throw .wrong(name, "a whole number") }
    return number
  }

  private func truth(_ value: JSONValue) throws(Problem) -> Bool {
    guard case .truth(let isTrue) = value else { throw .wrong(name, "true or false") }
    return isTrue
  }

  private func texts(
    _ value: JSONValue, allowing isAllowed: (String) -> Bool = { _ in true }, _ expected: String = ""
  ) throws(Problem) -> [String] {
    var texts: [String] = []
    if case .list(let values) = value {
      for value in values { texts.append(try text(value)) }
    } else {
      texts = [try text(value)]
    }
    if isRequired, texts.isEmpty { throw .missing([name]) }
    guard texts.allSatisfy(isAllowed) else { throw .wrong(name, expected) }
    return texts
  }

  /// Whether a word can only be a key or a field name: the command parses other words.
  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && !text.contains { "=@:\0".contains($0) } && !"+-".contains(text.last ?? "+")
  }

  /// Whether a word changes a field by a value or a rule, and not by a file.
  private static func isRule(_ text: String) -> Bool {
    "=:".contains(text.first { "=@:".contains($0) } ?? "@")
  }

  private func assignments(_ value: JSONValue) throws(Problem) -> [String] {
    guard case .object(let members) = value else { throw .wrong(name, "an object of fields and values") }
    var words: [String] = []
    for (field, value) in members {
      guard Self.isPlain(field) else { throw .wrong(name, "names of fields without =, @ and :") }
      switch value {
      case .null: words.append("\(field):null")
      case .truth(let isTrue): words.append("\(field)=\(isTrue ? 1 : 0)")
      case .list, .object: throw .wrong(field, "a text, a number, true, false or null")
      default: words.append("\(field)=\(try text(value))")
      }
    }
    return words
  }

  private func rows(_ value: JSONValue) throws(Problem) -> [UInt8] {
    guard case .list(let rows) = value, !rows.isEmpty else { throw .wrong(name, "a list of rows") }
    for row in rows { guard case .object = row else { throw .wrong(name, "objects of fields and values") } }
    return Array(rows.map { $0.text + "\n" }.joined().utf8)
  }

  func schema(_ fields: [(name: String, value: JSONValue)]) -> JSONValue {
    var members: [(name: String, value: JSONValue)] = []
    switch form {
    case .text, .word: members = [("type", Self.types("string", "integer"))]
    case .number: members = [("type", .string("integer")), ("minimum", .number("0"))]
    case .flag: members = [("type", .string("boolean"))]
    case .words, .plainWords, .rules:
      members = [("type", .string("array")), ("items", .object([("type", Self.types("string", "integer"))]))]
    case .values: members = Self.row(fields)
    case .rows: members = [("type", .string("array")), ("items", .object(Self.row(fields)))]
    }
    if !choices.isEmpty {
      members = [("type", .string("string")), ("enum", .list(choices.map(JSONValue.string)))]
    }
    return .object(members + [("description", .string(about))])
  }

  private static func types(_ names: String...) -> JSONValue { .list(names.map(JSONValue.string)) }

  static let valueTypes = types("string", "number", "boolean", "null")

  private static func row(_ fields: [(name: String, value: JSONValue)]) -> [(name: String, value: JSONValue)]
  {
    [
      ("type", .string("object")), ("properties", .object(fields)),
      ("additionalProperties", .object([("type", valueTypes)])),
    ]
  }
}

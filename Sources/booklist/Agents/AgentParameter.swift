import Formats

/// An argument of a command, as the parser describes it.
struct CommandArgument {
  /// With its dashes; nil for an argument whose place says what it is.
  let option: String?
  /// The name of its value.
  let valueName: String
  let about: String
  let choices: [String]
  let isFlag, isRequired, isRepeating: Bool

  /// Nil for an argument that nobody is shown.
  init?(_ description: JSONValue) {
    guard case .truth(true)? = description["shouldDisplay"] else { return nil }
    func holds(_ name: String) -> Bool {
      if case .truth(true)? = description[name] { true } else { false }
    }
    let kind = description["kind"]?.plain
    let long = description["names"]?.elements.first { $0["kind"]?.plain == "long" }
    option = kind == "positional" ? nil : long?["name"]?.plain.map { "--\($0)" }
    if kind != "positional", option == nil { return nil }
    valueName = description["valueName"]?.plain ?? ""
    about = description["abstract"]?.plain ?? ""
    choices = description["allValues"]?.elements.compactMap(\.plain) ?? []
    isFlag = kind == "flag"
    (isRequired, isRepeating) = (!holds("isOptional"), holds("isRepeating"))
  }
}

/// A parameter of a tool: its JSON schema, and the conversion of its value to command-line arguments.
struct AgentParameter {
  private enum Form {
    /// An option with a text, as in `--sort=title`, and the text that it has unless the agent gives one.
    case option(String, standard: String?)
    /// An option for each text of a list.
    case options(String)
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
  private let form: Form
  private let about: String
  let isRequired: Bool
  private let choices: [String]

  private init(_ name: String, _ form: Form, _ about: String) {
    (self.name, self.form, self.about) = (name, form, about)
    (isRequired, choices) = (false, [])
  }

  private init(_ argument: CommandArgument) {
    let option = argument.option
    name = option.map { $0.dropFirst(2).replacing("-", with: "_") } ?? argument.valueName
    form =
      switch option {
      case nil: argument.isRepeating ? .words : .word
      case let option? where argument.isFlag: .flag(option)
      case let option? where argument.isRepeating: .options(option)
      case let option?: .option(option, standard: Self.standards[option])
      }
    let standard = option.flatMap { Self.standards[$0] }.map { " By default \($0)." } ?? ""
    about = argument.about + standard
    (isRequired, choices) = (argument.isRequired && option == nil, argument.choices)
  }

  /// How much a tool gives and changes unless it is told otherwise.
  private static let standards = ["--limit": "100", "--rows": "..10"]

  /// The parameters for an argument: one, unless its words mean several things, which objects and lists tell apart.
  static func parameters(for argument: CommandArgument) -> [AgentParameter] {
    let values = AgentParameter("values", .values, "The fields, with their values.")
    switch argument.option == nil ? argument.valueName : "" {
    case "fields":
      return [values, AgentParameter("several", .rows, "Several rows, as one step, in place of values.")]
    case "arguments":
      let keys = AgentParameter("keys", .plainWords, "The keys of the rows, unless where finds them.")
      return [
        keys, values, AgentParameter("rules", .rules, "Changes by rule, like title:=trim or shelf+=summer."),
      ]
    default: return [AgentParameter(argument)]
    }
  }

  enum Problem: Error {
    case missing(String)
    case unknown(String, [String])
    case wrong(String, String)

    var sentence: String {
      switch self {
      case .missing(let name): "“\(name)” is missing."
      case .unknown(let name, let names):
        "There is no “\(name)” here. "
          + (names.isEmpty ? "This tool takes nothing." : "It takes \(names.joined(separator: ", ")).")
      case .wrong(let name, let expected): "“\(name)” takes \(expected)."
      }
    }
  }

  var option: String? {
    switch form {
    case .option(let option, _), .options(let option), .flag(let option): option
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
      if isRequired { throw .missing(name) }
      if case .option(let option, let standard?) = form { words.options.append("\(option)=\(standard)") }
      return
    }
    switch form {
    case .option(let option, _): words.options.append("\(option)=\(try optionText(value))")
    case .options(let option): words.options += try texts(value).map { "\(option)=\($0)" }
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

  /// A text; a whole number is written without a point.
  private func optionText(_ value: JSONValue) throws(Problem) -> String {
    if case .number(let digits) = value, let number = Double(digits).flatMap({ Int(exactly: $0) }) {
      return String(number)
    }
    return try text(value)
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
    if isRequired, texts.isEmpty { throw .missing(name) }
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
    case .option, .word: members = [("type", Self.types("string", "integer"))]
    case .flag: members = [("type", .string("boolean"))]
    case .options, .words, .plainWords, .rules:
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

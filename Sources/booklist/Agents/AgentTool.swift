import Formats

/// A tool that an agent can call: one of the commands.
struct AgentTool {
  /// What it does to the library.
  enum Effect {
    /// It only reads.
    case reads
    /// It adds something, as one step that can be undone.
    case adds
    /// It changes or deletes what is there, as one step that can be undone.
    case changes
    /// It moves in the history: the tool that does the opposite.
    case moves(opposite: String)
  }

  let name: String
  let about: String
  let effect: Effect
  /// The command, and the options that it always has.
  let command: [String]
  var parameters: [AgentParameter] = []
  /// The parameters of which a call has to give one.
  var needsOneOf: [String] = []

  /// Whether it makes a step of the history.
  var makesSteps: Bool {
    switch effect {
    case .adds, .changes: true
    case .reads, .moves: false
    }
  }

  /// Whether what was there may be gone afterwards.
  private var isDestructive: Bool {
    switch effect {
    case .reads, .adds: false
    case .changes, .moves: true
    }
  }

  /// What takes back what it did, if that is always the same.
  var wayBack: String? {
    if case .moves(let opposite) = effect { "\(opposite) does the opposite." } else { nil }
  }

  /// Whether it only reads.
  var isReading: Bool { if case .reads = effect { true } else { false } }

  /// The words of the command for the arguments of a call.
  ///
  /// Arguments stand behind `--`, so that one that begins with a dash is no option.
  ///
  /// - Parameter options: The library, and the table unless the call names one.
  func words(
    of arguments: JSONValue, _ options: FileOptions
  ) throws(AgentParameter.Problem) -> (words: [String], input: [UInt8]?) {
    let given = try names(in: arguments)
    if !needsOneOf.isEmpty, given.isDisjoint(with: needsOneOf) { throw .missing(needsOneOf) }
    var words = AgentParameter.Words()
    for parameter in parameters { try parameter.add(arguments[parameter.name], to: &words) }
    if let table = options.table, !given.contains(Self.table.name) {
      words.options.append("--table=\(table)")
    }
    if isReading, options.readOnly, name != AgentTools.history { words.options.append("--read-only") }
    let start = [command[0], "--file=\(options.path)"] + command.dropFirst() + words.options
    let rest = words.input == nil ? words.arguments : words.arguments + ["-"]
    return (rest.isEmpty ? start : start + ["--"] + rest, words.input)
  }

  /// What the command has said, with the names of tools and parameters in place of commands and options, and without how the
  /// command is used.
  func inOwnWords(_ message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("Usage: ") }
      .map { line in
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for place in words.indices.dropLast() where words[place] == "booklist" {
          guard let tool = AgentTools.tool(of: words[place + 1]) else { continue }
          (words[place], words[place + 1]) = ("", tool.name)
        }
        return words.filter { !$0.isEmpty }.map(named).joined(separator: " ")
      }.joined(separator: "\n")
  }

  /// A word, or the parameter that an option stands for.
  private func named(_ word: String) -> String {
    let option = word.prefix { $0 == "-" || $0.isLetter }
    guard let parameter = parameters.first(where: { $0.option.map { $0 == option } == true }) else {
      return word
    }
    return "“\(parameter.name)”" + word.dropFirst(option.count)
  }

  /// The parameters that a call gives a value.
  private func names(in arguments: JSONValue) throws(AgentParameter.Problem) -> Set<String> {
    let known = parameters.map(\.name)
    guard case .object(let members) = arguments else { throw .wrong("arguments", "an object") }
    if let other = members.first(where: { !known.contains($0.name) }) { throw .unknown(other.name, known) }
    return Set(members.filter { !$0.value.isNull }.map(\.name))
  }

  /// The parameter of nearly every tool.
  static let table = AgentParameter(
    name: "table", form: .text("--table"), about: "The table; by default the first one, as info lists them.")

  /// Its description for `tools/list`.
  ///
  /// - Parameter fields: The schemas of the first table's fields.
  func description(_ fields: [(name: String, value: JSONValue)]) -> JSONValue {
    let properties = parameters.map { ($0.name, $0.schema(fields)) }
    let required = parameters.filter(\.isRequired).map { JSONValue.string($0.name) }
    let schema = JSONValue.object([
      ("type", .string("object")), ("properties", .object(properties)), ("required", .list(required)),
      ("additionalProperties", .truth(false)),
    ])
    let hints = JSONValue.object([
      ("readOnlyHint", .truth(isReading)), ("destructiveHint", .truth(isDestructive)),
      ("openWorldHint", .truth(false)),
    ])
    return .object([
      ("name", .string(name)), ("description", .string(about)), ("inputSchema", schema),
      ("annotations", hints),
    ])
  }
}

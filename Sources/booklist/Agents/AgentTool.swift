import Formats

/// A tool that an agent can call: one of the commands.
struct AgentTool {
  enum Effect {
    case reads
    case adds
    case changes
    /// Moves in the history; the opposite is the name of the reverse tool.
    case moves(opposite: String)
  }

  let name, about: String
  let effect: Effect
  let command: [String]
  let parameters: [AgentParameter]
  let needsOneOf: [String]

  init(
    _ name: String, _ about: String, _ effect: Effect, command: [String]? = nil,
    _ parameters: [AgentParameter] = [], needsOneOf: [String] = []
  ) {
    (self.name, self.about, self.effect, self.command) = (name, about, effect, command ?? [name])
    (self.parameters, self.needsOneOf) = (parameters, needsOneOf)
  }

  var makesSteps: Bool {
    switch effect {
    case .adds, .changes: true
    case .reads, .moves: false
    }
  }

  private var isDestructive: Bool {
    switch effect {
    case .reads, .adds: false
    case .changes, .moves: true
    }
  }

  /// How to reverse the call, if that is always the same.
  var wayBack: String? {
    if case .moves(let opposite) = effect { "\(opposite) does the opposite." } else { nil }
  }

  var isReading: Bool { if case .reads = effect { true } else { false } }

  /// The command line for a call; arguments follow `--`, so that a leading dash does not make an option.
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

  /// Translates the command's output: tool and parameter names replace commands and options, and the usage text is dropped.
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

  private func named(_ word: String) -> String {
    let option = word.prefix { $0 == "-" || $0.isLetter }
    guard let parameter = parameters.first(where: { $0.option.map { $0 == option } == true }) else {
      return word
    }
    return "“\(parameter.name)”" + word.dropFirst(option.count)
  }

  private func names(in arguments: JSONValue) throws(AgentParameter.Problem) -> Set<String> {
    let known = parameters.map(\.name)
    guard case .object(let members) = arguments else { throw .wrong("arguments", "an object") }
    if let other = members.first(where: { !known.contains($0.name) }) { throw .unknown(other.name, known) }
    return Set(members.filter { !$0.value.isNull }.map(\.name))
  }

  static let table = AgentParameter(
    "table", .text("--table"), "The table; by default the first one, as info lists them.")

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

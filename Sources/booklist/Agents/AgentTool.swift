import Formats

/// A tool that an agent can call: one of the commands.
struct AgentTool {
  let name: String
  private let about: String
  private let effect: CommandEffect
  private let parameters: [AgentParameter]
  /// Options that each call has.
  private let standing: [String]

  /// The options that decide where and how a command writes, and those that the server gives itself.
  private static let hidden: Set = [
    "--help", "--version", "--file", "--read-only", "--output", "--force", "--yes", "--json", "--ndjson",
    "--csv", "--tsv", "--to-new",
  ]

  /// - Parameter description: What the parser says of the command.
  init(_ name: String, _ effect: CommandEffect, _ description: JSONValue) {
    (self.name, self.effect) = (name, effect)
    let arguments = (description["arguments"]?.elements ?? []).compactMap(CommandArgument.init)
    let names = Set(arguments.compactMap(\.option))
    standing = ["--json", "--yes"].filter(names.contains)
    // The format of the output, and not that of a file which is read.
    let hidden = names.contains("--json") ? Self.hidden.union(["--format"]) : Self.hidden
    let offered = arguments.filter { $0.option.map { !hidden.contains($0) } ?? true }
    parameters = offered.flatMap(AgentParameter.parameters)
    let paragraphs = (description["discussion"]?.plain ?? "").split(separator: "\n\n")
    about = ([Substring(description["abstract"]?.plain ?? "")] + paragraphs)
      .filter { !$0.hasPrefix("Exit status") }.joined(separator: "\n\n")
  }

  var makesSteps: Bool {
    switch effect {
    case .adds, .changes: true
    case .reads, .moves, .elsewhere: false
    }
  }

  private var isDestructive: Bool {
    switch effect {
    case .reads, .adds, .elsewhere: false
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
    var words = AgentParameter.Words()
    for parameter in parameters { try parameter.add(arguments[parameter.name], to: &words) }
    if let table = options.table, !given.contains("table") { words.options.append("--table=\(table)") }
    if isReading, options.readOnly { words.options.append("--read-only") }
    let start = [name, "--file=\(options.path)"] + standing + words.options
    let rest = words.input == nil ? words.arguments : words.arguments + ["-"]
    return (rest.isEmpty ? start : start + ["--"] + rest, words.input)
  }

  /// Translates the command's words: parameters replace options, tools replace commands, and the usage is dropped.
  func inOwnWords(_ message: String, _ tools: AgentTools) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("Usage: ") }
      .map { line in
        let words = line.split(separator: " ", omittingEmptySubsequences: false)
        return words.indices.compactMap { place in
          let isBeforeTool = place + 1 < words.count && tools.tool(named: String(words[place + 1])) != nil
          return words[place] == "booklist" && isBeforeTool ? nil : named(words[place])
        }.joined(separator: " ")
      }.joined(separator: "\n")
  }

  private func named(_ word: Substring) -> String {
    let option = word.prefix { $0 == "-" || $0.isLetter }
    guard let parameter = parameters.first(where: { $0.option.map { $0 == option } == true }) else {
      return String(word)
    }
    return "“\(parameter.name)”" + word.dropFirst(option.count)
  }

  private func names(in arguments: JSONValue) throws(AgentParameter.Problem) -> Set<String> {
    let known = parameters.map(\.name)
    guard case .object(let members) = arguments else { throw .wrong("arguments", "an object") }
    if let other = members.first(where: { !known.contains($0.name) }) { throw .unknown(other.name, known) }
    return Set(members.filter { !$0.value.isNull }.map(\.name))
  }

  /// - Parameter fields: The schemas of the first table's fields.
  func description(_ fields: [(name: String, value: JSONValue)], _ tools: AgentTools) -> JSONValue {
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
      ("name", .string(name)), ("description", .string(inOwnWords(about, tools))), ("inputSchema", schema),
      ("annotations", hints),
    ])
  }
}

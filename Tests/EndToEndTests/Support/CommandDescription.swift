import Foundation

/// What the argument parser tells of a command, which is also what its help is made of.
struct CommandDescription: Decodable {
  let commandName: String
  let abstract: String
  let discussion: String?
  /// What people are shown of its arguments, in the order of the help.
  let arguments: [ArgumentDescription]
  /// The commands below it, without the one for help that the parser makes up.
  let subcommands: [CommandDescription]

  private enum CodingKeys: CodingKey {
    case commandName, abstract, discussion, arguments, subcommands
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    commandName = try values.decode(String.self, forKey: .commandName)
    abstract = try values.decode(String.self, forKey: .abstract)
    discussion = try values.decodeIfPresent(String.self, forKey: .discussion)
    arguments = try values.decode([ArgumentDescription].self, forKey: .arguments).filter(\.shouldDisplay)
    subcommands = try (values.decodeIfPresent([CommandDescription].self, forKey: .subcommands) ?? [])
      .filter { $0.commandName != "help" }
  }

  /// Asks the built program.
  static func ofProgram() throws -> CommandDescription {
    struct Dump: Decodable { let command: CommandDescription }
    let json = try Program.run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Dump.self, from: Data(json.utf8)).command
  }

  /// The commands whose arguments are fields and values.
  static let namesOfRowCommands = ["list", "show", "values", "add", "set", "rm", "fields", "export"]

  /// Its arguments that are told apart by where they stand.
  var positionals: [ArgumentDescription] { arguments.filter(\.names.isEmpty) }

  /// Its arguments that have names.
  var options: [ArgumentDescription] { arguments.filter { !$0.names.isEmpty } }

  /// Its options without those that every command has.
  var ownOptions: [ArgumentDescription] {
    options.filter { !$0.names.contains("--help") && !$0.names.contains("--version") }
  }
}

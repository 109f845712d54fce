import ArgumentParser
import Formats

/// The tools that an agent can call, in the order of `tools/list`: the commands that have to do with rows.
///
/// They are made from the parser's description of the commands, which also makes their help.
struct AgentTools {
  let all: [AgentTool]

  init(isReadOnly: Bool = false) {
    let described = (try? JSONReader.value(of: Array(BookListCommand._dumpHelp().utf8)))?["command"]
    let commands = described?["subcommands"]?.elements ?? []
    all = BookListCommand.commands.compactMap { command in
      guard let name = command.configuration.commandName, command.effect.isForAgents(isReadOnly: isReadOnly)
      else { return nil }
      return commands.first { $0["commandName"]?.plain == name }.map { AgentTool(name, command.effect, $0) }
    }
  }

  func tool(named name: String) -> AgentTool? { all.first { $0.name == name } }
}

extension CommandEffect {
  fileprivate func isForAgents(isReadOnly: Bool) -> Bool {
    switch self {
    case .reads: true
    case .adds, .changes, .moves: !isReadOnly
    case .elsewhere: false
    }
  }
}

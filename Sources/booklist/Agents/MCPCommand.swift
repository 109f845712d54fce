import ArgumentParser

struct MCPCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "mcp", abstract: "Let an agent read and change the library over the Model Context Protocol.",
    usage: "booklist mcp [--file <path>] [--read-only]",
    discussion: """
      An agent's program starts this command and talks to it on standard input and output. Each of its tools is one of the \
      commands, so what an agent does is one step of the history: booklist undo undoes it, as does u in the screens. To \
      delete or change more than ten rows, with those that go along, it has to repeat their number in a second call. --read-only leaves out the \
      tools that change something.

      Exit status: 0 after the end of the input; 1 if this program cannot start itself.
      """)

  @OptionGroup var library: FileOptions

  func run() throws {
    let server = AgentServer(AgentLibrary(options: library))
    do throws(AgentError) {
      try server.run()
    } catch { throw CommandFailure(error.sentence, CommandStatus.nothingDone).said }
  }
}

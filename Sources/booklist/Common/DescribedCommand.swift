import ArgumentParser

/// A command of the program: its configuration and its arguments describe it, and its effect says who can be offered it.
///
/// The manual page, the completions and the tables in the documents are made from these descriptions, as are the tools of agents.
protocol DescribedCommand: ParsableCommand {
  static var effect: CommandEffect { get }
}

/// What a command does to the library.
enum CommandEffect {
  case reads
  case adds
  /// Changes or deletes what is there.
  case changes
  /// Moves in the history; the opposite is the name of the reverse command.
  case moves(opposite: String)
  /// Works on other files, on settings or with a person; agents are not offered it.
  case elsewhere
}

/// A command as it was typed.
struct TypedCommand: Sendable {
  /// The whole text, for recalling it.
  let text: String
  let run: Run

  /// What it runs.
  enum Run: Sendable {
    /// Goes to a place in the list.
    case jump(Jump)
    /// A command with its file; nil to choose one, beginning with a text.
    case file(FileCommand, Argument)
    /// What a key does.
    case action(Action)
  }

  /// The file of a command.
  enum Argument: Sendable {
    case path(String)
    case choosing(typed: String?)
  }
}

/// A command as it was typed.
package struct TypedCommand: Sendable {
  /// The whole text, for recalling it.
  package let text: String
  package let run: Run

  /// What it runs.
  package enum Run: Sendable {
    /// Goes to a place in the list.
    case jump(Jump)
    /// Runs a command with its file.
    case file(FileCommand, path: String)
    /// Lets the person choose the file of a command, starting with the typed text, if any.
    case chooseFile(FileCommand, typed: String?)
    /// Does something with the library.
    case library(LibraryEffect)
    /// Does what a key does.
    case action(Action)
  }
}

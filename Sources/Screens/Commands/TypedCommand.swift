package struct TypedCommand: Sendable {
  package let text: String
  package let run: Run

  package enum Run: Sendable {
    case jump(Jump)
    case file(FileCommand, path: String)
    /// Lets the person choose the file of a command, starting with the typed text, if any.
    case chooseFile(FileCommand, typed: String?)
    case library(LibraryEffect)
    case action(Action)
  }
}

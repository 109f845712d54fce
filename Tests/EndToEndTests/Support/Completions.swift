/// The scripts by which shells complete the program's arguments.
///
/// Those of the argument parser take the word of a subcommand for a file, since the program takes either in that place.
enum Completions: String, CaseIterable {
  case bash = "docs/completions/booklist.bash"
  case zsh = "docs/completions/_booklist"
  case fish = "docs/completions/booklist.fish"

  /// The script for a program that describes itself so.
  func script(_ command: CommandDescription) -> String {
    switch self {
    case .bash: BashCompletion(command: command).script
    case .zsh: ZshCompletion(command: command).script
    case .fish: FishCompletion(command: command).script
    }
  }
}

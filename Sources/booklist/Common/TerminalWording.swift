import CursesTerminal

enum TerminalWording {
  enum Substitute: String {
    case plain = "--plain, which shows line by line"
    case script = "--script, which only prints"
  }

  static func sentence(_ error: TerminalError, or substitute: Substitute) -> String {
    switch error {
    case .inputIsNoTerminal:
      "Standard input is not a terminal; booklist reads keys from it and cannot use a file or a pipe. Use \(substitute.rawValue)."
    case .outputIsNoTerminal:
      "Standard output is not a terminal; booklist draws on it and cannot use a file or a pipe. Use \(substitute.rawValue)."
    case .typeUnset:
      "TERM is not set; set it to your terminal's name, such as xterm-256color, or use \(substitute.rawValue)."
    case .typeUnknown(let name):
      "TERM is “\(name)”, which has no terminfo entry here; "
        + (name == "xterm-256color"
          ? "install the entries (in most systems they are in a package called ncurses-base), or name their folder in TERMINFO"
          : "try TERM=xterm-256color") + ", or use \(substitute.rawValue)."
    case .noFullScreen(let name):
      "TERM is “\(name)”, a terminal that cannot show a full screen; use \(substitute.rawValue)."
    case .unavailable: "The terminal refuses the full screen; use \(substitute.rawValue)."
    }
  }

  static func notUTF8(_ argument: String) -> String {
    "“\(argument)” is not UTF-8, so it cannot name a file; rename the file, or make a link to it."
  }
}

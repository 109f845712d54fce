/// Why a full screen cannot be had.
public enum TerminalError: Error, Hashable, Sendable {
  /// Standard input is not a terminal.
  case inputIsNoTerminal
  /// Standard output is not a terminal.
  case outputIsNoTerminal
  /// TERM is not set, or empty.
  case typeUnset
  /// No description of the terminal that TERM names is installed.
  case typeUnknown(String)
  /// The terminal that TERM names cannot move its cursor or clear its screen.
  case noFullScreen(String)
  /// The system refused what ncurses asked for.
  case unavailable
}

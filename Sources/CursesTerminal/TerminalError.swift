/// Why a full screen is impossible.
public enum TerminalError: Error, Hashable, Sendable {
  case inputIsNoTerminal
  case outputIsNoTerminal
  case typeUnset
  case typeUnknown(String)
  /// This TERM cannot move the cursor or clear the screen.
  case noFullScreen(String)
  case unavailable
}

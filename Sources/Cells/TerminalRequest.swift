/// A request to a terminal besides showing a frame; a terminal that cannot do it does nothing.
public enum TerminalRequest: Hashable, Sendable {
  /// Puts a base64 text on the clipboard of the person's own computer, which may not be the one that runs the program.
  case setClipboard(base64: String)
  /// Starts to report mouse events, or leaves the mouse to the terminal.
  case reportMouse(Bool)
  /// Sets the window title; control characters in it show as marks.
  case setTitle(String)
  /// Whether text is being typed. Otherwise keys are pressed, which the terminal may report by their place.
  case takeText(Bool)
}

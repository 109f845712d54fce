/// What a terminal is asked to do besides showing a frame; one that cannot does nothing.
public enum TerminalRequest: Hashable, Sendable {
  /// Puts a text, given in base64, on the clipboard of the person's own computer, which may be another one than the program
  /// runs on.
  case setClipboard(base64: String)
  /// Reports what is done with the mouse from now on, or leaves that to the terminal.
  case reportMouse(Bool)
  /// Shows a title on the window; control characters in it show as marks.
  case setTitle(String)
  /// Tells whether text is typed from now on, or keys are pressed, which the terminal may then report by their place.
  case takeText(Bool)
}

/// What a screen says to somebody who listens, or who sees one line at a time.
public struct Speech: Hashable, Sendable {
  /// What the screen is called.
  public var title = ""
  /// What is selected, in sentences.
  public var line = ""
  /// What there is to be read.
  public var text: [String] = []
  /// What can be chosen by its number.
  public var choices: [String] = []
  /// What a text is typed for, with what it is now; nil while no text is typed.
  public var prompt: String?
  /// The text that is edited, for one that has several lines.
  public var editedLineCount = 1
  /// What the status line says.
  public var message = ""
  /// What is being worked on.
  public var progress = ""
  /// Whether all that the screen shows is there.
  public var isReady = true

  init() {}
}

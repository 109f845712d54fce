/// A sentence for the status line, for an alert or beside a field.
public struct Message: Hashable, Sendable {
  /// The sentence, with its full stop.
  public var text: String
  /// Whether the message reports a problem.
  public var isProblem: Bool
  /// The address that the sentence links to, if the terminal supports links.
  public var address: String?

  /// Makes a message.
  public init(_ text: String) {
    self.text = text
    isProblem = false
  }

  /// Makes a message that states a problem and what can be done about it.
  public static func problem(_ text: String) -> Message {
    var message = Message(text)
    message.isProblem = true
    return message
  }
}

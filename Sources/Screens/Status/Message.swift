/// One sentence for the status line, an alert or the place beside a field.
public struct Message: Hashable, Sendable {
  /// The sentence, with its full stop.
  public var text: String
  /// Whether something is wrong.
  public var isProblem: Bool
  /// The address that the sentence leads to, where the terminal can follow one.
  public var address: String?

  /// Says something.
  public init(_ text: String) {
    self.text = text
    isProblem = false
  }

  /// Says what is wrong, and what can be done about it.
  public static func problem(_ text: String) -> Message {
    var message = Message(text)
    message.isProblem = true
    return message
  }
}

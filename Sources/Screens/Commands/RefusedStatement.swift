/// A statement that was refused, and why.
public struct RefusedStatement: Hashable, Sendable {
  /// The statement.
  public var text: String
  /// The byte offset of the error, if known.
  public var offset: Int?
  /// The reason for the refusal.
  public var problem: Message

  /// Makes a refused statement.
  public init(text: String, offset: Int?, problem: Message) {
    (self.text, self.offset, self.problem) = (text, offset, problem)
  }
}

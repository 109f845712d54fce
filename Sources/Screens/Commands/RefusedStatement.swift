/// A statement that is not run, and why.
public struct RefusedStatement: Hashable, Sendable {
  /// The statement.
  public var text: String
  /// The place of the error in its bytes, if there is one.
  public var offset: Int?
  /// What is wrong.
  public var problem: Message

  /// Makes one of its parts.
  public init(text: String, offset: Int?, problem: Message) {
    (self.text, self.offset, self.problem) = (text, offset, problem)
  }
}

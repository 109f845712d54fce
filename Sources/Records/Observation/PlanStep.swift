/// A line of SQLite's plan for a statement (https://sqlite.org/eqp.html).
public struct PlanStep: Hashable, Sendable {
  /// How many other steps it is a part of.
  public var depth: Int
  /// SQLite's description.
  public var text: String

  /// Makes a step of its parts.
  public init(depth: Int, text: String) {
    self.depth = depth
    self.text = text
  }
}

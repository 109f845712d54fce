/// A line of SQLite's query plan for a statement (https://sqlite.org/eqp.html).
public struct PlanStep: Hashable, Sendable {
  /// The nesting depth.
  public var depth: Int
  /// SQLite's description.
  public var text: String

  /// Creates a step.
  public init(depth: Int, text: String) { (self.depth, self.text) = (depth, text) }
}

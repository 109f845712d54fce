/// The groups of rows that may be the same.
public struct DuplicateList: Hashable, Sendable {
  /// The groups, the surest first.
  public var groups: [DuplicateGroup]
  /// Whether these are all that there are.
  public var isComplete: Bool

  /// Makes a list of its parts.
  public init(_ groups: [DuplicateGroup] = [], isComplete: Bool = true) {
    (self.groups, self.isComplete) = (groups, isComplete)
  }
}

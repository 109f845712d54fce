/// The groups of rows that may be the same.
public struct DuplicateList: Hashable, Sendable {
  /// The groups, the surest first.
  public var groups: [DuplicateGroup]
  /// Whether the list has all groups.
  public var isComplete: Bool

  /// Creates a list.
  public init(_ groups: [DuplicateGroup] = [], isComplete: Bool = true) {
    (self.groups, self.isComplete) = (groups, isComplete)
  }
}

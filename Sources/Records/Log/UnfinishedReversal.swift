/// An undo or a redo that a dead session has not written.
public struct UnfinishedReversal: Hashable, Sendable {
  /// Whether it is a redo.
  public let isRedo: Bool
  /// How many of its changes the database does not have.
  public let count: Int

  /// Makes one of its parts.
  public init(isRedo: Bool, count: Int) { (self.isRedo, self.count) = (isRedo, count) }
}

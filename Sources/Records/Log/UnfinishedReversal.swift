/// An undo or redo that a dead session has not written.
public struct UnfinishedReversal: Hashable, Sendable {
  /// Whether the operation is a redo.
  public let isRedo: Bool
  /// The number of changes that the database does not have.
  public let count: Int

  /// Creates an unfinished undo or redo.
  public init(isRedo: Bool, count: Int) { (self.isRedo, self.count) = (isRedo, count) }
}

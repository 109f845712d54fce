import Records

/// What became of changes that were restored.
public struct Restoration: Hashable, Sendable {
  /// The fields that are as the person left them, dirty.
  public var restoredCount = 0
  /// Those among them that somebody else has changed meanwhile.
  public var conflicts: [Conflict] = []
  /// What could not be restored, because its row is gone; the history still has it.
  public var failures: [RowFailure] = []
}

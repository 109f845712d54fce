import Records

/// What became of changes that were restored.
public struct Restoration: Hashable, Sendable {
  /// The fields that are as the person left them, dirty.
  public var restoredCount: Int
  /// Those among them that somebody else has changed meanwhile.
  public var conflicts: [Conflict]
  /// What could not be restored, since its row is gone; the history still has it.
  public var failures: [WriteBackResult.Failure]

  /// Makes a restoration of its parts.
  public init(restoredCount: Int = 0, conflicts: [Conflict] = [], failures: [WriteBackResult.Failure] = []) {
    self.restoredCount = restoredCount
    self.conflicts = conflicts
    self.failures = failures
  }
}

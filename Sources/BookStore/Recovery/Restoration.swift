import Records

/// The result of restoring abandoned edits.
public struct Restoration: Hashable, Sendable {
  /// How many fields are as the person left them, dirty.
  public var restoredCount: Int
  /// The conflicts in those that somebody else has changed meanwhile.
  public var conflicts: [Conflict]
  /// The edits that could not be restored because their rows are gone; the history still has them.
  public var failures: [WriteBackResult.Failure]

  /// Creates a restoration from its parts.
  public init(restoredCount: Int = 0, conflicts: [Conflict] = [], failures: [WriteBackResult.Failure] = []) {
    self.restoredCount = restoredCount
    self.conflicts = conflicts
    self.failures = failures
  }
}

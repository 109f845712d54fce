import Records

/// What a write-back did.
public struct WriteBackResult: Hashable, Sendable {
  /// The number of records whose changes are all in the database now.
  public var writtenCount: Int
  /// The records that could not be written, in the order of the plan; they stay hydrated and dirty.
  public var failures: [Failure]
  /// The fields that somebody else has changed meanwhile; they stay dirty until one of the values is chosen.
  public var conflicts: [Conflict]
  /// Why nothing at all was written; every dirty record stays dirty.
  public var error: StoreError?

  /// Creates a result from its parts.
  public init(
    writtenCount: Int = 0, failures: [Failure] = [], conflicts: [Conflict] = [], error: StoreError? = nil
  ) {
    self.writtenCount = writtenCount
    self.failures = failures
    self.conflicts = conflicts
    self.error = error
  }

  /// Whether everything that was dirty is in the database now.
  public var isComplete: Bool { failures.isEmpty && conflicts.isEmpty && error == nil }

  /// The first reason why not everything was written, if any.
  public var reason: StoreError? {
    error ?? failures.first?.error ?? (conflicts.isEmpty ? nil : .conflict)
  }

  /// One record that could not be written.
  public struct Failure: Hashable, Sendable {
    /// The record's row.
    public var id: RecordID
    /// Why it could not be written.
    public var error: StoreError

    /// Creates a failure from its parts.
    public init(id: RecordID, error: StoreError) {
      self.id = id
      self.error = error
    }
  }
}

import Records

/// What a write-back did.
public struct WriteBackResult: Hashable, Sendable {
  /// The records that are in the database now.
  public var writtenCount: Int
  /// The records that could not be written, in the order of the plan; they stay hydrated and dirty.
  public var failures: [Failure]
  /// Why nothing at all was written; every record that was dirty stays so.
  public var error: StoreError?

  /// Makes a result of its parts.
  public init(writtenCount: Int = 0, failures: [Failure] = [], error: StoreError? = nil) {
    self.writtenCount = writtenCount
    self.failures = failures
    self.error = error
  }

  /// Whether everything that was dirty is in the database now.
  public var isComplete: Bool { failures.isEmpty && error == nil }

  /// One record that could not be written.
  public struct Failure: Hashable, Sendable {
    /// The record's row.
    public var id: RecordID
    /// Why it could not be written.
    public var error: StoreError

    /// Makes a failure of its parts.
    public init(id: RecordID, error: StoreError) {
      self.id = id
      self.error = error
    }
  }
}

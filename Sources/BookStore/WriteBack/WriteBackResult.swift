import Records
import SQLite

/// The result of a write-back.
public struct WriteBackResult: Hashable, Sendable {
  /// The number of records that were written completely.
  public var writtenCount: Int
  /// The records that could not be written, in the order of the plan; they stay hydrated and dirty.
  public var failures: [RowFailure]
  /// The fields that another program has changed meanwhile; they stay dirty until the person chooses a value.
  public var conflicts: [Conflict]
  /// Why nothing at all was written; every dirty record stays dirty.
  public var error: StoreError?

  /// Makes a result.
  public init(
    writtenCount: Int = 0, failures: [RowFailure] = [], conflicts: [Conflict] = [], error: StoreError? = nil
  ) {
    self.writtenCount = writtenCount
    self.failures = failures
    self.conflicts = conflicts
    self.error = error
  }

  func adding(_ other: WriteBackResult) -> WriteBackResult {
    WriteBackResult(
      writtenCount: writtenCount + other.writtenCount, failures: failures + other.failures,
      conflicts: conflicts + other.conflicts, error: error ?? other.error)
  }

  /// Whether everything that was dirty is now in the database.
  public var isComplete: Bool { failures.isEmpty && conflicts.isEmpty && error == nil }

  /// The first reason why something was not written, if any.
  public var reason: StoreError? {
    error ?? failures.first?.error ?? (conflicts.isEmpty ? nil : .conflict)
  }
}

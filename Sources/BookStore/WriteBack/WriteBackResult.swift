import Records
import SQLite

/// What a write-back did.
public struct WriteBackResult: Hashable, Sendable {
  /// The records that are in the database now with all that was taken to be written.
  public var writtenCount: Int
  /// The records that could not be written, in the order of the plan; they stay hydrated and dirty.
  public var failures: [RowFailure]
  /// The fields that somebody else has changed meanwhile; they stay dirty until one of the values is chosen.
  public var conflicts: [Conflict]
  /// Why nothing at all was written; every record that was dirty stays so.
  public var error: StoreError?

  /// Makes a result of its parts.
  public init(
    writtenCount: Int = 0, failures: [RowFailure] = [], conflicts: [Conflict] = [], error: StoreError? = nil
  ) {
    self.writtenCount = writtenCount
    self.failures = failures
    self.conflicts = conflicts
    self.error = error
  }

  /// The result together with that of other records.
  func adding(_ other: WriteBackResult) -> WriteBackResult {
    WriteBackResult(
      writtenCount: writtenCount + other.writtenCount, failures: failures + other.failures,
      conflicts: conflicts + other.conflicts, error: error ?? other.error)
  }

  /// Whether everything that was dirty is in the database now.
  public var isComplete: Bool { failures.isEmpty && conflicts.isEmpty && error == nil }

  /// Why not everything was written, if so: the first reason.
  public var reason: StoreError? {
    error ?? failures.first?.error ?? (conflicts.isEmpty ? nil : .conflict)
  }
}

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
    (self.writtenCount, self.failures, self.conflicts, self.error) = (
      writtenCount, failures, conflicts, error
    )
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

/// The result of a memory warning.
public struct Dehydration: Hashable, Sendable {
  /// The result of the write-back.
  public var writeBack = WriteBackResult()
  /// The number of records that were dehydrated.
  public var recordCount = 0
  /// The bytes of fields that were released, as `Record.byteCount` estimates them.
  public var freedByteCount = 0
}

struct WriteBackOutcome: Sendable {
  /// By the update's index in the plan.
  var failures: [Int: StoreError] = [:]
  /// The database's values of the fields that another program has changed; the update's other fields are written.
  var conflicts: [Int: [FieldValue]] = [:]
  var error: StoreError?
  /// Whether a trigger may have left changes of a row that it rejected, so that nothing was committed.
  var hasLeftovers = false
  /// Whether deferred foreign keys are violated, so that nothing was committed.
  var hasOpenKeys = false
  /// The updates for which a trigger or a constraint ended the transaction, so that nothing was written.
  var endedBy: [Int] = []
  var isToBeRepeated: Bool { hasLeftovers || hasOpenKeys || !endedBy.isEmpty }
  /// Whether another program has written and the plan lacks the original values, so that nothing was written.
  var lacksRows = false
  var dataVersion: Int64?
}

/// Records what triggers and foreign keys do while the edits of a step are written.
protocol WriteRecorder: AnyObject {
  func record(_ body: () throws(StoreError) -> WriteBackOutcome) throws(StoreError) -> WriteBackOutcome
  func append(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) throws(StoreError)
  func settle(isWritten: Bool)
  func follow()
}

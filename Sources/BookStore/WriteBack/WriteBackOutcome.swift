import Records
import SQLite

/// The outcome of a plan: which of its updates failed, or why all of them did.
package struct WriteBackOutcome: Sendable {
  /// Why an update failed, by its index in the plan.
  var failures: [Int: StoreError] = [:]
  /// The database's values of the fields that somebody else has changed, by the update's index in the plan.
  ///
  /// The update's other fields are written.
  var conflicts: [Int: [FieldValue]] = [:]
  /// Why the whole transaction failed.
  var error: StoreError?
  /// Whether a trigger may have left changes of a row that it rejected, so that nothing was committed.
  var hasLeftovers = false
  /// Whether deferred foreign keys are violated, so that nothing was committed.
  var hasOpenKeys = false
  /// The updates for which a trigger or a constraint ended the transaction, so that nothing was written; the reasons
  /// are among the failures.
  var endedBy: [Int] = []
  /// Whether nothing was committed, so that everything must be written again.
  var isToBeRepeated: Bool { hasLeftovers || hasOpenKeys || !endedBy.isEmpty }
  /// Whether nothing was written because somebody else has written and the plan lacks what was read from the rows.
  var lacksRows = false
  /// The data version of the writing connection after the write.
  var dataVersion: Int64?
}

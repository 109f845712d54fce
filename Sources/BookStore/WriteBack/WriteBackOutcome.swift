import Records
import SQLite

/// The outcome of a plan: which of its updates failed, or why all did.
package struct WriteBackOutcome: Sendable {
  /// Errors by the update's index in the plan.
  var failures: [Int: StoreError] = [:]
  /// The database's values of the fields that another program has changed, by the update's index in the plan.
  ///
  /// The update's other fields are written.
  var conflicts: [Int: [FieldValue]] = [:]
  var error: StoreError?
  /// Whether a trigger may have left changes of a row that it rejected, so that nothing was committed.
  var hasLeftovers = false
  /// Whether deferred foreign keys are violated, so that nothing was committed.
  var hasOpenKeys = false
  /// The updates for which a trigger or a constraint ended the transaction, so that nothing was written; the reasons are in
  /// `failures`.
  var endedBy: [Int] = []
  var isToBeRepeated: Bool { hasLeftovers || hasOpenKeys || !endedBy.isEmpty }
  /// Whether nothing was written because another program has written and the plan lacks the rows' original values.
  var lacksRows = false
  var dataVersion: Int64?
}

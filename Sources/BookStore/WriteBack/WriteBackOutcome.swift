import Records

/// What became of a plan: which of its updates failed, or why all of them did.
package struct WriteBackOutcome: Sendable {
  /// Why an update failed, by its index in the plan.
  var failures: [Int: StoreError] = [:]
  /// What the database holds of the fields that somebody else has changed, by the update's index in the plan.
  ///
  /// The update's other fields are written.
  var conflicts: [Int: [FieldValue]] = [:]
  /// Why the whole transaction was lost.
  var error: StoreError?
  /// Whether a trigger may have left something of a row that it has refused, and so nothing was committed.
  var hasLeftovers = false
  /// Whether foreign keys are violated that are looked at in the end, and so nothing was committed.
  var hasOpenKeys = false
  /// The updates with which a trigger or a constraint has ended the transaction, so that nothing was written; why is among
  /// the failures.
  var endedBy: [Int] = []
  /// Whether nothing was committed, so that all has to be written once more.
  var isToBeRepeated: Bool { hasLeftovers || hasOpenKeys || !endedBy.isEmpty }
  /// Whether somebody else has written, and what was read of the rows is needed for that; nothing was written.
  var lacksRows = false
  /// The data version of the connection that wrote, after that.
  var dataVersion: Int64?
}

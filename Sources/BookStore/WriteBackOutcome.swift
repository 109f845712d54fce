/// What became of a plan: which of its updates failed, or why all of them did.
package struct WriteBackOutcome: Sendable {
  /// Why an update failed, by its index in the plan.
  var failures: [Int: StoreError] = [:]
  /// Why the whole transaction was lost.
  var error: StoreError?
}

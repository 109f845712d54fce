import SQLite

/// Records what triggers and foreign keys do while the edits of a step are written.
protocol WriteRecorder: AnyObject {
  func record(_ body: () throws(StoreError) -> WriteBackOutcome) throws(StoreError) -> WriteBackOutcome
  func append(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) throws(StoreError)
  func settle(isWritten: Bool)
  /// Updates records and lists, once the written records are clean.
  func follow()
}

import SQLite

/// Records what triggers and foreign keys do while the edits of a step are written.
protocol WriteRecorder: AnyObject {
  /// Records what happens while a plan is written.
  func record(_ body: () throws(StoreError) -> WriteBackOutcome) throws(StoreError) -> WriteBackOutcome
  /// Appends what was recorded to the log as a draft, before COMMIT.
  func append(_ plan: WriteBackPlan, _ outcome: WriteBackOutcome) throws(StoreError)
  /// Confirms the draft, or forgets it.
  func settle(isWritten: Bool)
  /// Updates records and lists, once the written records are clean.
  func follow()
}

/// SQLite's counters for one run of a statement (`sqlite3_stmt_status`, https://sqlite.org/c3ref/c_stmtstatus_counter.html).
public struct StatementWork: Hashable, Sendable {
  /// The steps of SQLite's virtual machine.
  public var steps: Int
  /// The forward steps in full table scans.
  public var scanSteps: Int
  /// The number of sorts.
  public var sorts: Int

  /// Creates counters.
  public init(steps: Int = 0, scanSteps: Int = 0, sorts: Int = 0) {
    (self.steps, self.scanSteps, self.sorts) = (steps, scanSteps, sorts)
  }
}

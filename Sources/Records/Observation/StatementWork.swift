/// SQLite's counters for one run of a statement (`sqlite3_stmt_status`, https://sqlite.org/c3ref/c_stmtstatus_counter.html).
public struct StatementWork: Hashable, Sendable {
  /// The steps of SQLite's virtual machine.
  public var steps: Int
  /// The steps forward in tables that were scanned whole.
  public var scanSteps: Int
  /// The sorts.
  public var sorts: Int

  /// Makes counts of their parts.
  public init(steps: Int = 0, scanSteps: Int = 0, sorts: Int = 0) {
    self.steps = steps
    self.scanSteps = scanSteps
    self.sorts = sorts
  }
}

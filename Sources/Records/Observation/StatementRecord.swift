/// An observed run of a statement.
public struct StatementRecord: Hashable, Sendable {
  /// The number of the run, from 1, in the order in which runs ended.
  public var number: Int
  /// The start, in seconds since 1970-01-01 00:00 UTC.
  public var startedAt: Double
  /// The time from the first step to the last, including reading the rows.
  public var nanoseconds: Int
  /// The SQL text, with `?` for values.
  public var sql: String
  /// The first bound values, limited by `maximumValueCount` and `maximumByteCount`.
  public var values: [Value]
  /// The rows returned, or directly inserted, changed or deleted.
  public var rowCount: Int
  /// The purpose of the statement.
  public var purpose: StatementPurpose
  /// The record that the statement was run for, if any.
  public var record: RecordID?
  /// SQLite's counters for the run.
  public var work: StatementWork

  /// The maximum number of recorded values.
  public static let maximumValueCount = 6
  /// The maximum number of recorded bytes per value; a value of this size may have been cut.
  public static let maximumByteCount = 40

  package init(
    number: Int, startedAt: Double, nanoseconds: Int, sql: String, values: [Value] = [], rowCount: Int = 0,
    purpose: StatementPurpose = .other, record: RecordID? = nil, work: StatementWork = StatementWork()
  ) {
    (self.number, self.startedAt, self.nanoseconds, self.sql) = (number, startedAt, nanoseconds, sql)
    (self.values, self.rowCount, self.purpose, self.record) = (values, rowCount, purpose, record)
    self.work = work
  }

  /// Whether all values of the run are recorded uncut.
  public var hasWholeValues: Bool {
    values.count < Self.maximumValueCount
      && !values.contains { $0.payloadByteCount >= Self.maximumByteCount }
  }

  /// Values as they are recorded: short values share memory with the caller, and long values are cut.
  public static func shortened(_ values: [Value]) -> [Value] {
    guard values.count > maximumValueCount || values.contains(where: isLong) else { return values }
    return values.prefix(maximumValueCount).map(shortened)
  }

  private static func isLong(_ value: Value) -> Bool { value.payloadByteCount > maximumByteCount }

  private static func shortened(_ value: Value) -> Value {
    switch value {
    case .text(let text) where isLong(value): .text(Text(bytes: Array(text.bytes.prefix(maximumByteCount))))
    case .blob(let bytes) where isLong(value): .blob(Array(bytes.prefix(maximumByteCount)))
    default: value
    }
  }
}

/// The purpose of a statement.
public enum StatementPurpose: Hashable, Sendable, CaseIterable {
  case hydrate
  case writeBack
  case list
  /// Includes finding the keys at some positions.
  case count
  /// The schema, insertions, deletions, and referenced rows.
  case other
}

/// SQLite's counters for one run of a statement (`sqlite3_stmt_status`, https://sqlite.org/c3ref/c_stmtstatus_counter.html).
public struct StatementWork: Hashable, Sendable {
  /// The steps of SQLite's virtual machine, the forward steps in full table scans, and the sorts.
  public var steps, scanSteps, sorts: Int

  /// Creates counters.
  package init(steps: Int = 0, scanSteps: Int = 0, sorts: Int = 0) {
    (self.steps, self.scanSteps, self.sorts) = (steps, scanSteps, sorts)
  }
}

/// A line of SQLite's query plan for a statement (https://sqlite.org/eqp.html).
public struct PlanStep: Hashable, Sendable {
  /// The nesting depth.
  public var depth: Int
  /// SQLite's description.
  public var text: String

  package init(depth: Int, text: String) { (self.depth, self.text) = (depth, text) }
}

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

  /// Creates a record.
  public init(
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

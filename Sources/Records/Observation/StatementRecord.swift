/// One run of a statement, as it was observed.
public struct StatementRecord: Hashable, Sendable {
  /// The runs are counted in the order in which they ended, from 1.
  public var number: Int
  /// When it began, in seconds since 1970-01-01 00:00 UTC.
  public var startedAt: Double
  /// The time from its first step to its last, with the reading of its rows.
  public var nanoseconds: Int
  /// The statement's text, with `?` for its values.
  public var sql: String
  /// The first of the values that were bound, at most `maximumValueCount`; a long text or blob is cut to
  /// `maximumByteCount` bytes.
  public var values: [Value]
  /// The rows that it gave out, or that it inserted, changed or deleted itself.
  public var rowCount: Int
  /// What it was run for.
  public var purpose: StatementPurpose
  /// The record that it was run for, if it was for one.
  public var record: RecordID?
  /// The counters of SQLite for the run.
  public var work: StatementWork

  /// The most values that are kept.
  public static let maximumValueCount = 6
  /// The most bytes of a value that are kept; where one has so many, there may have been more.
  public static let maximumByteCount = 40

  /// Makes a record of its parts.
  public init(
    number: Int, startedAt: Double, nanoseconds: Int, sql: String, values: [Value] = [], rowCount: Int = 0,
    purpose: StatementPurpose = .other, record: RecordID? = nil, work: StatementWork = StatementWork()
  ) {
    self.number = number
    self.startedAt = startedAt
    self.nanoseconds = nanoseconds
    self.sql = sql
    self.values = values
    self.rowCount = rowCount
    self.purpose = purpose
    self.record = record
    self.work = work
  }

  /// Whether all values of the run are kept, and none was cut.
  public var hasWholeValues: Bool {
    values.count < Self.maximumValueCount
      && !values.contains { $0.payloadByteCount >= Self.maximumByteCount }
  }

  /// Values as they are kept: short ones are shared with the caller that bound them, and nothing long is kept.
  ///
  /// - Complexity: O(1).
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

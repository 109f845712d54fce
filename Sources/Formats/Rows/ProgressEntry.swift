/// The progress in a book on a day, from an e-reader.
public struct ProgressEntry: Hashable, Sendable {
  /// The last moment, in ISO 8601 with the offset from UTC.
  public var at: String
  /// The first and last moment in seconds since 1970-01-01 UTC; an existing entry between them is the same.
  public var moments: ClosedRange<Int64>
  /// The page; nil if unknown.
  public var page: Int?
  /// The percentage of the book; nil if unknown.
  public var percent: Double?
  /// The minutes read; nil if unknown.
  public var minutes: Int?

  /// The day, in the zone of the moment.
  public var day: String { String(at.prefix(10)) }
}

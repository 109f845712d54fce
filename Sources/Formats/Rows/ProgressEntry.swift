/// How far a book was read on a day, as an e-reader has it.
public struct ProgressEntry: Hashable, Sendable {
  /// The last moment of it, in ISO 8601, with the offset from UTC.
  public var at: String
  /// The first and the last moment of it, in seconds since 1970-01-01 UTC: an entry of the library between them is the same.
  public var moments: ClosedRange<Int64>
  /// The page; nil if unknown.
  public var page: Int?
  /// The part of the book in percent; nil if unknown.
  public var percent: Double?
  /// How long it was read; nil if unknown.
  public var minutes: Int?

  /// The day, in the zone of the moment.
  public var day: String { String(at.prefix(10)) }
}

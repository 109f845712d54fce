/// Accepted edits that never reached the database because their program ended.
public struct AbandonedChanges: Hashable, Sendable {
  /// The number of differing fields; a field that was set twice counts once.
  public var count: Int
  /// The time of the first edit, in seconds since 1970-01-01 00:00 UTC.
  public var first: Double
  /// The time of the last edit.
  public var last: Double
  /// Whether the log failed after some of the edits, so that the database may hold newer values.
  public var isDoubtful: Bool

  /// Creates a summary.
  public init(count: Int, first: Double, last: Double, isDoubtful: Bool = false) {
    (self.count, self.first, self.last, self.isDoubtful) = (count, first, last, isDoubtful)
  }
}

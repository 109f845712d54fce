/// Accepted edits that never reached the database because their program ended.
public struct AbandonedChanges: Hashable, Sendable {
  /// The number of differing fields; a field that was set twice counts once.
  public var count: Int
  /// The times of the first and the last edit, in seconds since 1970-01-01 00:00 UTC.
  public var first, last: Double
  /// Whether the log failed after some of the edits, so that the database may hold newer values.
  public var isDoubtful: Bool

  package init(count: Int, first: Double, last: Double, isDoubtful: Bool = false) {
    (self.count, self.first, self.last, self.isDoubtful) = (count, first, last, isDoubtful)
  }
}

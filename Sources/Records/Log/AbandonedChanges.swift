/// Edits that were accepted and never reached the database, since the program that made them came to an end.
public struct AbandonedChanges: Hashable, Sendable {
  /// The fields that differ because of them; one that was set twice counts once.
  public var count: Int
  /// When the first of them was made, in seconds since 1970-01-01 00:00 UTC.
  public var first: Double
  /// When the last of them was made.
  public var last: Double
  /// Whether the log failed after some of them, so that the database may hold something newer.
  public var isDoubtful: Bool

  /// Makes a summary of its parts.
  public init(count: Int, first: Double, last: Double, isDoubtful: Bool = false) {
    self.count = count
    self.first = first
    self.last = last
    self.isDoubtful = isDoubtful
  }
}

import Records

/// A moment as days and the nanoseconds since midnight, for comparisons.
public struct Moment: Hashable, Sendable, Comparable {
  /// The days since 1970-01-01; negative before that.
  package let days: Int
  /// The nanoseconds since midnight; a full day's worth denotes the end of the day.
  package let nanoseconds: Int64

  init(days: Int, nanoseconds: Int64 = 0) { (self.days, self.nanoseconds) = (days, nanoseconds) }

  package init(_ moment: DateTime) {
    self.init(days: moment.date.daysSince1970, nanoseconds: moment.time.nanoseconds)
  }

  /// Whether the left moment is earlier.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.days, left.nanoseconds) < (right.days, right.nanoseconds)
  }
}

/// A half-open range of moments; either bound may be missing.
public struct MomentRange: Hashable, Sendable {
  /// The first moment in the range, if bounded.
  public var lower: Moment?
  /// The first moment after the range, if bounded.
  public var upper: Moment?

  init(lower: Moment? = nil, upper: Moment? = nil) { (self.lower, self.upper) = (lower, upper) }

  var isReversed: Bool { lower.flatMap { lower in upper.map { $0 <= lower } } ?? false }

  package func contains(_ moment: Moment) -> Bool {
    if let lower, moment < lower { return false }
    if let upper, upper <= moment { return false }
    return true
  }
}

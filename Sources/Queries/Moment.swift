import Records

/// A moment as a number of days and the nanoseconds since midnight, so that moments can be compared.
public struct Moment: Hashable, Sendable, Comparable {
  /// The days since 1970-01-01, negative before it.
  package let days: Int
  /// The nanoseconds since midnight; as many as a day has stand for its end.
  package let nanoseconds: Int64

  init(days: Int, nanoseconds: Int64 = 0) { (self.days, self.nanoseconds) = (days, nanoseconds) }

  /// Makes a moment of a day with a time of day.
  package init(_ moment: DateTime) {
    self.init(days: moment.date.daysSince1970, nanoseconds: moment.time.nanoseconds)
  }

  /// Whether one moment is before another.
  public static func < (left: Moment, right: Moment) -> Bool {
    (left.days, left.nanoseconds) < (right.days, right.nanoseconds)
  }
}

/// The time from one moment to another, which is the first that is no part of it; either may be missing.
public struct MomentRange: Hashable, Sendable {
  /// The first moment, if there is one.
  public var lower: Moment?
  /// The first moment after it, if there is one.
  public var upper: Moment?

  init(lower: Moment? = nil, upper: Moment? = nil) { (self.lower, self.upper) = (lower, upper) }

  /// Whether no moment can be part of it.
  var isReversed: Bool { lower.flatMap { lower in upper.map { $0 <= lower } } ?? false }

  /// Whether a moment is part of it.
  package func contains(_ moment: Moment) -> Bool {
    if let lower, moment < lower { return false }
    if let upper, upper <= moment { return false }
    return true
  }
}

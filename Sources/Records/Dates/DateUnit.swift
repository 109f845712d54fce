/// What is counted since an epoch.
public enum DateUnit: Int, Hashable, Sendable, CaseIterable {
  /// Seconds; a real may have a fraction of one.
  case second = 0
  /// Thousandths of a second.
  case millisecond = 3
  /// Millionths of a second.
  case microsecond = 6
  /// Billionths of a second.
  case nanosecond = 9

  /// The digits after a second's point that a whole number of units has.
  package var digitCount: Int { rawValue }

  /// How many of them are a second.
  package var perSecond: Int64 {
    switch self {
    case .second: 1
    case .millisecond: 1_000
    case .microsecond: 1_000_000
    case .nanosecond: 1_000_000_000
    }
  }
}

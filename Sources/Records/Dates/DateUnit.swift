/// A unit in which a date is counted from an epoch.
public enum DateUnit: Int, Hashable, Sendable, CaseIterable {
  /// Seconds; a real may have a fraction.
  case second = 0
  case millisecond = 3
  case microsecond = 6
  case nanosecond = 9

  /// The number of decimal places of a second that the unit resolves.
  package var digitCount: Int { rawValue }

  package var perSecond: Int64 {
    switch self {
    case .second: 1
    case .millisecond: 1_000
    case .microsecond: 1_000_000
    case .nanosecond: 1_000_000_000
    }
  }
}

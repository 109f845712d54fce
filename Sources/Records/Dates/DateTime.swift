/// A day with a time of day.
public struct DateTime: Hashable, Sendable {
  /// The day.
  public var date: CalendarDate
  /// The time of day.
  public var time: TimeOfDay

  /// Combines a day and a time of day.
  public init(_ date: CalendarDate, _ time: TimeOfDay) { (self.date, self.time) = (date, time) }

  /// Makes the moment that SQLite's `datetime` prints, in milliseconds; nil if SQLite returns NULL.
  public init?(secondsSince1970 seconds: Double) {
    self.init(julianMilliseconds: seconds * 1000 + Self.julianMillisecondsAt1970)
  }

  /// Makes the moment that SQLite's `datetime` prints for a Julian day number; nil if SQLite returns NULL.
  public init?(julianDay: Double) { self.init(julianMilliseconds: julianDay * 86_400_000) }

  /// Counts milliseconds from the start of the Julian days, which is a noon.
  private init?(julianMilliseconds milliseconds: Double) {
    guard milliseconds >= 0, milliseconds < Self.endOfJulianMilliseconds else { return nil }
    let rounded = Int(milliseconds + 0.5)
    guard rounded < Int(Self.endOfJulianMilliseconds) else { return nil }
    let sinceMidnight = rounded + 43_200_000
    date = CalendarDate(daysSince1970: sinceMidnight / 86_400_000 - Self.julianDaysAt1970)
    time = TimeOfDay(nanoseconds: Int64(sinceMidnight % 86_400_000) * 1_000_000)
  }

  /// Makes the moment a number of units after an epoch; nil outside SQLite's range.
  public init?(_ count: Int64, _ unit: DateUnit, since epoch: DateEpoch) {
    let seconds = CalendarDate.floorDivision(count, unit.perSecond)
    guard seconds.magnitude < 1_000_000_000_000 else { return nil }
    let remainder = count % unit.perSecond
    let fraction = remainder < 0 ? remainder + unit.perSecond : remainder
    self.init(
      secondsSince1970: seconds + epoch.secondsSince1970,
      nanosecond: fraction * (1_000_000_000 / unit.perSecond))
  }

  private init?(secondsSince1970 seconds: Int64, nanosecond: Int64) {
    guard CalendarDate(secondsSince1970: seconds) != nil else { return nil }
    let days = CalendarDate.floorDivision(seconds, 86_400)
    date = CalendarDate(daysSince1970: Int(days))
    time = TimeOfDay(nanoseconds: (seconds - days * 86_400) * 1_000_000_000 + nanosecond)
  }

  /// The whole seconds from 1970-01-01 00:00; negative before it.
  public var secondsSince1970: Int64 { date.secondsSince1970 + time.seconds }

  var julianDay: Double {
    let milliseconds = time.nanoseconds / 1_000_000 - 43_200_000
    return Double(date.daysSince1970 + Self.julianDaysAt1970) + Double(milliseconds) / 86_400_000
  }

  func adding(minutes: Int) -> DateTime? {
    DateTime(secondsSince1970: secondsSince1970 + Int64(minutes) * 60, nanosecond: time.nanosecond)
  }

  /// The number of the Julian day that begins at noon of 1970-01-01.
  private static let julianDaysAt1970 = 2_440_588
  private static let julianMillisecondsAt1970 = 210_866_760_000_000.0
  private static let endOfJulianMilliseconds = 464_269_060_800_000.0
}

extension DateTime: CustomStringConvertible {
  /// The moment as SQLite prints it: `2024-05-06 07:08:09`.
  public var description: String { date.description + " " + time.description }
}

/// A unit in which a date is counted from an epoch.
public enum DateUnit: Int, Hashable, Sendable, CaseIterable {
  case second = 0
  case millisecond = 3
  case microsecond = 6
  case nanosecond = 9

  /// The decimal places of a second.
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

/// A midnight in UTC from which dates are counted.
public enum DateEpoch: Int, Hashable, Sendable, CaseIterable {
  case year1970 = 1970
  /// Core Data.
  case year2001 = 2001
  /// QuickTime and HFS.
  case year1904 = 1904
  /// WebKit and Windows.
  case year1601 = 1601

  /// Negative before 1970.
  package var secondsSince1970: Int64 {
    switch self {
    case .year1970: 0
    case .year2001: 978_307_200
    case .year1904: -2_082_844_800
    case .year1601: -11_644_473_600
    }
  }
}

/// A day with a time of day.
public struct DateTime: Hashable, Sendable {
  /// The day.
  public var date: CalendarDate
  /// The time of day.
  public var time: TimeOfDay

  /// Combines a day and a time of day.
  public init(_ date: CalendarDate, _ time: TimeOfDay) { (self.date, self.time) = (date, time) }

  /// Makes the moment, in milliseconds, that SQLite's `datetime` prints; nil if it returns NULL.
  public init?(secondsSince1970 seconds: Double) {
    self.init(julianMilliseconds: seconds * 1000 + Self.julianMillisecondsAt1970)
  }

  /// Makes the moment that SQLite's `datetime` prints for a Julian day number; nil if it returns NULL.
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

/// Days and the seconds since 1970-01-01 00:00 UTC, as SQLite's `date(x, 'unixepoch')` turns one into the
/// other.
extension CalendarDate {
  /// Makes the day that SQLite prints for a number of seconds, or nil where SQLite gives NULL.
  ///
  /// SQLite rounds to milliseconds since the noon with which the Julian days begin, -4713-11-24 12:00, and
  /// knows no time before it or after the last millisecond of 9999. The seconds of the clock's now make
  /// today.
  ///
  /// Thirteen days are named differently by SQLite before 3.46: it calls 1 March of 300, -100, -500 and so on
  /// down to -4500 the 29 February, which those years do not have. Here they are 1 March, as in later
  /// versions.
  public init?(secondsSince1970 seconds: Double) {
    self.init(julianMilliseconds: seconds * 1000 + Self.julianMillisecondsAt1970)
  }

  /// Makes the day that SQLite prints for a Julian day number, or nil where SQLite gives NULL.
  public init?(julianDay: Double) {
    self.init(julianMilliseconds: julianDay * 86_400_000)
  }

  private init?(julianMilliseconds milliseconds: Double) {
    guard milliseconds >= 0, milliseconds < Self.endOfJulianMilliseconds else { return nil }
    let rounded = Int(milliseconds + 0.5)
    guard rounded < Int(Self.endOfJulianMilliseconds) else { return nil }
    self.init(daysSince1970: (rounded + 43_200_000) / 86_400_000 - 2_440_588)
  }

  /// Makes the day that SQLite prints for a whole number of seconds, or nil where SQLite gives NULL.
  public init?(secondsSince1970 seconds: Int64) {
    self.init(secondsSince1970: Double(seconds))
  }

  /// The seconds from 1970-01-01 00:00 UTC to this day's midnight, negative before it.
  public var secondsSince1970: Int64 { Int64(daysSince1970) * 86_400 }

  private static let julianMillisecondsAt1970 = 210_866_760_000_000.0
  private static let endOfJulianMilliseconds = 464_269_060_800_000.0
}

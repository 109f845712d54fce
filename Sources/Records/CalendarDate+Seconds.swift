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
    guard let whole = Self.wholeJulianMilliseconds(milliseconds) else { return nil }
    self.init(daysSince1970: (whole + 43_200_000) / 86_400_000 - Self.julianDaysAt1970)
  }

  /// Milliseconds since the noon with which the Julian days begin, rounded, or nil outside of SQLite's range.
  static func wholeJulianMilliseconds(_ milliseconds: Double) -> Int? {
    guard milliseconds >= 0, milliseconds < endOfJulianMilliseconds else { return nil }
    let rounded = Int(milliseconds + 0.5)
    return rounded < Int(endOfJulianMilliseconds) ? rounded : nil
  }

  /// Makes the day that SQLite prints for a whole number of seconds, or nil where SQLite gives NULL.
  public init?(secondsSince1970 seconds: Int64) {
    self.init(secondsSince1970: Double(seconds))
  }

  /// The seconds from 1970-01-01 00:00 UTC to this day's midnight, negative before it.
  public var secondsSince1970: Int64 { Int64(daysSince1970) * 86_400 }

  /// The number of the Julian day that begins at noon of 1970-01-01.
  static let julianDaysAt1970 = 2_440_588
  static let julianMillisecondsAt1970 = 210_866_760_000_000.0
  private static let endOfJulianMilliseconds = 464_269_060_800_000.0
}

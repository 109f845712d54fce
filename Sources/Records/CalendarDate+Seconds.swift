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
    guard let moment = DateTime(secondsSince1970: seconds) else { return nil }
    self = moment.date
  }

  /// Makes the day that SQLite prints for a Julian day number, or nil where SQLite gives NULL.
  public init?(julianDay: Double) {
    guard let moment = DateTime(julianDay: julianDay) else { return nil }
    self = moment.date
  }

  /// Makes the day that SQLite prints for a whole number of seconds, or nil where SQLite gives NULL.
  public init?(secondsSince1970 seconds: Int64) {
    self.init(secondsSince1970: Double(seconds))
  }

  /// The seconds from 1970-01-01 00:00 UTC to this day's midnight, negative before it.
  public var secondsSince1970: Int64 { Int64(daysSince1970) * 86_400 }
}

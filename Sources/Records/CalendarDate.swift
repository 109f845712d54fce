/// A day of the proleptic Gregorian calendar, without a time and without a zone.
///
/// Years are astronomical: the year 0 is 1 BC and -1 is 2 BC. A date that is made of its parts has a year of
/// -4712 to 9999; one that comes from seconds may also be one of the last days of -4713, with which SQLite's
/// own range begins.
public struct CalendarDate: Hashable, Sendable {
  /// The astronomical year.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, 1 to 31.
  public let day: Int

  /// The years that a date can be made of.
  public static let years = -4712...9999

  /// The first day of the first year.
  public static let earliest = CalendarDate(unchecked: years.lowerBound, 1, 1)

  /// The last day of the last year.
  public static let latest = CalendarDate(unchecked: years.upperBound, 12, 31)

  /// Makes a date of its parts, or nil where the calendar has no such day or the year is outside `years`.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Whether a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The number of days of a month.
  ///
  /// - Precondition: `month` is 1 to 12.
  public static func dayCount(ofMonth month: Int, year: Int) -> Int {
    precondition((1...12).contains(month))
    switch month {
    case 2: return isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }
}

extension CalendarDate: Comparable {
  /// Whether a day is before another one.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date as SQLite prints it: `1321-06-07`, `-0750-01-01`.
  public var description: String {
    (year < 0 ? "-" : "") + String(abs(year), paddedTo: 4) + "-" + String(month, paddedTo: 2) + "-"
      + String(day, paddedTo: 2)
  }
}

/// A day's number.
///
/// The year is taken to begin on 1 March, so that the leap day is its last. A year's months then have lengths
/// that a straight line describes: the days before the month *m*, counted from March as 0, are (153 *m* + 2)
/// / 5.
extension CalendarDate {
  /// The days from 1970-01-01 to this day, negative before it.
  package var daysSince1970: Int {
    let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let cycle = Self.floorDivision(shiftedYear, 400)
    let yearOfCycle = shiftedYear - cycle * 400
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * Self.daysPerCycle + dayOfCycle - Self.daysBefore1970
  }

  /// Makes the date of a day's number; any year that fits is made.
  package init(daysSince1970: Int) {
    let days = daysSince1970 + Self.daysBefore1970
    let cycle = Self.floorDivision(days, Self.daysPerCycle)
    let dayOfCycle = days - cycle * Self.daysPerCycle
    // Leap days passed are taken out first: one per 4 years, none per 100, one at the cycle's very end.
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      unchecked: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The days of 400 years.
  private static let daysPerCycle = 146_097
  /// The days from 1 March of the year 0 to 1970-01-01.
  private static let daysBefore1970 = 719_468

  private static func floorDivision(_ dividend: Int, _ divisor: Int) -> Int {
    dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
  }
}

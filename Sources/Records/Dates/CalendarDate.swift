/// A day of the proleptic Gregorian calendar, without a time or a zone.
///
/// Years are astronomical: 0 is 1 BC and -1 is 2 BC. A date made from seconds may also be one of the last days of -4713,
/// where SQLite's range begins.
public struct CalendarDate: Hashable, Sendable {
  /// The astronomical year, the month from 1 to 12, and the day of the month from 1 to 31.
  public let year, month, day: Int

  /// The years of dates made from components.
  public static let years = -4712...9999

  /// The first day of the first year.
  public static let earliest = CalendarDate(unchecked: years.lowerBound, 1, 1)

  /// The last day of the last year.
  public static let latest = CalendarDate(unchecked: years.upperBound, 12, 31)

  /// Makes a date; nil if the calendar has no such day or the year is outside `years`.
  public init?(year: Int, month: Int, day: Int) {
    guard Self.years.contains(year), (1...12).contains(month),
      (1...Self.dayCount(ofMonth: month, year: year)).contains(day)
    else { return nil }
    self.init(unchecked: year, month, day)
  }

  private init(unchecked year: Int, _ month: Int, _ day: Int) {
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Whether a year has a 29 February.
  public static func isLeap(_ year: Int) -> Bool {
    year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
  }

  /// The number of days of a month from 1 to 12.
  public static func dayCount(ofMonth month: Int, year: Int) -> Int {
    precondition((1...12).contains(month))
    switch month {
    case 2: return isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  // MARK: A day's number
  //
  // The year is taken to begin on 1 March, so that the leap day is its last day. The days before month m, counted from
  // March as 0, are then (153 m + 2) / 5.

  /// The days from 1970-01-01 to this day; negative before it.
  package var daysSince1970: Int {
    let (shiftedYear, shiftedMonth) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    let cycle = Self.floorDivision(shiftedYear, 400)
    let yearOfCycle = shiftedYear - cycle * 400
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let dayOfCycle = yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    return cycle * Self.daysPerCycle + dayOfCycle - Self.daysBefore1970
  }

  /// The names of the days of the week, from Monday.
  public static let dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]

  /// The names of the months, from January.
  public static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// The three-letter names of the months.
  public static let shortMonthNames = monthNames.map { String($0.prefix(3)) }

  /// The day of the week, from 0 for Monday to 6 for Sunday.
  public var weekday: Int {
    // 1970-01-01 was a Thursday.
    let days = daysSince1970 + 3
    return days - Self.floorDivision(days, 7) * 7
  }

  package init(daysSince1970: Int) {
    let days = daysSince1970 + Self.daysBefore1970
    let cycle = Self.floorDivision(days, Self.daysPerCycle)
    let dayOfCycle = days - cycle * Self.daysPerCycle
    // Removes the leap days first: one per 4 years, none per 100, one at the very end of the cycle.
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      unchecked: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static let daysPerCycle = 146_097
  private static let daysBefore1970 = 719_468

  static func floorDivision<Number: FixedWidthInteger>(_ dividend: Number, _ divisor: Number) -> Number {
    dividend >= 0 ? dividend / divisor : (dividend + 1) / divisor - 1
  }

  // MARK: Seconds since 1970-01-01 00:00 UTC, as in SQLite's `date(x, 'unixepoch')`

  /// Makes the day that SQLite prints for a number of seconds; nil if SQLite returns NULL.
  ///
  /// SQLite rounds to milliseconds since -4713-11-24 12:00, and knows no time before that or after 9999. Versions before 3.46
  /// call 1 March of 300, -100, -500 and so on down to -4500 a 29 February, which those years do not have.
  public init?(secondsSince1970 seconds: Double) {
    guard let moment = DateTime(secondsSince1970: seconds) else { return nil }
    self = moment.date
  }

  /// Makes the day that SQLite prints for a whole number of seconds; nil if SQLite returns NULL.
  public init?(secondsSince1970 seconds: Int64) { self.init(secondsSince1970: Double(seconds)) }

  /// The seconds from 1970-01-01 00:00 UTC to this day's midnight; negative before it.
  public var secondsSince1970: Int64 { Int64(daysSince1970) * 86_400 }

  // MARK: Steps for a picker; each stays between `earliest` and `latest`

  /// A component of a date.
  public enum Part: Hashable, Sendable, CaseIterable {
    case year
    case month
    case day
  }

  /// The date some years, months or days later; a day that the month does not have becomes its last day.
  public func stepped(_ part: Part, by count: Int) -> CalendarDate {
    // This exceeds the range of dates, so that nothing below can overflow.
    let count = min(max(count, -10_000_000), 10_000_000)
    switch part {
    case .year: return Self.nearest(year: year + count, month: month, day: day)
    case .month:
      let months = Self.months.clamp(year * 12 + month - 1 + count)
      let month = months - (months >= 0 ? months / 12 : (months + 1) / 12 - 1) * 12
      return Self.nearest(year: (months - month) / 12, month: month + 1, day: day)
    case .day: return CalendarDate(daysSince1970: Self.days.clamp(daysSince1970 + count))
    }
  }

  private static let months = years.lowerBound * 12...years.upperBound * 12 + 11
  private static let days = earliest.daysSince1970...latest.daysSince1970

  private static func nearest(year: Int, month: Int, day: Int) -> CalendarDate {
    let year = years.clamp(year)
    let day = min(day, dayCount(ofMonth: month, year: year))
    return CalendarDate(year: year, month: month, day: day) ?? earliest
  }

  // MARK: Typed dates

  /// Reads a typed date; a missing month or day is taken as the first.
  ///
  /// These forms are accepted, with month names in any case, shortened to three letters or more:
  /// - year first: `1870`, `1870-01`, `1870-01-25`, `1870/01/25`, `-750`, `-0750-03-15`, `+1870`;
  /// - with a name: `25 Jan 1870`, `25. January 1870`, `Jan. 25, 1870`, `Jan 1870`, `15 Mar -750`;
  /// - day first, with full stops only: `25.1.1870`.
  ///
  /// The order of bare numbers must be certain: `25/1/1870`, `1/25/1870`, `12-05-03` and `25.1.70` are refused.
  ///
  /// - Throws: `FieldError.notADate`, `.noSuchMonth`, `.noSuchDay` or `.yearOutOfRange`.
  public init(typed text: String) throws(FieldError) {
    guard let typed = TypedDate(text), let (year, month, day) = Self.parts(typed) else { throw .notADate }
    guard Self.years.contains(year) else { throw .yearOutOfRange(year) }
    guard (1...12).contains(month) else { throw .noSuchMonth(month) }
    guard let date = CalendarDate(year: year, month: month, day: day) else { throw .noSuchDay(day) }
    self = date
  }

  private static func parts(_ typed: TypedDate) -> (year: Int, month: Int, day: Int)? {
    let numbers = typed.numbers
    switch typed.shape {
    case "1": return (numbers[0].signed, 1, 1)
    case "1-1", "1/1": return parts(year: numbers[0], month: numbers[1])
    case "1-1-1", "1/1/1": return parts(year: numbers[0], month: numbers[1], day: numbers[2])
    case "1.1.1": return parts(year: numbers[2], month: numbers[1], day: numbers[0])
    case "a1": return (numbers[0].signed, typed.month, 1)
    case "1a1", "1.a1", "1a,1": return parts(year: numbers[1], day: numbers[0], month: typed.month)
    case "a11", "a1,1": return parts(year: numbers[1], day: numbers[0], month: typed.month)
    default: return nil
    }
  }

  private typealias Number = TypedDate.Number

  private static func parts(year: Number, month: Number, day: Number? = nil) -> (Int, Int, Int)? {
    guard year.canOnlyBeYear, month.isBare, day?.isBare ?? true else { return nil }
    return (year.signed, month.value, day?.value ?? 1)
  }

  private static func parts(year: Number, day: Number, month: Int) -> (Int, Int, Int)? {
    day.isBare ? (year.signed, month, day.value) : nil
  }
}

extension CalendarDate: Comparable {
  /// Orders dates by time.
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

extension ClosedRange<Int> {
  fileprivate func clamp(_ number: Int) -> Int { Swift.min(Swift.max(number, lowerBound), upperBound) }
}

struct TypedDate {
  /// One character per piece: `1` for digits, `a` for a month's name, and `-`, `/`, `.`, `,` for themselves.
  private(set) var shape = ""
  private(set) var numbers: [Number] = []
  private(set) var month = 1

  struct Number {
    var value, digitCount: Int
    var sign: Character?

    var isBare: Bool { sign == nil }
    var signed: Int { sign == "-" ? -value : value }
    var canOnlyBeYear: Bool { sign != nil || digitCount >= 3 }
  }

  /// Nil if something cannot be part of a date; a `-` or `+` is a sign if a digit follows, and a blank or nothing precedes.
  init?(_ text: String) {
    var rest = text[...]
    var canBeSigned = true
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
        canBeSigned = true
      } else {
        guard takePiece(from: &rest, canBeSigned: canBeSigned) else { return nil }
        canBeSigned = false
      }
    }
  }

  private mutating func takePiece(from rest: inout Substring, canBeSigned: Bool) -> Bool {
    guard let first = rest.first else { return false }
    if Self.isDigit(first) { return takeNumber(from: &rest, sign: nil) }
    if Self.isLetter(first) { return takeMonth(from: &rest) }
    rest.removeFirst()
    if canBeSigned, "+-".contains(first), let next = rest.first, Self.isDigit(next) {
      return takeNumber(from: &rest, sign: first)
    }
    shape.append(first)
    return "-/.,".contains(first)
  }

  private mutating func takeNumber(from rest: inout Substring, sign: Character?) -> Bool {
    let digits = rest.prefix(while: Self.isDigit)
    rest.removeFirst(digits.count)
    // A longer number is no date, and no message should repeat it.
    guard digits.count <= 9, let value = Int(digits) else { return false }
    shape.append("1")
    numbers.append(Number(value: value, digitCount: digits.count, sign: sign))
    return true
  }

  private mutating func takeMonth(from rest: inout Substring) -> Bool {
    let word = rest.prefix(while: Self.isLetter)
    rest.removeFirst(word.count)
    let name = word.lowercased()
    guard name.count >= 3, let index = Self.monthNames.firstIndex(where: { $0.hasPrefix(name) }) else {
      return false
    }
    if rest.first == "." { rest.removeFirst() }
    shape.append("a")
    month = index + 1
    return true
  }

  private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

  private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }

  private static let monthNames = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december",
  ]
}

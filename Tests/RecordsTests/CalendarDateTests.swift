import Records
import SeededRandom
import TestSupport
import Testing

@Suite("Calendar dates") struct CalendarDateTests {
  /// What this machine's SQLite prints for numbers of seconds.
  private func sqliteDates(of seconds: [any StockConvertible]) throws -> [String?] {
    let database = try StockDatabase()
    return try seconds.map { try database.text("SELECT date(?, 'unixepoch')", [$0]) }
  }

  /// SQLite before 3.46 calls 1 March of these years the 29 February, which they do not have.
  private func isMisnamed(_ date: CalendarDate) -> Bool {
    date.month == 3 && date.day == 1 && date.year <= 300 && (date.year - 300).isMultiple(of: 400)
  }

  private func expectSame(_ date: CalendarDate?, _ printed: String?, _ seconds: any Sendable) {
    if let date, isMisnamed(date), printed?.hasSuffix("-02-29") == true { return }
    #expect(date?.description == printed, "at \(seconds) seconds")
  }

  /// SQLite counts the days of the week from Sunday.
  @Test(
    "days of the week are those of SQLite",
    arguments: [
      "1970-01-01", "1969-12-31", "1969-12-28", "2000-02-29", "1321-06-07", "0001-01-01", "9999-12-31",
    ])
  func weekday(_ text: String) throws {
    let date = try #require(PartialDateText.firstDay(text))
    let day = try StockDatabase().text("SELECT strftime('%w', ?)", [text])
    #expect(String((date.weekday + 1) % 7) == day)
  }

  private static let first = -210_866_760_000.0
  private static let end = 253_402_300_800.0

  private static let edges: [Double] = [
    first, first.nextUp, first.nextDown, first - 1, first + 0.001, first - 0.0004, first - 0.0006,
    first + 43_199, first + 43_200, end, end - 0.001, end - 0.0004, end - 0.0005, end - 0.0006, end.nextDown,
    end + 1, -0.0, 0, -0.0004, -0.0005, -0.0006, -0.001, -1, 86_399, 86_399.999, 86_399.9994, 86_399.9995,
    86_399.9996, 86_400, -86_399.9996, -86_400, -86_400.0004, -86_400.0006, -20_466_864_000, 1e12, -1e12,
    1e18, -1e300, 1e300, .infinity, -.infinity, .nan, .leastNonzeroMagnitude, -62_167_219_200,
    -62_167_219_200.0004, -62_167_219_200.0006, -210_863_520_000, -210_863_520_001,
  ]

  @Test("A number of seconds is the day that SQLite prints, fractions and the ends of the range included")
  func realSecondsAgree() throws {
    var generator = SeededGenerator(seed: 1870)
    var seconds = Self.edges
    for _ in 0..<14_000 { seconds.append(.random(in: Self.first - 1e9...Self.end + 1e9, using: &generator)) }
    for _ in 0..<6_000 {
      // Within two milliseconds of a midnight, where rounding decides.
      let midnight = Double(Int.random(in: -2_440_587...2_932_896, using: &generator)) * 86_400
      seconds.append(midnight + .random(in: -0.002...0.002, using: &generator))
    }
    for (seconds, printed) in zip(seconds, try sqliteDates(of: seconds)) {
      expectSame(CalendarDate(secondsSince1970: seconds), printed, seconds)
    }
  }

  @Test("A whole number of seconds is the day that SQLite prints") func integerSecondsAgree() throws {
    var generator = SeededGenerator(seed: 1871)
    var seconds: [Int64] = [.min, .max, 0, -1, 1 << 53, -(1 << 53), -210_866_760_001, 253_402_300_800]
    for _ in 0..<4_000 { seconds.append(.random(in: -211_000_000_000...253_500_000_000, using: &generator)) }
    for (seconds, printed) in zip(seconds, try sqliteDates(of: seconds)) {
      expectSame(CalendarDate(secondsSince1970: seconds), printed, seconds)
    }
  }

  @Test("The days that SQLite once misnamed are 1 March") func misnamedDaysAreMarch() throws {
    for year in stride(from: -4500, through: 300, by: 400) {
      let date = try #require(CalendarDate(year: year, month: 3, day: 1))
      #expect(CalendarDate(secondsSince1970: date.secondsSince1970) == date)
      #expect(CalendarDate(year: year, month: 2, day: 29) == nil)
    }
  }

  @Test("A day's midnight is that day again, and days follow each other") func midnightsComeBack() throws {
    for start in [-4712, -401, -5, -1, 0, 299, 1581, 1899, 1999, 9998] {
      var date = try #require(CalendarDate(year: start, month: 1, day: 1))
      for _ in 0..<366 {
        let next = date.stepped(.day, by: 1)
        #expect(CalendarDate(secondsSince1970: date.secondsSince1970) == date)
        #expect(next > date && next.secondsSince1970 - date.secondsSince1970 == 86_400)
        date = next
      }
    }
  }

  @Test("Dates print with four digits, and with a minus before the year 0") func printing() throws {
    #expect(CalendarDate(year: 1321, month: 6, day: 7)?.description == "1321-06-07")
    #expect(CalendarDate(year: -750, month: 1, day: 1)?.description == "-0750-01-01")
    #expect(CalendarDate(year: 0, month: 12, day: 31)?.description == "0000-12-31")
    #expect(CalendarDate.earliest.description == "-4712-01-01")
    #expect(CalendarDate.latest.description == "9999-12-31")
  }

  @Test(
    "What the calendar does not have is no date",
    arguments: [
      (-4713, 12, 31), (10_000, 1, 1), (1870, 0, 1), (1870, 13, 1), (1870, 1, 0), (1870, 1, 32),
      (1870, 4, 31), (1900, 2, 29), (2000, 2, 30), (-1, 2, 29), (.min, 1, 1), (1, .max, 1), (1, 1, .min),
    ])
  func impossibleParts(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test("Months have their days, and not one more") func monthLengths() {
    let counts = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (month, count) in zip(1...12, counts) {
      #expect(CalendarDate(year: 2023, month: month, day: count) != nil)
      #expect(CalendarDate(year: 2023, month: month, day: count + 1) == nil)
      #expect(CalendarDate.dayCount(ofMonth: month, year: 2023) == count)
    }
  }

  @Test("Leap days are there every four years, but for centuries that 400 does not divide") func leapDays() {
    for year in [2000, 1996, 0, -4, -400, -4712] {
      #expect(CalendarDate(year: year, month: 2, day: 29) != nil)
    }
    for year in [1900, 1997, -1, -100] { #expect(!CalendarDate.isLeap(year)) }
  }

  @Test(
    "A step moves one part and stays in the range",
    arguments: [
      ("2023-01-31", CalendarDate.Part.month, 1, "2023-02-28"), ("2024-01-31", .month, 1, "2024-02-29"),
      ("2024-03-31", .month, -1, "2024-02-29"), ("1999-12-15", .month, 1, "2000-01-15"),
      ("0000-01-15", .month, -1, "-0001-12-15"), ("-0001-12-15", .month, -12, "-0002-12-15"),
      ("2024-02-29", .year, 1, "2025-02-28"), ("2024-02-29", .year, 4, "2028-02-29"),
      ("0001-05-05", .year, -2, "-0001-05-05"), ("1999-12-31", .day, 1, "2000-01-01"),
      ("0000-03-01", .day, -1, "0000-02-29"), ("9999-12-31", .day, 1, "9999-12-31"),
      ("9999-06-30", .year, 1, "9999-06-30"), ("9999-11-30", .month, 5, "9999-12-30"),
      ("-4712-01-05", .day, -9, "-4712-01-01"), ("-4712-02-05", .month, -3, "-4712-01-05"),
      ("1870-01-25", .day, .max, "9999-12-31"), ("1870-01-25", .day, .min, "-4712-01-01"),
      ("1870-01-25", .month, .max, "9999-12-25"), ("1870-01-25", .year, .min, "-4712-01-25"),
    ])
  func steps(from text: String, part: CalendarDate.Part, count: Int, to expected: String) throws {
    #expect(try CalendarDate(typed: text).stepped(part, by: count).description == expected)
  }
}

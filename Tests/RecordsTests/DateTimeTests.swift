import Records
import SeededRandom
import TestSupport
import Testing

/// Forms that databases of known programs have.
extension Field.DateForm {
  static let milliseconds1970 = Self.number(.millisecond, since: .year1970)
  static let microseconds1970 = Self.number(.microsecond, since: .year1970)
  static let microseconds1601 = Self.number(.microsecond, since: .year1601)
  static let nanoseconds2001 = Self.number(.nanosecond, since: .year2001)
  static let seconds1904 = Self.number(.second, since: .year1904)
}

@Suite("Moments") struct DateTimeTests {
  /// What this machine's SQLite prints for values, by an expression of `?`.
  private func printed(_ expression: String, _ values: [any StockConvertible]) throws -> [String?] {
    let database = try StockDatabase()
    return try values.map { try database.text("SELECT \(expression)", [$0]) }
  }

  /// SQLite before 3.46 calls 1 March of some years the 29 February, which they do not have.
  private func isMisnamed(_ moment: DateTime?, _ printed: String?) -> Bool {
    guard let moment, let printed else { return false }
    return moment.date.month == 3 && moment.date.day == 1 && printed.contains("-02-29 ")
      && (moment.date.year - 300).isMultiple(of: 400)
  }

  private static func field(_ form: Field.DateForm, _ affinity: Affinity = .blob) -> Field {
    Field(column: "c", label: "C", kind: .dateTime(form), affinity: affinity)
  }

  @Test(
    "A whole number is the moment that SQLite prints, in every unit since every epoch",
    arguments: Field.DateForm.allCases)
  func integers(form: Field.DateForm) throws {
    guard case .number(let unit, let epoch) = form else { return }
    let perSecond = Int64([1, 1_000, 1_000_000, 1_000_000_000][unit.rawValue / 3])
    let base = try #require(CalendarDate(year: epoch.rawValue, month: 1, day: 1)?.secondsSince1970)
    var generator = SeededGenerator(seed: UInt64(epoch.rawValue))
    // The first hours of an epoch may be meant in a longer unit, and int64 ends 292 years from it in nanoseconds.
    let seconds = (0..<500).map { _ in
      Int64.random(in: 10_000...9_000_000_000, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
    }
    let texts = try printed("datetime(?, 'unixepoch')", seconds.map { base + $0 })
    for (seconds, text) in zip(seconds, texts) {
      let moment = form.dateTime(of: .integer(seconds * perSecond))
      #expect(moment?.description == text, "\(seconds)")
      guard let moment, unit != .second else { continue }
      // The last unit of the second before is still that second.
      let last = form.dateTime(of: .integer(seconds * perSecond + perSecond - 1))
      #expect(last?.date == moment.date && last?.time.seconds == moment.time.seconds)
    }
  }

  @Test("Reals and Julian days are the moments that SQLite prints, to the millisecond") func reals() throws {
    var generator = SeededGenerator(seed: 24)
    var seconds: [Double] = [
      0, -0.0004, -0.0006, 0.5, 1_166_889_600.25, -210_866_760_000, 253_402_300_799.9994,
    ]
    seconds += (0..<4_000).map { _ in .random(in: -211_000_000_000...253_500_000_000, using: &generator) }
    let format = "datetime(?1, 'unixepoch') || substr(strftime('%f', ?1, 'unixepoch'), 3)"
    for (seconds, text) in zip(seconds, try printed(format, seconds)) {
      expectSame(DateTime(secondsSince1970: seconds), text, seconds)
    }
    let days = (0..<4_000).map { _ in Double.random(in: -10...5_373_490, using: &generator) }
    for (day, text) in zip(days, try printed("datetime(?1) || substr(strftime('%f', ?1), 3)", days)) {
      expectSame(DateTime(julianDay: day), text, day)
    }
  }

  /// Compares where SQLite prints all three digits.
  private func expectSame(_ moment: DateTime?, _ printed: String?, _ number: Double) {
    if isMisnamed(moment, printed) { return }
    let text = moment.map { $0.time.nanosecond == 0 ? "\($0).000" : "\($0)" }
    #expect(text == printed, "\(number)")
  }

  @Test("A number outside of SQLite's range is shown as it is, and nothing traps") func outside() {
    for form in Field.DateForm.allCases {
      for value in [.integer(.min), .integer(.max), .integer(.min + 1), .real(.nan), .real(.infinity)]
        as [Value]
      {
        let field = Self.field(form)
        if form.dateTime(of: value) == nil { #expect(field.text(of: value).first != nil) }
      }
    }
    #expect(Self.field(.secondsSince1970).text(of: .integer(253_402_300_800)) == "253402300800")
  }

  @Test(
    "What real databases hold is shown",
    arguments: [
      (.microseconds1601, .integer(13_362_473_289_123_456), "2024-06-10 06:08:09.123456"),
      (.microseconds1970, .integer(1_718_000_000_000_000), "2024-06-10 06:13:20"),
      (.nanoseconds2001, .integer(739_692_800_000_000_000), "2024-06-10 06:13:20"),
      (.nanoseconds2001, .integer(400_000_000), "2013-09-04 15:06:40"),
      (.microseconds1970, .integer(1_718_000_000), "2024-06-10 06:13:20"),
      (.milliseconds1970, .real(1_718_000_000_250), "2024-06-10 06:13:20.250"),
      (.secondsSince2001, .real(739_692_800.5), "2024-06-10 06:13:20.500"),
      (.seconds1904, .integer(3_800_844_800), "2024-06-10 06:13:20"),
      (.julianDay, .real(2_460_471.7592592593), "2024-06-10 06:13:20"),
      (.isoText, "2024-05-06 07:08:09", "2024-05-06 07:08:09"),
      (.isoText, "2024-05-06T07:08:09.25+02:00", "2024-05-06T07:08:09.25+02:00"),
      (.isoText, "2024-05-06", "2024-05-06"),
    ] as [(Field.DateForm, Value, String)])
  func shown(form: Field.DateForm, value: Value, text: String) throws {
    let field = Self.field(form)
    #expect(field.text(of: value) == text)
    #expect(try field.value(of: text, replacing: value) == value)
    #expect(try field.value(of: " \(text) ", replacing: value) == value)
  }

  @Test("0 and -1 are never where a column is said to mean it, and dates otherwise") func never() throws {
    var field = Self.field(.microseconds1601, .integer)
    #expect(field.text(of: .integer(0)) == "1601-01-01 00:00:00")
    field.zeroIsNever = true
    for value in [.integer(0), .integer(-1), .real(0)] as [Value] {
      #expect(field.isNever(value))
      #expect(field.text(of: value) == Field(column: "", label: "", kind: .text).text(of: value))
      #expect(try field.value(of: field.text(of: value), replacing: value) == value)
    }
    #expect(!field.isNever(.integer(1)))
    #expect(try field.value(of: "1970-01-01", replacing: .integer(0)) == .integer(11_644_473_600_000_000))
    #expect(throws: FieldError.momentNotKept) { try field.value(of: "1601-01-01", replacing: .null) }
  }
}

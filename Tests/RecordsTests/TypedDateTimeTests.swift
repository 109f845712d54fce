import Records
import SeededRandom
import Testing

@Suite("Typed moments") struct TypedDateTimeTests {
  private static func field(_ form: Field.DateForm, _ affinity: Affinity) -> Field {
    Field(column: "c", label: "C", kind: .dateTime(form), affinity: affinity)
  }

  @Test(
    "A date, a time and both are typed, and what is left out stays",
    arguments: [
      // 1718000000 is 2024-06-10 06:13:20.
      ("2024-06-11", .integer(1_718_086_400)), ("11 Jun 2024", .integer(1_718_086_400)),
      ("2024-06-10 06:13:20", .integer(1_718_000_000)), ("2024-06-10T06:13:20Z", .integer(1_718_000_000)),
      ("07:08:09", .integer(1_718_003_289)), ("7:08", .integer(1_718_003_280)),
      ("2024-06-10 06:13", .integer(1_717_999_980)), ("10. Jun 2024 08:13:20+02:00", .integer(1_718_000_000)),
      ("2024-06-10 00:43:20 -0530", .integer(1_718_000_000)),
      ("2024-06-09 23:59:59+1", .integer(1_717_973_999)), ("25.1.1970 7:30", .integer(2_100_600)),
      ("2024-06-10t06:13:20 utc", .integer(1_718_000_000)), ("1969-12-31 23:59:59", .integer(-1)),
    ] as [(String, Value)])
  func seconds(text: String, expected: Value) throws {
    let field = Self.field(.secondsSince1970, .integer)
    #expect(try field.value(of: text, replacing: .integer(1_718_000_000)) == expected)
  }

  @Test(
    "What is wrong is told",
    arguments: [
      ("24:00", .noSuchTime), ("2024-06-10 07:60", .noSuchTime), ("07:08:60", .noSuchTime),
      ("2024-06-10 7", .notADate), ("07:8", .notATime), ("07:08:", .notATime), ("07:08:09.", .notATime),
      ("07:08 pm", .notATime), ("07:08+25:00", .noSuchTime), ("07:08+", .notATime), ("123:08", .notATime),
      ("2024-13-01 07:08", .noSuchMonth(13)), ("soon 07:08", .notADate), (":08", .notATime),
      ("07:08:09.1234567890", .tooFineTime(9)), ("07:08:09.5", .tooFineTime(0)),
      ("9999-12-31 23:59:59-01:00", .momentNotKept), ("٠٧:٠٨", .notATime), ("", nil),
    ] as [(String, FieldError?)])
  func errors(text: String, expected: FieldError?) throws {
    let field = Self.field(.secondsSince1970, .integer)
    guard let expected else {
      #expect(try field.value(of: text, replacing: .integer(1_718_000_000)) == .null)
      return
    }
    #expect(throws: expected) { try field.value(of: text, replacing: .integer(1_718_000_000)) }
  }

  @Test("A time alone needs a date that is there") func timeAlone() {
    let field = Self.field(.secondsSince1970, .integer)
    #expect(throws: FieldError.noDate) { try field.value(of: "07:08", replacing: .null) }
    #expect(throws: FieldError.noDate) { try field.value(of: "07:08", replacing: "soon") }
    #expect(throws: FieldError.noDate) {
      try Self.field(.isoText, .text).value(of: "07:08", replacing: .null)
    }
  }

  @Test(
    "The unit, the storage class and the digits that are not shown stay",
    arguments: [
      (.milliseconds1970, .integer, .integer(1_718_000_000_250), "2024-06-11", .integer(1_718_086_400_250)),
      (.milliseconds1970, .integer, .integer(1_718_000_000_250), "06:13:20.5", .integer(1_718_000_000_500)),
      (
        .nanoseconds2001, .integer, .integer(739_692_800_000_000_001), "2024-06-11",
        .integer(739_779_200_000_000_001)
      ), (.nanoseconds2001, .integer, .integer(400_000_000), "2013-09-04 15:06:41", .integer(400_000_001)),
      (
        .nanoseconds2001, .integer, .null, "2024-06-10 06:13:20.000000001",
        .integer(739_692_800_000_000_001)
      ),
      (
        .microseconds1601, .integer, .integer(0), "2024-06-10 06:08:09.123456",
        .integer(13_362_473_289_123_456)
      ), (.secondsSince2001, .numeric, .real(739_692_800.123456), "2024-06-11", .real(739_779_200.123456)),
      (
        .secondsSince2001, .numeric, .real(739_692_800.123456), "2024-06-10 06:13:20.123",
        .real(739_692_800.123456)
      ), (.secondsSince2001, .numeric, .integer(739_692_800), "06:13:20.5", .real(739_692_800.5)),
      (.secondsSince2001, .real, .null, "2024-06-10 06:13:20", .real(739_692_800)),
      (.julianDay, .real, .real(2_460_471.5), "2024-06-10 12:00", .real(2_460_472)),
      (.seconds1904, .integer, .null, "2024-06-10 06:13:20", .integer(3_800_844_800)),
    ] as [(Field.DateForm, Affinity, Value, String, Value)])
  func stored(form: Field.DateForm, affinity: Affinity, old: Value, text: String, expected: Value) throws {
    #expect(try Self.field(form, affinity).value(of: text, replacing: old) == expected)
  }

  @Test(
    "A text keeps its separator, its offset and its seconds",
    arguments: [
      ("2024-05-06 07:08:09", "2024-05-07", "2024-05-07 07:08:09"),
      ("2024-05-06T07:08:09.250+02:00", "2024-05-07", "2024-05-07T07:08:09.250+02:00"),
      ("2024-05-06T07:08:09+02:00", "2024-05-06 08:00", "2024-05-06T08:00:00+02:00"),
      ("2024-05-06T07:08:09+02:00", "08:00:01.5Z", "2024-05-06T08:00:01.5Z"),
      ("2024-05-06 07:08", "2024-05-06 08:00", "2024-05-06 08:00"),
      ("2024-05-06 07:08", "2024-05-06 08:00:30", "2024-05-06 08:00:30"),
      ("2024-05-06T07:08:09.500Z", "6 May 2024 07:08:09.5", "2024-05-06T07:08:09.500Z"),
      ("2024-05-06", "07:08", "2024-05-06 07:08:00"), ("2024-05-06", "2024-05-07", "2024-05-07"),
      (.null, "2024-05-06", "2024-05-06 00:00:00"), (.null, "2024-05-06T07:08Z", "2024-05-06T07:08:00Z"),
      ("soon", "2024-05-06 07:08:09.123456789", "2024-05-06 07:08:09.123456789"),
      ("2024-05-06 07", "2024-05-07", "2024-05-07 07"),
    ] as [(Value, String, Value)])
  func texts(old: Value, text: String, expected: Value) throws {
    #expect(try Self.field(.isoText, .text).value(of: text, replacing: old) == expected)
  }

  @Test(
    "Digits that the unit cannot keep are refused",
    arguments: [
      (.milliseconds1970, .integer, "2024-06-10 06:13:20.0005", 3),
      (.microseconds1970, .real, "2024-06-10 06:13:20.0000005", 6),
      (.secondsSince2001, .real, "2024-06-10 06:13:20.0005", 3),
      (.julianDay, .real, "2024-06-10 06:13:20.0005", 3),
      (.secondsSince2001, .integer, "2024-06-10 06:13:20.5", 0),
    ] as [(Field.DateForm, Affinity, String, Int)])
  func tooFine(form: Field.DateForm, affinity: Affinity, text: String, digits: Int) {
    #expect(throws: FieldError.tooFineTime(digits)) {
      try Self.field(form, affinity).value(of: text, replacing: .null)
    }
  }

  @Test("A moment that the numbers do not reach, or that would be read otherwise, is refused")
  func notKept() {
    let field = Self.field(.number(.nanosecond, since: .year1970), .integer)
    #expect(throws: FieldError.momentNotKept) { try field.value(of: "2300-01-01", replacing: .null) }
    #expect(throws: FieldError.momentNotKept) {
      try field.value(of: "2300-01-01", replacing: .integer(1 << 60))
    }
    #expect(throws: FieldError.momentNotKept) { try field.value(of: "1970-01-01 00:30", replacing: .null) }
  }

  @Test("Whatever is typed in place of whatever, the field then shows it, or nothing is changed")
  func shownAsTyped() throws {
    var generator = SeededGenerator(seed: 2026)
    for form in Field.DateForm.allCases {
      for affinity in Affinity.allCases where (form == .isoText) == (affinity == .text) {
        let field = Self.field(form, affinity)
        for _ in 0..<60 {
          let old: Value =
            [
              .null, .integer(.random(in: -3...3, using: &generator)),
              .integer(.random(in: .min ... .max, using: &generator)),
              .real(.random(in: -1e10...1e10, using: &generator)),
              .real(.random(in: -1e18...1e18, using: &generator)),
            ].randomElement(using: &generator) ?? .null
          let day = Int64.random(in: -60_000...60_000, using: &generator) * 86_400
          let seconds = day + .random(in: 0..<86_400, using: &generator)
          guard let moment = DateTime(secondsSince1970: Double(seconds)) else { continue }
          guard let value = try? field.value(of: moment.description, replacing: old) else { continue }
          #expect(field.text(of: value) == moment.description, "\(form) \(affinity) \(old)")
        }
      }
    }
  }

  @Test("No text traps") func anyText() {
    var generator = SeededGenerator(seed: 7)
    let pieces = [
      "0", "7", "08", "59", "2024", "-", ":", ":", ".", "+", " ", "T", "Z", "utc", "Jan", "é", "\u{301}",
      "\0", "٣", "99999999999999999999",
    ]
    let field = Self.field(.secondsSince1970, .integer)
    var readCount = 0
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 0...9, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      if (try? field.value(of: text, replacing: .integer(1_718_000_000))) != nil { readCount += 1 }
    }
    #expect(readCount > 300)
  }
}

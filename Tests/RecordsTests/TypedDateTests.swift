import Records
import SeededRandom
import Testing

@Suite("Typed dates") struct TypedDateTests {
  @Test(
    "Each form is read",
    arguments: [
      ("1870", "1870-01-01"), ("1870-01", "1870-01-01"), ("1870-03", "1870-03-01"),
      ("1870-01-25", "1870-01-25"), ("1870-1-5", "1870-01-05"), ("1870/01/25", "1870-01-25"),
      ("1870 - 03 - 25", "1870-03-25"), ("-750", "-0750-01-01"), ("-0750-03-15", "-0750-03-15"),
      ("-44-03-15", "-0044-03-15"), ("+1870", "1870-01-01"), ("+12-05-03", "0012-05-03"), ("0", "0000-01-01"),
      ("5", "0005-01-01"), ("0044-03-15", "0044-03-15"), ("000001870", "1870-01-01"),
      ("25 Jan 1870", "1870-01-25"), ("25 January 1870", "1870-01-25"), ("25. Jan. 1870", "1870-01-25"),
      ("25 Jan, 1870", "1870-01-25"), ("25jan1870", "1870-01-25"), ("Jan 25, 1870", "1870-01-25"),
      ("Jan. 25, 1870", "1870-01-25"), ("JANUARY 25 1870", "1870-01-25"), ("jAn 1870", "1870-01-01"),
      ("Sept 1870", "1870-09-01"), ("15 Mar -750", "-0750-03-15"), ("25.1.1870", "1870-01-25"),
      ("25.01.-750", nil), ("25.01. -750", "-0750-01-25"), ("\t 1870-01-25 \n", "1870-01-25"),
      ("\u{A0}1870\u{2003}", "1870-01-01"), ("-4712", "-4712-01-01"), ("9999-12-31", "9999-12-31"),
      ("29 Feb 2000", "2000-02-29"),
    ] as [(String, String?)])
  func forms(text: String, expected: String?) {
    #expect((try? CalendarDate(typed: text))?.description == expected)
  }

  @Test("Every month is known by its name and by three letters of it") func monthNames() throws {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
      "November", "December",
    ]
    for (index, name) in names.enumerated() {
      #expect(try CalendarDate(typed: "2 \(name) 1900").month == index + 1)
      #expect(try CalendarDate(typed: "\(name.prefix(3).uppercased()) 1900").month == index + 1)
    }
  }

  @Test(
    "What is wrong is told",
    arguments: [
      ("", .notADate), (" ", .notADate), ("soon", .notADate), ("-", .notADate), ("--750", .notADate),
      ("1870-", .notADate), ("1870-01-", .notADate), ("1870-01/25", .notADate), ("1870-01-25-01", .notADate),
      ("1870-01-25 10:00", .notADate), ("25/1/1870", .notADate), ("1/25/1870", .notADate),
      ("12-05-03", .notADate), ("25.1.70", .notADate), ("1870.01", .notADate), ("25-Jan-1870", .notADate),
      ("Jan-1870", .notADate), ("Jan", .notADate), ("Ja 1870", .notADate), ("Januaryx 1870", .notADate),
      ("25 Jan", .notADate), ("-25 Jan 1870", .notADate), ("1870--01", .notADate), ("1870 -01", .notADate),
      ("1870-01- -25", .notADate), ("1870- -01-25", .notADate), ("1. -2.1870", .notADate),
      ("٢٠٢٤", .notADate), ("１８７０", .notADate), ("1870\u{301}", .notADate), ("1870\0", .notADate),
      ("1870-13", .noSuchMonth(13)), ("1870-00", .noSuchMonth(0)), ("1870-99-99", .noSuchMonth(99)),
      ("25.13.1870", .noSuchMonth(13)), ("1870-01-32", .noSuchDay(32)), ("1870-01-00", .noSuchDay(0)),
      ("29 Feb 1900", .noSuchDay(29)), ("31.4.1870", .noSuchDay(31)), ("Jan 99999 1870", .noSuchDay(99_999)),
      ("10000", .yearOutOfRange(10_000)), ("-4713-12-31", .yearOutOfRange(-4713)),
      ("Jan 999999999", .yearOutOfRange(999_999_999)), ("9999999999", .notADate),
      ("99999999999999999999999", .notADate), ("-99999999999999999999999-01-01", .notADate),
      ("1870-99999999999999999999999", .notADate),
    ] as [(String, FieldError)])
  func errors(text: String, expected: FieldError) {
    #expect(throws: expected) { try CalendarDate(typed: text) }
  }

  @Test("No text traps, and what is read prints as what is read again") func anyText() {
    var generator = SeededGenerator(seed: 25)
    let pieces = [
      "0", "1", "2", "9", "12", "1870", "9999", "31", "-", "/", ".", ",", " ", "+", "Jan", "feb", "MAY", "x",
      "é", "\u{301}", "👩‍👩‍👧", "\0", "\r\n", "٣", "99999999999999999999",
    ]
    var readCount = 0
    for _ in 0..<30_000 {
      let text = (0..<Int.random(in: 0...7, using: &generator))
        .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      guard let date = try? CalendarDate(typed: text) else { continue }
      readCount += 1
      #expect((try? CalendarDate(typed: date.description)) == date, "\(text.debugDescription)")
    }
    #expect(readCount > 300)
  }
}

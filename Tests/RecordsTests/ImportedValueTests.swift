import Records
import Testing

@Suite("Values in the cells of a file") struct ImportedValueTests {
  private static func value(
    _ text: String, _ kind: Field.Kind, _ affinity: Affinity? = nil, _ order: DayOrder? = nil
  ) -> Value? {
    ImportedForm(Field(column: "f", label: "F", kind: kind, affinity: affinity), order).value(
      of: .text(Text(text)))
  }

  @Test(
    "A whole number may have signs between its thousands, and a fraction that is none",
    arguments: [
      ("1032", 1032), (" 1,032 ", 1032), ("1 032", 1032), ("1'032", 1032), ("1,234,567", 1_234_567),
      ("1.234.567", 1_234_567), ("320.0", 320), ("320,0", 320), ("-7", -7), ("1.032", nil), ("1,03", nil),
      ("1,0321", nil), ("~300", nil), ("1e3", nil), ("0x10", nil), ("", nil), ("9223372036854775808", nil),
      ("1,,032", nil), ("3.5", nil),
    ] as [(String, Int64?)])
  func wholeNumbers(_ text: String, _ number: Int64?) {
    #expect(Self.value(text, .integer) == number.map { .integer($0) })
  }

  @Test(
    "A number may have a comma for a point, unless that may be the sign of thousands",
    arguments: [
      ("1.5", 1.5), ("1,5", 1.5), ("12,50", 12.5), ("1,234.5", 1_234.5), ("1.234,5", 1_234.5),
      ("1 234,5", 1_234.5), ("1.032", 1.032), ("1e3", 1_000), ("-0,5", -0.5), ("1,032", nil), ("1,2,3", nil),
      ("1.2.3,4", nil), ("4,", nil), ("Infinity", nil), ("1e999", nil), ("nan", nil),
      ("9007199254740993", nil), ("45e76582", nil),
    ] as [(String, Double?)])
  func numbers(_ text: String, _ number: Double?) {
    #expect(Self.value(text, .real) == number.map { .real($0) })
    let decimal = Self.value(text, .decimal, .real)
    if text != "9007199254740993" { #expect(decimal == number.map { .real($0) }) }
  }

  @Test(
    "Of day and month, the order is known, or it is not read",
    arguments: [
      ("25/12/2001", nil, "2001-12-25"), ("12/25/2001", nil, "2001-12-25"), ("5/6/2001", nil, nil),
      ("5/6/2001", .dayFirst, "2001-06-05"), ("5/6/2001", .monthFirst, "2001-05-06"),
      ("5/5/2001", nil, "2001-05-05"), ("05-06-2001", .dayFirst, "2001-06-05"),
      ("5.6.2001", .monthFirst, "2001-06-05"), ("30/2/2001", .dayFirst, nil), ("5/6/01", .dayFirst, nil),
      ("12/25/2001 1:30:00 PM", nil, "2001-12-25"), ("2001-05-06T23:30:00Z", nil, "2001-05-06"),
    ] as [(String, DayOrder?, String?)])
  func orders(_ text: String, _ order: DayOrder?, _ date: String?) {
    #expect(Self.value(text, .partialDate, nil, order) == date.map { .text(Text($0)) })
    let day = Self.value(text, .date(.isoText), nil, order)
    #expect(
      day.flatMap { Field(column: "f", label: "F", kind: .date(.isoText)).date(of: $0)?.description } == date)
  }

  @Test(
    "A partial date says no more and no less than the text",
    arguments: [
      ("2001/05/06", "2001-05-06"), ("May 2001", "2001-05"), ("May 6, 2001", "2001-05-06"),
      ("750 BC", "-0749"), ("©1999", "1999"), ("2001.0", "2001"), ("2001-00-00", "2001"),
      ("06.05.2001", "2001-05-06"), ("2001-05-06 10:11", "2001-05-06"),
      ("2001-05-06 10:11:12 +0000", "2001-05-06"), ("2001-05-06 or so", nil), ("1999 (reprint 2003)", nil),
      ("1999 2003", nil), ("Mayor 2001", nil), ("Junk 2001", nil), ("c1999", nil), ("c. 1999", nil),
      ("1999?", nil), ("1999/2000", nil), ("1999-2001", nil), ("Spring 2001", nil), ("37017", nil),
      ("someday", nil), ("1939", "1939"), ("2020-05", "2020-05"), ("-0750", "-0750"),
      ("17 May 2020", "2020-05-17"), ("2023-01-02T23:30:00+05:00", "2023-01-02"), ("2020/02/30", nil),
      ("2020/13", nil), ("", nil),
    ] as [(String, String?)])
  func partialDates(_ text: String, _ date: String?) {
    #expect(Self.value(text, .partialDate) == date.map { .text(Text($0)) })
    #expect(PartialDateText.read(text) == date)
  }

  @Test("A date with slashes and the year last is not read as one with the year first") func slashes() {
    #expect(PartialDateText.read("5/17/2020") == nil)
  }

  @Test(
    "A column of days takes days, and one that counts seconds also their number",
    arguments: [
      ("2024-01-05", 1_704_412_800), ("5 Jan 2024 13:00", 1_704_459_600),
      ("1/25/2024 1:00 PM", 1_706_187_600), ("1704412800", 1_704_412_800), ("0", 0), ("2024", nil),
      ("2024-01", nil), ("May 2024 10:00", nil), ("13:00", nil), ("someday", nil),
    ] as [(String, Double?)])
  func days(_ text: String, _ seconds: Double?) {
    #expect(Self.value(text, .date(.secondsSince1970)) == seconds.map { .real($0) })
  }

  @Test(
    "Yes and no, choices and ratings",
    arguments: [
      ("Yes", .boolean, .integer(1)), ("FALSE", .boolean, .integer(0)), ("1.0", .boolean, .integer(1)),
      ("x", .boolean, nil), ("ja", .boolean, nil), ("2", .boolean, nil),
      ("READ", .choice(["to read", "read"]), "read"), ("re", .choice(["to read", "read"]), nil),
      ("★★★★☆", .rating, .real(4)), ("⭐⭐⭐½", .rating, .real(3.5)), ("8/10", .rating, .real(4)),
      ("3.75", .rating, .real(3.75)), ("80%", .rating, .real(4)), ("9", .rating, nil), ("☆", .rating, nil),
      ("4/6", .rating, nil), ("-", .rating, nil), ("45e76582", .text, "45e76582"),
    ] as [(String, Field.Kind, Value?)])
  func others(_ text: String, _ kind: Field.Kind, _ value: Value?) {
    #expect(Self.value(text, kind) == value)
  }

  @Test("A text in a column of numbers is not turned into another number") func textsAsNumbers() {
    #expect(Self.value("45e76582", .text, .numeric) == nil)
    #expect(Self.value("12345678901234567890", .longText, .numeric) == nil)
    #expect(Self.value("1.50", .text, .numeric) == .real(1.5))
    #expect(Self.value("no number", .text, .numeric) == "no number")
  }

  @Test(
    "A value that is a number in the file is taken as its digits",
    arguments: [
      (.integer(320), .integer, .integer(320)), (.real(320), .integer, .integer(320)),
      (.real(1.032), .integer, nil), (.integer(9), .rating, nil), (.integer(2001), .partialDate, "2001"),
      (.integer(9_780_306_406_157), .isbn, "9780306406157"), (.real(9.78031e12), .isbn, nil),
      (.integer(9_007_199_254_740_993), .real, nil), (.integer(1), .boolean, .integer(1)),
      (.integer(5), .text, "5"), (.real(.infinity), .real, nil), (.blob([1]), .integer, .blob([1])),
    ] as [(Value, Field.Kind, Value?)])
  func numbersOfFiles(_ cell: Value, _ kind: Field.Kind, _ value: Value?) {
    #expect(ImportedForm(Field(column: "f", label: "F", kind: kind), nil).value(of: cell) == value)
  }

  @Test(
    "The ISBNs of a text",
    arguments: [
      ("978-0-306-40615-7", ["9780306406157"]), ("978 0 306 40615 7", ["9780306406157"]),
      ("ISBN-13: 978-0-306-40615-7", ["9780306406157"]), ("9780306406157 (pbk.)", ["9780306406157"]),
      ("306406152", ["9780306406157"]), ("306406152.0", ["9780306406157"]),
      ("9780306406157.0", ["9780306406157"]), ("978‑0‑306‑40615‑7", ["9780306406157"]),
      ("=\"0306406152\"", ["9780306406157"]), ("080442957x", ["9780804429573"]),
      ("978-0-306-40615-7 0-306-40615-2", ["9780306406157"]),
      ("0306406152; 9781402894626", ["9780306406157", "9781402894626"]), ("9780306406158", []),
      ("9.78031E+12", []), ("a0306406152", []), ("0306406152123", []), ("", []), ("(1) 2", []),
      ("none 123, 978 0 306 40615 7 (hbk)", ["9780306406157"]), ("0-306-40615-2", ["9780306406157"]),
      ("0-306-40615-3", []), ("0306406153", []), ("B000FC1PJI", []), ("9.78043902348e+12", []),
    ])
  func isbns(_ text: String, _ isbns: [String]) {
    #expect(ISBNText.all(in: text) == isbns)
    if isbns.isEmpty { #expect(ISBNText.thirteen(text) == nil) }
  }

  @Test(
    "A number of pages with its sign",
    arguments: [
      ("320 pages", "320"), ("320 p.", "320"), ("xii + 320 p.", "320"), ("xii, 320 pp", "320"),
      ("1,032 Seiten", "1032"), ("~300 p.", nil), ("12 + 320 p.", nil), ("320", nil), ("p.", nil),
      ("three pages", nil),
    ] as [(String, String?)])
  func pages(_ text: String, _ count: String?) { #expect(PageText.read(text) == count) }
}

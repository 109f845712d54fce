import Records
import Testing

/// Days as people type them, on a Wednesday, and years beside them.
@Suite("Typed days") struct TypedDayTests {
  private static let today = CalendarDate(year: 2026, month: 7, day: 15) ?? .earliest
  private static let finished = Field(column: "finished", label: "Finished", kind: .partialDate)
  private static let due = Field(column: "due", label: "Due", kind: .date(.isoText))
  private static let published = Field(column: "published", label: "Published", kind: .partialDate)

  private func value(_ text: String, _ field: Field) throws(FieldError) -> Value {
    try field.value(of: try field.dated(text, today: Self.today), replacing: .null)
  }

  private static let cases: [(typed: String, past: String?, due: String?, year: String?)] = [
    // What is named by today, in every field.
    ("today", "2026-07-15", "2026-07-15", "2026-07-15"),
    (" TODAY ", "2026-07-15", "2026-07-15", "2026-07-15"),
    ("yesterday", "2026-07-14", "2026-07-14", "2026-07-14"),
    ("tomorrow", "2026-07-16", "2026-07-16", "2026-07-16"),
    ("today-30", "2026-06-15", "2026-06-15", "2026-06-15"),
    ("today+14", "2026-07-29", "2026-07-29", "2026-07-29"),
    ("today - 1 week", "2026-07-08", "2026-07-08", "2026-07-08"), ("last year", "2025", nil, "2025"),
    ("last-year", "2025", nil, "2025"), ("this year", "2026", nil, "2026"),
    ("next year", "2027", "2027-07-15", "2027"), ("last month", "2026-06", nil, "2026-06"),
    ("this month", "2026-07", nil, "2026-07"), ("next month", "2026-08", "2026-08-15", "2026-08"),
    ("last week", nil, nil, nil), ("next week", nil, "2026-07-22", nil),
    // A day of a month.
    ("28 nov", "2025-11-28", "2026-11-28", "0028-11"), ("nov 28", "2025-11-28", "2026-11-28", "0028-11"),
    ("28 Nov", "2025-11-28", "2026-11-28", "0028-11"), ("28 NOVEMBER", "2025-11-28", "2026-11-28", "0028-11"),
    ("November 28", "2025-11-28", "2026-11-28", "0028-11"),
    ("28. nov", "2025-11-28", "2026-11-28", "0028-11"),
    ("28 nov.", "2025-11-28", "2026-11-28", "0028-11"), ("28nov", "2025-11-28", "2026-11-28", nil),
    ("28th nov", "2025-11-28", "2026-11-28", nil), ("nov 28th", "2025-11-28", "2026-11-28", nil),
    ("the 28th of november", "2025-11-28", "2026-11-28", nil), ("on nov 28", "2025-11-28", "2026-11-28", nil),
    ("28-nov", "2025-11-28", "2026-11-28", nil), ("nov-28", "2025-11-28", "2026-11-28", nil),
    ("28.11.", "2025-11-28", "2026-11-28", nil), ("28.11", "2025-11-28", "2026-11-28", nil),
    ("28. 11.", "2025-11-28", "2026-11-28", nil), ("28/11", "2025-11-28", "2026-11-28", nil),
    ("11/28", "2025-11-28", "2026-11-28", nil), ("28-11", "2025-11-28", "2026-11-28", nil),
    ("Dec 13", "2025-12-13", "2026-12-13", "0013-12"), ("13 dec", "2025-12-13", "2026-12-13", "0013-12"),
    ("14 jul", "2026-07-14", "2027-07-14", "0014-07"), ("15 jul", "2026-07-15", "2026-07-15", "0015-07"),
    ("16 jul", "2025-07-16", "2026-07-16", "0016-07"), ("1 jan", "2026-01-01", "2027-01-01", "0001-01"),
    ("31 dec", "2025-12-31", "2026-12-31", "0031-12"), ("29 feb", "2024-02-29", "2028-02-29", "0029-02"),
    ("3/3", "2026-03-03", "2027-03-03", nil), ("3.4.", "2026-04-03", "2027-04-03", nil),
    ("5 sept", "2025-09-05", "2026-09-05", "0005-09"), ("may 5", "2026-05-05", "2027-05-05", "0005-05"),
    // A day of any month.
    ("14", "2026-07-14", "2026-08-14", "0014"), ("15", "2026-07-15", "2026-07-15", "0015"),
    ("16", "2026-06-16", "2026-07-16", "0016"), ("31", "2026-05-31", "2026-07-31", "0031"),
    ("1", "2026-07-01", "2026-08-01", "0001"), ("14.", "2026-07-14", "2026-08-14", nil),
    ("14th", "2026-07-14", "2026-08-14", nil), ("the 1st", "2026-07-01", "2026-08-01", nil),
    ("22nd", "2026-06-22", "2026-07-22", nil), ("3rd", "2026-07-03", "2026-08-03", nil),
    // A day of the week.
    ("friday", "2026-07-10", "2026-07-17", nil), ("Fri", "2026-07-10", "2026-07-17", nil),
    ("thurs", "2026-07-09", "2026-07-16", nil), ("wednesday", "2026-07-15", "2026-07-15", nil),
    ("sunday", "2026-07-12", "2026-07-19", nil), ("this friday", "2026-07-10", "2026-07-17", nil),
    ("last friday", "2026-07-10", "2026-07-10", nil), ("last wednesday", "2026-07-08", "2026-07-08", nil),
    ("next friday", "2026-07-17", "2026-07-17", nil), ("next wed", "2026-07-22", "2026-07-22", nil),
    ("on monday", "2026-07-13", "2026-07-20", nil), ("friday 13", nil, nil, nil),
    // A distance.
    ("+14", "2026-07-29", "2026-07-29", "0014"), ("-3", "2026-07-12", "2026-07-12", "-0003"),
    ("- 3", "2026-07-12", "2026-07-12", nil), ("+0", "2026-07-15", "2026-07-15", nil),
    ("-750", "2024-06-25", "2024-06-25", "-0750"), ("+14d", "2026-07-29", "2026-07-29", nil),
    ("+2w", "2026-07-29", "2026-07-29", nil), ("+2 weeks", "2026-07-29", "2026-07-29", nil),
    ("-2m", "2026-05-15", "2026-05-15", nil), ("-1 month", "2026-06-15", "2026-06-15", nil),
    ("+1y", "2027-07-15", "2027-07-15", nil), ("in 2 weeks", "2026-07-29", "2026-07-29", nil),
    ("in 3 days", "2026-07-18", "2026-07-18", nil), ("in a month", "2026-08-15", "2026-08-15", nil),
    ("2 weeks ago", "2026-07-01", "2026-07-01", nil), ("a week ago", "2026-07-08", "2026-07-08", nil),
    ("3 days ago", "2026-07-12", "2026-07-12", nil), ("1 year ago", "2025-07-15", "2025-07-15", nil),
    ("2 weeks", nil, "2026-07-29", nil), ("in", nil, nil, nil), ("weeks ago", nil, nil, nil),
    // With the year.
    ("2024", "2024", "2024-01-01", "2024"), ("2024-05", "2024-05", "2024-05-01", "2024-05"),
    ("May 2024", "2024-05", "2024-05-01", "2024-05"),
    ("2024-05-17", "2024-05-17", "2024-05-17", "2024-05-17"),
    ("2024/05/17", "2024-05-17", "2024-05-17", "2024-05-17"),
    ("17 May 2024", "2024-05-17", "2024-05-17", "2024-05-17"),
    ("May 17, 2024", "2024-05-17", "2024-05-17", "2024-05-17"),
    ("17.5.2024", "2024-05-17", "2024-05-17", "2024-05-17"), ("17/5/2024", "2024-05-17", "2024-05-17", nil),
    ("5/17/2024", "2024-05-17", "2024-05-17", nil), ("17-5-2024", "2024-05-17", "2024-05-17", nil),
    ("-0750", "-0750", "-0750-01-01", "-0750"), ("1066", "1066", "1066-01-01", "1066"),
    // Fewer than four digits are no year, and a number that may be the day or the month is neither.
    ("28 nov 26", nil, nil, "0026-11-28"), ("nov 28, 26", nil, nil, "0026-11-28"),
    ("28.11.26", nil, nil, nil), ("28/11/26", nil, nil, nil), ("26-11-28", nil, nil, nil),
    ("950", nil, nil, "0950"), ("70", nil, nil, "0070"), ("3/4", nil, nil, nil), ("3-4", nil, nil, nil),
    ("3/4/2024", nil, nil, nil), ("751 BC", nil, nil, "-0750"),
    // What is no day.
    ("0", nil, nil, nil), ("32 nov", nil, nil, "0032-11"), ("31 nov", nil, nil, "0031-11"),
    ("30 feb", nil, nil, "0030-02"), ("13/13", nil, nil, nil), ("0/5", nil, nil, nil),
    ("5.13.", nil, nil, nil), ("2024-13-01", nil, nil, nil), ("soon", nil, nil, nil), ("nov", nil, nil, nil),
    ("28 nov?", nil, nil, nil), ("+", nil, nil, nil), ("next", nil, nil, nil), ("٢٨ nov", nil, nil, nil),
    ("28 28 nov", nil, nil, "0028-11-28"),
  ]

  @Test("A day is the last one of what is past and the next one of what is due, and a year stays one")
  func table() {
    #expect(Self.cases.count >= 120)
    for (typed, past, due, year) in Self.cases {
      for (field, expected) in [(Self.finished, past), (Self.due, due), (Self.published, year)] {
        let value = try? value(typed, field)
        #expect(value == expected.map { .text(Text($0)) }, "\(typed) in \(field.label)")
      }
    }
  }

  @Test(
    "What is not understood is told by its reason",
    arguments: [
      ("soon", .notADate), ("28 nov 26", .shortYear), ("28.11.26", .shortYear), ("3/4", .ambiguousDay(3, 4)),
      ("3/4/2024", .ambiguousDay(3, 4)), ("31 nov", .noSuchDay(31)), ("5.13.", .noSuchMonth(13)),
    ] as [(String, FieldError)])
  func errors(typed: String, expected: FieldError) {
    #expect(throws: expected) { try value(typed, Self.due) }
  }

  @Test("The name of a column tells whether its dates are days, and whether they are past") func names() {
    for name in [
      "started", "finished", "stopped", "added", "at", "noted", "lent_on", "lentOn", "back_on", "date_read",
      "Date Read", "returned", "borrowed_at", "dateAdded", "reading.finished", "reading.finished.last",
    ] { #expect(Field(column: name, label: "", kind: .partialDate).daySense == .past, "\(name)") }
    for name in ["due", "due_on", "dueDate", "loan.due"] {
      #expect(Field(column: name, label: "", kind: .date(.secondsSince1970)).daySense == .due, "\(name)")
    }
    for name in [
      "published", "first_published", "copyright", "born", "date", "created_by", "due_by_whom", "on",
    ] { #expect(Field(column: name, label: "", kind: .partialDate).daySense == nil, "\(name)") }
    #expect(Field(column: "started", label: "", kind: .integer).daySense == nil)
  }

  @Test("A time of day stays behind the day, in each form of dates") func times() throws {
    let at = Field(column: "at", label: "At", kind: .dateTime(.isoText))
    #expect(try value("yesterday 21:30", at) == "2026-07-14 21:30:00")
    #expect(try value("28 nov at 07:05", at) == "2025-11-28 07:05:00")
    #expect(try value("14 07:08:09", at) == "2026-07-14 07:08:09")
    #expect(throws: FieldError.noDate) { try value("21:30", at) }
    let old = Value.text("2020-01-02 03:04:05")
    #expect(
      try at.value(of: try at.dated("friday", today: Self.today), replacing: old) == "2026-07-10 03:04:05")
    let number = Field(
      column: "finished", label: "Finished", kind: .date(.secondsSince1970), affinity: .integer)
    #expect(try value("-3", number) == .integer(1_783_814_400))
  }

  @Test("Without today nothing is taken for a year that is none, and what is shown stays as it is")
  func withoutToday() throws {
    for field in [Self.finished, Self.due] {
      for typed in ["28 nov", "Dec 13", "14", "+14"] {
        #expect(throws: FieldError.self) {
          try field.value(of: try field.dated(typed, today: nil), replacing: .null)
        }
      }
      #expect(try field.value(of: "14", replacing: "14") == "14")
    }
    #expect(ImportedForm(Self.finished, nil).value(of: "28 Nov") == nil)
    #expect(ImportedForm(Self.published, nil).value(of: "28 Nov") == "0028-11")
  }
}

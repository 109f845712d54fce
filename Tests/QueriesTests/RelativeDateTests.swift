import Records
import Testing

@testable import Queries

/// Dates in the finder that only today tells, on Wednesday, 15 July 2026.
@Suite("Relative dates in the finder") struct RelativeDateTests {
  private static let today = CalendarDate(year: 2026, month: 7, day: 15)
  private static let fields = [
    Field(column: "finished", label: "Finished", kind: .partialDate),
    Field(column: "due", label: "Due", kind: .date(.isoText)),
    Field(column: "published", label: "Published", kind: .partialDate),
  ]

  private func days(_ first: String?, _ last: String?) throws -> MomentRange {
    func day(_ text: String?) throws -> Int? { try text.map { try CalendarDate(typed: $0).daysSince1970 } }
    return MomentRange(
      lower: try day(first).map { Moment(days: $0) }, upper: try day(last).map { Moment(days: $0 + 1) })
  }

  @Test(
    "A word, a distance and a day without its year are days, and what is longer is all of it",
    arguments: [
      ("finished:\"last year\"", 0, "2025-01-01", "2025-12-31"),
      ("finished:last-year", 0, "2025-01-01", "2025-12-31"),
      ("published:\"last year\"", 2, "2025-01-01", "2025-12-31"),
      ("finished:\"this month\"", 0, "2026-07-01", "2026-07-31"),
      ("finished:\"last week\"", 0, "2026-07-06", "2026-07-12"),
      ("finished:today", 0, "2026-07-15", "2026-07-15"), ("finished:friday", 0, "2026-07-10", "2026-07-10"),
      ("due:friday", 1, "2026-07-17", "2026-07-17"), ("due:\"28 nov\"", 1, "2026-11-28", "2026-11-28"),
      ("finished:28.11.", 0, "2025-11-28", "2025-11-28"),
      ("due:\"next month\"", 1, "2026-08-01", "2026-08-31"),
      ("finished>today-30", 0, "2026-06-16", nil), ("finished>=today-30", 0, "2026-06-15", nil),
      ("finished<\"last year\"", 0, nil, "2024-12-31"), ("due<today", 1, nil, "2026-07-14"),
      ("due<=+14", 1, nil, "2026-07-29"), ("finished>\"28 nov\"", 0, "2025-11-29", nil),
      ("finished:today-30..today", 0, "2026-06-15", "2026-07-15"),
      ("finished:last-month..yesterday", 0, "2026-06-01", "2026-07-14"),
      ("finished>14", 0, "2026-07-15", nil), ("published>14", 2, "0015-01-01", nil),
      ("finished>2024", 0, "2025-01-01", nil),
    ] as [(String, Int, String?, String?)])
  func ranges(typed: String, field: Int, first: String?, last: String?) throws {
    let query = Query(typed, fields: Self.fields, today: Self.today)
    #expect(query.problems.isEmpty)
    #expect(query.condition == .field(field, .during(try days(first, last))))
  }

  @Test(
    "Digits behind a colon are looked for as they are shown, and so are texts in a field of years",
    arguments: [
      ("finished:14", "14"), ("finished:05-17", "05-17"), ("finished:2024", "2024"),
      ("published:friday", "friday"),
    ])
  func words(typed: String, word: String) {
    let query = Query(typed, fields: Self.fields, today: Self.today)
    let field = typed.hasPrefix("p") ? 2 : 0
    #expect(
      query.condition == .field(field, .contains(Matcher(SearchWord(folding: word).map { [$0] } ?? []))))
  }

  @Test(
    "What is no day is a problem, and without today nothing is wrong with one",
    arguments: ["due<soon", "due<3/4", "due<2/30"])
  func problems(typed: String) {
    #expect(Query(typed, fields: Self.fields, today: Self.today).problems.map(\.kind) == [.notADate("Due")])
    for typed in ["due<today-30", "due<=+14", "due>friday", "finished>\"28 nov\""] {
      #expect(Query(typed, fields: Self.fields).problems.isEmpty, "\(typed)")
    }
  }

  @Test("A value in a rule is read by today as well") func rule() throws {
    let schema = Schema(
      table: "loan", key: .rowid(column: "pk"), fields: Self.fields, titleIndex: 0, singular: "loan",
      plural: "loans")
    let rule = try FieldRule("due=+14", in: schema, takesValues: true, today: Self.today)
    #expect(rule == FieldRule(field: 1, rule: .typed("2026-07-29")))
    let wrong = try FieldRule("due=3/4", in: schema, takesValues: true, today: Self.today)
    #expect(throws: RuleRefusal.self) { try wrong?.rule.value(of: 1, in: schema, [:]) }
  }
}

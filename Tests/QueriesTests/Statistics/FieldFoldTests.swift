import Records
import Testing

@testable import Queries

@Suite struct FieldFoldTests {
  private func figures(
    _ field: Field, _ values: [(Value, Int)], by part: DatePart? = nil, limit: Int = 20
  ) -> FieldFigures {
    var fold = FieldFold(field, by: part, limit: limit)
    for (value, rows) in values {
      if value.isNull { fold.addEmpty(Tally(rows: rows)) } else { fold.add(value, Tally(rows: rows)) }
    }
    return fold.result()
  }

  private func labels(_ figures: FieldFigures) -> [String] { figures.classes.map(\.label) }
  private func rows(_ figures: FieldFigures) -> [Int] { figures.classes.map(\.tally.rows) }

  @Test("An average of fewer than three rows comes behind all others, however high it is") func averages() {
    let field = Field(column: "author", label: "Author", kind: .text)
    var fold = FieldFold(field, measure: .average, limit: 4)
    for (name, rows, average) in [("A", 1, 5.0), ("B", 3, 3), ("C", 2, 4), ("D", 9, 4), ("E", 1, 4.5)] {
      fold.add(.text(Text(name)), Tally(rows: rows, measured: rows, sum: average * Double(rows)))
    }
    let found = fold.result()
    #expect(labels(found) == ["D", "B", "A", "E"])
    #expect(found.restCount == 1 && found.rest.rows == 2)
  }

  @Test("Dates of several years are counted by year, with the years between them") func years() {
    let field = Field(column: "finished", label: "Finished", kind: .partialDate)
    let found = figures(field, [("2019-03-04", 2), ("2021", 1), ("2021-05", 3), (.null, 4), ("soon", 1)])
    #expect(labels(found) == ["2019", "2020", "2021"])
    #expect(rows(found) == [2, 0, 4])
    #expect(found.empty.rows == 4 && found.other.rows == 1 && found.total.rows == 11)
    #expect(found.classes[0].query == "finished:2019..2019")
  }

  @Test("Dates of one year are counted by month, and a year alone is in none") func months() {
    let field = Field(column: "finished", label: "Finished", kind: .partialDate)
    let found = figures(field, [("2021-02-04", 2), ("2021", 1), ("2021-04", 3)])
    #expect(labels(found) == ["2021-02", "2021-03", "2021-04"])
    #expect(rows(found) == [2, 0, 3] && found.vague.rows == 1)
  }

  @Test("Weekdays and weeks need the day") func weekdays() {
    let field = Field(column: "finished", label: "Finished", kind: .partialDate)
    // 2026-11-26 is a Thursday, 2026-11-30 a Monday, 1969-12-31 a Wednesday.
    let dates: [(Value, Int)] = [("2026-11-26", 1), ("2026-11-30", 2), ("1969-12-31", 4), ("2026-11", 8)]
    let days = figures(field, dates, by: .weekday)
    #expect(rows(days) == [2, 0, 4, 1, 0, 0, 0] && days.vague.rows == 8)
    let weeks = figures(field, Array(dates.prefix(2)), by: .week)
    #expect(labels(weeks) == ["2026-W48", "2026-W49"])
  }

  @Test("Many years are put together, before our era, too") func centuries() {
    let field = Field(column: "first", label: "First", kind: .year)
    let found = figures(field, [(.integer(-750), 1), (.integer(1869), 2), (.integer(2020), 3)], limit: 8)
    #expect(found.classes.count <= 8 && rows(found).reduce(0, +) == 6)
    #expect(labels(found).first == "1001 BC–502 BC")
    let later = figures(field, [(.integer(320), 1), (.integer(1869), 2), (.integer(2020), 3)], limit: 8)
    #expect(labels(later).first == "320–499" && labels(later).last == "2000–2499")
  }

  @Test("Stars, choices, and yes and no are all shown") func choices() {
    let stars = Field(column: "rating", label: "Rating", kind: .rating)
    let found = figures(stars, [(.real(4.5), 3), (.integer(4), 2), (.real(9), 1)])
    #expect(labels(found) == ["0.5", "1", "1.5", "2", "2.5", "3", "3.5", "4", "4.5", "5"])
    #expect(rows(found) == [0, 0, 0, 0, 0, 0, 0, 2, 3, 0] && found.other.rows == 1)
    let status = Field(column: "status", label: "Status", kind: .choice(["to read", "read"]))
    #expect(rows(figures(status, [("read", 3), ("burned", 1)])) == [0, 3])
    let owned = Field(column: "owned", label: "Owned", kind: .boolean, affinity: .numeric)
    #expect(rows(figures(owned, [(.integer(1), 3), (.integer(0), 1)])) == [3, 1])
  }

  @Test("Quarters of stars are between two bars, and years beyond the calendar are none") func quarters() {
    let stars = Field(column: "rating", label: "Rating", kind: .rating)
    #expect(figures(stars, [(.real(3.75), 2), (.real(3.5), 1)]).other.rows == 2)
    let year = Field(column: "year", label: "Year", kind: .year)
    let odd = figures(year, [(.integer(.max), 1), (.integer(.min), 1), (.integer(2020), 3)])
    #expect(odd.other.rows == 2 && labels(odd) == ["2020"])
  }

  @Test("The parts of lists count once for each row") func lists() {
    let tags = Field(column: "tags", label: "Tags", kind: .list)
    let found = figures(tags, [("sf; classic", 2), ("sf", 3), (.null, 1)])
    #expect(labels(found) == ["sf", "classic"] && rows(found) == [5, 2])
  }

  @Test("Partial dates in just their form, and nothing else") func dateParts() {
    let dates: [(Text, [Int]?)] = [
      ("2024", [2024]), ("2024-05", [2024, 5]), ("2024-02-29", [2024, 2, 29]), ("-0750", [-750]),
      ("-0750-12-31", [-750, 12, 31]), ("0000", nil), ("2023-02-29", nil), ("2024-13", nil), ("2024-5", nil),
      ("-0000", nil), ("2024-05-01 10:00", nil), ("", nil), ("-", nil), ("2024-", nil), ("20240", nil),
      ("soon", nil),
    ]
    for (text, parts) in dates {
      #expect(DateParts.read(text) == parts, "\(text.string)")
      let known = PartialDateText.firstDay(text.string).map { _ in PartialDateText.parts(text.string) }
      #expect(DateParts.read(text) == known, "\(text.string)")
    }
  }

  @Test("The most frequent values are shown, in whatever order they come, and the rest is counted")
  func anyOrder() {
    let author = Field(column: "author", label: "Author", kind: .text)
    let rows = [3, 9, 1, 7, 7, 2, 8, 1]
    let found = figures(author, rows.enumerated().map { (.text(Text("v\($0)")), $1) }, limit: 4)
    #expect(labels(found) == ["v1", "v6", "v3", "v4"] && self.rows(found) == [9, 8, 7, 7])
    #expect(found.rest.rows == 7 && found.restCount == 4 && found.total.rows == 38)
  }
}

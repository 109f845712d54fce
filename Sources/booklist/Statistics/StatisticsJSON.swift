import Formats
import Queries
import Records

struct StatisticsJSON {
  let schema: Schema
  let query: String
  let goal: ReadingGoal?
  let today: CalendarDate

  private typealias Members = [(name: String, value: JSONValue)]

  func value(_ result: StatisticsResult) -> JSONValue {
    let head: Members = [("table", .string(schema.table)), ("query", .string(query))]
    switch result {
    case .fields(let fields): return .object(head + [("fields", .list(fields.map(field)))])
    case .year(let year, let years):
      return .object(head + members(year) + [("years", .list(years.map(number)))])
    case .years(let years): return .object(head + [("years", .list(years.map(totals)))])
    }
  }

  private func number(_ number: Int) -> JSONValue { .number(String(number)) }

  private func real(_ number: Double?) -> JSONValue {
    guard let number else { return .null }
    let isWhole = number == number.rounded() && abs(number) < 1e15
    return isWhole ? .number(String(Int64(number))) : .number(String(number))
  }

  private func field(_ figures: FieldFigures) -> JSONValue {
    var members: Members = [
      ("field", .string(figures.field.column)), ("measure", .string("\(figures.measure)")),
    ]
    if let measured = figures.measured { members.append(("measured", .string(measured.column))) }
    members += [
      ("rows", number(figures.total.rows)), ("empty", number(figures.empty.rows)),
      ("vague", number(figures.vague.rows)), ("other", number(figures.other.rows)),
      ("restValues", number(figures.restCount)), ("restRows", number(figures.rest.rows)),
      ("values", .list(figures.classes.map { value($0, figures.measure) })),
    ]
    return .object(members)
  }

  private func value(_ value: ValueClass, _ measure: Measure) -> JSONValue {
    .object([
      ("label", .string(value.label)), ("rows", number(value.tally.rows)),
      ("value", real(value.tally.figure(measure))),
      ("query", value.query.map { .string(Query(query, in: schema).adding($0)) } ?? .null),
    ])
  }

  private func totals(_ year: YearTotals) -> JSONValue {
    .object([
      ("year", number(year.year)), ("readings", number(year.readings)), ("pages", number(year.pages)),
      ("withoutPages", number(year.withoutPages)),
    ])
  }

  private func members(_ totals: YearFigures.Totals) -> Members {
    [
      ("readings", number(totals.readings)), ("books", number(totals.books)), ("again", number(totals.again)),
      ("pages", number(totals.pages)), ("withoutPages", number(totals.withoutPages)),
      ("minutes", number(totals.minutes)), ("stopped", number(totals.stopped)),
      ("rated", number(totals.rated)), ("averageRating", real(totals.averageStars)),
    ]
  }

  private func members(_ year: YearFigures) -> Members {
    var all: Members = [("year", number(year.year))] + members(year.totals)
    if let goal { all.append(("goal", self.goal(goal, year))) }
    all += [
      ("months", .list(year.months.enumerated().map { month($0, $1) })),
      ("withoutMonth", number(year.withoutMonth)),
      ("days", .object(year.days.sorted { $0.key < $1.key }.map { ("\($0)", number($1)) })),
      (
        "ratings",
        .object(year.ratings.enumerated().map { (halves, count) in (stars(halves), number(count)) })
      ),
    ]
    for subject in ReadingSubject.allCases {
      let names = (year.names[subject] ?? []).map {
        JSONValue.object([("name", .string($0.name)), ("readings", number($0.count))])
      }
      all.append((subject.rawValue + "s", .list(names)))
    }
    all += [
      ("newAuthors", number(year.newAuthors)), ("knownAuthors", number(year.knownAuthors)),
      ("notable", .object(year.notables.map { ($0.kind.rawValue, notable($0)) })),
      ("unnamed", .object(ReadingSubject.allCases.map { ($0.rawValue, number(year.unnamed[$0] ?? 0)) })),
      ("stoppedTitles", .list(year.stoppedTitles.map { .string($0) })),
      ("undated", number(year.undated)), ("unreadable", number(year.unreadable)),
      ("before", .object([("year", number(year.year - 1))] + members(year.before))),
    ]
    return all
  }

  private func stars(_ halves: Int) -> String { halves % 2 == 0 ? "\(halves / 2)" : "\(halves / 2).5" }

  private func month(_ index: Int, _ month: YearFigures.Month) -> JSONValue {
    .object([
      ("month", number(index + 1)), ("readings", number(month.readings)), ("pages", number(month.pages)),
      ("minutes", number(month.minutes)),
    ])
  }

  private func notable(_ book: YearFigures.Notable) -> JSONValue {
    .object([("title", .string(book.title)), ("value", real(book.value))])
  }

  private func goal(_ goal: ReadingGoal, _ year: YearFigures) -> JSONValue {
    let done = goal.done(in: year.totals)
    let due = Int(goal.due(in: year.year, on: today).rounded(.down))
    return .object([
      ("unit", .string(goal.unit.rawValue)), ("count", number(goal.count)), ("done", number(done)),
      ("due", number(due)), ("ahead", number(done - due)),
    ])
  }
}

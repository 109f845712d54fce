import BookStore
import Queries
import Records
import SeededRandom
import Testing

/// Figures of fields, compared with SQLite's own GROUP BY.
struct FieldStatisticsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch(
      """
      CREATE TABLE thing (pk INTEGER PRIMARY KEY, name TEXT, price DECIMAL, made PARTIAL DATE TEXT, stars RATING REAL,
        used BOOLEAN, tags LIST TEXT, seen REAL, odd INTEGER, maker INTEGER REFERENCES maker (pk));
      CREATE TABLE maker (pk INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO maker VALUES (1, 'Ada'), (2, 'Bo');
      """)
    var random = SeededGenerator(seed: 11)
    let rows = (1...400).map { key in
      let year = Int.random(in: 1890...2030, using: &random)
      let names = ["'a'", "'ä'", "'A'", "NULL", "''", "x'00ff'", "'\u{65E5}'"]
      let odd = ["NULL", "7", "'seven'", "1.5", "x'01'"]
      let values = [
        "\(key)", names[key % names.count], key % 9 == 0 ? "NULL" : "\(Double(key) / 4)",
        key % 7 == 0 ? "NULL" : key % 5 == 0 ? "'\(year)'" : "'\(year)-0\(key % 9 + 1)'",
        key % 4 == 0 ? "NULL" : "\(Double(key % 11) / 2)", ["0", "1", "NULL"][key % 3],
        ["'x; y'", "'y'", "NULL"][key % 3], "\(Double(key) * 4e6 - 8e8 + 60)", odd[key % odd.count],
        ["1", "2", "NULL"][key % 3],
      ]
      return "(\(values.joined(separator: ", ")))"
    }
    try scratch.run("INSERT INTO thing VALUES \(rows.joined(separator: ", "))")
  }

  private static let options = StoreOptions(table: "thing", kinds: [("seen", "date")])

  private func figures(
    _ name: String, _ query: String = "", measuring measured: String? = nil,
    change: (inout StatisticsRequest.FieldCount) -> Void = { _ in }
  ) throws -> FieldFigures {
    let store = try BookStore(path: scratch.path, options: Self.options)
    try store.lists.completeSchema()
    var rows = RowQuery()
    rows.query = Query(query, in: store.schema)
    let field = try #require(store.schema.listField(named: name))
    var request = StatisticsRequest.FieldCount(store.schema.titleOfReference(field))
    request.measured = measured.flatMap { store.schema.field(named: $0) }
    change(&request)
    guard case .fields(let fields) = try RowSelection(of: store, rows).statistics(.field(request)),
      let figures = fields.first
    else { throw CancellationError() }
    #expect(store.counts.hydrated == 0)
    return figures
  }

  /// Checks that every row is counted once.
  private func expectAll(_ figures: FieldFigures, _ count: Int = 400) {
    let parts = figures.classes.map(\.tally) + [figures.empty, figures.vague, figures.other, figures.rest]
    #expect(parts.reduce(0) { $0 + $1.rows } == count)
    #expect(figures.total.rows == count)
  }

  @Test("Texts by frequency, byte for byte") func texts() throws {
    let found = try figures("name")
    expectAll(found)
    let sql =
      "SELECT count(*) FROM thing WHERE name IS NOT NULL GROUP BY typeof(name), name COLLATE BINARY ORDER BY 1 DESC"
    #expect(found.classes.map { "\($0.tally.rows)" } == (try scratch.rows(sql)))
  }

  @Test(
    "The queries of numbers, dates, choices, stars, lists and references find just their rows",
    arguments: [
      ("price", 20), ("made", 400), ("stars", 400), ("used", 400), ("tags", 400), ("seen", 400),
      ("maker", 400),
    ])
  func queries(_ name: String, limit: Int) throws {
    let found = try figures(name) { $0.limit = limit }
    if name != "tags" { expectAll(found) }
    let store = try BookStore(path: scratch.path, options: Self.options)
    try store.lists.completeSchema()
    for value in found.classes {
      var rows = RowQuery()
      rows.query = Query(try #require(value.query), in: store.schema)
      #expect(rows.query.problems.isEmpty, "\(value)")
      #expect(try RowSelection(of: store, rows).count() == value.tally.rows, "\(value)")
    }
    #expect(found.classes.count > 1)
  }

  @Test("What is not of the field's kind is counted apart") func others() throws {
    let found = try figures("odd")
    expectAll(found)
    #expect(found.other.rows == 160 && found.empty.rows == 80)
  }

  @Test("Months, weeks and weekdays of dates that are numbers", arguments: DatePart.allCases)
  func parts(_ part: DatePart) throws {
    let found = try figures("seen") { ($0.part, $0.limit) = (part, 400) }
    expectAll(found)
    let format = [DatePart.year: "%Y", .month: "%Y-%m", .weekday: "%w", .week: "%Y-%W"][part] ?? ""
    let sql = "SELECT count(*) FROM thing GROUP BY strftime('\(format)', seen, 'unixepoch')"
    let expected = try scratch.rows(sql).compactMap { Int($0) }.sorted()
    let rows = found.classes.map(\.tally.rows).filter { $0 > 0 }.sorted()
    // SQLite's weeks begin anew with the year.
    if part == .week { #expect(rows.count <= expected.count) } else { #expect(rows == expected) }
  }

  @Test("Sums and averages leave out what is no number") func measures() throws {
    let sum = try figures("used", measuring: "price") { $0.measure = .sum }
    let sql = "SELECT total(price) FROM thing WHERE used = 1"
    #expect(String(try #require(sum.classes.first?.tally.sum)) == (try scratch.rows(sql).first))
    let average = try figures("used", measuring: "odd") { $0.measure = .average }
    let expected = try scratch.rows(
      "SELECT avg(odd) FROM thing WHERE used = 1 AND typeof(odd) IN ('integer', 'real')")
    #expect(average.classes.first?.tally.figure(.average).map { String($0) } == expected.first)
  }

  @Test("A query limits the rows") func limited() throws {
    expectAll(
      try figures("stars", "used:yes"),
      try #require(Int(scratch.rows("SELECT count(*) FROM thing WHERE used")[0])))
  }
}

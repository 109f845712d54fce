import BookStore
import Queries
import Records
import SeededRandom
import Testing

/// What was read in a year, compared with a count of the same rows without SQL.
struct YearStatisticsTests {
  /// What is not of the kind that was asked for.
  private struct OtherStatistics: Error {}

  /// A reading as it was inserted.
  private struct Row {
    var key, book: Int
    var started, finished, stopped: String?
    var rating: Double?
  }

  private struct Book {
    var title: String
    var author: String?
    var pages: Int?
    var rating: Double?
    var status: String?
  }

  private static func date(_ random: inout SeededGenerator) -> String? {
    let year = Int.random(in: 2022...2025, using: &random)
    let (month, day) = (Int.random(in: 1...12, using: &random), Int.random(in: 1...28, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return nil
    case 1: return PartialDateText.joined(year, nil, nil)
    case 2: return PartialDateText.joined(year, month, nil)
    case 3: return "\(year)-13-40"
    default: return PartialDateText.joined(year, month, day)
    }
  }

  private struct Library {
    var books: [Book] = []
    var rows: [Row] = []
    let scratch: Scratch

    init(seed: UInt64) throws {
      scratch = try Scratch(.reading)
      var random = SeededGenerator(seed: seed)
      let authors = ["A", "B", "C", nil]
      for index in 0..<20 {
        let hasPages = Int.random(in: 0..<4, using: &random) > 0
        books.append(
          Book(
            title: "Title \(index)", author: authors[Int.random(in: 0..<4, using: &random)],
            pages: hasPages ? Int.random(in: 1...3_000_000, using: &random) : nil,
            rating: Bool.random(using: &random) ? Double(Int.random(in: 1...10, using: &random)) / 2 : nil,
            status: Bool.random(using: &random) ? "read" : nil))
      }
      for key in 1...Int.random(in: 1...60, using: &random) {
        var row = Row(key: key, book: Int.random(in: 1...20, using: &random))
        (row.started, row.finished) = (YearStatisticsTests.date(&random), YearStatisticsTests.date(&random))
        if row.finished == nil { row.stopped = YearStatisticsTests.date(&random) }
        if Bool.random(using: &random) { row.rating = Double(Int.random(in: 0...10, using: &random)) / 2 }
        rows.append(row)
      }
      try insert()
    }

    private func insert() throws {
      func text(_ text: String?) -> String { text.map { "'\($0)'" } ?? "NULL" }
      func number(_ number: (some LosslessStringConvertible)?) -> String {
        number.map { String($0) } ?? "NULL"
      }
      let books = books.enumerated().map { index, book in
        "(\(index + 1), \(text(book.title)), \(text(book.author)), \(number(book.pages)), \(number(book.rating)), \(text(book.status)))"
      }
      let rows = rows.map { row in
        "(\(row.key), \(row.book), \(text(row.started)), \(text(row.finished)), \(text(row.stopped)), \(number(row.rating)))"
      }
      try scratch.run(
        """
        INSERT INTO book (pk, title, author, pages, rating, status) VALUES \(books.joined(separator: ", "));
        INSERT INTO reading (pk, book, started, finished, stopped, rating) VALUES \(rows.joined(separator: ", "));
        """)
    }

    func figures(_ year: Int, _ query: String = "") throws -> YearFigures {
      let store = try BookStore(path: scratch.path)
      var rows = RowQuery()
      rows.query = Query(query, in: store.schema)
      let result = try RowSelection(of: store, rows).statistics(.year(year))
      #expect(store.counts.hydrated == 0)
      guard case .year(let figures, _) = result else { throw OtherStatistics() }
      return figures
    }
  }

  private static func parts(_ date: String?) -> [Int] {
    guard let date, PartialDateText.firstDay(date) != nil else { return [] }
    return PartialDateText.parts(date)
  }

  /// The same figures, row by row.
  private func expected(_ library: Library, _ year: Int) -> YearFigures.Totals {
    var totals = YearFigures.Totals()
    let ended = library.rows.filter { $0.finished != nil }
    for row in library.rows {
      let book = library.books[row.book - 1]
      if row.finished == nil {
        if Self.parts(row.stopped).first == year { totals.stopped += 1 }
        continue
      }
      guard Self.parts(row.finished).first == year, let finished = row.finished else { continue }
      totals.readings += 1
      let earlier = ended.filter { other in
        guard other.book == row.book, let date = other.finished else { return false }
        return (date, other.key) < (finished, row.key)
      }
      if !earlier.isEmpty { totals.again += 1 }
      if !earlier.contains(where: { $0.finished?.hasPrefix("\(year)") == true }) { totals.books += 1 }
      if let pages = book.pages { totals.pages += pages } else { totals.withoutPages += 1 }
      if let stars = row.rating ?? book.rating {
        (totals.stars, totals.rated) = (totals.stars + stars, totals.rated + 1)
      }
    }
    return totals
  }

  @Test("Totals, months, ratings and undated books equal a count without SQL", arguments: 0..<24)
  func figures(seed: Int) throws {
    let library = try Library(seed: UInt64(seed))
    for year in [2023, 2025] {
      let figures = try library.figures(year)
      #expect(figures.totals == expected(library, year))
      #expect(figures.before == expected(library, year - 1))
      let read = library.rows.filter { Self.parts($0.finished).first == year }
      for (month, found) in zip(1..., figures.months) {
        let rows = read.filter { Self.parts($0.finished).dropFirst().first == month }
        let pages = rows.reduce(0) { $0 + (library.books[$1.book - 1].pages ?? 0) }
        #expect(found.readings == rows.count && found.pages == pages)
      }
      #expect(figures.months.count == 12)
      let titles = read.map { (ended: Self.parts($0.finished), title: library.books[$0.book - 1].title) }
        .sorted { $0.ended == $1.ended ? $0.title < $1.title : $0.ended.lexicographicallyPrecedes($1.ended) }
      #expect(figures.finishedTitles == titles.map(\.title))
      #expect(figures.withoutMonth == read.count { Self.parts($0.finished).count == 1 })
      #expect(figures.ratings.reduce(0, +) == figures.totals.rated)
      let authors = (figures.names[.author] ?? []).reduce(0) { $0 + $1.count }
      #expect(authors == read.count { library.books[$0.book - 1].author != nil })
      let ended = library.rows.filter { $0.finished != nil }
      let undated = Set(library.books.indices.filter { library.books[$0].status == "read" })
        .subtracting(ended.map { $0.book - 1 })
      #expect(figures.undated == undated.count)
      #expect(figures.unreadable == ended.count { Self.parts($0.finished).isEmpty })
    }
  }

  @Test("A query limits all figures") func query() throws {
    let library = try Library(seed: 7)
    var some = library
    some.rows = library.rows.filter { library.books[$0.book - 1].author == "A" }
    #expect(try library.figures(2024, "author=A").totals == expected(some, 2024))
  }

  @Test("Odd values count as unknown, and nothing traps") func oddValues() throws {
    let library = try Library(seed: 3)
    try library.scratch.run(
      """
      DELETE FROM reading;
      UPDATE book SET pages = 9223372036854775807 WHERE pk < 5;
      UPDATE book SET pages = 'many', first_published = x'00', rating = 'x' WHERE pk > 15;
      """)
    let dates = ["2024", "2024-13-05", "2024-05-01 10:00", "", "-", "x", "9999-12-31", "-4712-01-01"]
    for (key, date) in zip(1..., dates) {
      try library.scratch.run(
        """
        INSERT INTO reading (pk, book, started, finished) VALUES (\(key), \(key), '\(date)', '\(date)');
        INSERT INTO progress (reading, at, minutes) VALUES (\(key), '\(date)', 1e300);
        """)
    }
    let figures = try library.figures(2024)
    #expect(figures.totals.readings == 1 && figures.totals.withoutPages == 1 && figures.totals.minutes == 0)
    // The empty text and the four others are none; the first years of the calendar and its last one are.
    #expect(figures.unreadable == 5)
    let store = try BookStore(path: library.scratch.path)
    guard case .years(let years) = try RowSelection(of: store).statistics(.years) else {
      throw OtherStatistics()
    }
    #expect(years.map(\.year) == [-4712, 2024, 9999])
    guard case .fields(let fields) = try RowSelection(of: store).statistics(.overview) else {
      throw OtherStatistics()
    }
    #expect(!fields.isEmpty)
  }

  @Test("A reading that has only begun is on the calendar") func begun() throws {
    let library = try Library(seed: 3)
    try library.scratch.run(
      "DELETE FROM reading; INSERT INTO reading (book, started) VALUES (1, '2024-03-04')")
    #expect(try library.figures(2024).days.map(\.key.description) == ["2024-03-04"])
  }

  @Test("Minutes and days come from the table of progress, in the year of the entry") func progress() throws {
    let library = try Library(seed: 3)
    try library.scratch.run(
      """
      DELETE FROM reading; INSERT INTO reading (pk, book) VALUES (1, 1);
      INSERT INTO progress (reading, at, minutes) VALUES (1, '2024-02-29 23:59:00', 30), (1, '2024-02-29', NULL),
        (1, '2023-01-01 00:00:00', 45);
      """)
    let figures = try library.figures(2024)
    #expect(figures.totals.minutes == 30 && figures.before.minutes == 45)
    #expect(figures.months[1].minutes == 30)
    #expect(figures.days.map(\.key.description) == ["2024-02-29"] && figures.days.first?.value == 2)
  }
}

import Formats
import Records
import SeededRandom
import Testing

@testable import BookStore
@testable import Transfers

/// Libraries of values that trouble some format, and of rows that nothing names: what is exported comes back.
struct ExportSweepTests {
  private static let seeds: Range<UInt64> = 0..<2

  @Test(
    "In every format, they change nothing in their own library",
    arguments: Format.allCases.filter { $0.canWrite && $0.canRead }, seeds)
  func sameLibrary(_ format: Format, seed: UInt64) throws {
    let exchange = try library(seed)
    let before = try exchange.content()
    for action in [ImportOptions.MatchAction.fill, .update, .skip] {
      let report = try exchange.load(exchange.export(format), as: format) { $0.action = action }
      let same = report.count(.same)
      #expect(same == report.rowCount && same == Self.rowCount, "\(format), \(action), \(report.counts)")
      try expectSame(exchange.content(), before)
    }
  }

  @Test(
    "In a new library they make the same values again; in a table of text NULL and no text are one",
    arguments: [Format.csv, .tsv, .json, .ndjson], seeds)
  func newLibrary(_ format: Format, seed: UInt64) throws {
    let (first, second) = (try library(seed), try Exchange())
    try second.load(first.export(format), as: format)
    let isTable = format == .csv || format == .tsv
    let columns = try first.scratch.rows("SELECT name FROM pragma_table_info('book')").filter {
      $0 != "cover"
    }
    let terms = columns.map { isTable ? "quote(nullif(\($0), ''))" : "quote(\($0)), typeof(\($0))" }
    let books = "SELECT \(terms.joined(separator: ", ")) FROM book ORDER BY pk"
    try expectSame(second.scratch.rows(books), first.scratch.rows(books))
    let before = try second.content()
    #expect(try second.load(first.export(format), as: format).count(.same) == Self.rowCount)
    #expect(try second.content() == before)
  }

  @Test(
    "In a new library a format of books makes the same books, with all that it has a place for",
    arguments: [Format.goodreads, .bibtex, .ris, .cslJSON], seeds)
  func newBooks(_ format: Format, seed: UInt64) throws {
    let (first, second) = (try library(seed), try Exchange())
    let text = try first.export(format)
    #expect(try second.load(text, as: format).count(.added) == Self.rowCount)
    try expectSame(Self.books(second.export(format), format), Self.books(text, format))
    let before = try second.content()
    #expect(try second.load(text, as: format).count(.same) == Self.rowCount)
    #expect(try second.content() == before)
  }

  /// What a file says of each of its books.
  private static func books(_ text: [UInt8], _ format: Format) throws -> [String] {
    var reader = FormatReader(ReadOptions(format: format))
    return try reader.rows(of: text, isLast: true).map { row in
      let fields = BookField.allCases.map { "\($0): \(row.book[$0].debugDescription)" }
      return "\(fields) \(row.readings) \(row.shelves)"
    }
  }

  /// Expects the same lines, and tells only the first that differ.
  private func expectSame(_ left: [String], _ right: [String]) {
    let differing = zip(left, right).first { $0 != $1 }
    #expect(left.count == right.count && differing == nil, "\(differing.map { "\n\($0)\n\($1)" } ?? "")")
  }

  @Test("The export names what a format has no place for, and nothing else") func losses() throws {
    let exchange = try Exchange()
    try exchange.scratch.run(
      """
      INSERT INTO book (pk, title, author, rating, location, tags, notes, isbn, added) VALUES
        (1, 'A', 'B', 4.5, 'attic', 'x, y', 'one' || char(10) || 'two', '0061054887', '2020-01-02'),
        (2, 'C', 'D', 4, NULL, NULL, 'one', NULL, NULL);
      INSERT INTO reading (book, started, finished) VALUES (1, '2020-01-01', '2020-01-05');
      INSERT INTO reading (book, finished, note) VALUES (2, '2020-01-05', 'n');
      INSERT INTO shelf VALUES (1, 's'); INSERT INTO book_shelf VALUES (1, 1);
      """)
    #expect(
      try losses(of: exchange, .goodreads) == ["location": 1, "rating": 1, "readings": 2, "tags": 1])
    let inRIS = ["location": 1, "rating": 2, "readings": 2, "shelves": 1, "notes": 1, "added": 1]
    #expect(try losses(of: exchange, .ris) == inRIS)
    #expect(try losses(of: exchange, .csv).isEmpty)
  }

  private func losses(of exchange: Exchange, _ format: Format) throws -> [String: Int] {
    var options = ExportOptions()
    options.format = format
    let store = try exchange.scratch.store()
    let exporter = try Exporter(of: store, options: options)
    _ = try exporter.run { _ in }
    return Dictionary(
      uniqueKeysWithValues: exporter.losses.counts.map { part, count in
        switch part {
        case .field(let field): (store.schema.fields[field].column, count)
        case .readings: ("readings", count)
        case .shelves: ("shelves", count)
        }
      })
  }

  // MARK: A library

  private static let rowCount = 30

  private static let parts = [
    "", " ", "\n", "\r\n", "\t", ";", "; ", ",", "\"", "'", "''", "`", "{", "}", "\\", "$", "&", "#", "%",
    "_", "~", "^", "-", "--", "---", "?`", "@book{k,", "TY  - BOOK", "\nER  - \n", "(", ")", " (Series, #1)",
    "(A; #1-4)", "=\"", "<br/>", "&amp;", " and ", "others", "e\u{301}", "}\u{301}", "$\u{301}", "\u{A0}",
    "\u{2028}", "\u{0}", "\u{1}", "\u{7F}", "\u{85}", "\u{200B}", "\u{FEFF}", "👩‍👧", "\u{202E}", "[", "]",
    "NULL", "1e5", "0012", "=1+1", "\u{FFFD}", "本", "Война", "ß", "word", "Other Word", "Last, First",
    "First Last", "\\alpha", "A.B.", "…", "’", "—",
  ]

  private func library(_ seed: UInt64) throws -> Exchange {
    let exchange = try Exchange()
    var random = SeededGenerator(seed: seed)
    for row in 1...Self.rowCount {
      let texts = [
        "title", "author", "subtitle", "series", "publisher", "language", "format", "location", "lent_to",
        "review", "notes",
      ]
      var cells = texts.map { ($0, Self.text(&random)) }
      cells += ["contributors", "tags"].map { ($0, Self.list(&random)) }
      cells += [
        ("copyright", Self.one(of: ["-3153600000.5", "0", "NULL"], &random)),
        ("series_number", Self.one(of: ["1", "1.5", "NULL", "NULL"], &random)),
        ("isbn", Self.one(of: ["'\(Self.isbn(row))'", "NULL", "NULL"], &random)),
        ("published", Self.one(of: ["'2001'", "'2001-05'", "'2001-05-06'", "'-0749'", "NULL"], &random)),
        ("first_published", Self.one(of: ["'0001'", "'-0750'", "NULL"], &random)),
        ("pages", Self.one(of: ["320", "0", "-1", "NULL"], &random)),
        ("status", Self.one(of: ["'to read'", "'reading'", "'read'", "'stopped'", "NULL"], &random)),
        ("rating", Self.one(of: ["0.5", "4", "4.25", "NULL"], &random)),
        ("owned", Self.one(of: ["0", "1", "NULL"], &random)),
        ("lent_on", Self.one(of: ["'2020-02-29'", "NULL"], &random)), ("added", "'2024-01-0\(row % 9 + 1)'"),
      ]
      try exchange.scratch.run(
        "INSERT INTO book (\(cells.map(\.0).joined(separator: ", "))) VALUES (\(cells.map(\.1).joined(separator: ", ")))"
      )
    }
    try exchange.scratch.run(
      """
      INSERT INTO reading (book, started, finished) SELECT pk, '2019-01', '2019-02-0' || (pk % 9 + 1) FROM book WHERE pk % 3 = 0;
      INSERT INTO reading (book) SELECT pk FROM book WHERE pk % 5 = 0;
      INSERT INTO reading (book, stopped) SELECT pk, '2021' FROM book WHERE pk % 7 = 0;
      INSERT INTO shelf VALUES (1, 'plain'), (2, 'with, comma'), (3, '"x"');
      INSERT INTO book_shelf SELECT pk, pk % 3 + 1 FROM book WHERE pk % 2 = 0;
      """)
    return exchange
  }

  private static func isbn(_ row: Int) -> String {
    let digits = "9780000000" + (row < 10 ? "0\(row)" : "\(row)")
    let sum = digits.enumerated().reduce(0) {
      $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3)
    }
    return digits + "\((10 - sum % 10) % 10)"
  }

  private static func one(of values: [String], _ random: inout SeededGenerator) -> String {
    values.randomElement(using: &random) ?? "NULL"
  }

  /// NULL, or some parts one after the other.
  private static func text(_ random: inout SeededGenerator) -> String {
    if Int.random(in: 0..<4, using: &random) == 0 { return "NULL" }
    let text = (0..<Int.random(in: 0...4, using: &random)).map { _ in one(of: parts, &random) }.joined()
    return literal(text)
  }

  private static func list(_ random: inout SeededGenerator) -> String {
    let names = [
      "One", "Two Three", "Last, First", "{x}", "Simon and Schuster", "Ed (editor)", "T (translator)",
    ]
    let list = (0..<Int.random(in: 0...3, using: &random)).map { _ in one(of: names, &random) }
    return list.isEmpty ? "NULL" : literal(list.joined(separator: "; "))
  }

  private static func literal(_ text: String) -> String {
    "CAST(x'\(Scratch.hex(Array(text.utf8)))' AS TEXT)"
  }
}

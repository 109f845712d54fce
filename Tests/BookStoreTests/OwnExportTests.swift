import Formats
import Records
import Testing

@testable import BookStore
@testable import Transfers

/// What a library exports makes the same books in a new one, and changes nothing in its own.
struct OwnExportTests {
  private func copy(of file: String, as format: Format) throws -> Exchange {
    let (first, second) = (try Exchange(), try Exchange())
    try first.load(file: file)
    try second.load(first.export(format), as: format)
    return second
  }

  @Test("Books of one title have ids of their own in CSL-JSON, and stay apart") func sameTitles() throws {
    let copy = try copy(of: "two_same_titles.csv", as: .cslJSON)
    let books = try copy.scratch.rows("SELECT title, author, publisher FROM book")
    #expect(books == ["Bloodline|Ann Author|House", "Bloodline|Bo Other|Mill", "Alpha|Cy Third|House"])
    #expect(try copy.scratch.rows("SELECT count(DISTINCT id) FROM source") == ["3"])
  }

  @Test("An entry keeps the key that it came with, and the export changes nothing") func keys() throws {
    let exchange = try Exchange()
    try exchange.load(file: "one_entry.bib")
    let (before, text) = (try exchange.content(), try exchange.export(.bibtex))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix("@book{myKey01,"))
    #expect(try exchange.load(text).mainCounts == [0, 0, 1, 0, 0])
    #expect(try exchange.content() == before)
  }

  @Test("Signs that LaTeX takes for something else come back, and so does a name with “and” in it")
  func latex() throws {
    let (first, second) = (try Exchange(), try Exchange())
    try first.load(file: "bib_export_text.csv")
    let text = try first.export(.bibtex)
    // BibTeX counts every brace, whatever stands before it.
    let braces = text.reduce(into: [0]) { depths, byte in
      if let last = depths.last, byte == 123 || byte == 125 {
        depths.append(byte == 123 ? last + 1 : last - 1)
      }
    }
    #expect(braces.last == 0 && braces.allSatisfy { $0 >= 0 })
    try second.load(text, as: .bibtex)
    let books = "SELECT title, author, publisher FROM book ORDER BY title"
    #expect(try second.scratch.rows(books) == first.scratch.rows(books))
    #expect(try second.scratch.rows(books).count == 4)
  }

  @Test("Two bodies are two authors, also when they come back, and no title has a mark of LaTeX")
  func bodies() throws {
    let copy = try copy(of: "latex_text.bib", as: .bibtex)
    let bodies = try copy.scratch.rows("SELECT author FROM book WHERE title = 'Bodies'")
    #expect(bodies == ["World Health Organization; Simon and Schuster"])
    #expect(try copy.scratch.rows("SELECT count(*) FROM book WHERE title NOT GLOB '*[{}$\\]*'") == ["7"])
  }

  @Test(
    "Pictures come back as they were, and so do the texts beside them",
    arguments: [Format.csv, .tsv, .json, .ndjson])
  func pictures(_ format: Format) throws {
    let (first, second) = (try Exchange(), try Exchange())
    try first.scratch.run(
      """
      INSERT INTO book (title, cover) VALUES ('Étoile “x” Дом', x'89504E470D0A1A0A0000000D49484452FFD8C3A92C22'),
        ('Zwei', NULL), ('Größe', x'FFD8FFE000104A464946000A0B0C')
      """)
    let (before, text) = (try first.content(), try first.export(format))
    let report = try second.load(text)
    #expect(report.notable.isEmpty && report.oddText == nil)
    let books = "SELECT title, hex(cover), typeof(cover) FROM book"
    #expect(try second.scratch.rows(books) == first.scratch.rows(books))
    #expect(try first.load(text).mainCounts == [0, 0, 3, 0, 0])
    #expect(try first.content() == before)
  }

  @Test(
    "Books of which little is known are recognised in every format, and change nothing",
    arguments: Format.allCases.filter { $0.canWrite && $0.canRead },
    [
      "('First Light', 'maps', NULL, NULL), ('Second Light', NULL, NULL, NULL)", "('A', NULL, NULL, NULL)",
      "(NULL, NULL, 'a note', NULL), ('B', NULL, NULL, NULL)",
      "('C', NULL, 'x', CAST(zeroblob(100000) AS TEXT)), ('D', NULL, NULL, NULL)",
    ])
  func bareBooks(_ format: Format, _ rows: String) throws {
    let exchange = try Exchange()
    try exchange.scratch.run("INSERT INTO book (title, tags, notes, review) VALUES \(rows)")
    let before = try exchange.content()
    let report = try exchange.load(exchange.export(format))
    #expect(report.format == format || format == .ndjson && report.format == .json)
    #expect(report.count(.same) == report.rowCount && report.rowCount > 0)
    #expect(try exchange.content() == before)
  }

  @Test("Goodreads' file has people with their first names first, so that a comma parts them")
  func names() throws {
    let copy = try copy(of: "names.csv", as: .goodreads)
    let people = try copy.scratch.rows("SELECT author, contributors FROM book")
    #expect(people == ["Author, Ann|Bo Other; Cy Third", "Simon and Schuster|Di Four"])
  }

  @Test("Goodreads' file has the ids of its books again, and the places in a series that are no numbers")
  func goodreads() throws {
    let exchange = try Exchange()
    try exchange.load(file: "gr_two_series.csv")
    let lines = String(decoding: try exchange.export(.goodreads), as: UTF8.self).split(separator: "\n")
    #expect(lines.dropFirst().map { $0.prefix { $0 != "," } } == ["1", "2", "3", "4", "5", "6"])
    for title in [
      "Omnibus (Red City, #1-4)", "War of Salt (Storm Archive, #4, Part 2)", "Half Step (Valley, #1.5)",
    ] { #expect(lines.contains { $0.contains(title) }) }
  }
}

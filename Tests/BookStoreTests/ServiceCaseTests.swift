import Formats
import Foundation
import Records
import Testing

@testable import BookStore
@testable import Listings
@testable import SQLite
@testable import Transfers

/// What people's programs write comes into a library as it was meant, once, and every row of it is accounted for.
struct ServiceCaseTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch(.reading) }

  private func load(
    _ bytes: [UInt8], as format: Format? = nil, into store: BookStore? = nil
  ) throws -> ImportReport {
    try (store ?? scratch.loggedStore()).load(bytes) { $0.reading.format = format }
  }

  private func load(_ text: String, as format: Format? = nil) throws -> ImportReport {
    try load(Array(text.utf8), as: format)
  }

  private func content() throws -> [String] { try scratch.everything() }

  @Test(
    "Each has the right books; the second time it changes nothing, and one undo takes it back",
    arguments: ServiceCase.all)
  func cases(_ expected: ServiceCase) throws {
    let bytes = try Exchange.file(expected.file)
    let report = try load(bytes)
    #expect(report.format == expected.format)
    #expect(report.count(.added) == expected.added && report.count(.refused) == 0)
    #expect(report.count(.filled) == expected.filled)
    #expect([report.count(.same), report.blankCount, report.deletedCount] == expected.others)
    #expect(report.notable.map(\.problems) == expected.problems)
    #expect(report.columnsWithoutField == expected.unread)
    for (sql, rows) in expected.content { #expect(try scratch.rows(sql) == rows, "\(sql)") }
    let before = try content()
    let again = try load(bytes)
    #expect(again.count(.same) == expected.added + expected.filled + expected.others[0] && !again.hasChanges)
    #expect(try content() == before)
    _ = try scratch.loggedStore().undo()
    #expect(try content().isEmpty)
  }

  @Test("The format may be named where the header is missing") func namedFormat() throws {
    let report = try load(try Exchange.file("gr_no_header_bare_isbn.csv"), as: .goodreads)
    #expect(report.count(.added) == 3)
    #expect(try scratch.rows("SELECT isbn FROM book WHERE title = 'Second Row'") == ["9780306406157"])
  }

  @Test("A file that ends in a quoted cell names its place, and changes nothing") func truncated() throws {
    #expect(throws: ImportError.format(.unclosedQuote(TextPlace(line: 4, column: 3)))) {
      try load(try Exchange.file("gr_truncated.csv"))
    }
    #expect(try content().isEmpty)
    #expect(try scratch.loggedStore().undo() == nil)
  }

  @Test("A service's lines that were quoted as a whole are divided, its header too")
  func quotedWhole() throws {
    let lines = try Exchange.file("gr_lines_quoted_whole.csv").split(separator: 10)
    let header = [UInt8(ascii: "\"")] + lines[0] + [UInt8(ascii: "\"")]
    let report = try load(Array(([header[...]] + lines[1...]).joined(separator: [10])))
    #expect(report.format == .goodreads && report.count(.added) == 2)
    #expect(try scratch.rows("SELECT title FROM book") == ["Quest, Aside", "Night Watcher"])
  }

  // MARK: Rows that are not imported

  @Test("Blank rows are counted, and no row that is there is called the same", arguments: [false, true])
  func blankRows(_ hasTrigger: Bool) throws {
    let other = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER)")
    // A trigger has rows added one by one.
    if hasTrigger { try other.run("CREATE TRIGGER noted AFTER INSERT ON t BEGIN SELECT 1; END") }
    let report = try load(try Exchange.file("blank_rows.csv"), into: other.loggedStore())
    #expect(report.counts == [.added: 1] && report.blankCount == 3)
    #expect(try other.rows("SELECT name, n FROM t") == ["kept|1"])
  }

  @Test("A line of white space is blank, a cell of it is a value") func whiteSpace() throws {
    let other = try Scratch("CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, n INTEGER)")
    let report = try load(Array("name,n\n   \n\" \",1\nx,2\n".utf8), into: other.loggedStore())
    #expect(report.counts == [.added: 2] && report.blankCount == 1)
    #expect(try other.rows("SELECT name FROM t") == [" ", "x"])
  }

  @Test("A row that has nothing for any field is refused by its name") func nothingForFields() throws {
    let report = try load("title,mood\nA,\n,sad\n,\n")
    #expect(report.counts == [.added: 1, .refused: 1] && report.blankCount == 1)
    #expect(report.notable.map(\.title) == ["sad"])
    #expect(report.notable.map(\.problems) == [[.nothingForFields]])
    #expect(!report.isAllRefused)
    #expect(try load("mood,title\nsad,\nglad,\n").isAllRefused)
  }

  // MARK: Rows that belong to a book

  @Test(
    "Highlights of a book are one book, whatever is done with books that are there",
    arguments: ImportOptions.MatchAction.allCases)
  func highlights(_ action: ImportOptions.MatchAction) throws {
    try scratch.run("INSERT INTO book (pk, title, author) VALUES (7, 'Second Light', 'Bo Other')")
    let report = try scratch.loggedStore().load(Exchange.file("readwise_one_book.csv")) { $0.action = action }
    #expect(report.count(.added) == (action == .add ? 2 : 1))
    let quotes =
      "SELECT title, count(quote.pk) FROM book LEFT JOIN quote ON book = book.pk GROUP BY book.pk ORDER BY 1, 2"
    let second =
      action == .add ? ["Second Light|0", "Second Light|1"] : ["Second Light|\(action == .skip ? 0 : 1)"]
    #expect(try scratch.rows(quotes) == ["First Light|3"] + second)
  }

  @Test("All highlights of a book that is there come in, though it has another author besides")
  func highlightsOfTwoAuthors() throws {
    try scratch.run("INSERT INTO book (title, author) VALUES ('First Light', 'Ann Author; Bo Other')")
    for _ in 1...2 { #expect(try load(Exchange.file("readwise_one_book.csv")).count(.doubtful) == 0) }
    let quotes = "SELECT title, count(*) FROM quote JOIN book ON book.pk = book GROUP BY 1"
    #expect(try scratch.rows(quotes) == ["First Light|3", "Second Light|1"])
  }

  @Test("Rows of one title with other ISBNs or authors are other books; so are equal titles in other formats")
  func otherBooks() throws {
    let libby = "title,author,isbn,timestamp,activity,library\n"
    let rows = [
      "A,X,,1,Borrowed,L", "A,X,,2,Returned,L", "A,Y,,3,Borrowed,L", "A,X,9780306406157,4,Borrowed,L",
      "A,X,9781402894626,5,Borrowed,L",
    ]
    #expect(try load(libby + rows.joined(separator: "\n") + "\n").count(.added) == 3)
    let books = try scratch.rows("SELECT author, isbn FROM book ORDER BY pk")
    #expect(books == ["X|9780306406157", "Y|NULL", "X|9781402894626"])
    #expect(try load("title,author\nB,X\nB,X\n").count(.added) == 2)
  }

  // MARK: Loans

  @Test("A loan of a file is the one that is there by its person and day; what is over stays over")
  func loans() throws {
    let header = "Book Id\tTitle\tPrimary Author\tLending Patron\tLending Start\tLending End\n"
    let loans = "SELECT person, lent_on, back_on FROM loan ORDER BY pk"
    func load(_ patron: String, _ start: String, _ end: String) throws -> [String] {
      _ = try self.load(header + "1\tA\tB\t\(patron)\t\(start)\t\(end)\n")
      return try scratch.rows(loans)
    }
    #expect(try load("Dora", "2022-02-03", "") == ["Dora|2022-02-03|NULL"])
    #expect(try load("Dora", "", "") == ["Dora|2022-02-03|NULL"])
    #expect(try load("Dora", "2022-02-03", "2022-03-01") == ["Dora|2022-02-03|2022-03-01"])
    #expect(try load("Dora", "2022-02-03", "") == ["Dora|2022-02-03|2022-03-01"])
    #expect(try load("Dora", "2023-01-01", "").last == "Dora|2023-01-01|NULL")
    #expect(try load("Eve", "2023", "").last == "Eve|NULL|NULL")
    #expect(try load("Eve", "2024-01-05", "").count == 3)
    // An end without a day of lending is that of the loan that is not over.
    try scratch.run(
      """
      DELETE FROM loan WHERE person = 'Eve';
      UPDATE loan SET lent_on = '2024-01-01', back_on = NULL WHERE lent_on = '2023-01-01'
      """)
    let ended = ["Dora|2022-02-03|2022-03-01", "Dora|2024-01-01|2024-05-03"]
    for _ in 1...2 { #expect(try load("Dora", "", "2024-05-03") == ended) }
    try scratch.run("DROP TABLE loan; DROP TABLE source")
    let report = try self.load(header + "2\tC\tD\tEve\t2022-02-03\t2022-03-01\n")
    #expect(report.losses.losses.map(\.name) == ["past loans"])
  }

  // MARK: Dates

  @Test("Dates of a column that can be read in two ways are counted, and not taken")
  func unclearDates() throws {
    let header = BookServiceHeader.goodreadsWithDate
    let report = try load(header + "1,A,B,0,,,4/2/2024\n2,C,D,0,,,5/5/2024\n3,E,F,0,,,2/4/2024\n")
    let unclear = try #require(report.unclearDates["Date Added"])
    #expect(unclear.count == 2 && unclear.example == "4/2/2024")
    #expect(report.notable.isEmpty)
    #expect(try scratch.rows("SELECT added FROM book") == ["NULL", "2024-05-05", "NULL"])
    let plain = try load("title,added,published\nG,4/2/2024,5/6/2001\n")
    #expect(plain.unclearDates.keys.sorted() == ["added", "published"] && plain.unfitCounts.isEmpty)
    // The dates are completed once the file shows which is the day.
    _ = try load(header + "1,A,B,0,,,4/2/2024\n2,C,D,0,,,5/5/2024\n3,E,F,0,,,2/13/2024\n")
    #expect(try scratch.rows("SELECT added FROM book LIMIT 3") == ["2024-04-02", "2024-05-05", "2024-02-13"])
  }

  // MARK: Status

  @Test(
    "The words of services are a status in every format",
    arguments: [
      ("Finished", "read"), ("Want to Read", "to read"), ("want-to-read", "to read"), ("DNF", "stopped"),
      ("In Progress", "reading"), ("Not Begun", "to read"), ("READ", "read"),
    ])
  func statusWords(_ word: String, _ status: String) throws {
    for text in [
      "title,status\nA,\(word)\n", #"[{"title": "B", "status": "\#(word)"}]"#,
      "title,author,olid,status\nC,X,,\(word)\n",
    ] { #expect(try load(text).notable.isEmpty) }
    #expect(try scratch.rows("SELECT status FROM book") == [status, status, status])
  }

  @Test("Another word is named once with those that are allowed, kept in the source, and stops nothing")
  func unknownStatus() throws {
    let report = try load("title,status\nA,someday\nB,someday\nC,read\nD,0\n")
    #expect(report.counts == [.added: 4])
    let choices = ["to read", "reading", "read", "stopped"]
    let problems = ["someday", "0"].map { [RowProblem.unknownWord($0, column: "status", choices: choices)] }
    #expect(report.notable.map(\.problems) == problems)
    #expect(try scratch.rows("SELECT status FROM book") == ["NULL", "NULL", "read", "NULL"])
    let kept = "SELECT json_extract(imported, '$.status') FROM source WHERE pk < 3"
    #expect(try scratch.rows(kept) == ["someday", "someday"])
    #expect(try load("title,status\nA,someday\n").count(.same) == 1)
  }

  @Test("A shelf that is named like a status is kept beside another main shelf")
  func shelvesLikeAStatus() throws {
    let header = BookServiceHeader.goodreads
    _ = try load(header + "1,A,B,0,read,\"read, dnf, 2\"\n2,C,D,0,to-read,to-read\n")
    #expect(try scratch.rows("SELECT name FROM shelf ORDER BY name") == ["2", "dnf"])
  }

  // MARK: When a book was added

  @Test(
    "A book whose day of addition is not in the file's column for it has none",
    arguments: [
      "title,added\nA,\n", "title,Date Added,mood\nA\n", #"[{"title": "A", "added": null}]"#,
      "title,author,olid,status,date_added\nA,B,,,soon\n",
      BookServiceHeader.goodreadsWithDate + "1,A,B,0,,,\n",
    ])
  func noDayOfAddition(_ text: String) throws {
    #expect(try load(text).count(.added) == 1)
    #expect(try scratch.rows("SELECT added FROM book") == ["NULL"])
  }

  @Test("A file without such a column gives its books the day of the import") func dayOfImport() throws {
    _ = try load("title\nA\n")
    #expect(try scratch.rows("SELECT added = CURRENT_DATE FROM book") == ["1"])
  }

  @Test(
    "In any table an empty cell is no time of the import, unless the column must have one",
    arguments: [false, true])
  func timesOfOtherTables(_ hasTrigger: Bool) throws {
    let other = try Scratch(
      """
      CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT, day DATE DEFAULT (date('now')), n INTEGER DEFAULT 7,
        at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
      """)
    if hasTrigger { try other.run("CREATE TRIGGER noted AFTER INSERT ON t BEGIN SELECT 1; END") }
    _ = try load(Array("name,day,n,at\nA,,,\nB\nC,2020-01-01,1,2020-01-01\n".utf8), into: other.loggedStore())
    let rows = try other.rows("SELECT name, day, n, at > '2024' FROM t")
    #expect(rows == ["A|NULL|7|1", "B|NULL|7|1", "C|2020-01-01|1|0"])
  }

  // MARK: Columns that nothing is read of

  @Test("Such a column of a service goes to a field that the person has made for it") func ownField() throws {
    try scratch.run("ALTER TABLE book ADD COLUMN average_rating REAL")
    let header = "Average Rating," + BookServiceHeader.goodreads
    let report = try load(header + "3.9,1,A,B,0,read,\n")
    #expect(report.columnsWithoutField.isEmpty)
    #expect(try scratch.rows("SELECT average_rating FROM book") == ["3.9"])
  }
}

/// Headers of a service's files, with the columns that a test needs.
enum BookServiceHeader {
  static let goodreads = "Book Id,Title,Author,My Rating,Exclusive Shelf,Bookshelves\n"
  static let goodreadsWithDate = "Book Id,Title,Author,My Rating,Exclusive Shelf,Bookshelves,Date Added\n"
}

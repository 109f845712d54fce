import Records
import Testing

@testable import Formats

/// The files of book services.
struct ServiceTests {
  private let header = BookService.goodreads.order.joined(separator: ",") + "\r\n"

  private func goodreads(_ cells: [String: String]) throws -> FormatRow {
    let line = BookService.goodreads.order.map {
      "\"" + (cells[$0] ?? "").replacing("\"", with: "\"\"") + "\""
    }
    let rows = try rows(header + line.joined(separator: ",") + "\r\n")
    return try #require(rows.first)
  }

  @Test func aBookOfGoodreads() throws {
    let row = try goodreads([
      "Book Id": "13651", "Title": "The Dispossessed (Hainish Cycle, #6)", "Author": "Ursula K.   Le Guin",
      "ISBN": "=\"0061054887\"", "ISBN13": "=\"9780061054884\"", "My Rating": "5", "Date Read": "2020/05/17",
      "Original Publication Year": "-720", "Bookshelves": "sf, read", "Exclusive Shelf": "read",
      "My Review": "One<br/>two", "Read Count": "2", "Owned Copies": "0",
    ])
    #expect(row.id == "13651")
    #expect(row.book[.title] == "The Dispossessed")
    #expect(row.book[.series] == "Hainish Cycle")
    #expect(row.book[.seriesNumber] == "6")
    #expect(row.book[.author] == "Ursula K. Le Guin")
    #expect(row.book[.isbn] == "9780061054884")
    #expect(row.book[.firstPublished] == "-0719")
    #expect(row.book[.review] == "One\ntwo")
    #expect(row.book[.owned] == nil)
    #expect(row.readings == [Reading(finished: "2020-05-17"), Reading()])
    #expect(row.shelves == ["sf"])
  }

  @Test("A review is text, and one that looks like HTML comes back from our own file as it was")
  func reviews() throws {
    let row = try goodreads([
      "Title": "X", "My Review": "<i>Good</i><br/><br/>&amp; long", "Private Notes": "a &lt; b",
    ])
    #expect(row.book[.review] == "Good\n\n& long" && row.book[.notes] == "a < b")
    for text in ["<i>x</i> &amp; y", "a < b & c", "<br/>", "one\n\ntwo"] {
      let book = FormatRow(columns: ["title", "review"], values: ["X", .text(Text(text))], isBook: true)
      #expect(FormatWriter.readBack(book, in: .goodreads)?.book[.review] == text)
    }
  }

  @Test func whatGoodreadsLeavesOutStaysOut() throws {
    let row = try goodreads([
      "Title": "X", "ISBN": "=\"0061054888\"", "ISBN13": "=\"\"", "My Rating": "0",
      "Exclusive Shelf": "paused", "Date Read": "",
    ])
    #expect(row.book == [.title: "X"])
    #expect(row.readings.isEmpty)
    #expect(row.shelves == ["paused"])
    #expect(row.problems == [.unread(column: "ISBN"), .unknownStatus("paused")])
  }

  @Test func goodreadsWithoutAHeader() throws {
    let cells = ["7", "A", "B", "B", "", "=\"\"", "=\"\"", "4"] + [String](repeating: "", count: 15)
    let row = try #require(try rows(cells.joined(separator: ",") + "\r\n").first)
    #expect(row.id == "7")
    #expect(row.book == [.title: "A", .author: "B", .rating: "4"])
  }

  @Test func aBookOfTheStoryGraph() throws {
    let text = """
      Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,Star Rating
      A,"B, C","D (Translator)",B00ABC,paperback,did-not-finish,2023/01/01,2023/02/03,2023/02/01-2023/02/03,1,3.75

      """
    let row = try #require(try rows(text).first)
    #expect(row.book[.author] == "B; C")
    #expect(row.book[.rating] == "3.75")
    #expect(row.book[.status] == "stopped")
    #expect(row.book[.isbn] == nil)
    #expect(row.readings == [Reading(started: "2023-02-01", stopped: "2023-02-03")])
  }

  @Test func aBookOfLibraryThing() throws {
    let text =
      "Book Id\tTitle\tPrimary Author\tISBN\tRating\tDate\n1\tThe \"X\"\tA, B\t[0061054887]\t4.5\t1999\n"
    let row = try #require(try rows(Array(text.utf8) + [50, 9, 67, 97, 102, 0xE9, 9, 9, 9, 9, 10]).first)
    #expect(
      row.book == [
        .title: "The \"X\"", .author: "A, B", .isbn: "9780061054884", .rating: "4.5", .published: "1999",
      ])
  }

  @Test func aListOfLibraryThingMayBeAnObject() throws {
    let text =
      #"{"12": {"books_id": "12", "title": "A", "isbn": {"0": "0061054887"}, "tags": ["x", "y"], "collections": {"1": "Mine"}}}"#
    let row = try #require(try rows(text).first)
    #expect(try format(text) == .librarythingJSON)
    #expect(row.book == [.title: "A", .isbn: "9780061054884", .tags: "x; y"])
    #expect(row.shelves == ["Mine"])
  }

  @Test func laterAuthorsAndSeriesOfLibraryThingsJSON() throws {
    let text = #"""
      {"7": {"books_id": "7", "title": "A", "primaryauthor": "Author, Ann", "publication": "House (2006), 320 pages",
        "authors": [{"lf": "Author, Ann", "fl": "Ann Author", "role": "Author"}, {"lf": "Other, Bo", "fl": "Bo Other"},
          {"lf": "Third, Cy", "fl": "Cy Third", "role": "Translator"}],
        "series": ["Valley (2)", "Guard Tales (3)"], "format": [{"code": "1.1", "text": "Paperback"}],
        "language": ["English"], "collections": ["Your library", "Currently reading", "To read"],
        "datestarted": "2020-01-02", "isbn": {"0": "0061054887"}, "privatecomment": "p", "comment": "c"}}
      """#
    let row = try #require(try rows(text).first)
    #expect(
      row.book == [
        .title: "A", .author: "Author, Ann", .contributors: "Other, Bo; Third, Cy (translator)",
        .publisher: "House", .series: "Valley", .seriesNumber: "2", .format: "Paperback",
        .language: "English", .status: "reading", .isbn: "9780061054884", .notes: "c\np",
      ])
    #expect(row.shelves == ["Your library"])
    #expect(row.readings == [Reading(started: "2020-01-02")])
    #expect(row.problems == [.withoutPlace("Guard Tales (3)")])
  }

  @Test(arguments: [
    ("House (2006), Edition: 1, 320 pages", "House"), ("London : House, 1999.", "House"), ("House", "House"),
    ("Ann (and) Bo Press (c2001), Paperback", "Ann (and) Bo Press"), ("(1999), 12 pages", nil),
  ]) func publishersOfLibraryThing(_ publication: String, _ expected: String?) throws {
    let text = "Book Id\tTitle\tPrimary Author\tPublication\n1\tA\tB\t\(publication)\n"
    #expect(try rows(text)[0].book[.publisher] == expected)
  }

  @Test func aBookThatCameBackIsLentToNobody() throws {
    let text = """
      Book Id\tTitle\tPrimary Author\tLending Patron\tLending Start\tLending End
      1\tA\tB\tDora\t[2022-02-03]\t[2022-03-03]
      2\tC\tD\tDora\t[2022-02-03]\t[]

      """
    #expect(try rows(text).map { $0.book[.lentTo] } == [nil, "Dora"])
  }

  @Test func loansOfLibraryThing() throws {
    let found = try caseRows("lt_loan.tsv")
    #expect(
      found.map(\.loans) == [
        [BookLoan(person: "Dora", lentOn: "2022-02-03")],
        [BookLoan(person: "Eve", lentOn: "2022-02-03", backOn: "2022-03-01")],
      ])
    #expect(found.map { $0.book[.lentTo] } == ["Dora", nil])
    // Nobody knows on which day it came back.
    let header = "Book Id\tTitle\tPrimary Author\tLending Patron\tLending End\n"
    for end in ["soon", "2022", "2022-05"] {
      let row = try #require(try rows(header + "1\tA\tB\tDora\t\(end)\n").first)
      #expect(row.loans.isEmpty && row.problems == [.unread(column: "Lending End")])
    }
  }

  // MARK: Dates that a spreadsheet has written

  /// A header with a column of dates for each service that has one, the column, and the cells beside it.
  private static let datedFiles: [(header: String, cells: String, format: Format)] = [
    ("Book Id,Title,Author,My Rating,Exclusive Shelf,Date Added", "1,A,B,0,read", .goodreads),
    ("Title,Read Status,Star Rating,Date Added", "A,read,", .storygraph),
    ("Book Id,Title,Primary Author,Entry Date", "1,A,B", .librarything),
    ("Title,Author,Volume,Date Finished,Date Started,Status,Date Added", "A,B,,,,", .bookbuddy),
    ("title,author,olid,status,date_added", "A,B,,", .openreads),
    ("title,author_text,remote_id,shelf_date", "A,B,1", .bookwyrm),
    ("Title,Author,Hardcover Book ID,Date Added", "A,B,1", .hardcover),
    ("title,creators,ean_isbn13,added", "A,B,", .libib),
    ("Key,Item Type,Title,Date Added", "1,book,A", .zotero),
    ("title,authors,author_sort,uuid,timestamp", "A,B,B,1", .calibreCatalog),
  ]

  @Test(arguments: datedFiles) func daysOfSlashDates(_ file: (header: String, cells: String, format: Format))
    throws
  {
    for (days, expected) in [
      (["13/04/2024", "02/04/2024"], ["2024-04-13", "2024-04-02"]),
      (["4/2/2024 10:00", "4/13/2024 9:30 PM"], ["2024-04-02", "2024-04-13"]),
      (["4-2-2024", "4-13-2024"], ["2024-04-02", "2024-04-13"]),
      (["2024/4/2", "4/5/2024"], ["2024-04-02", nil]),
      (["13/04/2024", "04/13/2024", "1/2/2024"], ["2024-04-13", "2024-04-13", nil]),
      (["5/5/2024", "5/6/2024"], ["2024-05-05", nil]),
    ] as [([String], [String?])] {
      let text = ([file.header] + days.map { "\(file.cells),\($0)" }).joined(separator: "\n") + "\n"
      #expect(try format(text) == file.format)
      let found = try rows(text)
      #expect(found.map { $0.book[.added] } == expected, "\(file.format) \(days)")
      let unclear = zip(days, expected).filter { $1 == nil }.map(\.0)
      let named = found.flatMap(\.problems).compactMap {
        if case .unclearDate(_, let text) = $0 { text } else { nil as String? }
      }
      #expect(named == unclear)
    }
  }

  @Test func slashDatesOfReadings() throws {
    let header = "Title,Read Status,Star Rating,Dates Read,Last Date Read\n"
    func readings(_ ranges: String...) throws -> [Reading] {
      try rows(header + ranges.map { "A,read,,\"\($0)\",\n" }.joined()).flatMap(\.readings)
    }
    #expect(
      try readings("02/04/2024-30/04/2024, 1/5/2024-", "-3/5/2024", "6/5/2024") == [
        Reading(started: "2024-04-02", finished: "2024-04-30"), Reading(started: "2024-05-01"),
        Reading(finished: "2024-05-03"), Reading(finished: "2024-05-06"),
      ])
    #expect(
      try readings("2024-04-02-2024-04-30", "2024-05-01", "2020-2021") == [
        Reading(started: "2024-04-02", finished: "2024-04-30"), Reading(finished: "2024-05-01"),
        Reading(started: "2020", finished: "2021"),
      ])
    let unclear = try #require(try rows(header + "A,read,,1/2/2024-3/4/2024,\n").first)
    #expect(unclear.readings.isEmpty)
    #expect(
      unclear.problems == [
        .unclearDate(column: "Dates Read", text: "1/2/2024"),
        .unclearDate(column: "Dates Read", text: "3/4/2024"),
      ])
    let other = try rows(
      header + "A,read,,,13/4/2024\n" + String(repeating: "A,read,,,\n", count: 9_000)
        + "B,read,,,4/13/2024\n")
    #expect(other.last?.problems == [.otherOrder(column: "Last Date Read", text: "4/13/2024")])
    #expect(other.last?.readings == [Reading(finished: "2024-04-13")])
  }

  @Test func momentsOfHighlights() throws {
    let header = "Highlight,Book Title,Book Author,Highlighted at\n"
    func moments(_ cells: String...) throws -> [String?] {
      try rows(header + cells.enumerated().map { "h\($0),A,B,\"\($1)\"\n" }.joined()).flatMap(\.quotes).map(
        \.at)
    }
    #expect(
      try moments("2024-01-05 10:00:00+00:00", "January 5, 2024 10:00") == [
        "2024-01-05 10:00:00+00:00", "January 5, 2024 10:00",
      ])
    #expect(try moments("1/5/2024 10:00", "1/15/2024 2:30 PM") == ["2024-01-05 10:00", "2024-01-15 14:30"])
    #expect(try moments("1/5/2024 10:00") == [nil])
  }

  @Test(arguments: [
    ("Valley, #2", "Valley", "2", []), ("Valley #1.5", "Valley", "1.5", []), ("Valley(2)", "Valley", "2", []),
    ("Valley, #1-4", "Valley", nil, ["#1-4"]), ("Valley, #4, Part 2", "Valley", nil, ["#4, Part 2"]),
    ("Valley, #40; Guard Tales, #3", "Valley", "40", ["Guard Tales, #3"]),
    ("Valley #2, Other #3", "Valley", "2", ["Other #3"]), ("A(1)|B(2)", "A", "1", ["B(2)"]),
    ("Lion, Witch; Wardrobe, #7", "Lion, Witch; Wardrobe", "7", []), ("Plain", "Plain", nil, []),
    ("Valley (of hope)", "Valley (of hope)", nil, []),
  ]) func series(_ text: String, _ name: String, _ number: String?, _ rest: [String]) throws {
    let series = try #require(SeriesText(text))
    #expect(series.name == name && series.number == number && series.rest == rest)
  }

  @Test(arguments: [
    ("X (Valley (old), #2)", "X", "Valley (old)"), ("X (a true story)", "X (a true story)", nil),
    ("X (Nr. #)", "X (Nr. #)", nil), ("(Valley, #2)", "(Valley, #2)", nil), ("X) (A, #1)", "X)", "A"),
  ]) func titlesWithASeries(_ text: String, _ title: String, _ series: String?) throws {
    let row = try goodreads(["Title": text])
    #expect(row.book[.title] == title && row.book[.series] == series)
  }

  @Test func whoElseWorkedOnABookOfHardcover() throws {
    let text = """
      Title,Author,Hardcover Book ID,Status
      A,"Ann Author, Lee Artist (Illustrator), Bo Other",1,Paused
      B,Cy Voice (Narrator),2,Currently Reading

      """
    let found = try rows(text)
    #expect(found[0].book[.author] == "Ann Author; Bo Other")
    #expect(found[0].book[.contributors] == "Lee Artist (Illustrator)")
    #expect(found[0].problems == [.unknownStatus("Paused")])
    #expect(found[1].book == [.title: "B", .author: "Cy Voice (Narrator)", .status: "reading"])
  }

  @Test(arguments: [
    ("title,authors,pubdate,uuid", Format.calibreCatalog),
    ("title,authors,author_sort,title_sort", .calibreCatalog), ("title,authors,uuid", .csv),
    ("title,authors,isbn,year", .csv),
  ]) func aCatalogueOfCalibreHasTheColumnsThatOneChooses(_ header: String, _ expected: Format) throws {
    #expect(try format(header + "\nA,B & C,,\n") == expected)
  }

  @Test func aRatingThatIsNoneIsNamed() throws {
    for text in ["9", "good", "-1", "nan"] {
      let row = try goodreads(["Title": "X", "My Rating": text, "Exclusive Shelf": "read"])
      #expect(row.book[.rating] == nil && row.problems == [.unread(column: "My Rating")], "\(text)")
    }
  }

  @Test func aSpreadsheetOfReadingDatesIsNotBookBuddys() throws {
    let text = "Title,Author,Status,Date Started,Date Finished,Place\nA,B,read,,,Rome\n"
    #expect(try format(text) == .csv)
  }

  @Test func aBookOfOpenreads() throws {
    let text = """
      title,author,olid,status,rating,readings,tags
      A,B,,finished,45,2023-01-02T00:00:00.000|2023-01-05T00:00:00.000|,x|||||y z
      ,B,,planned,,,

      """
    let found = try rows(text)
    #expect(found[0].book == [.title: "A", .author: "B", .status: "read", .rating: "4.5", .tags: "x; y z"])
    #expect(found[0].readings == [Reading(started: "2023-01-02", finished: "2023-01-05")])
    #expect(found[1].problems == [.untitled])
  }
}

import Formats
import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import Listings
@testable import Transfers

/// A row of a file that the library has is found there, and no other row is taken for it.
struct RecognitionTests {
  private static let entries = """
    @book{KEY, title={First Light}, author={Author, Ann}, year={2001}}
    @book{KEY, title={Second Light}, author={Other, Bo}, year={1999}}
    @book{KEY, title={Third Light}, author={Third, Cy}, year={1998}}

    """
  private static let records = [
    ("First Light", "Author, Ann"), ("Second Light", "Other, Bo"), ("Third Light", "Third, Cy"),
  ].map { "TY  - BOOK\r\nID  - KEY\r\nTI  - \($0)\r\nAU  - \($1)\r\nER  - \r\n" }.joined()
  private static let items =
    "["
    + ["First Light", "Second Light", "Third Light"].map {
      #"{"id":"KEY","type":"book","title":"\#($0)","author":[{"family":"F","given":"\#($0)"}]}"#
    }.joined(separator: ",") + "]"
  private static let goodreads = """
    Book Id,Title,Author,My Rating,Exclusive Shelf
    KEY,First Light,Ann Author,0,
    KEY,Second Light,Bo Other,0,
    KEY,Third Light,Cy Third,0,

    """

  @Test(
    "Books that share a name, or have an empty one, stay apart, also the second time",
    arguments: [entries, records, items, goodreads], ["k", "", " "])
  func sharedNames(_ text: String, _ name: String) throws {
    let (exchange, bytes) = (try Exchange(), Array(text.replacing("KEY", with: name).utf8))
    #expect(try exchange.load(bytes).mainCounts == [3, 0, 0, 0, 0])
    let before = try exchange.content()
    let books = try exchange.scratch.rows("SELECT title, count(author) FROM book GROUP BY 1")
    #expect(books == ["First Light|1", "Second Light|1", "Third Light|1"])
    #expect(try exchange.load(bytes).mainCounts == [0, 0, 3, 0, 0])
    #expect(try exchange.content() == before)
  }

  @Test("A name counts where the title was changed here, or where the ISBN agrees")
  func changedTitles() throws {
    let exchange = try Exchange()
    func file(_ title: String, _ isbn: String) -> [UInt8] {
      Array("Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf\n7,\(title),A,\(isbn),0,\n".utf8)
    }
    try exchange.load(file("Emma", ""))
    try exchange.scratch.run("UPDATE book SET title = 'My Emma'")
    for title in ["Emma", "Emma: A Novel"] {
      let report = try exchange.load(file(title, "9780141439587"))
      #expect(report.counts == [.differing: 1] && report.differingCounts == ["title": 1] && report.hasChanges)
    }
    #expect(try exchange.load(file("Persuasion", "")).mainCounts == [1, 0, 0, 0, 0])
  }

  @Test("Two titles of one file with the same ISBN are two books, and so are two copies of one title")
  func sharedISBN() throws {
    let exchange = try Exchange()
    let rows = "Volume One,9780306406157,\nVolume Two,9780306406157,\nVolume one,0306406152,n\n"
    #expect(try exchange.load(Array("title,isbn,notes\n\(rows)".utf8)).mainCounts == [3, 0, 0, 0, 0])
    let books = try exchange.scratch.rows("SELECT title, notes FROM book")
    #expect(books == ["Volume One|NULL", "Volume Two|NULL", "Volume one|n"])
    #expect(try exchange.load(exchange.export(.json)).mainCounts == [0, 0, 3, 0, 0])
  }

  @Test("Two copies stay two, in a file and in an export, and the second time nothing changes")
  func copies() throws {
    let exchange = try Exchange()
    #expect(try exchange.load(file: "two_copies.csv").mainCounts == [2, 0, 0, 0, 0])
    let books = "SELECT title, isbn, location, notes FROM book"
    let both = ["First Light|9780306406157|home|NULL", "First Light|9780306406157|office|torn"]
    #expect(try exchange.scratch.rows(books) == both)
    #expect(try exchange.load(file: "two_copies.csv").mainCounts == [0, 0, 2, 0, 0])
    #expect(try exchange.scratch.rows(books) == both)
  }

  @Test(
    "Two copies of a library are two in a new one, also if nothing tells them apart",
    arguments: plainFormats, ["home", "office"])
  func exportedCopies(_ format: Format, _ second: String) throws {
    let (first, new) = (try Exchange(), try Exchange())
    let insert = "INSERT INTO book (title, author, isbn, location) VALUES ('A', 'B', '9780306406157', "
    try first.scratch.run("\(insert)'home'); \(insert)'\(second)')")
    let text = try first.export(format)
    for exchange in [first, new] { try exchange.load(text, as: format) }
    let books = "SELECT title, isbn, location FROM book"
    for exchange in [first, new] {
      #expect(try exchange.scratch.rows(books) == ["A|9780306406157|home", "A|9780306406157|\(second)"])
      #expect(try exchange.load(text, as: format).mainCounts == [0, 0, 2, 0, 0])
    }
  }

  @Test("A copy that the library lacks is left out and named, and never fills the one that is there")
  func secondCopy() throws {
    let exchange = try Exchange()
    let book = "'First Light', 'Ann Author', '9780306406157', 'home'"
    try exchange.scratch.run("INSERT INTO book (title, author, isbn, location) VALUES (\(book))")
    let before = try exchange.content()
    for action in [ImportOptions.MatchAction.fill, .update] {
      let report = try exchange.load(file: "two_copies.csv") { $0.action = action }
      #expect(report.mainCounts == [0, 0, 1, 1, 0])
      #expect(report.notable.map(\.line) == [3])
      #expect(try exchange.content() == before)
    }
  }

  @Test("What only the second of two copies says does not fill the first") func secondCopyWithMore() throws {
    let exchange = try Exchange()
    try exchange.scratch.run(
      "INSERT INTO book (title, author, isbn) VALUES ('First Light', 'Ann Author', '9780306406157')")
    let before = try exchange.content()
    let copy = "First Light,Ann Author,9780306406157"
    let text = "title,author,isbn,notes\n\(copy),\n\(copy),signed\n"
    let report = try exchange.load(Array(text.utf8), as: .csv)
    #expect(report.mainCounts == [0, 0, 1, 1, 0])
    #expect(try exchange.content() == before)
  }

  @Test("A table that takes an ISBN once keeps one of two copies, and says which row differs")
  func uniqueISBN() throws {
    let columns = "title TEXT, author TEXT, isbn TEXT UNIQUE, location TEXT, notes TEXT"
    let exchange = try Exchange("CREATE TABLE t (id INTEGER PRIMARY KEY, \(columns))")
    #expect(try exchange.load(file: "two_copies.csv").mainCounts == [1, 0, 0, 1, 0])
    #expect(try exchange.scratch.rows("SELECT location, notes FROM t") == ["home|NULL"])
  }

  @Test("A row that differs in a field is neither completed nor unchanged, and its own values stay")
  func differing() throws {
    let exchange = try Exchange()
    func file(_ rating: String, _ notes: String) -> [UInt8] {
      Array("title,author,location,rating,notes\nA,B,home,\(rating),\(notes)\n".utf8)
    }
    try exchange.load(file("4", ""))
    for (notes, isChanged) in [("n", true), ("n", false), ("", false)] {
      let report = try exchange.load(file("2", notes))
      #expect(report.mainCounts == [0, 0, 0, 0, 0] && report.count(.differing) == 1)
      #expect(report.differingCounts == ["rating": 1] && report.hasChanges == isChanged)
    }
    #expect(try exchange.scratch.rows("SELECT rating, notes FROM book") == ["4.0|n"])
    #expect(try exchange.load(file("2", "")) { $0.action = .skip }.count(.differing) == 1)
    #expect(try exchange.load(file("2", "")) { $0.action = .update }.mainCounts == [0, 1, 0, 0, 0])
    #expect(try exchange.load(file("2", "")).mainCounts == [0, 0, 1, 0, 0])
    #expect(try exchange.load(Array("title,author\na!,\"b\"\n".utf8)).mainCounts == [0, 0, 1, 0, 0])
  }

  /// The lists of books in Fixtures/cases that can be read without another program and are no case of a service.
  private static let lists: [String] = {
    let path = Repository.fixtures.appending(path: "cases").path
    let others =
      ServiceCase.all.map(\.file) + [
        "gr_truncated.csv", "isbn_list.txt", "numbers.csv", "names_folded_1.csv", "names_folded_2.csv",
      ]
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).filter { name in
      [".csv", ".tsv", ".bib", ".ris", ".json"].contains { name.hasSuffix($0) } && !others.contains(name)
    }
  }()

  @Test("Every list changes nothing the second time, and one undo takes it back", arguments: lists)
  func twice(_ list: String) throws {
    let exchange = try Exchange()
    let first = try exchange.load(file: list)
    #expect(first.count(.added) > 0 && first.count(.refused) + first.count(.doubtful) == 0)
    let before = try exchange.content()
    let again = try exchange.load(file: list)
    #expect(again.count(.same) == first.rowCount && !again.hasChanges)
    #expect(try exchange.content() == before)
    _ = try exchange.scratch.loggedStore().undo()
    #expect(try exchange.content().isEmpty)
  }

  // MARK: Rows without a title

  private static let plainFormats: [Format] = [.csv, .tsv, .json, .ndjson]
  private static let bookFormats: [Format] = [.goodreads, .bibtex, .ris, .cslJSON]

  @Test("Rows without a title are found by all that they say", arguments: plainFormats + bookFormats)
  func untitled(_ format: Format) throws {
    let exchange = try Exchange()
    #expect(try exchange.load(file: "untitled.csv").mainCounts == [3, 0, 0, 0, 0])
    #expect(try exchange.load(file: "untitled.csv").mainCounts == [0, 0, 3, 0, 0])
    let before = try exchange.content()
    #expect(try exchange.load(exchange.export(format), as: format).mainCounts == [0, 0, 3, 0, 0])
    #expect(try exchange.content() == before)
  }

  @Test(
    "So are those of any table: by its key, if the file has it, or by the whole row",
    arguments: ["person", "mark", "book"], plainFormats)
  func untitledRows(_ table: String, _ format: Format) throws {
    let exchange = try Exchange(String(decoding: Exchange.file("untitled_rows.sql"), as: UTF8.self))
    let (before, text) = (try exchange.content(), try exchange.export(format, of: table))
    let report = try exchange.load(text, as: format, into: table)
    #expect(report.count(.same) == report.rowCount && report.rowCount > 2)
    #expect(try exchange.content() == before)
  }

  @Test("In blocks, too, a row without a title is looked for before it is added")
  func untitledBlocks() throws {
    let exchange = try Exchange("CREATE TABLE t (title TEXT, author TEXT)")
    let rows = (1...9_000).map { "\($0 % 3 == 0 ? "?" : "T\($0)"),Author \($0)\n" }
    let text = "title,author\n" + rows.joined()
    #expect(try exchange.load(Array(text.utf8), as: .csv).mainCounts == [9_000, 0, 0, 0, 0])
    let longer = Array((text + "??,Author 3\n?,Author 10\n").utf8)
    #expect(try exchange.load(longer, as: .csv).mainCounts == [2, 0, 9_000, 0, 0])
  }

  @Test("In blocks, too, a lost character is named with its row") func lostCharactersInBlocks() throws {
    let exchange = try Exchange("CREATE TABLE t (title TEXT, author TEXT)")
    let rows = (1...9_000).map { "T\($0),\($0 == 8_000 ? "A\u{FFFD}b" : "Author \($0)")\n" }
    let text = Array(("title,author\n" + rows.joined()).utf8)
    let report = try exchange.load(text, as: .csv)
    #expect(report.mainCounts == [9_000, 0, 0, 0, 0])
    #expect(report.notable.map(\.line) == [8_001])
    #expect(report.notable.map(\.problems) == [[.lostCharacter(column: "author")]])
    #expect(try exchange.load(text, as: .csv).mainCounts == [0, 0, 9_000, 0, 0])
  }

  @Test("A row of the same key is another one if its title says so, unless the file's values are to be taken")
  func keys() throws {
    let exchange = try Exchange(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT, note TEXT); INSERT INTO t VALUES (1, 'A', NULL)")
    let text = Array("id,title,note\n1,B,n\n".utf8)
    #expect(throws: ImportError.self) { try exchange.load(text, as: .csv) }
    #expect(try exchange.load(text, as: .csv) { $0.action = .update }.mainCounts == [0, 1, 0, 0, 0])
    #expect(try exchange.scratch.rows("SELECT * FROM t") == ["1|B|n"])
    #expect(try exchange.load(Array("id,title\n1,b!\n".utf8), as: .csv).mainCounts == [0, 0, 1, 0, 0])
  }

  // MARK: Signs

  @Test(
    "Another apostrophe, or another form of a letter with a mark, makes no other book",
    arguments: [
      ("punct_1.csv", "punct_2.csv", 2), ("punct_2.csv", "punct_1.csv", 2), ("nfd.csv", "nfc.csv", 1),
    ])
  func signs(_ first: String, _ second: String, _ count: Int) throws {
    let exchange = try Exchange()
    #expect(try exchange.load(file: first).count(.added) == count)
    #expect(try exchange.load(file: second).mainCounts == [0, 0, count, 0, 0])
  }

  @Test("Signs that stand for words tell titles apart") func spokenSigns() throws {
    let exchange = try Exchange()
    try exchange.load(file: "signs_1.csv")
    for expected in [[2, 0, 1, 0, 0], [0, 0, 3, 0, 0]] {
      #expect(try exchange.load(file: "signs_2.csv").mainCounts == expected)
    }
    let titles = try exchange.scratch.rows("SELECT title FROM book")
    #expect(titles == ["C for Beginners", "C++ for Beginners", "C# for Beginners"])
  }

  // MARK: Readings

  private static let readings = "SELECT started, finished, stopped FROM reading ORDER BY pk"

  @Test(
    "A date that is added, corrected or completed later is not another reading, if it was read once",
    arguments: [
      (["up_undated_first.csv", "up_v1.csv"], "NULL|2022-05-06|NULL"),
      (["up_v1.csv", "up_v2_corrected.csv"], "NULL|2022-05-07|NULL"),
      (["up_v1.csv", "sg_same_reading.csv"], "2022-05-01|2022-05-06|NULL"),
      (["sg_same_reading.csv", "up_v1.csv"], "2022-05-01|2022-05-06|NULL"),
      (["up_undated_first.csv", "sg_same_reading.csv"], "2022-05-01|2022-05-06|NULL"),
      (["up_v1.csv", "up_undated_first.csv"], "NULL|2022-05-06|NULL"),
    ])
  func readings(_ files: [String], _ expected: String) throws {
    let exchange = try Exchange()
    for file in files { try exchange.load(file: file) }
    #expect(try exchange.scratch.rows(Self.readings) == [expected])
    let before = try exchange.content()
    #expect(try exchange.load(file: files[1]).hasChanges == false)
    #expect(try exchange.content() == before)
    let store = try exchange.scratch.loggedStore()
    while try store.undo() != nil {}
    #expect(try exchange.content().isEmpty)
  }

  @Test("A date that a person corrected stays, and a second reading that the file counts is added")
  func ownDates() throws {
    let exchange = try Exchange()
    try exchange.load(file: "up_v1.csv")
    try exchange.scratch.run("UPDATE reading SET finished = '2022-05-05'")
    try exchange.load(file: "up_v2_corrected.csv")
    #expect(try exchange.scratch.rows(Self.readings) == ["NULL|2022-05-05|NULL"])
    let twice = String(decoding: try Exchange.file("up_v1.csv"), as: UTF8.self)
      .replacing("2022/05/06", with: "2024/01/01").replacing(",1,0", with: ",2,0")
    try exchange.load(Array(twice.utf8))
    #expect(try exchange.scratch.rows(Self.readings) == ["NULL|2022-05-05|NULL", "NULL|2024-01-01|NULL"])
  }

  // MARK: What is kept

  @Test("What has no field is kept in the table source, also of a book that is there already")
  func kept() throws {
    let exchange = try Exchange()
    try exchange.load(file: "kept_row_1.csv")
    let report = try exchange.load(file: "kept_row_2.csv")
    #expect(report.columnsWithoutField == ["mood"])
    let mood = "SELECT json_extract(imported, '$.mood') FROM source WHERE imported LIKE '%mood%'"
    #expect(try exchange.scratch.rows(mood) == ["dark"])
    #expect(try exchange.load(file: "kept_row_2.csv").mainCounts == [0, 0, 1, 0, 0])
    #expect(try exchange.scratch.rows(mood) == ["dark"])
  }

  @Test("The index finds every row of a hash, however the hashes are spread") func index() {
    var index = MatchIndex()
    let hashes = (0..<5_000).map { UInt64($0 % 700) &* ($0 % 2 == 0 ? 0x9E37_79B9_7F4A_7C15 : 1) }
    for (key, hash) in hashes.enumerated() { index.append(hash, Int64(key)) }
    index.sort()
    for hash in Set(hashes) {
      #expect(index.keys(hash).sorted() == hashes.indices.filter { hashes[$0] == hash }.map(Int64.init))
    }
    #expect(index.keys(123_456_789).isEmpty)
  }
}

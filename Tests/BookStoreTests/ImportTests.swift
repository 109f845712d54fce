import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import Listings
@testable import SQLite
@testable import Transfers

/// A file's rows come into a table as one step, and the same file once more changes nothing.
struct ImportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch(.reading) }

  @discardableResult
  private func load(
    _ text: String, into store: BookStore? = nil, _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    try (store ?? scratch.loggedStore()).load(Array(text.utf8), change)
  }

  private func content() throws -> [String] { try scratch.everything() }

  private static let header =
    "Book Id,Title,Author,ISBN13,My Rating,Exclusive Shelf,Date Read,Bookshelves,Year Published"
  private static let goodreads = #"""
    \#(header)
    1,"The Dispossessed (Hainish Cycle, #6)",Ursula K. Le Guin,"=""9780061054884""",5,read,2020/05/17,"sf, read",1994
    2,The Iliad,Homer,"=""""",0,to-read,,,-750

    """#

  @Test("A file of Goodreads fills the tables of a library, and changes nothing the second time")
  func goodreadsTwice() throws {
    let first = try load(Self.goodreads)
    #expect(first.mainCounts == [2, 0, 0, 0, 0])
    #expect(first.format == .goodreads)
    #expect(
      try scratch.rows(
        "SELECT title, series, series_number, author, isbn, rating, status FROM book WHERE pk = 1")
        == ["The Dispossessed|Hainish Cycle|6|Ursula K. Le Guin|9780061054884|5.0|read"])
    // No day is made up.
    #expect(try scratch.rows("SELECT published FROM book") == ["1994", "-0749"])
    #expect(try scratch.rows("SELECT book, finished FROM reading") == ["1|2020-05-17"])
    #expect(try scratch.rows("SELECT name FROM shelf") == ["sf"])
    #expect(
      try scratch.rows("SELECT service, id, json_extract(imported, '$.Title') FROM source WHERE pk = 2")
        == ["goodreads|2|The Iliad"])
    let before = try content()
    #expect(try load(Self.goodreads).mainCounts == [0, 0, 2, 0, 0])
    #expect(try content() == before)
  }

  @Test("Columns of a list of books are known by the names that people give them, and none is taken twice")
  func otherNames() throws {
    let text = """
      Book Title,Authors,isbn13,ISBN,Original Publication Year,language_code,Average Rating
      The Iliad,Homer,9780140275360,0140275363,-750.0,grc,3.9
      Emma,Jane Austen,9780141439587,,1815.0,eng,4.0

      """
    let report = try load(text)
    #expect(report.mainCounts == [2, 0, 0, 0, 0])
    #expect(report.columnsWithoutField == ["isbn13", "Average Rating"])
    #expect(
      try scratch.rows("SELECT title, author, isbn, first_published, language FROM book") == [
        "The Iliad|Homer|0140275363|-0750|grc", "Emma|Jane Austen|NULL|1815|eng",
      ])
    #expect(try load(text).mainCounts == [0, 0, 2, 0, 0])
  }

  @Test("A table that is none of books takes only columns of its own names") func otherTable() throws {
    let wines = try Scratch("CREATE TABLE wine (id INTEGER PRIMARY KEY, name TEXT, author TEXT)")
    let report = try load("name,authors\nBarolo,Homer\n", into: wines.loggedStore()) { $0.fits = true }
    #expect(report.columnsWithoutField == ["authors"])
  }

  @Test(
    "Where a table has no place for over a third of the values, nothing is imported unasked; all are named"
  )
  func losing() throws {
    let plain = try Scratch()
    let store = try plain.loggedStore()
    let lost = [
      "isbn", "status", "rating", "series", "published", "series number", "dates of reading", "shelves",
    ]
    do {
      try load(Self.goodreads, into: store)
      Issue.record("it was imported")
    } catch ImportError.losing(let losses, let schema) {
      #expect(Set(losses.losses.map(\.name)) == Set(lost) && schema.table == "book")
      #expect(losses.keptCount == 4 && losses.lostCount == 10)
      #expect(losses.additions.contains(.addition(column: "rating", definition: "RATING REAL")))
      #expect(losses.additions.count == 6)
    }
    #expect(try plain.rows("SELECT count(*) FROM book") == ["3"])
    let report = try load(Self.goodreads, into: store) { $0.fits = true }
    #expect(report.mainCounts == [2, 0, 0, 0, 0])
    #expect(Set(report.columnsWithoutField).isSuperset(of: lost))
    // A library that keeps the rows as they were loses nothing.
    #expect(try !load(Self.goodreads).losses.areLarge)
  }

  @Test("One undo takes back all of it, and a redo brings it again") func undo() throws {
    let before = try content()
    try load(Self.goodreads)
    let after = try content()
    let store = try scratch.loggedStore()
    #expect(try store.undo() != nil)
    #expect(try content() == before)
    #expect(try store.undo() == nil)
    #expect(try store.redo() != nil)
    #expect(try content() == after)
  }

  @Test("An import that only changes rows, of several tables, is undone and done again")
  func undoOfChanges() throws {
    try load(Self.goodreads)
    let before = try content()
    let header = Self.header + ",Publisher"
    let text = header + "\n2,The Iliad,Homer,\"=\"\"\"\"\",0,to-read,,,-750,Penguin\n"
    #expect(try load(text).mainCounts == [0, 1, 0, 0, 0])
    let (after, store) = (try content(), try scratch.loggedStore())
    let undone = try store.undo()
    #expect(undone?.field == store.schema.fields.firstIndex { $0.column == "publisher" })
    #expect(store.writeBack().isComplete)
    #expect(try content() == before)
    #expect(try store.redo() != nil)
    #expect(store.writeBack().isComplete)
    #expect(try content() == after)
  }

  @Test("An import of many parts is one step, too") func manyParts() throws {
    let lines = (1...10_000).map { "Title \($0),Author \($0)\n" }.joined()
    let report = try load("title,author\n" + lines)
    #expect(report.mainCounts == [10_000, 0, 0, 0, 0])
    let store = try scratch.loggedStore()
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["10000"])
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("SELECT (SELECT count(*) FROM book), count(*) FROM source") == ["0|0"])
    #expect(try store.undo() == nil)
  }

  @Test("A newer file fills what is empty, and moves a status forward but not back") func newer() throws {
    try load(Self.goodreads)
    try scratch.run("UPDATE book SET publisher = 'mine', status = 'reading', rating = NULL WHERE pk = 1")
    let text = #"""
      \#(Self.header),Publisher
      1,The Dispossessed,Ursula K. Le Guin,"=""9780061054884""",4,to-read,,,1994,Harper
      2,The Iliad,Homer,"=""""",0,currently-reading,,,-750,Penguin

      """#
    let report = try load(text)
    #expect(report.counts == [.differing: 1, .filled: 1])
    #expect(report.differingCounts == ["publisher": 1, "status": 1])
    #expect(
      try scratch.rows("SELECT publisher, status, rating FROM book")
        == ["mine|reading|4.0", "Penguin|reading|NULL"])
    try load(text) { $0.action = .update }
    #expect(try scratch.rows("SELECT publisher, status FROM book WHERE pk = 1") == ["Harper|reading"])
    try load(text.replacing("Harper", with: "Other")) { $0.action = .skip }
    #expect(try scratch.rows("SELECT publisher FROM book WHERE pk = 1") == ["Harper"])
    try load(text) { $0.action = .add }
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["4"])
  }

  @Test("A status goes back where a book is begun again, by its date") func readAgain() throws {
    try load("title,author,olid,status,readings\nA,B,,finished,2020-01-01|2020-02-02|\n")
    #expect(try scratch.rows("SELECT status FROM book") == ["read"])
    try load("title,author,olid,status,readings\nA,B,,in_progress,\n")
    #expect(try scratch.rows("SELECT status FROM book") == ["read"])
    try load("title,author,olid,status,readings\nA,B,,in_progress,2024-03-03||\n")
    #expect(try scratch.rows("SELECT status FROM book") == ["reading"])
    #expect(
      try scratch.rows("SELECT started, finished FROM reading")
        == ["2020-01-01|2020-02-02", "2024-03-03|NULL"])
  }

  @Test("Two candidates are doubtful, and neither is touched, unless one has all of it")
  func doubtful() throws {
    try scratch.run(
      "INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('EMMA', 'Austen, Jane')")
    let report = try load("title,author,publisher\nEmma,Jane Austen,Penguin\nemma,jane austen,\n")
    // What only differs in case is the same in both.
    #expect(report.mainCounts == [0, 0, 1, 1, 0])
    #expect(report.notable.map(\.line) == [2])
    #expect(try load("title,author\nEmma,Jane Austen\n").mainCounts == [0, 0, 1, 0, 0])
    #expect(try scratch.rows("SELECT count(publisher) FROM book") == ["0"])
  }

  @Test("Another ISBN, or another name at the service, is another book of the same title")
  func editions() throws {
    try load("Title,Author,ISBN\nEmma,Jane Austen,9780141439587\n")
    #expect(try load("Title,Author,ISBN\nEmma,Jane Austen,9780192802378\n").mainCounts == [1, 0, 0, 0, 0])
    // An ISBN of ten digits is the same book as the one of thirteen.
    #expect(try load("Title,ISBN\nEmma!,0141439580\n").mainCounts == [0, 0, 1, 0, 0])
    try load(Self.goodreads)
    let other = Self.goodreads.replacing("\n2,", with: "\n3,")
    #expect(try load(other).mainCounts == [1, 0, 1, 0, 0])
  }

  @Test("A trial changes nothing, and says the same as the import after it") func trial() throws {
    let before = try scratch.bytes()
    let trial = try load(Self.goodreads) { $0.isTrial = true }
    #expect(try scratch.bytes() == before)
    #expect(try scratch.loggedStore().undo() == nil)
    #expect(try load(Self.goodreads).mainCounts == trial.mainCounts)
  }

  @Test("A refused row ends the import with its line, or is left out") func refused() throws {
    try scratch.run("CREATE UNIQUE INDEX once ON book (location)")
    let text = "title,location\na,here\nb,here\nc,there\n"
    #expect { try load(text) } throws: { error in
      guard case ImportError.store(.constraint, line: 3) = error else { return false }
      return true
    }
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["0"])
    let report = try load(text) { $0.keepsGoing = true }
    #expect(report.mainCounts == [2, 0, 0, 0, 1])
    #expect(try scratch.rows("SELECT title FROM book ORDER BY 1") == ["a", "c"])
    let store = try scratch.loggedStore()
    #expect(try store.undo() != nil)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["0"])
  }

  @Test("A row whose change a trigger ignores is refused, not counted as filled") func ignored() throws {
    try load(Self.goodreads)
    try scratch.run(
      "CREATE TRIGGER keeps BEFORE UPDATE ON book WHEN old.pk = 1 BEGIN SELECT RAISE(IGNORE); END")
    let text = Self.goodreads.replacing("Published\n", with: "Published,Publisher\n")
      .replacing(",1994", with: ",1994,Harper").replacing(",-750", with: ",-750,Penguin")
    #expect { try load(text) } throws: { error in
      guard case ImportError.store(.ignored, line: 2) = error else { return false }
      return true
    }
    #expect(try load(text) { $0.keepsGoing = true }.mainCounts.last == 1)
    #expect(try scratch.rows("SELECT publisher FROM book ORDER BY pk") == ["NULL", "Penguin"])
  }

  @Test("A column is given a field by hand, and one that is in neither is named") func mapping() throws {
    try load("Buch,Wer\nEmma,Jane Austen\n") { $0.columns = ["buch": "title", "Wer": "author"] }
    #expect(try scratch.rows("SELECT title, author FROM book") == ["Emma|Jane Austen"])
    let report = try load("title,Farbe\nPersuasion,blue\n")
    #expect(report.columnsWithoutField == ["Farbe"])
    let kept = try scratch.rows("SELECT json_extract(imported, '$.Farbe') FROM source WHERE pk = 2")
    #expect(kept == ["blue"])
    #expect(throws: ImportError.noColumn("nothing", in: "book")) {
      try load("a\nb\n") { $0.columns = ["a": "nothing"] }
    }
    #expect(throws: ImportError.noHeader("x")) { try load("title\nb\n") { $0.columns = ["x": "title"] } }
    #expect(throws: ImportError.self) { try load("x,y\n1,2\n") }
  }

  @Test("Numbers and dates come in as the column holds them; what fits none is named or, if asked for, taken")
  func kinds() throws {
    let plain = try Scratch(Scratch.books)
    let text = "title,copyright,author\nA,1166832000,x\nB,1999-12-31,y\nC,1999,z\nD,soon,w\nE,,v\n"
    let report = try load(text, into: try plain.loggedStore()) { $0.action = .add }
    let rows = "SELECT title, copyright, typeof(copyright) FROM book WHERE pk > 3"
    #expect(
      try plain.rows(rows)
        == ["A|1166832000.0|real", "B|946598400.0|real", "C|NULL|null", "D|NULL|null", "E|NULL|null"])
    #expect(
      report.notable.map(\.problems)
        == [[.unfit(column: "copyright", text: "1999")], [.unfit(column: "copyright", text: "soon")]])
    #expect(report.unfitCounts == ["copyright": 2])
    let exact = try Scratch(Scratch.books)
    try load(text, into: try exact.loggedStore()) { ($0.action, $0.isExact) = (.add, true) }
    #expect(
      try exact.rows(rows)
        == ["A|1166832000.0|real", "B|1999-12-31|text", "C|1999.0|real", "D|soon|text", "E|NULL|null"])
  }

  @Test("A library that another program has locked says so, and stays as it is") func locked() throws {
    let store = try scratch.loggedStore()
    let other = try scratch.locked()
    #expect(throws: ImportError.store(.busy, line: nil)) { try load(Self.goodreads, into: store) }
    try other.run("ROLLBACK")
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["0"])
  }

  @Test("Where SQLite reports no rows, an import is undone all the same") func unreported() throws {
    var options = StoreOptions(editLog: EditLogOptions(folder: scratch.logFolder))
    options.reportsRows = false
    let store = try BookStore(path: scratch.path, options: options)
    try load(Self.goodreads, into: store)
    let reopened = try store.reopened()
    store.retire()
    #expect(try reopened.undo() != nil)
    #expect(try content().isEmpty)
  }

  @Test("A library of Calibre's comes in from its own database, with its covers") func calibre() throws {
    let other = try Scratch(
      Exchange.calibre + """
          INSERT INTO books VALUES (1, 'The Dispossessed', '1974-05-01T00:00:00+00:00', '2020-01-02 10:00:00+00:00', 6.0, 'A/B (1)', 1, 'u'),
          (2, 'Untitled', '0101-01-01T00:00:00+00:00', '0101-01-01', 1.0, 'x', 0, 'v');
        INSERT INTO authors VALUES (1, 'Le Guin| Ursula K.'), (2, 'Another'); INSERT INTO books_authors_link VALUES (1, 1, 1), (2, 1, 2);
        INSERT INTO series VALUES (1, 'Hainish Cycle'); INSERT INTO books_series_link VALUES (1, 1, 1);
        INSERT INTO ratings VALUES (1, 9); INSERT INTO books_ratings_link VALUES (1, 1, 1);
        INSERT INTO tags VALUES (1, 'sf'), (2, 'utopia'); INSERT INTO books_tags_link VALUES (1, 1, 1), (2, 1, 2);
        INSERT INTO comments VALUES (1, 1, '<p>One &amp; two</p>'); INSERT INTO identifiers VALUES (1, 1, 'isbn', '0061054887');
        """)
    let before = try other.bytes()
    for outcome in [ImportReport.Outcome.added, .same] {
      let json = String(
        decoding: try ReaderDatabase(
          Connection(path: other.path, options: ConnectionOptions(isReadOnly: true))
        ).json(), as: UTF8.self)
      let report = try load(json) {
        $0.reading.format = .calibre
        $0.cover = { $0 == "A/B (1)/cover.jpg" ? [0xFF, 0xD8, 0xFF] : nil }
      }
      #expect(report.count(outcome) == 2)
    }
    let books = try scratch.rows(
      "SELECT author, series, series_number, rating, published, tags, notes, isbn, hex(cover) FROM book")
    #expect(
      books == [
        "Le Guin, Ursula K.; Another|Hainish Cycle|6|4.5|1974-05-01|sf; utopia|One & two|9780061054884|FFD8FF",
        "NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|",
      ])
    #expect(try scratch.rows("SELECT added FROM book WHERE pk = 1") == ["2020-01-02"])
    #expect(try other.bytes() == before)
    #expect(throws: StoreError.noSuchTable("books_authors_link")) {
      try ReaderDatabase(Connection(path: scratch.path, options: ConnectionOptions(isReadOnly: true))).json()
    }
  }
}

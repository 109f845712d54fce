import Foundation
import TestSupport
import Testing

@Suite("The forms in which files write values")
struct ImportedFormTests {
  let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  /// Imports one of the files in Fixtures/cases; the second time changes nothing, and undo takes all of it back.
  @discardableResult
  private func load(_ name: String, _ options: String...) throws -> Command.Outcome {
    let file = Repository.fixtures.appending(path: "cases/\(name)").path
    func run() throws -> Command.Outcome {
      try Program.outcome(of: ["import", file] + options, input: Data(), environment: desk.environment)
    }
    let first = try run()
    let content = try desk.query(".dump")
    let again = try run()
    #expect(again.text.hasPrefix("0 new · 0 completed ·"), "\(again.text)")
    #expect(try desk.query(".dump") == content)
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query("SELECT count(*) FROM book") == "0")
    #expect(try desk.run("redo").status == 0)
    return first
  }

  /// What a field of the books has, by their titles.
  private func held(_ field: String) throws -> [String: String] {
    let rows = try desk.query("SELECT title || char(9) || ifnull(\(field), 'NULL') FROM book")
    let pairs = rows.split(separator: "\n").map { $0.split(separator: "\t") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
  }

  /// Checks that the report names each of some texts, and that the source keeps the row.
  private func expectNamed(_ texts: [String], in outcome: Command.Outcome) throws {
    for text in texts {
      #expect(outcome.errors.contains("“\(text)”"), "\(text) is not named in \(outcome.errors)")
      let kept = try desk.query(
        "SELECT count(*) FROM source WHERE instr(imported, '\(text.replacing("'", with: "''"))')")
      #expect(kept != "0", "\(text) is not kept")
    }
  }

  @Test("Dates: what is certain is read, and all else is named and kept")
  func dates() throws {
    let outcome = try load("dates_forms.csv")
    let published = try held("published")
    let certain = [
      "Iso": "2001-05-06", "Slash": "2001-05-06", "German": "2001-05-06", "US": "2001-05-16",
      "Month name": "2001-05-06", "Month year": "2001-05", "Copyright": "1999", "Z time": "2001-05-06",
      "Float year": "2001", "Negative": "-0750", "BC": "-0749", "Zero month": "2001",
    ]
    for (title, date) in certain { #expect(published[title] == date, "\(title)") }
    let uncertain = ["Ambiguous", "Circa", "Range", "Excel", "Unix", "Season", "Question", "Two"]
    for title in uncertain { #expect(published[title] == "NULL", "\(title)") }
    #expect(published.count == certain.count + uncertain.count)
    let added = try held("added")
    for title in ["Iso", "Slash", "German", "Month name", "Z time"] {
      #expect(added[title] == "2024-01-05", "\(title)")
    }
    #expect(added["US"] == "2024-01-25")
    // No row was added today.
    #expect(added.values.count { $0 == "NULL" } == 14)
    try expectNamed(
      ["05/06/2001", "01/05/2024", "c1999", "1999-2001", "37017", "45296", "989107200", "1704412800"],
      in: outcome)
    try expectNamed(["Spring 2001", "1999?", "1999, 2003"], in: outcome)
  }

  @Test("The order of day and month is the one on which a column agrees")
  func order() throws {
    try write("a.csv", "title,published\nA,05/16/2001\nB,05/06/2001\n")
    try write("b.csv", "title,published\nC,16/05/2001\nD,05/06/2001\nE,5-6-2002\n")
    try write("c.csv", "title,published\nF,16/05/2001\nG,05/16/2001\nH,05/06/2001\nI,07/07/2001\n")
    for name in ["a.csv", "b.csv", "c.csv"] {
      #expect(try desk.run("import", desk.folder.appending(path: name).path).status == 0)
    }
    let expected = [
      "A": "2001-05-16", "B": "2001-05-06", "C": "2001-05-16", "D": "2001-06-05", "E": "2002-06-05",
      "F": "2001-05-16", "G": "2001-05-16", "H": "NULL", "I": "2001-07-07",
    ]
    #expect(try held("published") == expected)
  }

  private func write(_ name: String, _ text: String) throws {
    try Data(text.utf8).write(to: desk.folder.appending(path: name))
  }

  @Test("Numbers of pages, and yes and no")
  func pages() throws {
    let outcome = try load("lang_pages.csv")
    #expect(
      try held("pages")
        == ["A": "1032", "B": "320", "C": "320", "D": "320", "E": "NULL", "F": "0", "G": "-1"])
    #expect(try desk.query("SELECT DISTINCT typeof(pages) FROM book ORDER BY 1") == "integer\nnull")
    #expect(
      try held("owned") == ["A": "1", "B": "0", "C": "1", "D": "NULL", "E": "1", "F": "0", "G": "NULL"])
    try expectNamed(["~300", "x", "ja"], in: outcome)
  }

  @Test("Ratings: stars, of five, of ten, and per cent")
  func ratings() throws {
    let outcome = try load("ratings_forms.csv")
    #expect(
      try held("rating") == [
        "Stars": "4.0", "Of five": "4.0", "Of ten": "4.0", "Percent": "4.0", "Comma": "4.5", "Ten": "NULL",
        "Zero": "0.0", "Word": "NULL", "Dash": "NULL", "Space": "4.0",
      ])
    try expectNamed(["9", "good", "-"], in: outcome)
  }

  @Test("ISBNs in all forms; ruined ones are named")
  func isbns() throws {
    // Rows of one ISBN are one book, so all are added.
    let file = Repository.fixtures.appending(path: "cases/isbn_forms.csv").path
    let outcome = try desk.run("import", file, "--on-match", "add")
    let isbns = try held("isbn").mapValues { $0.filter { !"-  ‑".contains($0) } }
    #expect(
      isbns == [
        "Hyphens": "9780306406157", "Spaces": "9780306406157", "Prefix": "9780306406157",
        "Bracket": "9780306406157", "Science": "NULL", "Nine digits": "9780306406157", "Two": "9780306406157",
        "Float": "9780306406157", "Bad check": "NULL", "Lower x": "080442957x", "Formula": "9780306406157",
        "Unicode hyphen": "9780306406157",
      ])
    try expectNamed(["9.78031E+12", "9780306406158"], in: outcome)
  }

  @Test("Two ISBNs in a field, and what is said of the binding")
  func twoISBNs() throws {
    let outcome = try load("isbn_two.bib")
    #expect(
      try held("isbn") == [
        "Zotero Two": "9780306406157", "Qualified": "9780306406157", "Comma": "9780306406157",
        "Isbn13 field": "9781402894626", "Semicolon": "9780306406157",
      ])
    // Two forms of one number lose nothing; a second number is kept, and named.
    #expect(outcome.errors.contains("0-306-40615-2, 978-1-4028-9462-6"))
    #expect(!outcome.errors.contains("Semicolon"))
  }

  @Test("Years that are not certain are named, and kept where they are")
  func uncertainYears() throws {
    try write(
      "years.bib",
      """
      @book{a, title={Two}, year={1999/2000}}
      @book{b, title={About}, year={c. 1999}}
      @book{c, title={Sign}, year={©1999}}
      @book{d, title={Range}, date={1999/2000}}
      @book{e, title={Open}, date={1999-05/}, isbn={978-0-306-40615-8}}
      """)
    let outcome = try desk.run("import", desk.folder.appending(path: "years.bib").path)
    #expect(
      try held("published")
        == ["Two": "NULL", "About": "NULL", "Sign": "1999", "Range": "NULL", "Open": "1999-05"])
    for line in [
      "line 1: “Two” is new: “year”", "line 2: “About” is new: “year”", "“Range” is new: “date”", "“isbn”",
    ] {
      #expect(outcome.errors.contains(line), "\(line): \(outcome.errors)")
    }
  }

  @Test("A spreadsheet with a decimal comma")
  func decimalComma() throws {
    let outcome = try load("excel_decimal_comma.csv")
    #expect(try held("rating") == ["First Light": "4.5", "Second Light": "3.0"])
    #expect(try held("series_number") == ["First Light": "1.5", "Second Light": "2"])
    #expect(try held("pages") == ["First Light": "NULL", "Second Light": "320"])
    #expect(try held("published") == ["First Light": "1999-03-12", "Second Light": "NULL"])
    try expectNamed(["1.032", "März 2001", "ja", "nein"], in: outcome)
  }

  @Test("Stars that are emojis")
  func emojis() throws {
    try load(
      "notion.csv", "--map", "Name=title", "--map", "Score /5=rating", "--map", "Date Finished=lent_on")
    #expect(try held("rating") == ["First Light": "4.0", "Second Light": "NULL"])
    #expect(try held("lent_on") == ["First Light": "2024-01-20", "Second Light": "NULL"])
    #expect(try held("tags") == ["First Light": "fiction, travel", "Second Light": "NULL"])
  }

  @Test("A list of ISBNs without a header comes in as the message says")
  func isbnList() throws {
    let file = Repository.fixtures.appending(path: "cases/isbn_list.txt").path
    let refused = try desk.run("import", file)
    #expect(refused.status != 0)
    #expect(refused.errors.contains("--no-header --map \"column 1=isbn\""), "\(refused.errors)")
    #expect(try desk.run("import", file, "--no-header", "--map", "column 1=isbn").status == 0)
    #expect(try desk.query("SELECT group_concat(isbn) FROM book") == "978-0-306-40615-7,9781402894626")
  }

  @Test(
    "Numbers that a column cannot keep are left out and named, one by one and in blocks",
    arguments: [false, true])
  func numbers(_ isLong: Bool) throws {
    let folder = Repository.fixtures.appending(path: "cases")
    try desk.sql(String(contentsOf: folder.appending(path: "numbers.sql"), encoding: .utf8))
    var text = try String(contentsOf: folder.appending(path: "numbers.csv"), encoding: .utf8)
    if isLong {
      text = text.replacing("hash,", with: (1...9_000).map { "n\($0),1,2,3\n" }.joined() + "hash,")
    }
    try write("numbers.csv", text)
    let outcome = try desk.run("import", desk.folder.appending(path: "numbers.csv").path)
    #expect(outcome.status == 0)
    #expect(
      try desk.query(
        "SELECT name, ifnull(n, '-'), ifnull(i, '-'), ifnull(d, '-') FROM sample WHERE name NOT LIKE 'n%' ORDER BY id"
      )
        == """
        hash|-|-|-
        long|-|-|-
        zip|2134|501|7
        plain|1.5|42|1.5
        """)
    for number in [
      "45e76582", "123456789012345678901234567890", "99999999999999999999", "12345678901234567890.12",
    ] {
      #expect(outcome.errors.contains("“\(number)”"), "\(number)")
    }
    #expect(outcome.errors.contains("6 values"))
    let exact = try desk.run(
      "import", desk.folder.appending(path: "numbers.csv").path, "--exact", "--on-match", "update")
    #expect(!exact.errors.contains("45e76582"))
    #expect(try desk.query("SELECT typeof(n), typeof(i) FROM sample WHERE name = 'hash'") == "real|real")
  }
}

import Foundation
import TestSupport
import Testing

@Suite("The command import") struct ImportCommandTests {
  private let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  private func path(_ name: String) -> String {
    Repository.fixtures.appending(path: "cases/\(name)").path(percentEncoded: false)
  }

  /// What an expression is for the books, in their order.
  private func books(_ expression: String) throws -> String {
    try desk.query(
      "SELECT group_concat(v, '|') FROM (SELECT ifnull(\(expression), '-') v FROM book ORDER BY pk)")
  }

  @Test("What is certain in a file is read, and all else is named and kept", arguments: ImportedCase.all)
  func cases(_ expected: ImportedCase) throws {
    let words = ["import", path(expected.file)] + expected.options
    let outcome = try desk.run(words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    for (expression, rows) in expected.values { #expect(try books(expression) == rows, "\(expression)") }
    for text in expected.named {
      #expect(outcome.errors.contains("“\(text)”"), "\(text) is not named in \(outcome.errors)")
      #expect(
        try desk.query("SELECT count(*) FROM source WHERE instr(imported, '\(text)')") != "0", "\(text)")
    }
    // The same once more, also with fields that are named by hand, changes nothing.
    let again = try desk.run(words).text
    #expect(again.hasPrefix("0 new · 0 completed · "), "\(again)")
  }

  private static let formats = Repository.fixtures.appending(path: "formats")

  @Test(
    "Files of services and programs become rows, one for each record; a second time changes nothing, and undo takes them back",
    arguments: (try? FileManager.default.contentsOfDirectory(atPath: formats.path)) ?? [])
  func services(_ file: String) throws {
    let path = Self.formats.appending(path: file).path(percentEncoded: false)
    try desk.make("reading")
    let empty = try desk.query(".dump")
    let first = try desk.run("import", path)
    #expect(first.status == 0, "\(first.errors)")
    let count = first.text.prefix { $0 != " " }
    #expect(first.text.hasPrefix("\(count) new · 0 completed · 0 unchanged · 0 unclear · 0 refused"))
    // How many books there are, and everything that the library holds.
    let content = "SELECT count(*) FROM book;\n.dump"
    let filled = try desk.query(content)
    #expect(count != "0" && filled.hasPrefix("\(count)\n"))
    let again = try desk.run("import", path).text
    #expect(again.hasPrefix("0 new · 0 completed · \(count) unchanged"), "\(again)")
    #expect(try desk.query(content) == filled)
    let json = desk.folder.path + "/export.json"
    try desk.expect("export -o \(json)")
    try desk.expect("import \(json) --on-match update --dry-run")
    try desk.expect("undo")
    #expect(try desk.query(".dump") == empty)
  }

  @Test("ISBNs in all forms; ruined ones are named") func isbns() throws {
    // Rows of one ISBN are one book, so all are added.
    let outcome = try desk.run("import", path("isbn_forms.csv"), "--on-match", "add")
    let one = "9780306406157"
    #expect(
      try books("replace(replace(replace(isbn, '-', ''), ' ', ''), '‑', '')")
        == "\(one)|\(one)|\(one)|\(one)|-|\(one)|\(one)|\(one)|-|080442957x|\(one)|\(one)")
    for text in ["9.78031E+12", "9780306406158"] { #expect(outcome.errors.contains("“\(text)”")) }
  }

  @Test("The order of day and month is the one on which a column agrees") func order() throws {
    for text in [
      "A,05/16/2001\nB,05/06/2001", "C,16/05/2001\nD,05/06/2001\nE,5-6-2002",
      "F,16/05/2001\nG,05/16/2001\nH,05/06/2001\nI,07/07/2001",
    ] { try desk.expect("import -", input: "title,published\n\(text)\n") }
    #expect(
      try books("published")
        == "2001-05-16|2001-05-06|2001-05-16|2001-06-05|2002-06-05|2001-05-16|2001-05-16|-|2001-07-07")
  }

  @Test("Years that are not certain are named with their line and their column")
  func uncertainYears() throws {
    try desk.expect(
      "import -", says: "line 1: “Two” is new: “year”", "line 2: “About” is new: “year”",
      "“Range” is new: “date”", "“isbn”",
      input: """
        @book{a, title={Two}, year={1999/2000}}
        @book{b, title={About}, year={c. 1999}}
        @book{c, title={Sign}, year={©1999}}
        @book{d, title={Range}, date={1999/2000}}
        @book{e, title={Open}, date={1999-05/}, isbn={978-0-306-40615-8}}
        """)
    #expect(try books("published") == "-|-|1999|-|1999-05")
  }

  @Test("Numbers that a column cannot keep are left out and named, unless they are asked for")
  func numbers() throws {
    try desk.sql(Repository.text("Fixtures/cases/numbers.sql"))
    let rows = "SELECT name, ifnull(n, '-'), ifnull(i, '-'), ifnull(d, '-') FROM sample ORDER BY id"
    try desk.expect(
      "import \(path("numbers.csv"))", says: "“45e76582”", "“123456789012345678901234567890”",
      "“99999999999999999999”", "“12345678901234567890.12”", "6 values")
    #expect(try desk.query(rows) == "hash|-|-|-\nlong|-|-|-\nzip|2134|501|7\nplain|1.5|42|1.5")
    let exact = try desk.expect("import \(path("numbers.csv")) --exact --on-match update")
    #expect(!exact.errors.contains("45e76582"))
    #expect(try desk.query("SELECT typeof(n), typeof(i) FROM sample WHERE name = 'hash'") == "real|real")
  }

  @Test("Lists of JSON are JSON in a table that is none of books") func lists() throws {
    try desk.sql("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, tags TEXT)")
    try desk.expect("import - --on-match add", input: #"[{"name": "a", "tags": ["b", {"c": 1}]}]"#)
    #expect(try desk.query("SELECT tags FROM thing") == #"["b",{"c":1}]"#)
  }

  // MARK: Its words and its exit status

  @Test("It makes a library of a file, tries it out, and lists what becomes of each line")
  func counts() throws {
    let source = try desk.write("title,author\nEmma,Jane Austen\n", to: "mine.csv")
    let trial = try desk.expect("import \(source) --dry-run").text
    #expect(
      trial == "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused (dry run: nothing was changed)\n")
    #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    try desk.expect("import \(source)", "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused\n")
    let lines = try desk.expect("import \(source) --json").text
    #expect(lines.contains(#"{"line":2,"outcome":"same","title":"Emma","key":1}"#))
    #expect(try desk.expect("import --list-formats").text.contains("goodreads"))
  }

  @Test("It says what is wrong by its exit status, and leaves no file") func wrong() throws {
    let source = desk.folder.path + "/mine.csv"
    for (text, said, status) in [
      (nil, "mine.csv", 66),
      ("title,author\nEmma,\"Jane\n", "line 2, column 6: a quote begins here and is never closed.", 65),
      ("mood,title\nsad,\n\n", "line 2: “sad” was refused: none of its cells has anything for a field", 65),
    ] as [(String?, String, Int32)] {
      if let text { _ = try desk.write(text, to: "mine.csv") }
      try desk.expect("import \(source)", says: said, status: status)
      #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    }
    try desk.expect("import \(desk.folder.path)", status: 66)
    try desk.expect(
      "import -", "1 new · 0 completed · 0 unchanged · 0 unclear · 1 refused · 1 blank row left out\n",
      status: 3, input: "mood,title\nsad,\n,Emma\n,\n")
    let unknown = try desk.expect("import - --json", input: "title,status\nPersuasion,nonsense\n").text
    #expect(unknown.contains("“nonsense” in “status” is not one of to read, reading, read, stopped"))
    try desk.sql("CREATE UNIQUE INDEX once ON book (location)")
    let rows = "title,location\nA,here\nB,here\n"
    try desk.expect("import -", status: 1, input: rows)
    try desk.expect("import - --keep-going", status: 3, input: rows)
    try desk.expect("import - --map x", status: 64, input: rows)
    try desk.expect("import", status: 64)
  }

  @Test(
    "A file of another kind is named, with none of its bytes",
    arguments: [
      ("books.xlsx", "is an Excel workbook; save it as CSV"), ("page.html", "is a web page"),
      ("database", "is an SQLite database, but neither Calibre’s nor an e-reader’s"),
      ("junk", "is not a text"), ("compressed", "is a compressed file; unpack it"),
      ("books.xml", "is an XML file without MARC records"),
    ])
  func otherKinds(_ name: String, _ expected: String) throws {
    let file = desk.folder.appending(path: name)
    switch name {
    case "database": try SQLiteShell.run("CREATE TABLE secret (secret)", on: file)
    case "junk": try Data([7, 1, 2] + Array("secret,\u{2}".utf8) + [10, 3, 44, 0]).write(to: file)
    case "compressed": try Data([0x1F, 0x8B, 8, 0] + Array("secret".utf8)).write(to: file)
    case "books.xml": try Data("<list xmlns='a'><secret/>,b</list>\n".utf8).write(to: file)
    default: try FileManager.default.copyItem(atPath: path(name), toPath: file.path)
    }
    let bytes = try Data(contentsOf: file)
    for outcome in [try desk.run("import", file.path), try desk.run("import", "-", input: bytes)] {
      #expect(outcome.status == 65 && outcome.errors.contains(expected), "\(outcome)")
      for part in ["secret", "PK", "xl/", "DOCTYPE", "<", "links", "\u{FFFD}"] {
        #expect(!outcome.errors.contains(part))
      }
      #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    }
  }

  // MARK: Encodings

  @Test("A character that a file has lost is named with its row, in every format and encoding")
  func lostCharacters() throws {
    let half: [UInt8] = [0, 0xD8]
    func wide(_ text: String) -> [UInt8] { text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
    let files: [[UInt8]] = [
      [0xFF, 0xFE] + wide("title,author\nAb") + half + wide("c,Ann\nDef,Bo\n"),
      [0xFF, 0xFE] + wide("title,author\nDef,Bo\nAb") + half,
      Array("[{\"title\": \"Def\"}, {\"title\": \"Ab\\ud800c\"}]".utf8),
      Array("title\nAb\u{FFFD}c\nDef\n".utf8), Array("@book{a, title={Ab\u{FFFD}c}}".utf8),
    ]
    for (number, file) in files.enumerated() {
      let desk = try CommandDesk()
      let outcome = try desk.run("import", "-", input: Data(file))
      #expect(outcome.status == 0)
      #expect(try desk.query("SELECT count(*) FROM book WHERE instr(title, char(65533))") == "1")
      let notes = outcome.errors.split(separator: "\n").filter { $0.contains("a character that was lost") }
      #expect(notes.count == 1, "file \(number): \(outcome.errors)")
      #expect(notes.allSatisfy { $0.contains("“Ab\u{FFFD}") && $0.contains("“title” has \u{FFFD},") })
    }
  }

  @Test("An encoding is named, in any spelling; without a name, a text that looks wrong is shown")
  func encodings() throws {
    let file = path("cp1251.csv")
    try desk.expect(
      "import \(file) --dry-run",
      says: "The text is probably not Latin-1 or Windows-1252, as “Ïåðâûé ñâåò” shows.")
    let named = try desk.expect("import \(file) --encoding CP1251", says: "in windows-1251.")
    #expect(!named.errors.contains("probably"))
    #expect(try books("title || '~' || author") == "Первый свет~Анна Автор|Дом~Пётр Ёлкин")
    let odd = try desk.run("import", "-", "--encoding", "windows-1253", input: Data([97, 10, 0xFF, 10]))
    #expect(
      odd.status == 65 && odd.errors.contains("line 2, column 1: these bytes are not windows-1253"), "\(odd)")
    let outcome = try Program.outcome(
      of: ["import", file, "--encoding", "gbk"],
      environment: desk.environment.merging(["PATH": desk.folder.path]) { $1 })
    #expect(
      outcome.status == 1
        && outcome.errors.contains("Install iconv, and import again, or save the file as UTF-8."))
  }

  @Test("iconv reads the encodings that booklist has no table of", .needs("iconv")) func iconv() throws {
    // 红楼梦 in GBK.
    let text = Data(Array("title,author\n".utf8) + [0xBA, 0xEC, 0xC2, 0xA5, 0xC3, 0xCE, 44, 65, 10])
    #expect(try desk.run("import", "-", "--encoding", "gbk", input: text).status == 0)
    #expect(try books("title || author") == "红楼梦A")
    let wrong = try desk.run("import", "-", "--encoding", "shift_jis", input: Data([97, 10, 0xFF, 0xFF, 10]))
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("Standard input is not a text in shift_jis; try another --encoding."))
    try desk.expect(
      "import - --encoding nonsense", says: "There is no encoding “nonsense” that booklist or iconv knows.",
      status: 64)
    try desk.expect("import \(path("books.xlsx")) --encoding gbk", says: "is an Excel workbook", status: 65)
  }

  // MARK: Where the rows are

  @Test("Lines above the header are left out, and lines keep their numbers") func skip() throws {
    let text = "My books\n\nTitle,Author\nA,B\nC\n"
    try desk.expect("import - --skip 2", says: "line 5:", input: text)
    #expect(try books("title || ifnull(author, '')") == "AB|C")
    try desk.expect("import - --skip -1", status: 64, input: text)
  }

  @Test("A list of ISBNs without a header says how to import it, and that works") func isbnList() throws {
    let file = path("isbn_list.txt")
    try desk.expect(
      "import \(file)", says: "Name its column: --no-header --map \"column 1=isbn\"", status: 64)
    try desk.expect("import \(file) --no-header --map 'column 1=isbn'")
    #expect(try books("isbn") == "978-0-306-40615-7|9781402894626")
  }

  @Test("A record in an answer of SRU is one book, whatever its element is called", .needs("yaz-marcdump"))
  func envelopes() throws {
    for name in ["marcxml_sru.xml", "marcxml_prefix.xml"] {
      try desk.expect(
        "import \(path(name)) --on-match add", "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused\n")
    }
    #expect(try books("title || isbn") == "First light9780306406157|First light9780306406157")
  }
}

/// A file of Fixtures/cases, and what a library has of it once it is imported.
struct ImportedCase: CustomTestStringConvertible, Sendable {
  let file: String
  var options: [String] = []
  /// Expressions of SQL, and what each is for the books in their order.
  let values: [(expression: String, rows: String)]
  /// The texts that are not read, which the report names and the source keeps.
  var named: [String] = []

  var testDescription: String { file }

  /// The books' main fields, those that are there.
  private static let fields =
    "title"
    + ["author", "isbn", "pages", "series", "contributors", "tags"].map { " || coalesce('~' || \($0), '')" }
    .joined()

  private static func books(_ file: String, _ rows: String) -> ImportedCase {
    ImportedCase(file: file, values: [(fields, rows)])
  }

  static let all = [
    ImportedCase(
      file: "dates_forms.csv",
      values: [
        (
          "published",
          "2001-05-06|2001-05-06|2001-05-06|2001-05-16|-|2001-05-06|2001-05|-|1999|-|2001-05-06|-|-|2001|-0750|-0749|2001|-|-|-"
        ),
        (
          "added",
          "2024-01-05|2024-01-05|2024-01-05|2024-01-25|-|2024-01-05|-|-|-|-|2024-01-05|-|-|-|-|-|-|-|-|-"
        ),
      ],
      named: [
        "05/06/2001", "01/05/2024", "c1999", "1999-2001", "37017", "45296", "989107200", "1704412800",
        "Spring 2001", "1999?", "1999, 2003",
      ]),
    ImportedCase(
      file: "lang_pages.csv",
      values: [
        ("pages", "1032|320|320|320|-|0|-1"),
        ("typeof(pages)", "integer|integer|integer|integer|null|integer|integer"), ("owned", "1|0|1|-|1|0|-"),
      ], named: ["~300", "x", "ja"]),
    ImportedCase(
      file: "ratings_forms.csv", values: [("rating", "4.0|4.0|4.0|4.0|4.5|-|0.0|-|-|4.0")],
      named: ["9", "good", "-"]),
    // Two forms of one number lose nothing; a second number is kept, and named.
    ImportedCase(
      file: "isbn_two.bib",
      values: [
        ("replace(isbn, '-', '')", "9780306406157|9780306406157|9780306406157|9781402894626|9780306406157")
      ], named: ["0-306-40615-2, 978-1-4028-9462-6"]),
    ImportedCase(
      file: "excel_decimal_comma.csv",
      values: [
        ("rating", "4.5|3.0"), ("series_number", "1.5|2"), ("pages", "-|320"), ("published", "1999-03-12|-"),
      ], named: ["1.032", "März 2001", "ja", "nein"]),
    ImportedCase(
      file: "notion.csv",
      options: ["--map", "Name=title", "--map", "Score /5=rating", "--map", "Date Finished=lent_on"],
      values: [("rating", "4.0|-"), ("lent_on", "2024-01-20|-"), ("tags", "fiction, travel|-")]),
    ImportedCase(
      file: "json_arrays.json",
      values: [
        (
          fields,
          "First Light~Ann Author; Bo Other~9780306406157~a; b|Second Light~Cy Third~320|Third Light~Di Four~9780306406157"
        ), ("published || owned || rating", "200114.5|-|-"),
      ]),
    books("cr_only.csv", "First Light~Ann Author|Second Light~Bo Other"),
    books("ris_chapter.ris", "A Chapter~Author, Ann~Valley Studies~Editor, Ed (editor)"),
  ]
}

import Foundation
import TestSupport
import Testing

@Suite("Files of other programs, in the encodings that they write")
struct ImportedFileTests {
  private static let cases = Repository.fixtures.appending(path: "cases")

  private func path(_ name: String) -> String { Self.cases.appending(path: name).path }

  private static let columns = ["title", "author", "isbn", "pages", "series", "contributors", "tags"]

  /// The books of a library, a line each.
  private func books(_ desk: CommandDesk) throws -> [String] {
    let parts = Self.columns.map { "coalesce('|' || \($0), '')" }.joined(separator: " || ")
    return try desk.query("SELECT substr(\(parts), 2) FROM book ORDER BY pk")
      .split(separator: "\n").map(String.init)
  }

  @Test(
    "Each has its books, changes nothing the second time, and is undone by one step",
    arguments: [
      ("bib_no_key.bib", ["First Light|Author, Ann", "Second Light|Other, Bo", "Third Light|Third, Cy"]),
      ("csl_items.json", ["First Light|The Group|9780306406157|320"]),
      ("cr_only.csv", ["First Light|Ann Author", "Second Light|Bo Other"]),
      ("excel_sep_line.csv", ["First Light|Ann Author", "Second, Light|Bo Other"]),
      ("excel_unicode_text.txt", ["Étoile “one”|Åsa Öst", "Вторая|Пётр"]),
      ("csv_with_bibtex_note.csv", ["First Light|Ann Author", "Second Light|Bo Other"]),
      ("ris_chapter.ris", ["A Chapter|Author, Ann|Valley Studies|Editor, Ed (editor)"]),
      ("ris_keywords_newline.ris", ["First Light|Author, Ann|maps; travel; river boats"]),
    ])
  func books(_ name: String, _ expected: [String]) throws {
    let desk = try CommandDesk()
    try desk.make("reading")
    let empty = try desk.query(".dump")
    let first = try desk.run("import", path(name)).text
    #expect(first.hasPrefix("\(expected.count) new · 0 completed · 0 unchanged"))
    #expect(try books(desk) == expected)
    let filled = try desk.query(".dump")
    let second = try desk.run("import", path(name)).text
    #expect(second.hasPrefix("0 new · 0 completed · \(expected.count) unchanged"))
    #expect(try desk.query(".dump") == filled)
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query(".dump") == empty)
  }

  @Test("Lists of JSON are texts in a list of books, and JSON in another table")
  func lists() throws {
    // Another title is another book, although the ISBN is the same.
    for options in [[], ["--on-match", "add"]] {
      let desk = try CommandDesk()
      try desk.make("reading")
      let outcome = try Program.outcome(
        of: ["import", path("json_arrays.json")] + options, environment: desk.environment)
      #expect(outcome.text.hasPrefix("3 new · 0 completed · 0 unchanged · 0 unclear · 0 refused"))
      #expect(
        try books(desk) == [
          "First Light|Ann Author; Bo Other|9780306406157|a; b", "Second Light|Cy Third|320",
          "Third Light|Di Four|9780306406157",
        ])
      #expect(try desk.query("SELECT published, owned, rating FROM book WHERE pk = 1") == "2001|1|4.5")
    }
    let other = try CommandDesk()
    try other.sql("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, tags TEXT)")
    let row = Data(#"[{"name": "a", "tags": ["b", {"c": 1}]}]"#.utf8)
    #expect(try other.run("import", "-", "--on-match", "add", input: row).status == 0)
    #expect(try other.query("SELECT tags FROM thing") == #"["b",{"c":1}]"#)
  }

  @Test(
    "A file of another kind is named, with none of its bytes",
    arguments: [
      ("books.xlsx", "is an Excel workbook; save it as CSV"), ("page.html", "is a web page"),
      ("database", "is an SQLite database, but neither Calibre’s nor an e-reader’s"),
      ("junk", "is not a text"),
      ("compressed", "is a compressed file; unpack it"), ("books.xml", "is an XML file without MARC records"),
    ])
  func otherKinds(_ name: String, _ expected: String) throws {
    let desk = try CommandDesk()
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
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains(expected))
      for part in ["secret", "PK", "xl/", "DOCTYPE", "<", "links", "\u{FFFD}"] {
        #expect(!outcome.errors.contains(part))
      }
      #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    }
  }

  @Test("A quote that is never closed has its place named")
  func truncated() throws {
    let desk = try CommandDesk()
    let outcome = try desk.run("import", path("gr_truncated.csv"))
    #expect(outcome.status == 65)
    #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    #expect(outcome.errors.contains("line 4, column 3: a quote begins here and is never closed."))
  }

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
    let desk = try CommandDesk()
    let guessed = try desk.run("import", path("cp1251.csv"), "--dry-run")
    #expect(
      guessed.errors.contains("The text is probably not Latin-1 or Windows-1252, as “Ïåðâûé ñâåò” shows."))
    #expect(guessed.status == 0)
    let named = try desk.run("import", path("cp1251.csv"), "--encoding", "CP1251")
    #expect(named.errors.contains("in windows-1251."))
    #expect(!named.errors.contains("probably"))
    #expect(try books(desk) == ["Первый свет|Анна Автор", "Дом|Пётр Ёлкин"])
    let wrong = try desk.run("import", path("cp1251.csv"), "--encoding", "windows-1253")
    #expect(wrong.status == 0)
    let odd = try desk.run("import", "-", "--encoding", "windows-1253", input: Data([97, 10, 0xFF, 10]))
    #expect(odd.status == 65)
    #expect(odd.errors.contains("line 2, column 1: these bytes are not windows-1253"))
  }

  @Test("iconv reads the encodings that booklist has no table of", .needs("iconv"))
  func iconv() throws {
    let desk = try CommandDesk()
    // 红楼梦 in GBK.
    let text = Data(Array("title,author\n".utf8) + [0xBA, 0xEC, 0xC2, 0xA5, 0xC3, 0xCE, 44, 65, 10])
    #expect(try desk.run("import", "-", "--encoding", "gbk", input: text).status == 0)
    #expect(try books(desk) == ["红楼梦|A"])
    let wrong = try desk.run("import", "-", "--encoding", "shift_jis", input: Data([97, 10, 0xFF, 0xFF, 10]))
    #expect(wrong.status == 65)
    #expect(wrong.errors.contains("Standard input is not a text in shift_jis; try another --encoding."))
    let unknown = try desk.run("import", "-", "--encoding", "nonsense", input: text)
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("There is no encoding “nonsense” that booklist or iconv knows."))
    let workbook = try desk.run("import", path("books.xlsx"), "--encoding", "gbk")
    #expect(workbook.errors.contains("is an Excel workbook"))
  }

  @Test("Without iconv a sentence says what to do")
  func noIconv() throws {
    let desk = try CommandDesk()
    let outcome = try Program.outcome(
      of: ["import", path("cp1251.csv"), "--encoding", "gbk"],
      environment: desk.environment.merging(["PATH": desk.folder.path]) { $1 })
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Install iconv, and import again, or save the file as UTF-8."))
  }

  @Test("Lines above the header are left out, and lines keep their numbers")
  func skip() throws {
    let desk = try CommandDesk()
    let text = Data("My books\n\nTitle,Author\nA,B\nC\n".utf8)
    let outcome = try desk.run("import", "-", "--skip", "2", input: text)
    #expect(outcome.errors.contains("line 5:"))
    #expect(try books(desk) == ["A|B", "C"])
    #expect(try desk.run("import", "-", "--skip", "-1", input: text).status == 64)
  }

  @Test("A list of ISBNs says how to import it, and that works")
  func isbns() throws {
    let desk = try CommandDesk()
    let refused = try desk.run("import", path("isbn_list.txt"))
    #expect(refused.status == 64)
    #expect(refused.errors.contains("Name its column: --no-header --map \"column 1=isbn\""))
    let taken = try desk.run("import", path("isbn_list.txt"), "--no-header", "--map", "column 1=isbn")
    #expect(taken.text.hasPrefix("2 new"))
  }

  @Test("A record in an answer of SRU is one book, whatever its element is called", .needs("yaz-marcdump"))
  func envelopes() throws {
    for name in ["marcxml_sru.xml", "marcxml_prefix.xml"] {
      let desk = try CommandDesk()
      let outcome = try desk.run("import", path(name), "--on-match", "add")
      #expect(outcome.text == "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused\n")
      #expect(try books(desk) == ["First light|Author, Ann|9780306406157"])
    }
  }
}

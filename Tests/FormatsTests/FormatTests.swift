import Records
import Testing

@testable import Formats

/// Formats are recognised by what they hold, and give rows of one shape.
struct FormatTests {
  @Test func encodingsAreRecognised() throws {
    #expect(
      try rows([0xFF, 0xFE] + "a\né\n".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })[0].text("a")
        == "é")
    #expect(try rows([0xEF, 0xBB, 0xBF] + Array("a\né\n".utf8))[0].text("a") == "é")
    #expect(TextEncoding(of: [97, 10, 0x93, 97, 0x94]) == .windows1252)
    #expect(TextEncoding(of: [97, 10, 0xE9]) == .latin1)
    #expect(try rows([97, 10, 0x93, 97, 0x94, 10])[0].text("a") == "“a”")
    let bytes = try rows([97, 10, 0xE9, 10], ReadOptions(encoding: .utf8))[0].values
    #expect(bytes == [.text(Text(bytes: [0xE9]))])
  }

  @Test(arguments: [("a;b\n1;2\n", ";"), ("a\tb\n1\t2\n", "\t"), ("a|b\n1|2\n", "|"), ("a,b\n1,2\n", ",")])
  func delimitersAreRecognised(_ text: String, _ delimiter: String) {
    #expect(CSVDialect(of: Array(text.utf8)).delimiter == delimiter.utf8.first)
  }

  @Test func aRaggedRowHasItsLine() throws {
    let found = try rows("a,b\n1,2\n3\n4,5,6\n")
    #expect(found.map(\.line) == [2, 3, 4])
    #expect(found[1].problems == [.ragged(expected: 2, found: 1)])
    #expect(found[1].values == ["3", .null])
    #expect(found[2].columns == ["a", "b", "column 3"])
  }

  @Test func nestedObjectsAreFlattened() throws {
    let row = try rows(#"[{"a": {"b": 1, "c": [1, 2]}, "d": 0.1, "e": 12345678901234567890.5, "f": null}]"#)[
      0]
    #expect(row.columns == ["a.b", "a.c", "d", "e", "f"])
    #expect(row.values == [.integer(1), "[1,2]", .real(0.1), "12345678901234567890.5", .null])
  }

  @Test func anErrorHasItsLineAndColumn() {
    #expect(throws: FormatError.expected(.value, TextPlace(line: 2, column: 7))) {
      try rows("{\"a\": 1}\n{\"a\": }\n")
    }
    #expect(throws: FormatError.expected(.character("]"), TextPlace(line: 2, column: 1))) {
      try rows("[{}\n")
    }
    #expect(throws: FormatError.self) { try rows(String(repeating: "[", count: 100_000)) }
  }

  @Test func anEntryOfBibTeX() throws {
    let text = """
      Junk before. @comment{no {thing}} @string{ace = "Ace" # { Books}}
      @Book{gibson,
        author = {William Gibson and {Barnes and Noble} and G{\\"o}del, Kurt}, title = "{N}euromancer",
        publisher = ace, year = 1984, month = jul, isbn = {0-306-40615-2}, note = {50\\% \\'{e}t\\'e},
      }
      """
    let row = try rows(text)[0]
    #expect(try format(text) == .bibtex)
    #expect(row.line == 2)
    #expect(row.book[.author] == "William Gibson; Barnes and Noble; Gödel, Kurt")
    #expect(row.book[.title] == "Neuromancer")
    #expect(row.book[.publisher] == "Ace Books")
    #expect(row.book[.published] == "1984-07")
    #expect(row.book[.notes] == "50% été")
    #expect(throws: FormatError.self) { try rows("@book{a, title = {b") }
  }

  @Test func aRecordOfRIS() throws {
    let text =
      "junk\r\nTY  - BOOK\r\nTI  - A\r\nAU  - B, C\r\nAU  - D\r\nPY  - 1999/05//\r\nSN  - 0306406152\r\nER  - \r\n"
    let row = try rows(text)[0]
    #expect(row.book == [.title: "A", .author: "B, C; D", .published: "1999-05", .isbn: "9780306406157"])
    #expect(row.problems == [.junk])
  }

  @Test func anItemOfCSL() throws {
    let text =
      #"[{"type": "book", "id": 7, "title": "A", "author": [{"family": "B", "given": "C"}], "issued": {"date-parts": [[-720, 5]]}}]"#
    let row = try rows(text)[0]
    #expect(try format(text) == .cslJSON)
    #expect(row.id == "7")
    #expect(row.book == [.title: "A", .author: "B, C", .published: "-0720-05"])
  }

  @Test(arguments: Format.allCases.filter { $0.canWrite && $0.isOfBooks }) func booksComeBack(
    _ format: Format
  ) throws {
    var row = FormatRow(line: 0, columns: [], values: [])
    row.book = [
      .title: "Ä & B_1", .author: "B, C; D, E", .publisher: "P", .isbn: "9780306406157", .published: "1984",
      .notes: "a \"b\", c",
    ]
    var writer = FormatWriter(format, columns: [])
    let bytes = writer.start() + writer.row(row) + writer.end()
    let found = try #require(try rows(bytes).first)
    for (field, value) in row.book { #expect(found.book[field] == value) }
  }

  @Test(arguments: [Format.csv, .tsv, .json, .ndjson]) func cellsComeBack(_ format: Format) throws {
    let row = FormatRow(line: 0, columns: ["a", "b"], values: ["x,\t\"y\"\n", "=1+1"])
    var writer = FormatWriter(format, columns: row.columns)
    let found = try rows(writer.start() + writer.row(row) + writer.end())
    #expect(found.map(\.values) == [row.values])
  }

  @Test func formulasAreQuotedWhenAsked() {
    var writer = FormatWriter(.csv, columns: ["a"], isSafeForSpreadsheets: true)
    let row = FormatRow(line: 0, columns: ["a", "b"], values: ["=1+1", "-5"])
    #expect(writer.row(row) == Array("'=1+1,-5\n".utf8))
  }
}

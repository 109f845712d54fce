import Testing

@testable import Formats

/// What the first line and the header say decides what a file is, and nothing that stands in a cell.
struct RecognitionTests {
  @Test(arguments: ["csv_with_ris_note.csv", "csv_with_bibtex_note.csv"])
  func aLineInACellDecidesNothing(_ name: String) throws {
    #expect(try format(caseBytes(name)) == .csv)
    let found = try caseRows(name)
    #expect(found.map { $0.text("title") } == ["First Light", "Second Light"])
    #expect(found.map { $0.text("author") } == ["Ann Author", "Bo Other"])
    #expect(found[0].text("notes")?.contains("\n") == true)
    #expect(found[1].text("notes") == "plain")
  }

  @Test(arguments: [
    // The whole text of a cell, at the beginning of a row of a file whose header is known, or whose rows are alike.
    ("title,notes\n@book{a},b\n", Format.csv), ("Author\nTY  - BOOK\n", .csv), ("x;y\n@misc{b};c\n", .csv),
    ("name\ttext\na\t@book{b}\nTY  - x\tc\n", .tsv),
    // Without a header, an entry may have any text before it.
    ("This file, made by a program\n\n@book{a,\n  title = {B},\n}\n", .bibtex),
    ("% Encoding: UTF-8, of course\n\n@Book{a, title = {B}}\n", .bibtex),
    ("\n\n@book(a, title = {B})\n", .bibtex), ("Provider: A, B\n\nTY  - BOOK\nTI  - A, B\nER  - \n", .ris),
    ("TY  - BOOK\rTI  - A\rER  - \r", .ris),
    // Values of JSON that are called as the names of other formats are.
    (#"[{"type": "family", "literal": "x"}]"#, .json), (#"[{"leader": "x", "title": "fields"}]"#, .json),
    (#"{"a": "books_id"}"#, .ndjson), (#"[{"authors": ["A"], "id": 1, "title": "B"}]"#, .json),
    (#"[{"id": 1, "title": "\"type\" \"family\"", "note": "\"date-parts\""}]"#, .json),
    (#"{"items": [{"type": "book", "title": "A", "issued": {"date-parts": [[2001]]}}]}"#, .cslJSON),
    (#"[{"id": "a", "type": "book", "title": "A"}]"#, .cslJSON), (#"[{"id": "a", "type": "map"}]"#, .cslJSON),
    (#"[{"id": "a", "type": "book", "title": "A", "abstract": "B"}]"#, .cslJSON),
    (#"[{"id": "a", "type": "book", "title": "A", "pages": 320}]"#, .json),
    (#"[{"id": 1, "type": "book", "title": "A"}]"#, .json),
    (#"[{"id": "a", "type": "x", "title": "A"}]"#, .json),
    (#"[{"id": "a", "type": "book", "title": "A"}, {"id": "b", "title": "B"}, {}]"#, .json),
    (#"{"items": [{"a": 1}]}"#, .json), ("{\"a\": [{\"b\": 1}]}\n{\"a\": [{\"b\": 2}]}\n", .ndjson),
  ])
  func theHeaderDecides(_ text: String, _ expected: Format) throws { #expect(try format(text) == expected) }

  @Test func aListThatIsLongerThanTheSampleIsKnownByItsBeginning() throws {
    let item = #"{"type": "book", "id": "a", "note": "[{\"x", "issued": {"date-parts": [[2001, 9]]}}"#
    let items = [String](repeating: item, count: 2_000).joined(separator: ",")
    #expect(try format("[\(items)]") == .cslJSON)
    #expect(try format("{\"items\": [\(items)]}") == .cslJSON)
    #expect(try rows("{\"items\": [\(items)]}").count == 2_000)
    let book = "\"12\": {\"books_id\": \"12\", \"title\": \"\(String(repeating: "x", count: 70_000))\"}"
    #expect(try format("{\(book), \(book)}") == .librarythingJSON)
  }

  @Test func aLineThatIsLongerThanTheSampleIsOneOfSeveral() throws {
    let long = String(repeating: "x", count: 70_000)
    let found = try rows("{\"title\": \"\(long)\"}\n{\"title\": \"B\"}\n")
    #expect(found.map { $0.text("title")?.count } == [70_000, 1])
    #expect(
      try rows("{\"a\": \"\(long)\", \"books\": [{\"title\": \"B\"}]}").map { $0.text("title") } == ["B"])
    #expect(throws: FormatError.expected(.end, TextPlace(line: 2, column: 1))) {
      try rows("{\"title\": \"\(long)\"}\n[1]")
    }
  }

  @Test func aBookOfGoodreadsWithoutAHeaderMayHaveSlashDates() throws {
    let cells = ["7", "A", "B", "B", "", "", "", "4"] + [String](repeating: "", count: 6)
    let lines = ["4/30/2024,4/2/2024", "4/2/2024,4/13/2024"].map {
      cells.joined(separator: ",") + "," + $0 + ",,,read,,,,1,0\n"
    }
    #expect(try format(lines.joined()) == .goodreads)
    #expect(try rows(lines.joined()).map { $0.book[.added] } == ["2024-04-02", "2024-04-13"])
  }

  private static let zipStart: [UInt8] = [0x50, 0x4B, 3, 4]

  @Test(
    arguments: [
      (zipStart + Array("....xl/workbook.xml".utf8), .excel), (zipStart, .zip),
      (zipStart + Array("mimetypeapplication/vnd.oasis.opendocument.spreadsheet".utf8), .spreadsheet),
      (zipStart + Array("mimetypeapplication/epub+zip".utf8), .book),
      (zipStart + Array("word/document.xml".utf8), .document),
      ([0x1F, 0x8B, 8], .compressed), ([0xD0, 0xCF, 0x11, 0xE0], .oldOffice), (Array("%PDF-1.7".utf8), .pdf),
      (Array("{\\rtf1".utf8), .document), ([0xFF, 0xD8, 0xFF, 0xE0], .picture),
      (Array("SQLite format 3\u{0}".utf8), .database), ([0xFF, 0xFE, 0, 0, 65, 0, 0, 0], .wideText),
      (Array("\n <!doctype HTML>\n<p>a,b".utf8), .webPage),
      (Array("<?xml version=\"1.0\"?><books><book/></books>".utf8), .xml),
      ([0xFF, 0xFE] + "<html><p>".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }, .webPage),
    ] as [([UInt8], OtherFile)])
  func filesOfOtherKindsAreKnown(_ bytes: [UInt8], _ expected: OtherFile) {
    #expect(throws: FormatError.otherFile(expected)) { try rows(bytes) }
  }

  @Test func theFilesOfOtherProgramsAreKnown() {
    #expect(throws: FormatError.otherFile(.excel)) { try caseRows("books.xlsx") }
    #expect(throws: FormatError.otherFile(.webPage)) { try caseRows("page.html") }
    // A format that is named makes no text of bytes, but a text of marks may be a table.
    #expect(throws: FormatError.otherFile(.excel)) { try caseRows("books.xlsx", ReadOptions(format: .csv)) }
    #expect(throws: Never.self) { try rows("<html>,b\n1,2\n", ReadOptions(format: .csv)) }
  }

  @Test(arguments: [
    (["\u{1}x", "b"], OtherFile?.some(.bytes)), (["a\u{FFFD}"], .bytes), (["<a>", "b"], .xml),
    (["Name", "b"], nil),
  ])
  func columnsThatAreNoneTellAKind(_ columns: [String], _ expected: OtherFile?) {
    #expect(OtherFile(columns: columns) == expected)
  }
}

import Testing

@testable import Formats

/// A file that is cut off or damaged gives rows, or an error with its place, and nothing else.
struct HostileTests {
  private static let samples: [(name: String, text: String)] = [
    (
      "goodreads",
      "Book Id,Title,Author,My Rating,Exclusive Shelf,ISBN\r\n1,\"A (B, #1)\",C  D,5,read,\"=\"\"0061054887\"\"\"\r\n"
    ),
    (
      "storygraph",
      "Title,Authors,ISBN/UID,Read Status,Star Rating,Dates Read\nA,\"B, C\",B00A,read,3.75,2023/01/05-2023/01/10\n"
    ), ("librarything", "Book Id\tTitle\tPrimary Author\tISBN\n1\tThe \"X\"\tA, B\t[0061054887]\n"),
    (
      "librarything-json",
      #"{"12": {"books_id": "12", "title": "Ä\u00e9", "tags": ["x", "y"], "collections": {"1": "M"}}}"#
    ),
    (
      "openreads",
      "title,author,olid,status,rating,readings\nA,B,,finished,45,2023-01-02T00:00:00.000|2023-01-05|;\n"
    ),
    (
      "calibre",
      #"[{"authors": "A & B", "id": 1, "title": "T", "rating": 8, "pubdate": "0101-01-01T00:00:00+00:00", "comments": "<p>a &amp; b"}]"#
    ), ("csv", "title;price\n\"a\nb\";1,5\n\"\"\"\";\n"),
    ("json", #"[{"a": {"b": [1, 2.5e3, null, true]}, "c": "\"\\\n"}, {}]"#),
    ("ndjson", "{\"a\": 1}\n{\"a\": -0.0}\r\n"),
    (
      "bibtex",
      "@string{s = \"x\" # { y}}\n@Book{k, author = {A and {B C}}, title = \"{T}\" # s, year = 1984, note = {\\'{e} \\& %}}\n"
    ), ("ris", "TY  - BOOK\r\nTI  - A\r\nAU  - B, C\r\nPY  - 1999/05//\r\nER  - \r\n"),
    (
      "csl-json",
      #"[{"type": "book", "id": 7, "author": [{"family": "B"}], "issued": {"date-parts": [[-720, 5]]}}]"#
    ),
    (
      "marc",
      #"{"leader": "x", "fields": [{"001": "7"}, {"245": {"ind1": " ", "subfields": [{"a": "Dune /"}]}}]}"#
    ),
  ]

  /// What a reader makes of bytes: the number of rows, or nothing where it names what is wrong.
  private func count(_ bytes: [UInt8], partSize: Int) -> Int? {
    var (reader, count) = (FormatReader(), 0)
    do throws(FormatError) {
      for start in stride(from: 0, to: max(1, bytes.count), by: partSize) {
        let end = min(start + partSize, bytes.count)
        count += try reader.rows(of: Array(bytes[start..<end]), isLast: end == bytes.count).count
      }
      return count
    } catch { return nil }
  }

  @Test(arguments: samples.map(\.name)) func wholeSamplesAreRecognised(_ name: String) throws {
    let text = try #require(Self.samples.first { $0.name == name }).text
    #expect(try format(text)?.rawValue == name)
    #expect(try !rows(text).isEmpty)
  }

  @Test(arguments: samples.map(\.text)) func aSampleIsCutOffAtEveryByte(_ text: String) {
    let bytes = Array(text.utf8)
    for end in bytes.indices {
      let part = Array(bytes[..<end])
      #expect(count(part, partSize: 7) == count(part, partSize: .max), "after \(end) bytes")
    }
  }

  @Test(arguments: samples.map(\.text)) func everyByteIsChanged(_ text: String) {
    let bytes = Array(text.utf8)
    for place in bytes.indices {
      for byte: UInt8 in [0, 9, 10, 13, 34, 39, 44, 58, 60, 91, 92, 123, 125, 0x80, 0xC3, 0xFF] {
        var changed = bytes
        changed[place] = byte
        #expect(count(changed, partSize: 5) == count(changed, partSize: .max), "\(byte) at \(place)")
      }
    }
  }

  @Test(
    "Marks in a text that need not be HTML fall away, and its lines and blanks stay",
    arguments: [
      ("A <i>good</i> &amp; <b>long</b>  read", "A good & long  read"), ("x\n\n\n y ", "x\n\n\n y "),
      ("a<p>b</p>", "a\nb\n"), ("List<T> and <3 & a < b > c", "List<T> and <3 & a < b > c"),
      ("&eacute; AT&T; &#233;", "&eacute; AT&T; é"), ("<spoiler>He dies</spoiler>", "He dies"),
    ])
  func unmarked(_ text: String, _ expected: String) { #expect(HTMLText.unmarked(text) == expected) }

  @Test func marksOfHTMLFallAway() {
    #expect(
      HTMLText.plain("<p>One &amp; <b>two</b>.</p>\n<p>x &lt; 3 &#8211; &#x41;<br/>y</p>")
        == "One & two.\n\nx < 3 – A\ny")
    #expect(HTMLText.plain("a < b & c &nothing; <3") == "a < b & c &nothing; <3")
  }

  @Test(
    "A row of more cells than a spreadsheet has is refused with its place, in every format that has rows",
    arguments: [Format.csv, .tsv, .json, .ndjson])
  func manyCells(_ format: Format) throws {
    func rows(_ count: Int) throws -> [FormatRow] {
      let sign = format == .tsv ? "\t" : ","
      let text: String
      switch format {
      case .json, .ndjson:
        let members = (0..<count).map { "\"c\($0)\":1" }.joined(separator: sign)
        text = format == .json ? "[{\"a\":1},\n{\(members)}]" : "{\"a\":1}\n{\(members)}\n"
      default: text = "a\(sign)b\n" + String(repeating: "1\(sign)", count: count - 1) + "1\n"
      }
      var reader = FormatReader(ReadOptions(format: format))
      return try reader.rows(of: Array(text.utf8), isLast: true)
    }
    #expect(throws: FormatError.tooManyCells(TextPlace(line: 2, column: 1))) { try rows(16_385) }
    #expect(try rows(16_384).last?.values.count == 16_384)
    let below = "{\"a\":{" + (0...16_384).map { "\"c\($0)\":1" }.joined(separator: ",") + "}}"
    for format in [Format.json, .ndjson] {
      var reader = FormatReader(ReadOptions(format: format))
      #expect(throws: FormatError.tooManyCells(TextPlace(line: 1, column: 1))) {
        try reader.rows(of: Array(below.utf8), isLast: true)
      }
    }
  }
}

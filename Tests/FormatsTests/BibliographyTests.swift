import Foundation
import Records
import TestSupport
import Testing

@testable import Formats

/// Entries and records as reference managers and libraries write them.
struct BibliographyTests {
  @Test func textsOfLaTeX() throws {
    let found = try caseRows("latex_text.bib")
    #expect(
      found.map { $0.book[.title] } == [
        "“Quoted” and “too”", "A History of π and x^2", "The Great LaTeX Book & More …", "Ryćko Marāṭhī í í",
        "Line break two", "Others", "Bodies",
      ])
    #expect(found[5].book[.author] == "Author, Ann")
    #expect(found[6].book[.author] == "World Health Organization; Simon and Schuster")
  }

  @Test(arguments: [
    (#"\TeX\ and \BibTeX{}, \foo{bar} \unknown"#, "TeX and BibTeX, foo bar unknown"),
    (#"{\emph{A} \textbf{B} {\it C} \textsc{d}}"#, "A B C d"), (#"$\alpha$--$\Omega$"#, "α–Ω"),
    (#"\guillemotleft{}a\guillemotright, \glqq b\grqq{}"#, "«a», „b“"),
    (##"\$5, 50\% \& \#1 \_ \{x\}"##, "$5, 50% & #1 _ {x}"), (#"soft\-hyphen\/ a\,b"#, "softhyphen a b"),
    (#"http://x/\~{}me/a\^{}b"#, "http://x/~me/a^b"),
    (#"\'{\^a} \"{\i} \c{c} \v s \H{o} \k a \u{g}"#, "ấ ï ç š ő ą ğ"), (#"\url{a} \copyright"#, "a ©"),
    (#"-{}-{}- '{}' `{}` a---b"#, "--- '' `` a—b"), (#"\o re \ss"#, "øre ß"), (#"end \"#, #"end \"#),
    (#"\'"#, "\u{301}"),
  ])
  func commandsOfLaTeX(_ text: String, _ expected: String) {
    let found = LaTeXText.plain(text)
    #expect(found == expected)
  }

  @Test func entriesWithoutAKey() throws {
    let found = try caseRows("bib_no_key.bib")
    #expect(found.map { $0.book[.title] } == ["First Light", "Second Light", "Third Light"])
    #expect(found.map { $0.book[.author] } == ["Author, Ann", "Other, Bo", "Third, Cy"])
    #expect(found.map { $0.book[.published] } == ["2001", "1999", "1998"])
    #expect(found.map(\.id) == [nil, nil, nil])
    #expect(found.map(\.line) == [1, 4, 7])
    #expect(throws: FormatError.expected(.name, TextPlace(line: 3, column: 2))) {
      try rows("@book{\n  title = {A}\n ={B}}")
    }
  }

  @Test func aBackslashBeforeABraceEscapesNothing() throws {
    let found = try rows(
      #"@book{a, file = {C:\books\}, title = {A \{x\} B}} @comment{\} @book{b, title = {C}}"#)
    #expect(found.map { $0.book[.title] } == ["A {x} B", "C"])
    #expect(found[0].text("file") == #"C:\books\"#)
  }

  @Test func severalISBNsInAField() throws {
    let expected = ["9780306406157", "9780306406157", "9780306406157", "9781402894626", "9780306406157"]
    #expect(try caseRows("isbn_two.bib").map { $0.book[.isbn] } == expected)
  }

  @Test(arguments: [
    ("320", "320"), ("xii, 320", "320"), ("xii + 320 p.", "320"), ("xii, 320 S.", "320"),
    ("412 Seiten ; 22 cm", "412"), ("12-34", nil), ("", nil), ("many", nil), ("0", nil),
  ])
  func numbersOfPages(_ text: String, _ expected: String?) { #expect(PageCount.read(text) == expected) }

  @Test func pagesOfAnArticleAreNoNumber() throws {
    let found = try caseRows("ris_article_pages.ris")
    #expect(found.map { $0.book[.title] } == ["An Article", "A Book"])
    #expect(found.map { $0.book[.pages] } == [nil, "320"])
  }

  @Test func aChapterIsInABookAndNotInASeries() throws {
    let book = try #require(try caseRows("ris_chapter.ris").first).book
    #expect(book[.title] == "A Chapter")
    #expect(book[.series] == "Valley Studies")
    #expect(book[.pages] == nil)
    #expect(book[.contributors] == "Editor, Ed (editor)")
    let part = try rows(
      "TY  - CHAP\nTI  - A\nT2  - The Whole Book\nER  - \nTY  - BOOK\nTI  - B\nT2  - Valley\nER  - \n")
    #expect(part.map { $0.book[.series] } == [nil, "Valley"])
  }

  @Test func keywordsStandOnLinesOfTheirOwn() throws {
    let found = try caseRows("ris_keywords_newline.ris")
    #expect(found.map { $0.book[.tags] } == ["maps; travel; river boats"])
    #expect(found.first?.text("AB") == "A long abstract.")
  }

  @Test func blankLinesStandInARecord() throws {
    let found = try caseRows("ris_blank_lines.ris")
    #expect(
      found.map(\.book) == [
        [
          .title: "First Light", .author: "Author, Ann", .contributors: "Editor, Ed (editor)",
          .publisher: "House", .published: "2001-05",
        ]
      ])
  }

  @Test func linesOfRISEndInAnyWayAndMayNotBeUTF8() throws {
    let lines = ["TY  - BOOK", "TI  - Caf", "ER  - "]
    for end in ["\n", "\r\n", "\r"] {
      var bytes = Array(lines.joined(separator: end).utf8)
      bytes.insert(0xE9, at: Array("TY  - BOOK\(end)TI  - Caf".utf8).count)
      let found = try rows(bytes, ReadOptions(encoding: .utf8))
      #expect(found.map { $0.book[.title] } == ["Café"])
      #expect(found.map(\.line) == [1])
    }
  }

  @Test func itemsOfCSLStandInAnObject() throws {
    let found = try caseRows("csl_items.json")
    #expect(
      found.map(\.book) == [
        [
          .title: "First Light", .author: "The Group", .isbn: "9780306406157", .pages: "320",
          .published: "2001-09",
        ]
      ])
  }

  @Test func formsOfCSL() throws {
    let found = try caseRows("csl_forms.json")
    #expect(
      found.map { $0.book[.title] } == [
        "Zotero Two", "Qualified", "Odd", "Chapter", "BC", "Literal", "No id one", "No id two",
      ])
    #expect(found.prefix(2).map { $0.book[.isbn] } == ["9780306406157", "9780306406157"])
    #expect(found.map { $0.book[.published] } == ["2001-05", "2001-05", nil, nil, "-0044-03", nil, nil, nil])
    #expect(found[1].book[.author] == "de la Cruz, Ana; The Group")
    #expect(found.map(\.id).suffix(2) == [nil, nil])
    // Of the pages of a book with a preface, the last number is how many there are; those of a chapter are none.
    #expect(found.map { $0.book[.pages] } == ["320", nil, nil, nil, nil, nil, nil, nil])
    #expect(found[2].book[.series] == "Valley" && found[2].book[.seriesNumber] == "7")
  }

  @Test func volumesOfASeriesInRIS() throws {
    let found = try caseRows("ris_volume.ris")
    #expect(found.map { $0.book[.series] } == ["Valley", "Valley"])
    #expect(found.map { $0.book[.seriesNumber] } == ["3", "4"])
    let others = try rows(
      "TY  - JOUR\nTI  - A\nT3  - S\nVL  - 3\nER  - \nTY  - BOOK\nTI  - B\nVL  - 2\nER  - \n"
        + "TY  - BOOK\nTI  - C\nT3  - S\nVL  - two\nN1  - a\nN1  - b\nER  - \n")
    #expect(others.map { $0.book[.seriesNumber] } == [nil, nil, nil])
    #expect(others.map(\.problems) == [[], [.unread(column: "VL")], [.unread(column: "VL")]])
    #expect(others[2].book[.notes] == "a\nb")
  }

  @Test(arguments: ["isbn", "isbn13", "isbn-13", "isbn10", "isbn-10"])
  func isbnsOfBibTeX(_ name: String) throws {
    let found = try rows("@book{a, title={A}, isbn={none}, \(name)={978-0-306-40615-7}, publisher={P}}")
    #expect(found.map { $0.book[.isbn] } == [name == "isbn" ? nil : "9780306406157"])
    #expect(Format.bibtex.reads(name))
  }

  @Test func whatIsReadOfBibliographies() throws {
    let files: [(name: String, format: Format, unread: [String])] = [
      ("cases/ris_volume.ris", .ris, ["CY", "ZZ"]),
      ("cases/bib_unknown_fields.bib", .bibtex, ["address", "shelfmark"]),
      ("cases/csl_forms.json", .cslJSON, ["container-title", "page", "volume"]),
    ]
    for file in files {
      let found = try rows(Array(Data(contentsOf: Repository.fixtures.appending(path: file.name))))
      let unread = Set(found.flatMap(\.columns).filter { !file.format.reads($0) })
      #expect(unread.sorted() == file.unread.sorted(), "\(file.name)")
    }
  }

  @Test func aRecordOfUNIMARC() throws {
    let row = try #require(try caseRows("unimarc.json").first)
    #expect(
      row.book == [
        .title: "First light", .subtitle: "a novel", .author: "Author, Ann",
        .contributors: "Third, Cy (translator)", .isbn: "9780306406157", .publisher: "House",
        .published: "2001", .language: "fre", .pages: "320", .series: "Valley", .seriesNumber: "2",
        .tags: "Maps",
      ])
    let bare =
      #"{"leader": "x", "fields": [{"100": {"subfields": [{"a": "20010506d2001    m  y0frey50      ba"}]}}]}"#
    #expect(try rows(bare).map { $0.book[.author] } == [nil])
    #expect(try rows(bare).map { $0.book[.published] } == ["2001"])
  }

  @Test func anEnvelopeOfSRUIsNoRecord() throws {
    let text = String(decoding: MARCEnvelope.renamed(in: try caseBytes("marcxml_sru.xml")), as: UTF8.self)
    #expect(text.contains("<envelope><recordData><record xmlns=\"http://www.loc.gov/MARC21/slim\"><leader>"))
    #expect(text.contains("</datafield></record></recordData></envelope></records>"))
    let plain = try caseBytes("marcxml_prefix.xml")
    #expect(MARCEnvelope.renamed(in: plain) == plain)
  }

  @Test(arguments: [
    ("<zs:record a='>'><x/></zs:record>", "<zs:envelope a='>'><x/></zs:envelope>"),
    ("<record/>", "<record/>"), ("<!-- <record> --><record><![CDATA[<record>]]><leader/></record>", nil),
    ("<record", nil), ("<", nil), ("</record>", nil),
    (
      "<record><header/><m:record><m:leader/></m:record></record>",
      "<envelope><header/><m:record><m:leader/></m:record></envelope>"
    ),
  ])
  func envelopesAreToldFromRecords(_ text: String, _ expected: String?) {
    #expect(String(decoding: MARCEnvelope.renamed(in: Array(text.utf8)), as: UTF8.self) == expected ?? text)
  }
}

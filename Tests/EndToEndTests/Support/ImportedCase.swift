import Testing

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
      ]), books("bib_no_key.bib", "First Light~Author, Ann|Second Light~Other, Bo|Third Light~Third, Cy"),
    books("csl_items.json", "First Light~The Group~9780306406157~320"),
    books("cr_only.csv", "First Light~Ann Author|Second Light~Bo Other"),
    books("excel_sep_line.csv", "First Light~Ann Author|Second, Light~Bo Other"),
    books("excel_unicode_text.txt", "Étoile “one”~Åsa Öst|Вторая~Пётр"),
    books("csv_with_bibtex_note.csv", "First Light~Ann Author|Second Light~Bo Other"),
    books("ris_chapter.ris", "A Chapter~Author, Ann~Valley Studies~Editor, Ed (editor)"),
    books("ris_keywords_newline.ris", "First Light~Author, Ann~maps; travel; river boats"),
  ]
}

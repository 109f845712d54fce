import Cells
import Records
import Testing

@testable import Screens

/// A book of a reading library: as many fields as a reader notes, and the rows that point to it.
@Suite("A reading library")
struct ReadingTests {
  private static let schema = Schema(
    table: "book", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text, isRequired: true),
      Field(column: "copyright", label: "Copyright", kind: .date(.secondsSince1970)),
      Field(column: "author", label: "Author", kind: .text),
      Field(column: "subtitle", label: "Subtitle", kind: .text),
      Field(column: "series", label: "Series", kind: .text),
      Field(column: "series_number", label: "Series number", kind: .decimal),
      Field(column: "contributors", label: "Contributors", kind: .list),
      Field(column: "isbn", label: "ISBN", kind: .isbn),
      Field(column: "publisher", label: "Publisher", kind: .text),
      Field(column: "published", label: "Published", kind: .partialDate),
      Field(column: "first_published", label: "First published", kind: .partialDate),
      Field(column: "language", label: "Language", kind: .text),
      Field(column: "pages", label: "Pages", kind: .integer),
      Field(column: "format", label: "Format", kind: .text),
      Field(column: "status", label: "Status", kind: .choice(["to read", "reading", "read", "stopped"])),
      Field(column: "rating", label: "Rating", kind: .rating),
      Field(column: "owned", label: "Owned", kind: .boolean),
      Field(column: "location", label: "Location", kind: .text),
      Field(column: "lent_to", label: "Lent to", kind: .text),
      Field(column: "lent_on", label: "Lent on", kind: .date(.isoText)),
      Field(column: "tags", label: "Tags", kind: .list),
      Field(column: "review", label: "Review", kind: .longText),
      Field(column: "notes", label: "Notes", kind: .longText),
      Field(column: "cover", label: "Cover", kind: .photo),
      Field(column: "added", label: "Added", kind: .date(.isoText)),
    ], titleIndex: 0, singular: "book", plural: "books")

  private static let iliad: [Value] = [
    "The Iliad", .null, "Homer", "The story of Achilles", "Epic Cycle", .real(1.5),
    "Peter Green (translator); an editor",
    "978-0-520-28143-1", "University of California Press", "2015-05", "-0750", "en", .integer(592),
    "paperback", "read",
    .real(4.5), .integer(1), "Shelf 3", "Anna", "2024-02-29", "epic; war; gods",
    "Sing, goddess, of the wrath.\nAgain.", .null, .null, "2020-01-02",
  ]

  private func screen(_ size: Size, related: Bool = true) -> StackBuilder {
    var screen = StackBuilder([Self.iliad], columns: size.columns, rows: size.rows, schema: Self.schema)
    screen.press(.enter)
    var readings = RelatedRows(
      source: ListSource(
        table: TableID(1), scope: ListSource.Scope(fields: [1], values: [.integer(1)], title: "The Iliad")),
      label: "Readings", singular: "reading", plural: "readings")
    let shelves = RelatedRows(
      source: ListSource(table: TableID(2)), label: "Book shelves", singular: "book shelf",
      plural: "book shelves")
    readings.content = RelatedRows.Content(count: .exactly(2), titles: ["2020-05-17", "2024"])
    if related { screen.stack.receive(.related(.rowid(1), [readings, shelves])) }
    return screen
  }

  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10),
  ]

  @Test(arguments: Golden.usualSize) func detail(_ size: Size) throws {
    try Golden.check(screen(size).stack.frame(), "reading-detail")
  }

  @Test(arguments: Golden.usualSize) func form(_ size: Size) throws {
    var screen = screen(size)
    screen.press(.character("e"), .down, .down, .down, .down, .down, .down, .down, .enter)
    try Golden.check(screen.stack.frame(), "reading-form")
  }

  @Test("All that is filled in is on 24 rows")
  func whole() {
    let text = screen(Size(columns: 80, rows: 24), related: false).stack.frame().textPlane
    for (field, value) in zip(Self.schema.fields, Self.iliad) where !value.isNull {
      let shown = FieldWording.shown(value, in: field)
      #expect(text.contains(shown.prefix(14)), "\(field.label)")
    }
  }
}

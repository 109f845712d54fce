import Cells
import Queries
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

  private static let scope = ListSource.Scope(fields: [0], values: [.integer(1)], title: "The Iliad")

  private static func related(
    _ schema: Schema, _ rows: [RelatedRows.Row]?, joined: Schema? = nil
  ) -> RelatedRows {
    RelatedRows(
      source: ListSource(table: schema.id, scope: scope), schema: schema,
      reference: Reference(fields: [0], table: "book", columns: ["pk"]), joined: joined,
      content: rows.map { RelatedRows.Content(count: .exactly($0.count), rows: $0) })
  }

  private static func table(_ number: Int, _ name: String, _ plural: String, _ fields: [Field]) -> Schema {
    let book = Field(column: "book", label: "Book", kind: .integer)
    var schema = Schema(
      table: name, key: .rowid(column: "pk"), fields: [book] + fields, titleIndex: 1, singular: name,
      plural: plural)
    schema.id = TableID(number)
    return schema
  }

  private static func row(_ number: Int64, _ values: [Value], titles: [Int: String] = [:]) -> RelatedRows.Row
  {
    RelatedRows.Row(
      id: RecordID(.rowid(number), in: TableID(1)), values: [.integer(1)] + values, titles: titles)
  }

  private static let readings = related(
    table(
      1, "reading", "readings",
      [
        Field(column: "started", label: "Started", kind: .partialDate),
        Field(column: "finished", label: "Finished", kind: .partialDate),
        Field(column: "stopped", label: "Stopped", kind: .partialDate),
        Field(column: "rating", label: "Rating", kind: .rating),
      ]),
    [
      row(3, ["2024-10-02", .null, .null, .null]), row(1, ["2020-05-01", "2020-05-17", .null, .real(4.5)]),
      row(2, ["2011-03", .null, "2011-04", .null]),
    ])

  private static let shelves = related(
    table(2, "book_shelf", "book shelves", [Field(column: "shelf", label: "Shelf", kind: .integer)]),
    [row(1, [.integer(1)], titles: [1: "favourites"]), row(2, [.integer(2)], titles: [1: "to lend"])],
    joined: table(3, "shelf", "shelves", [Field(column: "name", label: "Name", kind: .text)]))

  private static let quotes = related(
    table(4, "quote", "quotes", [Field(column: "text", label: "Text", kind: .longText)]), nil)

  private func screen(_ size: Size, related: Bool = true) -> StackBuilder {
    var screen = StackBuilder([Self.iliad], columns: size.columns, rows: size.rows, schema: Self.schema)
    screen.press(.enter)
    if related {
      screen.stack.receive(.related(.rowid(1), [Self.readings, Self.shelves, Self.quotes], edition: 0))
    }
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

  @Test(
    "Related rows are chosen one by one; Enter opens one, + adds one of its kind, - asks whether to delete it"
  )
  func related() {
    var screen = screen(Size(columns: 80, rows: 24))
    screen.press(.end, .up, .up)
    screen.press(.up)
    screen.press(.enter)
    #expect(screen.effects.last == .openRecord(Self.readings.content?.rows[1].id))
    screen.press(.character("+"))
    #expect(screen.effects.last == .related(.add(Self.readings.source)))
    let title = "2020-05-01 – 2020-05-17 · ★★★★½"
    let row = RecordID(.rowid(1), in: TableID(1))
    screen.press(.character("-"))
    #expect(screen.effects.last == .askToDeleteRelated(row, said: title))
    screen = self.screen(Size(columns: 80, rows: 24))
    screen.press(.end, .up)
    screen.press(.enter)
    #expect(screen.effects.last == .openList(Self.shelves.source))
    screen.press(.down)
    screen.press(.enter)
    #expect(screen.effects.last == .related(.read(.rowid(1), Self.quotes)))
  }

  @Test("e edits the list of a joining table: what is new in it is added, and what is missing is removed")
  func list() {
    var screen = screen(Size(columns: 80, rows: 24))
    screen.press(.end, .up)
    screen.type("e")
    #expect(screen.stack.frame().textPlane.contains("favourites; to lend"))
    screen.stack.receive(.suggestions(SuggestionList(["favourites": 1, "to lend": 1], isOfParts: true)))
    #expect(screen.stack.needs.suggestions == SuggestionRequest(table: TableID(3), field: 1, isOfParts: true))
    #expect(screen.stack.frame().textPlane.contains("shelves separated by ;"))
    screen.press(.control("u"))
    screen.type("Favourites;; summer ;")
    #expect(screen.stack.frame().textPlane.contains("new shelf: summer"))
    screen.press(.enter)
    #expect(
      screen.effects.last
        == .related(.change(.rowid(1), Self.shelves, adding: ["summer"], removing: ["to lend"])))
    screen.stack.receive(.refused(Message("No.")))
    #expect(screen.stack.frame().textPlane.contains("No."))
  }

  @Test("A list whose parts have semicolons cannot be typed, and one that is not read is read first")
  func listOfOddTitles() {
    var screen = StackBuilder([Self.iliad], columns: 80, rows: 24, schema: Self.schema)
    screen.press(.enter)
    let odd = [Self.row(1, [.integer(1)], titles: [1: "this; that"])]
    let shelves = Self.related(Self.shelves.schema, odd, joined: Self.shelves.joined)
    screen.stack.receive(.related(.rowid(1), [shelves], edition: 0))
    screen.press(.end)
    screen.type("e")
    #expect(screen.stack.message == RelatedWording.noList(shelves))
    screen.stack.receive(
      .related(
        .rowid(1), [Self.related(Self.shelves.schema, nil, joined: Self.shelves.joined)], edition: 1))
    screen.type("e")
    #expect(screen.stack.message == RelatedWording.notRead)
  }

  @Test(
    "Down goes through every field that is shown, and a selection stays where fields are folded or sought")
  func selection() {
    var screen = screen(Size(columns: 80, rows: 40), related: false)
    func selected() -> String {
      let frame = screen.stack.frame()
      let rows = zip(frame.textPlane.split(separator: "\n"), frame.rolePlane.split(separator: "\n"))
      return rows.compactMap { text, roles in
        let marked = zip(text, roles).filter { $0.1 == "S" }.map(\.0)
        return marked.isEmpty
          ? nil : String(marked).filter { $0 != "›" }.split(separator: " ").joined(separator: " ")
      }.joined()
    }
    var seen: Set<String> = []
    for _ in 0..<40 {
      screen.press(.down)
      seen.insert(selected())
    }
    for (field, value) in zip(Self.schema.fields, Self.iliad) where !value.isNull && field.kind != .longText {
      let shown = FieldWording.shown(value, in: field).prefix(12)
      #expect(seen.contains { $0.contains(shown) }, "\(field.label)")
    }
    let before = selected()
    screen.type("z")
    #expect(selected() == before)
    screen.type("z/lent")
    screen.press(.escape)
    #expect(selected() == before)
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

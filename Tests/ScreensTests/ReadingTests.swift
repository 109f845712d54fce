import Cells
import Queries
import Records
import Testing

@testable import Screens

/// A book of a reading library: as many fields as a reader notes, and the rows that point to it.
@Suite("A reading library") struct ReadingTests {
  private static let schema = Schema(
    of: "book",
    [
      Field("Title", .text, isRequired: true), Field("Copyright", .date(.secondsSince1970)),
      Field("Author", .text), Field("Subtitle", .text), Field("Series", .text),
      Field("Series number", .decimal),
      Field("Contributors", .list), Field("ISBN", .isbn), Field("Publisher", .text),
      Field("Published", .partialDate), Field("First published", .partialDate), Field("Language", .text),
      Field("Pages", .integer), Field("Format", .text),
      Field("Status", .choice(["to read", "reading", "read", "stopped"])), Field("Rating", .rating),
      Field("Owned", .boolean), Field("Location", .text), Field("Lent to", .text),
      Field("Lent on", .date(.isoText)), Field("Tags", .list), Field("Review", .longText),
      Field("Notes", .longText), Field("Cover", .photo), Field("Added", .date(.isoText)),
    ])

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
    let book = Field("Book", .integer)
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
        Field("Started", .partialDate), Field("Finished", .partialDate), Field("Stopped", .partialDate),
        Field("Rating", .rating),
      ]),
    [
      row(3, ["2024-10-02", .null, .null, .null]), row(1, ["2020-05-01", "2020-05-17", .null, .real(4.5)]),
      row(2, ["2011-03", .null, "2011-04", .null]),
    ])

  private static let shelves = related(
    table(2, "book_shelf", "book shelves", [Field("Shelf", .integer)]),
    [row(1, [.integer(1)], titles: [1: "favourites"]), row(2, [.integer(2)], titles: [1: "to lend"])],
    joined: table(3, "shelf", "shelves", [Field("Name", .text)]))

  private static let quotes = related(table(4, "quote", "quotes", [Field("Text", .longText)]), nil)

  /// The detail of the book, with the rows that point to it.
  private func screen(
    _ keys: String = "", _ size: Size = .usual, related: [RelatedRows]? = [readings, shelves, quotes]
  ) -> StackBuilder {
    var screen = StackBuilder([Self.iliad], size, "⏎", schema: Self.schema)
    if let related { screen.receive(.related(.rowid(1), related, edition: 0)) }
    screen.press(keys)
    return screen
  }

  @Test("The record and its form are as recorded") func golden() throws {
    try Golden.check("reading-detail") { screen("", $0).stack }
    try Golden.check("reading-form") { screen("e↓↓↓↓↓↓↓⏎", $0).stack }
  }

  @Test(
    "Related rows are chosen one by one; Enter opens one, + adds one of its kind, - asks whether to delete it"
  )
  func related() {
    var screen = screen("/readings⏎↓")
    screen.press("⏎", asks: .openRecord(Self.readings.content?.rows[1].id))
    screen.press("+", asks: .related(.add(Self.readings.source)))
    let row = RecordID(.rowid(1), in: TableID(1))
    screen.press("-", asks: .askToDeleteRelated(row, said: "2020-05-01 – 2020-05-17 · ★★★★½"))
    screen = self.screen("/shelves⏎")
    screen.press("⏎", asks: .openList(Self.shelves.source))
    screen.press("⇲⏎", asks: .related(.read(.rowid(1), Self.quotes)))
  }

  @Test("e edits the list of a joining table: what is new in it is added, and what is missing is removed")
  func list() {
    var screen = screen("/shelves⏎e")
    screen.shows("favourites; to lend")
    screen.receive(.suggestions(SuggestionList(["favourites": 1, "to lend": 1], isOfParts: true)))
    #expect(screen.stack.needs.suggestions == SuggestionRequest(table: TableID(3), field: 1, isOfParts: true))
    screen.shows("shelves separated by ;")
    screen.press("⌃uFavourites;; summer ;", shows: "new shelf: summer")
    screen.press(
      "⏎", asks: .related(.change(.rowid(1), Self.shelves, adding: ["summer"], removing: ["to lend"])))
    screen.receive(.refused(Message("No.")))
    screen.shows("No.")
  }

  @Test("A list whose parts have semicolons cannot be typed, and one that is not read is read first")
  func listOfOddTitles() {
    func shelves(_ rows: [RelatedRows.Row]?) -> RelatedRows {
      Self.related(Self.shelves.schema, rows, joined: Self.shelves.joined)
    }
    let odd = shelves([Self.row(1, [.integer(1)], titles: [1: "this; that"])])
    #expect(screen("/shelves⏎e", related: [odd]).stack.message == RelatedWording.noList(odd))
    #expect(screen("/shelves⏎e", related: [shelves(nil)]).stack.message == RelatedWording.notRead)
  }

  @Test(
    "Down goes through every field that is shown, and a selection stays where fields are folded or sought")
  func selection() {
    var screen = screen("", Size(80, 40), related: nil)
    func selected() -> String {
      zip(screen.text, screen.stack.frame().rolePlane).map { $1 == "S" && $0 != "›" ? $0 : " " }
        .split(separator: " ").map { String($0) }.joined(separator: " ")
    }
    var seen: Set<String> = []
    for _ in 0..<40 {
      screen.press("↓")
      seen.insert(selected())
    }
    for (field, value) in zip(Self.schema.fields, Self.iliad) where !value.isNull && field.kind != .longText {
      let shown = FieldWording.shown(value, in: field).prefix(12)
      #expect(seen.contains { $0.contains(shown) }, "\(field.label)")
    }
    let before = selected()
    for folds in [false, true] {
      screen.press("z", asks: .foldFields(screen.schema.id, folds))
      screen.receive(.folded(screen.schema.id, folds))
      #expect(selected() == before)
    }
    screen.press("/lent⎋")
    #expect(selected() == before)
  }

  @Test("All that is filled in is on 24 rows") func whole() {
    let text = screen(related: nil).text
    for (field, value) in zip(Self.schema.fields, Self.iliad) where !value.isNull {
      let shown = FieldWording.shown(value, in: field)
      #expect(text.contains(shown.prefix(14)), "\(field.label)")
    }
  }
}

import Cells
import Queries
import Records
import Testing

@testable import Screens

/// A book of a reading library: as many fields as a reader notes, and the rows that point to it.
@Suite("A reading library") struct ReadingTests {
  private static let schema: Schema = {
    var schema = Schema(
      of: "book",
      [
        "Title": .text, "Copyright": .date(.secondsSince1970), "Author": .text, "Subtitle": .text,
        "Series": .text, "Series number": .decimal, "Contributors": .list, "ISBN": .isbn, "Publisher": .text,
        "Published": .partialDate, "First published": .partialDate, "Language": .text, "Pages": .integer,
        "Format": .text, "Status": .choice(["to read", "reading", "read", "stopped"]), "Rating": .rating,
        "Owned": .boolean, "Location": .text, "Lent to": .text, "Lent on": .date(.isoText), "Tags": .list,
        "Review": .longText, "Notes": .longText, "Cover": .photo, "Added": .date(.isoText),
      ])
    schema.fields[0].isRequired = true
    return schema
  }()

  private static let iliad: [Value] = [
    "The Iliad", .null, "Homer", "The story of Achilles", "Epic Cycle", .real(1.5),
    "Peter Green (translator); an editor", "978-0-520-28143-1", "University of California Press", "2015-05",
    "-0750", "en", .integer(592), "paperback", "read", .real(4.5), .integer(1), "Shelf 3", "Anna",
    "2024-02-29", "epic; war; gods", "Sing, goddess, of the wrath.\nAgain.", .null, .null, "2020-01-02",
  ]

  private static let readings = RelatedRows(
    1, "reading",
    ["Started": .partialDate, "Finished": .partialDate, "Stopped": .partialDate, "Rating": .rating],
    [
      ["2024-10-02", .null, .null, .null], ["2020-05-01", "2020-05-17", .null, .real(4.5)],
      ["2011-03", .null, "2011-04", .null],
    ])

  /// The shelves of these names that the book is on; nil if they were not read.
  private static func shelves(_ names: [String]?) -> RelatedRows {
    RelatedRows(
      2, "book_shelf", ["Shelf": .integer], names?.indices.map { [Value.integer(Int64($0 + 1))] },
      joined: .shelf,
      titles: names ?? [])
  }

  private static let twoShelves = shelves(["favourites", "to lend"])

  private static let quotes = RelatedRows(4, "quote", ["Text": .longText], nil)

  /// The detail of the book, with the rows that point to it.
  private func screen(
    _ keys: String = "", _ size: Size = .usual, related: [RelatedRows]? = [readings, twoShelves, quotes]
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
  func related() throws {
    var screen = screen("/readings⏎↓")
    let row = try #require(Self.readings.content?.rows[1].id)
    screen.press("⏎", asks: .openRecord(row))
    screen.press("+", asks: .related(.add(Self.readings.source)))
    screen.press("-", asks: .askToDeleteRelated(row, said: "2020-05-01 – 2020-05-17 · ★★★★½"))
    screen = self.screen("/shelves⏎")
    screen.press("⏎", asks: .openList(Self.twoShelves.source))
    screen.press("⇲⏎", asks: .related(.read(.rowid(1), Self.quotes)))
  }

  @Test("e edits the list of a joining table: what is new in it is added, and what is missing is removed")
  func list() {
    var screen = screen("/shelves⏎e")
    screen.shows("favourites; to lend")
    screen.receive(.suggestions(SuggestionList(["favourites": 1, "to lend": 1], isOfParts: true)))
    #expect(screen.stack.needs.suggestions == SuggestionRequest(table: TableID(3), field: 0, isOfParts: true))
    screen.shows("shelves separated by ;")
    screen.press("⌃uFavourites;; summer ;", shows: "new shelf: summer")
    screen.press(
      "⏎", asks: .related(.change(.rowid(1), Self.twoShelves, adding: ["summer"], removing: ["to lend"])))
    screen.receive(.refused(Message("No.")))
    screen.shows("No.")
  }

  @Test("A list whose parts have semicolons cannot be typed, and one that is not read is read first")
  func listOfOddTitles() {
    let odd = Self.shelves(["this; that"])
    #expect(screen("/shelves⏎e", related: [odd]).stack.message == RelatedWording.noList(odd))
    #expect(screen("/shelves⏎e", related: [Self.shelves(nil)]).stack.message == RelatedWording.notRead)
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

import Cells
import Records
import Testing

@testable import Screens

/// The list of tables, lists over them, and the ways from row to row.
@Suite("Tables") struct TablesTests {
  static let tables = [
    TableEntry(id: TableID(0), name: "Album", kind: .table, count: .exactly(347)),
    TableEntry(id: TableID(1), name: "Order Details", kind: .table, count: .exactly(1)),
    TableEntry(id: TableID(2), name: "newest", kind: .view),
    TableEntry(id: TableID(3), name: "texts", kind: .virtual, count: nil),
  ]

  static let albums = Schema(of: "row", ["Title": .text, "ArtistId": .integer, "LabelId": .integer])

  static let album = RecordSnapshot(
    id: .rowid(1), values: ["Highway to Hell", .integer(1), .integer(7)], state: .hydrated,
    links: [
      .init(field: 1, target: RecordID(.rowid(1), in: TableID(1)), title: "AC/DC"),
      .init(field: 2, target: RecordID(.rowid(7), in: TableID(2)), title: "Atlantic"),
    ])

  private func stack(_ size: Size = .usual, keys: String = "") -> ScreenStack {
    ScreenStack(schema: .books, size: size, tables: Self.tables).pressing(keys)
  }

  /// The album over the tables.
  private func detail(_ size: Size = .usual, keys: String = "", of schema: Schema = albums) -> ScreenStack {
    var stack = stack(size)
    stack.receive(.linked(Self.album, schema))
    return stack.pressing(keys)
  }

  @Test("Tables with their rows and what they are, and the titles that a record points to, are as recorded")
  func golden() throws {
    try Golden.check("tables") { stack($0, keys: "↓") }
    try Golden.check("help-tables") { stack($0, keys: "?") }
    try Golden.check("detail-links") { detail($0, keys: "↓") }
  }

  @Test("Enter asks for the chosen table's list") func open() {
    var stack = stack()
    #expect(stack.press("⇲↑").isEmpty)
    #expect(stack.press("⏎") == [.openList(ListSource(table: TableID(2)))])
  }

  @Test("Tables are found by words in their names, as they are typed") func find() {
    var stack = stack(keys: "/det")
    stack.shows("Tables “det”", "Order Details", hides: "Album")
    #expect(stack.press("⏎").isEmpty)
    #expect(stack.press("⏎") == [.openList(ListSource(table: TableID(1)))])
    stack.press("/⇲x", shows: "Nothing matches “detx”.")
    #expect(stack.press("⏎⏎").isEmpty)
    stack.press("⎋", shows: "Album", "newest")
    stack.press("↓/e")
    _ = stack.paste("w")
    stack.receive(.tables(Self.tables))
    stack.shows("newest", hides: "Order Details")
    stack.press("⎋", shows: "Order Details")
    #expect(stack.mode == .tables)
  }

  @Test("Enter follows the chosen link, and e edits its field") func follow() {
    var stack = detail()
    #expect(stack.press("⏎") == [.openLink(Self.album.links[0])])
    #expect(stack.press("↓⏎") == [.openLink(Self.album.links[1])])
    #expect(stack.pressing("e").mode == .text)
  }

  @Test("A link out of sight draws no view to itself and is not followed; all fields can be seen")
  func linkOutOfSight() {
    let schema = Schema(of: "row", (0..<12).map { Field("Column \($0)", .integer) })
    let record = RecordSnapshot(
      id: .rowid(1), values: schema.fields.map { _ in .integer(5) }, state: .hydrated,
      links: [.init(field: 11, target: RecordID(.rowid(5), in: TableID(1)), title: "AC/DC")])
    var stack = ScreenStack.detail(record, schema, Size(40, 10))
    stack.shows("Column 1 ")
    #expect(stack.pressing("⏎").mode == .detailEditing)
    stack.press(String(repeating: "↓", count: 30), shows: "AC/DC")
    #expect(stack.press("⏎") == [.openLink(record.links[0])])
    stack.press(String(repeating: "↑", count: 30), shows: "Column 1 ")
  }

  @Test("Lists and details go back in the order in which they came") func unwind() {
    var stack = stack()
    let scope = ListSource.Scope(fields: [1], values: [.integer(1)], title: "AC/DC")
    let source = ListSource(table: .first, scope: scope)
    stack.receive(.opened(ListSource(table: .first), Self.albums))
    stack.receive(.linked(Self.album, Self.albums))
    #expect(stack.press("b") == [.openReferences(.rowid(1))])
    stack.receive(.opened(source, Self.albums))
    #expect(stack.needs.lists == [ListSource(table: .first), source])
    for (key, mode) in [("", Mode.list), ("⎋", .detail), ("⎋", .list), ("⎋", .tables)] {
      stack.press(key)
      #expect(stack.mode == mode)
    }
    #expect(stack.needs.lists.isEmpty)
  }

  @Test("Where no row can be named, every editing key says so") func readOnly() {
    var view = Self.albums
    (view.key, view.isReadOnly) = (.position, true)
    var stack = stack()
    stack.receive(.opened(ListSource(table: .first), view))
    for key in ["+", "-", "e", "="] { #expect(stack.press(key) == [.say(Wording.noKey)]) }
    stack = detail(of: view)
    stack.shows("read-only")
    #expect(stack.press("e") == [.say(Wording.noKey)])
  }

  @Test("The next and the previous record are offered only where the list knows them") func neighbors() {
    var screen = StackBuilder(Size(120, 24), "⏎")
    screen.shows("n p next, previous")
    let other = RecordSnapshot(
      id: RecordID(.rowid(1), in: TableID(1)), values: Self.album.values, state: .hydrated)
    screen.receive(.linked(other, Self.albums))
    screen.shows(hides: "next, previous")
    screen.press("⎋")
    screen.receive(.neighbor(screen.books[1]))
    screen.shows("n p next, previous")
  }

  @Test("Going on to the next record leaves the details below as they are") func neighborOverAnother() {
    var screen = StackBuilder(Size(120, 24))
    screen.receive(.linked(Self.album, Self.albums))
    let below = screen.text
    screen.receive(.opened(ListSource(table: .first), screen.schema))
    screen.receive(.linked(screen.books[0], screen.schema))
    screen.receive(.neighbor(screen.books[1]))
    screen.shows("Amit Singh")
    #expect(screen.stack.pressing("⎋⎋").text == below)
  }

  @Test("Several lists of rows that point to a record are a choice") func choice() {
    var stack = detail()
    let sources = (0..<2).map { ListSource(table: TableID($0)) }
    stack.receive(.choice(sources.map { ListChoice(name: "Album by ArtistId", source: $0) }))
    #expect(stack.press("↓⏎") == [.openList(sources[1])])
    #expect(stack.mode == .detail)
  }
}

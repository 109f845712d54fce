import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// The list of tables, lists over them, and the ways from row to row.
@Suite("Tables")
struct TablesTests {
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10),
  ]

  static let tables = [
    TableEntry(id: TableID(0), name: "Album", kind: .table, count: .exactly(347)),
    TableEntry(id: TableID(1), name: "Order Details", kind: .table, count: .exactly(1)),
    TableEntry(id: TableID(2), name: "newest", kind: .view),
    TableEntry(id: TableID(3), name: "texts", kind: .virtual, count: nil),
  ]

  static let albums = Schema(
    table: "Album", key: .rowid(column: "AlbumId"),
    fields: [
      Field(column: "Title", label: "Title", kind: .text),
      Field(column: "ArtistId", label: "ArtistId", kind: .integer),
      Field(column: "LabelId", label: "LabelId", kind: .integer),
    ], titleIndex: 0, singular: "row", plural: "rows")

  static let album = RecordSnapshot(
    id: .rowid(1), values: ["Highway to Hell", .integer(1), .integer(7)], state: .hydrated,
    links: [
      .init(field: 1, target: RecordID(.rowid(1), in: TableID(1)), title: "AC/DC"),
      .init(field: 2, target: RecordID(.rowid(7), in: TableID(2)), title: "Atlantic"),
    ])

  private func stack(_ size: Size = sizes[0]) -> ScreenStack {
    ScreenStack(schema: .books, size: size, tables: Self.tables)
  }

  @Test("The tables are listed with their rows and what they are", arguments: sizes)
  func list(_ size: Size) throws {
    var stack = stack(size)
    _ = stack.press(.down)
    try Golden.check(stack.frame(), "tables")
  }

  @Test("The keys of the list of tables", arguments: sizes)
  func help(_ size: Size) throws {
    var stack = stack(size)
    _ = stack.press(.character("?"))
    try Golden.check(stack.frame(), "help-tables")
  }

  @Test("A detail shows the titles of the rows that it points to", arguments: Golden.usualSize)
  func links(_ size: Size) throws {
    var stack = stack(size)
    stack.receive(.linked(Self.album, Self.albums))
    _ = stack.press(.down)
    try Golden.check(stack.frame(), "detail-links")
  }

  @Test("Enter asks for the chosen table's list")
  func open() {
    var stack = stack()
    #expect(stack.press(.end).isEmpty)
    #expect(stack.press(.up).isEmpty)
    #expect(stack.press(.enter) == [.openList(ListSource(table: TableID(2)))])
  }

  @Test("Tables are found by words in their names, as they are typed")
  func find() {
    var stack = stack()
    var text: String { stack.frame().textPlane }
    for key in "/det" { _ = stack.press(.character(key)) }
    #expect(text.contains("Tables “det”") && text.contains("Order Details") && !text.contains("Album"))
    #expect(stack.press(.enter).isEmpty)
    #expect(stack.press(.enter) == [.openList(ListSource(table: TableID(1)))])
    _ = stack.press(all: .character("/"), .end, .character("x"))
    #expect(text.contains("No table matches “detx”."))
    #expect(stack.press(.enter).isEmpty && stack.press(.enter).isEmpty)
    _ = stack.press(.escape)
    #expect(text.contains("Album") && text.contains("newest"))
    _ = stack.press(.down)
    for key in "/e" { _ = stack.press(.character(key)) }
    _ = stack.paste("w")
    stack.receive(.tables(Self.tables))
    #expect(text.contains("newest") && !text.contains("Order Details"))
    _ = stack.press(.escape)
    #expect(stack.mode == .tables && text.contains("Order Details"))
  }

  @Test("Enter follows the chosen link, and e edits its field")
  func follow() {
    var stack = stack()
    stack.receive(.linked(Self.album, Self.albums))
    #expect(stack.press(.enter) == [.openLink(Self.album.links[0])])
    _ = stack.press(.down)
    #expect(stack.press(.enter) == [.openLink(Self.album.links[1])])
    _ = stack.press(.character("e"))
    #expect(stack.mode == .text)
  }

  @Test("A link out of sight draws no view to itself and is not followed; all fields can be seen")
  func linkOutOfSight() {
    let fields = (0..<12).map { Field(column: "c\($0)", label: "Column \($0)", kind: .integer) }
    let schema = Schema(
      table: "t", key: .rowid(column: "c0"), fields: fields, titleIndex: 0, singular: "row", plural: "rows")
    let record = RecordSnapshot(
      id: .rowid(1), values: fields.map { _ in .integer(5) }, state: .hydrated,
      links: [.init(field: 11, target: RecordID(.rowid(5), in: TableID(1)), title: "AC/DC")])
    var stack = stack(Size(columns: 40, rows: 10))
    stack.receive(.linked(record, schema))
    #expect(stack.frame().textPlane.contains("Column 0"))
    _ = stack.press(.enter)
    #expect(stack.mode == .detailEditing)
    _ = stack.press(.escape)
    for _ in 0..<30 { _ = stack.press(.down) }
    #expect(stack.frame().textPlane.contains("AC/DC"))
    #expect(stack.press(.enter) == [.openLink(record.links[0])])
    for _ in 0..<30 { _ = stack.press(.up) }
    #expect(stack.frame().textPlane.contains("Column 0"))
  }

  @Test("Lists and details go back in the order in which they came")
  func unwind() {
    var stack = stack()
    let scope = ListSource.Scope(fields: [1], values: [.integer(1)], title: "AC/DC")
    let source = ListSource(table: .first, scope: scope)
    stack.receive(.opened(ListSource(table: .first), Self.albums))
    stack.receive(.linked(Self.album, Self.albums))
    #expect(stack.press(.character("b")) == [.openReferences(.rowid(1))])
    stack.receive(.opened(source, Self.albums))
    #expect(stack.needs.lists == [ListSource(table: .first), source])
    #expect(stack.mode == .list)
    for mode in [Mode.detail, .list, .tables] {
      _ = stack.press(.escape)
      #expect(stack.mode == mode)
    }
    #expect(stack.needs.lists.isEmpty)
  }

  @Test("Where no row can be named, every editing key says so")
  func readOnly() {
    var view = Self.albums
    view.key = .position
    view.isReadOnly = true
    var stack = stack()
    stack.receive(.opened(ListSource(table: .first), view))
    for key in "+-e=" { #expect(stack.press(.character(key)) == [.say(Wording.noKey)]) }
    stack.receive(.linked(Self.album, view))
    #expect(stack.press(.character("e")) == [.say(Wording.noKey)])
    #expect(stack.frame().textPlane.contains("read-only"))
  }

  @Test("Where nothing in the database can be changed the bars say so, and offer no new row")
  func readOnlyDatabase() {
    for isReadOnly in [false, true] {
      var screen = StackBuilder(isReadOnly: isReadOnly)
      for _ in 0..<2 {
        let bar = screen.stack.frame().textPlane.prefix { $0 != "\n" }
        #expect(bar.contains("read-only") == isReadOnly)
        #expect(bar.contains("Edit") == !isReadOnly)
        if screen.stack.mode == .list { #expect(bar.contains("+") == !isReadOnly) }
        screen.press(.enter)
      }
    }
  }

  @Test("The next and the previous record are offered only where the list knows them")
  func neighbors() {
    var screen = StackBuilder(columns: 120)
    screen.press(.enter)
    #expect(screen.stack.frame().textPlane.contains("n p next, previous"))
    let other = RecordSnapshot(
      id: RecordID(.rowid(1), in: TableID(1)), values: Self.album.values, state: .hydrated)
    screen.stack.receive(.linked(other, Self.albums))
    #expect(!screen.stack.frame().textPlane.contains("next, previous"))
    screen.press(.escape)
    screen.stack.receive(.neighbor(screen.books[1]))
    #expect(screen.stack.frame().textPlane.contains("n p next, previous"))
  }

  @Test("Going on to the next record leaves the details below as they are")
  func neighborOverAnother() {
    var screen = StackBuilder(columns: 120)
    screen.stack.receive(.linked(Self.album, Self.albums))
    let below = screen.stack.frame().textPlane
    screen.stack.receive(.opened(ListSource(table: .first), screen.schema))
    screen.stack.receive(.linked(screen.books[0], screen.schema))
    screen.stack.receive(.neighbor(screen.books[1]))
    #expect(screen.stack.frame().textPlane.contains("Amit Singh"))
    for _ in 0..<2 { _ = screen.stack.press(.escape) }
    #expect(screen.stack.frame().textPlane == below)
  }

  @Test("Several lists of rows that point to a record are a choice")
  func choice() {
    var stack = stack()
    stack.receive(.linked(Self.album, Self.albums))
    let sources = (0..<2).map { ListSource(table: TableID($0)) }
    stack.receive(.choice(sources.map { ListChoice(name: "Album by ArtistId", source: $0) }))
    _ = stack.press(.down)
    #expect(stack.press(.enter) == [.openList(sources[1])])
    #expect(stack.mode == .detail)
  }
}

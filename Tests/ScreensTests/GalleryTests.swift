import Cells
import Records
import Testing

@testable import Screens

/// A list as covers and spines.
@Suite("The gallery")
struct GalleryTests {
  private static let schema = Schema(
    of: "book", ["Title": .text, "Author": .text, "Rating": .rating, "Cover": .photo, "Review": .longText])

  private static let names = [
    "War and Peace", "Emma", "The Strange Case of Doctor Jekyll and Mister Hyde", "戦争と平和", "Ulysses",
    "A", "The Divine Comedy",
  ]

  /// A gallery whose list has the columns author and stars.
  private static func gallery(_ size: Size, _ count: Int = 60, keys: String = "") -> StackBuilder {
    let books = (0..<count).map { index -> [Value] in
      let title = index < names.count ? names[index] : "Volume \(index + 1)"
      return [
        .text(Text(title)), index % 3 == 1 ? .null : .text(Text("Author \(index % 5)")),
        index % 4 == 0 ? .null : .real(Double(index % 10 + 1) / 2), .null, .null,
      ]
    }
    var screen = StackBuilder(books, size, schema: schema)
    screen.columns = [1, 2]
    screen.press("W" + keys)
    return screen
  }

  private static func picture(_ request: PictureRequest, pixels: Int = 0) -> Picture? {
    let row = String(repeating: "▄", count: request.room.columns)
    let rows = Array(repeating: row, count: request.room.rows).joined(separator: "\n")
    var picture = Picture(printed: Array(rows.utf8), size: request.room)
    guard pixels > 0, let screen = PixelScreen(.kitty, cellWidth: 10, cellHeight: 20) else { return picture }
    let data = String(repeating: "A", count: pixels)
    picture?.pixels = PixelPicture(
      printed: Array("\u{1B}_Gf=32,s=1,v=1;\(data)\u{1B}\\".utf8), on: screen, size: request.room)
    return picture
  }

  @Test("A gallery is as recorded, with one row selected and one marked") func golden() throws {
    try Golden.check("gallery") { Self.gallery($0, keys: "→ ↑→").stack }
  }

  @Test(
    "As many rows as fit are on a page",
    arguments: [
      (Size(120, 40), 18), (Size(80, 24), 8), (Size(40, 10), 2), (Size(20, 24), 2), (Size(1, 1), 1),
    ])
  func sizes(_ size: Size, _ count: Int) {
    let screen = Self.gallery(size)
    #expect(screen.stack.needs.visiblePlaces == 0..<count)
    #expect(screen.stack.frame().cells.contains { $0.role == .selected })
  }

  @Test("Arrows go by a cell and by a row, pages are turned, and the ends are the list's") func moves() {
    var screen = Self.gallery(Size(120, 40))
    for (keys, place) in [
      ("→→", 2), ("↓", 8), ("←", 7), ("h", 6), ("l", 7), ("↑", 1), ("↑", 1), ("⇞", 1), ("⇟", 19), ("⌃d", 25),
      ("⌃u", 19), ("⇲", 59), ("↓", 59), ("↑", 53), ("⇱", 0), ("←", 0), ("3↓", 18), ("kkj", 12),
    ] {
      screen.press(keys, to: .list)
      #expect(screen.stack.selectedPlace == place, "\(keys)")
      #expect(screen.stack.needs.visiblePlaces.contains(place))
    }
    // The last page is full.
    screen.press("⇲")
    #expect(screen.stack.needs.visiblePlaces == 42..<60)
    // In a last row that is not full, Down goes to the last book.
    screen = Self.gallery(Size(120, 40), 8, keys: "↓↓→→→→→↑→→→↓")
    #expect(screen.stack.selectedPlace == 7)
  }

  @Test("Enter opens the row, and Esc and W show the list again at the same row", arguments: ["⎋", "W"])
  func ways(_ key: String) {
    var screen = Self.gallery(Size(120, 40), keys: "↓→→")
    screen.press("⏎", to: .detail, shows: "Volume 9")
    screen.press("⎋", to: .list, at: 8, hides: "Author  ")
    screen.press(key, to: .list, at: 8, shows: "Title", "Author")
    #expect(screen.stack.needs.visiblePlaces.contains(8))
    screen.press("→", to: .detail, shows: "Volume 9")
  }

  @Test("What is done with rows is done in a gallery, too, and what is about lines is not") func keys() {
    var screen = Self.gallery(Size(120, 40), keys: "/vol⏎")
    screen.press("→", at: 1, shows: "Volume 8", "Volume 9", hides: "Ulysses")
    screen.press("⎋", to: .list, shows: "Ulysses", "┌─")
    screen.press(" ", shows: "✓")
    screen.press("Z", shows: "Z does nothing here")
    screen.press("s", to: .menu)
    screen.press("⎋⎋", shows: "┌─", hides: "✓")
    screen.press("⎋", hides: "┌─")
    var empty = StackBuilder([], .usual, schema: Self.schema)
    let text = empty.text
    empty.press("W")
    #expect(
      empty.lines.dropLast(2) == text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(2))
  }

  @Test("Moving asks for nothing, and a row is said as in the list") func asksForNothing() {
    var list = Self.gallery(Size(120, 40), keys: "W")
    var screen = Self.gallery(Size(120, 40))
    for keys in ["→", "↓", "⇟", "⇲", "⇱"] {
      let place = screen.stack.selectedPlace
      screen.press(keys)
      #expect(screen.stack.selectedPlace != place)
    }
    screen.rest()
    #expect(screen.effects.isEmpty)
    list.press("↓")
    screen.press("→")
    #expect(screen.stack.speech.line == list.stack.speech.line && !list.stack.speech.line.isEmpty)
  }

  @Test("Side by side, the gallery has the whole width, and the list its half again") func split() {
    var screen = StackBuilder(StackBuilder.volumes(60), Size(120, 40), "v")
    let visible = screen.stack.needs.visiblePlaces
    screen.press("W")
    #expect(screen.stack.needs.visiblePlaces == 0..<18 && screen.stack.needs.restingRow == nil)
    screen.press("W")
    #expect(screen.stack.needs.visiblePlaces == visible && screen.stack.needs.restingRow != nil)
  }

  @Test("A click selects, a second one opens, and one beside the rows does nothing") func mouse() {
    var screen = Self.gallery(Size(120, 40))
    func click(_ column: Int, _ row: Int) {
      screen.answer(screen.stack.answer(MouseEvent(.press, at: Position(column: column, row: row))))
    }
    click(45, 15)
    #expect(screen.stack.selectedPlace == 8 && screen.mode == .list)
    click(45, 24)
    #expect(screen.mode == .detail)
    screen.press("⎋")
    click(118, 38)
    #expect(screen.stack.selectedPlace == 8 && screen.mode == .list)
  }

  @Test(
    "The sign of the way back leaves a gallery, also during a search; the hint for Esc says what Esc does")
  func wayBack() {
    var screen = StackBuilder(StackBuilder.volumes(60), Size(120, 40))
    screen.stack = ScreenStack(
      schema: .books, size: Size(120, 40), tables: TablesTests.tables, startsWithTables: false)
    screen.press("W/1⏎", shows: "┌─", "Esc whole list")
    screen.answer(screen.stack.answer(MouseEvent(.press, at: Position(column: 1, row: 0))))
    screen.shows("Volume 1 ", "“1”", hides: "┌─")
    screen.press("W⎋", shows: "┌─", "Esc list")
    screen.press(" ", shows: "✓", hides: "Esc list", "Esc whole list")
    screen.press("⎋", shows: "┌─", "Esc list", hides: "✓")
    screen.press("⎋", shows: "Volume 1 ", hides: "┌─")
  }

  // MARK: Covers

  @Test("The visible covers are wanted one after the other, only once, and those of another page are let go")
  func covers() throws {
    var screen = Self.gallery(Size(120, 40))
    for row in 1...18 {
      let request = try #require(screen.stack.needs.cover)
      #expect(request.id == .rowid(Int64(row)) && request.field == 3)
      #expect(request.room.columns == 17 && request.room.rows == 9)
      screen.receive(.picture(request, row % 2 == 0 ? nil : Self.picture(request), nil))
    }
    #expect(screen.stack.needs.cover == nil)
    #expect(screen.text.count { $0 == "▄" } == 9 * 153)
    screen.shows("Ulysses", "Emma", "The Strange Case ", "of Doctor Jekyll…")
    screen.press("⏎⎋→")
    #expect(screen.stack.needs.cover == nil)
    screen.press("⇟")
    #expect(screen.stack.needs.cover?.id == .rowid(19) && !screen.text.contains("▄"))
    screen.press("⇞")
    #expect(screen.stack.needs.cover?.id == .rowid(1), "the bytes of the first page were kept")
  }

  @Test(
    "A changed record has its cover read again; what comes for covers of before a change of rows is not shown"
  )
  func changes() throws {
    var screen = Self.gallery(Size(80, 24))
    let first = try #require(screen.stack.needs.cover)
    screen.receive(.picture(first, Self.picture(first), nil))
    let second = try #require(screen.stack.needs.cover)
    screen.receive(.picture(second, Self.picture(second), nil))
    let third = try #require(screen.stack.needs.cover)
    screen.receive(.accepted(screen.books[0]))
    screen.shows("▄▄")
    #expect(screen.stack.needs.cover == first)
    screen.receive(.picture(first, Self.picture(first), nil))
    #expect(screen.stack.needs.cover == third)
    screen.stack.receive(.forgetCovers)
    screen.shows(hides: "▄▄")
    screen.receive(.picture(third, Self.picture(third), nil))
    screen.shows(hides: "▄▄")
    #expect(screen.stack.needs.cover != first && screen.stack.needs.cover?.id == first.id)
  }

  @Test(
    "Without the program that draws, no cover is asked for, nor below another screen or in a table without photos"
  )
  func withoutCovers() throws {
    var screen = Self.gallery(Size(80, 24))
    let request = try #require(screen.stack.needs.cover)
    #expect(screen.stack.pressing("?").needs.cover == nil)
    #expect(screen.stack.pressing("⏎").needs.cover == nil)
    screen.receive(.cannotDraw(request))
    #expect(screen.stack.needs.cover == nil)
    #expect(StackBuilder(.usual, "W").stack.needs.cover == nil)
    #expect(Self.gallery(Size(80, 24), keys: "W").stack.needs.cover == nil)
  }

  @Test("Covers take no more bytes than they may; one for which there is no room stays a spine")
  func bound() throws {
    var screen = Self.gallery(Size(120, 40))
    let picture = screen.stack.needs.cover.flatMap { Self.picture($0, pixels: 1 << 20) }
    while let request = screen.stack.needs.cover { screen.receive(.picture(request, picture, nil)) }
    let list = try #require(screen.stack.stack.list)
    let count = try #require(list.gallery?.byteCount)
    #expect(count <= Gallery.byteLimit && count > Gallery.byteLimit / 2, "\(count)")
    #expect(screen.stack.frame().pictures.count == 7)
    screen.press("W")
    #expect(screen.stack.stack.list?.gallery == nil)
  }

  // MARK: Spines

  @Test("The same title has the same colour on every machine, and titles have all six") func colors() {
    #expect(Spine(title: "War and Peace").role == .spine4)
    #expect(Spine(title: "Emma").role == .spine2)
    #expect(Spine(title: "戦争と平和").role == .spine4)
    let roles = Dictionary(grouping: (1...1_500).map { Spine(title: "Volume \($0)").role }) { $0 }
    #expect(roles.count == 6 && roles.values.allSatisfy { $0.count > 200 })
  }

  @Test("Each row of a spine is as wide as the spine, whatever it is called", arguments: 0...24)
  func rows(_ columns: Int) {
    let titles = Self.names + ["", "日本の👨‍👩‍👧‍👦", String(repeating: "never in a hurry ", count: 40)]
    for rows in 0...12 {
      for title in titles {
        let spine = Spine(title: title, author: "Leo Tolstoy")
        for texts in [spine.rows(Size(columns, rows)), spine.initialRows(Size(columns, rows))] {
          #expect(texts.count == (columns > 0 ? rows : 0))
          #expect(texts.allSatisfy { TextWidth.width(of: $0) == columns }, "\(title) \(columns)x\(rows)")
        }
      }
    }
  }

  @Test("A spine shows its title at the top, wrapped and cut, and its author at the bottom") func texts() {
    let spine = Spine(title: "The Strange Case of Doctor Jekyll", author: "R. L. Stevenson")
    #expect(
      spine.rows(Size(17, 7)) == [
        "┌───────────────┐", "│ The Strange   │", "│ Case of       │", "│ Doctor Jekyll │",
        "│               │", "│ R. L. Steven… │", "└───────────────┘",
      ])
    #expect(
      Spine(title: "The Strange Case").rows(Size(11, 3)) == ["┌─────────┐", "│ The St… │", "└─────────┘"])
    #expect(
      ["War and Peace", "Emma", "…", "1984"].map { Spine(title: $0).initials } == ["WAP", "E", "?", "1984"])
    #expect(
      Spine(title: "Circumstantial Evidence").rows(Size(15, 5))[1...2] == [
        "│ Circumstan… │", "│ Evidence    │",
      ])
  }
}

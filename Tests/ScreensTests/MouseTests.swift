import Cells
import Records
import Screens
import Testing

/// What is clicked is what is meant.
@Suite struct MouseTests {
  private var screen = StackBuilder(StackBuilder.volumes(60))

  private mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int = 5) {
    screen.answer(screen.stack.answer(MouseEvent(kind, at: Position(column: column, row: row))))
  }

  /// Clicks where texts stand on the screen, and expects where that leads.
  private mutating func click(
    _ texts: String..., from first: Int = 0, to mode: Mode? = nil, at place: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      guard let position = screen.stack.position(of: text, from: first) else {
        Issue.record("“\(text)” is not on the screen", sourceLocation: sourceLocation)
        return
      }
      mouse(.press, position.column, position.row)
    }
    screen.press("", to: mode, at: place, sourceLocation: sourceLocation)
  }

  @Test("A click selects a row, and a click on the selected one opens it") mutating func rows() {
    click("Volume 7 ", to: .list, at: 6)
    click("Volume 3 ", at: 2)
    click("Volume 3 ", to: .detail)
    click("‹ Books", to: .list)
  }

  @Test("The wheel moves by three, and no further than the list") mutating func wheel() {
    for (notches, place) in [(1, 3), (-1, 0), (-1, 0)] {
      mouse(.wheel(notches), 5)
      #expect(screen.stack.selectedPlace == place)
    }
  }

  @Test("The bar's words and the hints do what they say") mutating func words() {
    click("/ find", to: .find)
    screen.press("⎋")
    for (text, mode) in [
      ("+", Mode.draft), ("Cancel", .list), ("Edit", .detailEditing), ("Done", .detail), ("? more", .help),
    ] { click(text, to: mode) }
  }

  @Test("A field of a form is chosen, and opened by a second click") mutating func fields() {
    screen = StackBuilder(.usual, "e")
    click("Leo Tolstoy", to: .detailEditing)
    click("Leo Tolstoy", to: .text)
  }

  @Test("A value of a record is selected where it stands, and opened by a second click")
  mutating func page() {
    screen = RecordPageTests.screen(RecordPageTests.book, Size(80, 40))
    click("1999", to: .detail)
    screen.shows("Valley Studies")
    click("Valley", "paperback", to: .detail)
    click("empty fields", to: .detail)
    click("Anna", "him nothing", to: .detail)
    click("The strongest", to: .detail)
    #expect(screen.effects.last == .openRecord(RecordPageTests.related[2].content?.rows[0].id))
    click("Valley", "Valley", to: .text)
  }

  @Test("Buttons answer, and menus choose") mutating func buttons() {
    for (answer, effect) in [("[Cancel]", nil), ("[Delete]", .delete(.rowid(1)))] as [(String, Effect?)] {
      screen.receive(.alert(.deleting(.rows([.rowid(1)]), .exactly(1), .books, title: "Volume 1")))
      click(answer, to: .list)
      #expect(screen.effects.last == effect)
    }
    screen.press("s")
    click("Author", "Author")
    #expect(screen.order == ListOrder(field: 2))
  }

  @Test("The head of a column sorts by it, and once more the other way round") mutating func heads() {
    screen.show(columns: [2])
    let author = ListOrder(field: 2)
    for (head, row, order) in [
      ("Author", 0, author), ("Author", 1, author.reversed), ("Title", 1, ListOrder(field: 0)),
    ] {
      click(head, from: row)
      #expect(screen.order == order)
    }
  }

  @Test("A click while words are typed keeps what is found") mutating func found() {
    screen.press("/volume 1")
    click("Volume 12", to: .list)
    #expect(screen.selectedTitle == "Volume 12")
  }

  @Test("Alt-M gives the mouse to the terminal, and takes it again, and says so where the terminal has none")
  mutating func toggle() {
    screen.press(
      "⌥m", asks: .say(Message("The mouse works in booklist; hold Shift to leave it to the terminal.")))
    screen.press("⌥m")
    #expect(screen.effects.contains(.reportMouse(true)) && screen.effects.contains(.reportMouse(false)))
    screen = StackBuilder()
    screen.stack.settings.canReportMouse = false
    let unknown = Effect.say(Message("This terminal is not known to report the mouse."))
    screen.press("⌥m⌥m")
    #expect(screen.effects == [unknown, unknown])
  }

  @Test(
    "In a list that is sorted by hand, a row is dragged, and the selected one opens when the button goes up")
  mutating func dragging() throws {
    var schema = Schema.books
    schema.fields.append(Field("Position", .integer))
    let books = StackBuilder.volumes(9).enumerated().map { $1 + [.integer(Int64($0))] }
    screen = StackBuilder(books, schema: schema)
    screen.answer([.order(ListOrder(field: 3), keeping: nil)])
    let row = try #require(screen.stack.frame().focus?.row)
    mouse(.press, 5, row + 2)
    #expect(screen.selectedTitle == "Volume 3")
    mouse(.drag, 5, row + 4)
    let down = Effect.moveRows(.rows([.rowid(3)]), .by(1))
    #expect(screen.effects.suffix(2) == [down, down])
    mouse(.drag, 5, row + 1)
    #expect(screen.effects.last == .moveRows(.rows([.rowid(3)]), .by(-1)))
    for (kind, mode) in [(MouseEvent.Kind.release, Mode.list), (.press, .list), (.release, .detail)] {
      mouse(kind, 5, row + 2)
      #expect(screen.mode == mode)
    }
  }

  /// The columns of the lines between panes.
  private var borders: [Int] {
    let frame = screen.stack.frame()
    return (1..<frame.size.columns - 1).filter { frame[$0, 5].text == "│" }
  }

  @Test("The line between two panes is dragged, keeps its part of the screen, and leaves both sides room")
  mutating func border() {
    screen = StackBuilder(StackBuilder.volumes(60), Size(120, 24), "v")
    #expect(borders == [65, 66])
    for edge in [66, 65] {
      mouse(.press, edge)
      mouse(.drag, 70)
      mouse(.drag, 80, 12)
      #expect(borders == [79, 80] && screen.stack.selectedPlace == 0)
      for (column, line) in [(119, 95), (0, 24), (80, 80), (66, 66)] {
        mouse(.drag, column)
        #expect(borders == [line - 1, line])
      }
      mouse(.release, 66)
    }
    mouse(.drag, 40)
    #expect(borders == [65, 66])
    screen.resize(240, 24)
    #expect(borders == [131, 132])
    // Without room for frames, there is one line.
    screen.resize(120, 19)
    #expect(borders == [66])
    screen.resize(80, 24)
    #expect(borders == [])
  }

  @Test("The line beside the inspector is dragged, too, and never over that of the list")
  mutating func inspectorBorder() throws {
    screen = StackBuilder(StackBuilder.volumes(60), Size(200, 24), "vi")
    try #require(borders.count == 2)
    mouse(.press, borders[1])
    mouse(.drag, 2)
    #expect(borders[1] == 49 && borders[0] <= 24)
    mouse(.drag, 150)
    #expect(borders[1] == 150)
  }

  @Test(
    "A click anywhere on any screen does no harm",
    arguments: [Size.usual, Size(120, 40), Size(40, 10), Size(1, 1)],
    ["", "e", "+", "s", "?", "/a", ":", "c", "F", "i", "I", "V"])
  mutating func anywhere(_ size: Size, _ keys: String) {
    screen = StackBuilder(size, keys)
    for row in -1...size.rows {
      // Seven rows together have every column.
      for column in stride(from: -1 + (row + 1) * 2 % 7, through: size.columns, by: 7) {
        mouse(.press, column, row)
      }
    }
    #expect(screen.stack.frame().size == size)
  }
}

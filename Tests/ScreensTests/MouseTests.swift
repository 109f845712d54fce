import Cells
import Records
import Screens
import Testing

/// What is clicked is what is meant.
@Suite struct MouseTests {
  private var screen = StackBuilder(StackBuilder.volumes(60))

  /// Clicks where a text stands on the screen.
  private mutating func click(
    _ text: String, from first: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let lines = screen.stack.frame().textPlane.split(separator: "\n", omittingEmptySubsequences: false)
    for (row, line) in lines.enumerated().dropFirst(first) {
      guard let range = line.range(of: text) else { continue }
      let column = line.distance(from: line.startIndex, to: range.lowerBound)
      return screen.answer(screen.stack.answer(MouseEvent(.press, at: Position(column: column, row: row))))
    }
    Issue.record("“\(text)” is not on the screen", sourceLocation: sourceLocation)
  }

  private mutating func turn(_ notches: Int) {
    screen.answer(screen.stack.answer(MouseEvent(.wheel(notches), at: Position(column: 5, row: 5))))
  }

  @Test("A click selects a row, and a click on the selected one opens it")
  mutating func rows() {
    click("Volume 7 ")
    #expect(screen.stack.selectedPlace == 6 && screen.stack.mode == .list)
    click("Volume 3 ")
    #expect(screen.stack.selectedPlace == 2)
    click("Volume 3 ")
    #expect(screen.stack.mode == .detail)
    click("‹ Books")
    #expect(screen.stack.mode == .list)
  }

  @Test("The wheel moves by three, and no further than the list")
  mutating func wheel() {
    turn(1)
    #expect(screen.stack.selectedPlace == 3)
    turn(-1)
    turn(-1)
    #expect(screen.stack.selectedPlace == 0)
  }

  @Test("The bar's words and the hints do what they say")
  mutating func words() {
    click("/ find")
    #expect(screen.stack.mode == .find)
    screen.press(.escape)
    click("+")
    #expect(screen.stack.mode == .draft)
    click("Cancel")
    #expect(screen.stack.mode == .list)
    click("Edit")
    #expect(screen.stack.mode == .detailEditing)
    click("Done")
    #expect(screen.stack.mode == .detail)
    click("? help")
    #expect(screen.stack.mode == .help)
  }

  @Test("A field of a form is chosen, and opened by a second click")
  mutating func fields() {
    screen = StackBuilder()
    screen.type("e")
    click("Leo Tolstoy")
    #expect(screen.stack.mode == .detailEditing)
    click("Leo Tolstoy")
    #expect(screen.stack.mode == .text)
  }

  @Test("Buttons answer, and menus choose")
  mutating func buttons() {
    screen.type("-")
    click("[C]ancel")
    #expect(screen.stack.mode == .list && screen.books.count == 60)
    screen.type("-")
    click("[D]elete")
    #expect(screen.books.count == 59)
    screen.type("s")
    click("Author")
    click("Author")
    #expect(screen.order == ListOrder(field: 2))
  }

  @Test("The head of a column sorts by it, and once more the other way round")
  mutating func heads() {
    screen.columns = [2]
    screen.answer([])
    click("Author")
    #expect(screen.order == ListOrder(field: 2))
    click("Author", from: 1)
    #expect(screen.order == ListOrder(field: 2).reversed)
    click("Title", from: 1)
    #expect(screen.order == ListOrder(field: 0))
  }

  @Test("A click while words are typed keeps what is found")
  mutating func found() {
    screen.type("/volume 1")
    click("Volume 12")
    #expect(screen.stack.mode == .list && screen.selectedTitle == "Volume 12")
  }

  @Test("Alt-M gives the mouse to the terminal, and takes it again")
  mutating func toggle() {
    screen.press(.alt("m"))
    #expect(
      screen.effects.last
        == .say(Message("The mouse works in booklist; hold Shift to leave it to the terminal.")))
    screen.press(.alt("m"))
    #expect(screen.effects.contains(.reportMouse(true)) && screen.effects.contains(.reportMouse(false)))
  }

  @Test("Alt-M says so where the terminal is not known to report the mouse, and asks it for nothing")
  mutating func unknownMouse() {
    screen.stack.settings.canReportMouse = false
    for _ in 0..<2 {
      screen.press(.alt("m"))
      #expect(screen.effects.last == .say(Message("This terminal is not known to report the mouse.")))
    }
    #expect(!screen.effects.contains { if case .reportMouse = $0 { true } else { false } })
  }

  private mutating func mouse(_ kind: MouseEvent.Kind, _ column: Int, _ row: Int = 5) {
    screen.answer(screen.stack.answer(MouseEvent(kind, at: Position(column: column, row: row))))
  }

  @Test(
    "In a list that is sorted by hand, a row is dragged, and the selected one opens when the button goes up")
  mutating func dragging() throws {
    var schema = Schema.books
    schema.fields.append(Field(column: "position", label: "Position", kind: .integer))
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
    mouse(.release, 5, row + 2)
    #expect(screen.stack.mode == .list)
    mouse(.press, 5, row + 2)
    #expect(screen.stack.mode == .list)
    mouse(.release, 5, row + 2)
    #expect(screen.stack.mode == .detail)
  }

  /// The columns of the lines between panes.
  private var lines: [Int] {
    let frame = screen.stack.frame()
    return (0..<frame.size.columns).filter { frame[$0, 5].role == .border && frame[$0, 5].text == "│" }
  }

  @Test("The line between two panes is dragged, keeps its part of the screen, and leaves both sides room")
  mutating func border() {
    screen = StackBuilder(StackBuilder.volumes(60), columns: 120, rows: 24)
    screen.type("v")
    #expect(lines == [59])
    mouse(.press, 59)
    mouse(.drag, 70)
    mouse(.drag, 80, 12)
    #expect(lines == [80] && screen.stack.selectedPlace == 0)
    mouse(.drag, 119)
    #expect(lines == [95])
    mouse(.drag, 0)
    #expect(lines == [24])
    mouse(.drag, 80)
    mouse(.release, 80)
    mouse(.drag, 40)
    #expect(lines == [80])
    screen.resize(240, 24)
    #expect(lines == [160])
    screen.resize(80, 24)
    #expect(lines == [])
  }

  @Test("The line beside the inspector is dragged, too, and never over that of the list")
  mutating func inspectorBorder() {
    screen = StackBuilder(StackBuilder.volumes(60), columns: 200, rows: 24)
    screen.type("vi")
    let before = lines
    #expect(before.count == 2)
    mouse(.press, before[1])
    mouse(.drag, 2)
    #expect(lines[1] == 49 && lines[0] <= 24)
    mouse(.drag, 150)
    #expect(lines[1] == 150)
  }

  @Test(
    "A click anywhere on any screen does no harm",
    arguments: [(80, 24), (120, 40), (40, 10), (1, 1)].map { Size(columns: $0, rows: $1) },
    ["", "e", "+", "s", "?", "/a", ":", "-", "c", "F", "i", "I", "V"])
  func anywhere(_ size: Size, _ keys: String) {
    var screen = StackBuilder(columns: size.columns, rows: size.rows)
    screen.type(keys)
    for row in -1...size.rows {
      // Seven rows together have every column.
      for column in stride(from: -1 + (row + 1) * 2 % 7, through: size.columns, by: 7) {
        screen.answer(screen.stack.answer(MouseEvent(.press, at: Position(column: column, row: row))))
      }
    }
    #expect(screen.stack.frame().size == size)
  }
}

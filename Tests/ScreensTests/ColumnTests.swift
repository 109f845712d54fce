import Cells
import Records
import Testing

@testable import Screens

@Suite struct ColumnTests {
  private static let schema = Schema(
    of: "book", ["Title": .text, "Author": .text, "Pages": .integer, "Notes": .longText, "Photo": .photo])

  private func screen(_ keys: String, _ size: Size = .usual, count: Int = 60) -> StackBuilder {
    let books = (1...count).map { number -> [Value] in
      let author: Value = number % 3 == 0 ? .null : .text(Text("Author \(number % 7)"))
      let notes: Value = number == 2 ? "First line\nsecond line" : ""
      return [.text(Text("Volume \(number)")), author, .integer(Int64(number * 97)), notes, .null]
    }
    return StackBuilder(books, size, keys, schema: Self.schema)
  }

  /// The list with columns, the first book having another author.
  private func screen(_ columns: [Int], _ author: Value? = nil, _ size: Size = .usual) -> StackBuilder {
    var screen = screen("", size)
    if let author { screen.books[0].values[1] = author }
    screen.show(columns: columns)
    return screen
  }

  @Test("Columns, their menu and views are as recorded") func golden() throws {
    for (name, keys) in [("columns", "c ↓ ⏎↓"), ("columns-menu", "c↓ K"), ("columns-sorted", "s↓↓⏎")] {
      try Golden.check(name) { screen(keys, $0).stack }
    }
    try Golden.check("views") {
      var stack = screen("", $0).stack
      stack.openViews([
        ViewChoice("Lent"), ViewChoice("To be read, the short ones first"),
        ViewChoice("Reading now", isReady: true),
      ])
      return stack
    }
    try Golden.check("values") {
      var stack = screen("", $0).stack
      stack.openValues(Self.schema, field: 1)
      let values: [Value] = [
        "Leo Tolstoy", .null, "", "An author whose name is longer than the smallest screen is wide",
      ]
      let lines = zip(values, [12_345, 600, 40, 1]).map { ValueLine(value: $0, count: $1) }
      stack.receive(
        .values(
          ValuesWindow(start: 0, lines: lines, count: .exactly(4), rowCount: 131_989, largestCount: 12_345)))
      return stack.pressing("↓")
    }
  }

  @Test("Chosen columns stay if they are empty, and a title of two fields keeps the end of the second one")
  func emptyColumns() {
    let long = Value.text(Text(String(repeating: "Long title ", count: 30) + "1999"))
    var schema = Self.schema
    schema.titleFields = [0, 2]
    var screen = StackBuilder([[long, .null, .integer(1999), "", .null]], .usual, schema: schema)
    screen.show(columns: [3])
    screen.shows("… 1999", "Notes")
  }

  @Test("Values have their share of the rows, and the bar of the empty one is dim and no measure")
  func shares() {
    var stack = screen("").stack
    stack.openValues(Self.schema, field: 1)
    let lines = [(Value.null, 900), ("A", 60), ("B", 39), ("C", 1)].map { ValueLine(value: $0, count: $1) }
    var window = ValuesWindow(start: 0, lines: lines, count: .exactly(4), rowCount: 1_000, largestCount: 60)
    stack.receive(.values(window))
    stack.shows("▇  900   90 %", "▇   60    6 %", " 39    4 %", "  1   <1 %")
    let frame = stack.frame()
    for (row, role) in [(1, Role.dim), (2, .hydrated)] {
      let bar = (0..<80).filter { frame[$0, row].text == "▇" }.map { frame[$0, row].role }
      #expect(bar.count > 40 && bar.allSatisfy { $0 == role }, "also in the selected row, which is the first")
    }
    #expect(frame[3, 1].role == .selected && frame[79, 1].role == .selected)
    window.words = "a"
    stack.receive(.values(window))
    stack.shows("▇   60 ", hides: "6 %")
  }

  @Test(
    "A letter goes to the next choice of a menu that begins with it; one that no choice begins with is said to do nothing"
  )
  func letters() {
    var screen = screen("")
    screen.receive(.completed(Self.schema.id, [.shelves]))
    screen.press("cs ")
    #expect(screen.columns.contains(Self.schema.fields.count))
    screen.press("z")
    #expect(screen.stack.message == Wording.unbound(.character("z"), in: .columns))
    screen.press("⏎sp⏎")
    #expect(screen.order.field == 2)
  }

  @Test("Columns are shown in the order in which they were chosen or moved, and Esc takes it back")
  func choosing() {
    var screen = screen("c ↓ ")
    #expect(screen.columns == [1, 2])
    screen.press("K")
    #expect(screen.columns == [2, 1])
    screen.press("⎋", to: .list)
    #expect(screen.columns == [])
    screen.press("c ⏎c ⏎")
    #expect(screen.columns == [])
  }

  /// The words of the line of headings.
  private func heads(_ screen: StackBuilder) -> [String] {
    screen.lines[1].split(separator: " ").map(String.init)
  }

  @Test("Columns fill the line, with a blank where there is no value") func filling() {
    for columns in [45, 80, 200] {
      let screen = screen([1, 2], nil, Size(columns, 24))
      #expect(screen.lines[1].hasSuffix("  Pages   "), "\(screen.lines[1])")
      screen.shows("Volume 3 ", hides: "–")
    }
  }

  @Test("Where there is not room for all columns, empty ones give way first, and then those on the right")
  func dropping() {
    let columns = ["Photo", "Author", "Pages", "Notes"]
    for (width, expected) in [(45, columns[1...2]), (46, columns[1...3]), (53, columns[0...3])] {
      #expect(heads(screen([4, 1, 2, 3], nil, Size(width, 24))) == ["Title"] + expected, "\(width)")
    }
  }

  @Test("The title is cut to 24 cells before a column is, and the column that the rows are sorted by stays")
  func cutting() {
    var screen = screen([1, 2], "Twenty cells of name", Size(60, 24))
    screen.books[0].values[0] = "A title that is much longer than any line of sixty cells"
    screen.answer([])
    screen.shows("A title that is much lon…  Twenty cells of name     97 ")
    screen.resize(50, 24)
    screen.shows("A title that is much lo…  Twenty cells of n… ", hides: "Pages")
    screen.press("sp⏎")
    #expect(heads(screen) == ["Title", "Pages", "↑"])
    screen.order = ListOrder(field: 4)
    screen.answer([])
    #expect(heads(screen) == ["Title", "Author"], "An empty column gives way.")
  }

  @Test("If there is not room for all columns, the widest give way before one is dropped")
  func wideColumns() {
    let lines = screen([1, 2], "An author whose name is longer than a column may be").lines
    #expect(lines[1].contains("Author") && lines[1].contains("Pages"))
    #expect(lines[2].contains("An author whose name is longer …     97"))
  }

  @Test("The extra columns of a wide list are shown where they have contents and leave room for whole titles")
  func extraColumns() {
    var screen = screen([1, 4, 2, 3], "Twenty cells of name", Size(160, 24))
    screen.extraCount = 3
    screen.answer([])
    #expect(heads(screen) == ["Title", "Author", "Pages", "Notes"])
    screen.resize(55, 24)
    screen.shows("Volume 1 ", "Twenty cells of name")
    #expect(heads(screen) == ["Title", "Author", "Pages"])
    screen.books[0].values[0] = "A title that is much longer than"
    screen.answer([])
    #expect(heads(screen) == ["Title", "Author"], "Nobody asked for the pages.")
    screen.shows("A title that is much longe…  Twenty cells of name")
    screen.press("sp⏎")
    #expect(heads(screen) == ["Title", "Author", "Pages", "↑"], "What the rows are sorted by stays.")
  }

  @Test("Behind the title of a reader's book stands its series, if there is room and no column says it")
  func series() {
    let schema = Schema(
      of: "book",
      [
        "Title": .text, "Author": .text, "Status": .choice(["read"]), "Series": .text,
        "Series number": .decimal,
      ])
    let books: [[Value]] = [
      ["The River Boats", "Ann Author of the North", "read", "Valley Studies", .integer(3)],
      ["Emma", "Jane Austen", "read", .null, .null],
      ["Alone at Sea", "Ann Author", "read", "Valley Studies", .null],
    ]
    var screen = StackBuilder(books, schema: schema)
    screen.shows("The River Boats", hides: "Valley")
    screen.show(columns: [1])
    screen.shows("The River Boats · Valley Studies 3 ", "Emma    ", "Alone at Sea · Valley Studies  ")
    #expect(screen.stack.frame()[6, 4].role == .content && screen.stack.frame()[19, 4].role == .dim)
    #expect(screen.stack.speech.line.contains("Series Valley Studies"))
    screen.press("↓")
    #expect(!screen.stack.speech.line.contains("Series"))
    screen.show(columns: [1, 3])
    screen.shows("The River Boats  ", hides: "·")
    screen.columns = [1]
    screen.resize(46, 24)
    screen.shows("The River Boats  ", hides: "·")
  }

  @Test("Columns do not become narrower while the rows scroll by one, only when all of them are others")
  func steadiness() {
    var screen = screen([1, 2], "An author with a long name", Size(80, 10))
    func start() -> Int? { screen.stack.position(of: "Author", from: 1)?.column }
    let first = start()
    screen.press("↓↓↓↓↓↓↓↓↓↓")
    #expect(start() == first)
    screen.press("⇲")
    #expect(start() != first)
  }

  @Test("A mark at the edge says where the rows are in a list that is longer than the screen")
  func scrollMark() {
    for (count, marks) in [(60, [1, 21]), (21, [nil, nil])] {
      for (keys, mark) in zip(["", "⇲"], marks) {
        #expect(screen(keys, count: count).lines.firstIndex { $0.hasSuffix("▐") } == mark)
      }
    }
  }

  @Test("A number before a motion is how often it is done") func countsBeforeMotions() {
    var screen = screen("")
    for (keys, place) in [("5j", 5), ("12↓", 17), ("3k", 14), ("2⇟", 54), ("99⇞", 0)] {
      screen.press(keys, at: place)
    }
  }
}

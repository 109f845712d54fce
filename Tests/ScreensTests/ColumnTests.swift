import Cells
import Records
import Testing

@testable import Pages
@testable import Screens

@Suite struct ColumnTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10)]

  private static let schema = Schema(
    table: "book", key: .rowid(column: "pk"),
    fields: [
      Field(column: "title", label: "Title", kind: .text),
      Field(column: "author", label: "Author", kind: .text),
      Field(column: "pages", label: "Pages", kind: .integer),
      Field(column: "notes", label: "Notes", kind: .longText),
      Field(column: "photo", label: "Photo", kind: .photo),
    ], titleIndex: 0, singular: "book", plural: "books")

  private func builder(_ size: Size = Size(columns: 80, rows: 24), count: Int = 60) -> StackBuilder {
    var books: [[Value]] = []
    for number in 1...count {
      let author: Value = number % 3 == 0 ? .null : .text(Text("Author \(number % 7)"))
      let notes: Value = number == 2 ? "First line\nsecond line" : ""
      books.append([.text(Text("Volume \(number)")), author, .integer(Int64(number * 97)), notes, .null])
    }
    return StackBuilder(books, columns: size.columns, rows: size.rows, schema: Self.schema)
  }

  @Test(arguments: sizes) func columns(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("c"), .character(" "), .down, .character(" "), .enter)
    screen.press(.down)
    try Golden.check(screen.stack.frame(), "columns")
  }

  @Test(arguments: sizes) func menu(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("c"), .down, .character(" "), .character("K"))
    try Golden.check(screen.stack.frame(), "columns-menu")
  }

  @Test(arguments: Golden.usualSize) func sortedField(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("s"), .down, .down, .enter)
    try Golden.check(screen.stack.frame(), "columns-sorted")
  }

  @Test(arguments: Golden.usualSize) func savedViews(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.openViews(["Lent", "To be read, the short ones first"])
    try Golden.check(screen.stack.frame(), "views")
  }

  @Test(arguments: sizes) func values(_ size: Size) throws {
    var screen = builder(size)
    screen.stack.openValues(Self.schema, field: 1)
    let values: [Value] = [
      "Leo Tolstoy", .null, "", "An author whose name is longer than the smallest screen is wide",
    ]
    let lines = zip(values, [12_345, 600, 40, 1]).map { ValueLine(value: $0, count: $1) }
    screen.stack.receive(.values(ValuesWindow(start: 0, lines: lines, count: .exactly(4), rowCount: 131_989)))
    _ = screen.stack.press(.down)
    try Golden.check(screen.stack.frame(), "values")
  }

  @Test(
    "A letter goes to the next choice of a menu that begins with it; one that no choice begins with is said to do nothing"
  )
  func letters() {
    var screen = builder()
    screen.stack.receive(
      .completed(
        Self.schema.id,
        [
          RelatedField(
            field: Field(column: "shelf", label: "Shelves", kind: .text, isGenerated: true), part: .all,
            content: .title(.init(table: "shelf", columns: ["shelf"], targets: ["pk"], titles: ["name"])),
            table: "book_shelf", columns: ["book"], targets: ["pk"], isIndexed: true)
        ]))
    let related = Self.schema.fields.count
    screen.press(.character("c"), .character("s"), .character(" "))
    #expect(screen.columns.contains(related))
    screen.press(.character("z"))
    #expect(screen.stack.message == Wording.unbound(.character("z"), in: .columns))
    screen.press(.enter, .character("s"), .character("p"), .enter)
    #expect(screen.order.field.map { Self.schema.fields[$0].label == "Pages" } == true)
  }

  @Test func choosing() {
    var screen = builder()
    screen.press(.character("c"), .character(" "), .down, .character(" "))
    #expect(screen.columns == [1, 2])
    screen.press(.character("K"))
    #expect(screen.columns == [2, 1])
    screen.press(.escape)
    #expect(screen.columns == [])
    #expect(screen.stack.mode == .list)
    screen.press(.character("c"), .character(" "), .enter, .character("c"), .character(" "), .enter)
    #expect(screen.columns == [])
  }

  /// The title keeps half of the line or what it needs, and what does not fit is dropped from the right.
  @Test func widths() {
    var showsPhoto = false
    for columns in 45...200 {
      var screen = builder(Size(columns: columns, rows: 24))
      screen.columns = [1, 2, 3, 4]
      screen.answer([])
      let heading = screen.stack.frame().textPlane.split(separator: "\n", omittingEmptySubsequences: false)[1]
      let cells = columns - 2 - 2 - 2
      if let author = heading.range(of: "Author") {
        #expect(heading.distance(from: heading.startIndex, to: author.lowerBound) >= 3 + min(cells / 2, 9))
      } else {
        Issue.record("There is no author at \(columns) columns.")
      }
      #expect(heading.contains("Photo") || !showsPhoto, "\(columns)")
      showsPhoto = heading.contains("Photo")
    }
    #expect(showsPhoto)
  }

  /// If there is not room for all columns, the widest give way before one is dropped.
  @Test func wideColumns() {
    var screen = builder()
    screen.books[0].values[1] = "An author whose name is longer than a column may be"
    screen.columns = [1, 2]
    screen.answer([])
    let lines = screen.stack.frame().textPlane.split(separator: "\n")
    #expect(lines[1].contains("Author") && lines[1].contains("Pages"))
    #expect(lines[2].contains("An author whose name is longer …     97"))
  }

  /// Columns do not become narrower while the rows scroll by one, only when all of them are others.
  @Test func steadiness() {
    var screen = builder(Size(columns: 80, rows: 10))
    screen.books[0].values[1] = "An author with a long name"
    screen.columns = [1, 2]
    screen.answer([])
    func start(of word: String) -> Int? {
      let line = screen.stack.frame().textPlane.split(separator: "\n", omittingEmptySubsequences: false)[1]
      return line.range(of: word).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    let first = start(of: "Pages")
    for _ in 0..<10 { screen.press(.down) }
    #expect(start(of: "Pages") == first)
    screen.press(.end)
    #expect(start(of: "Pages") != first)
  }

  @Test func place() {
    var screen = builder()
    func bar() -> Substring { screen.stack.frame().textPlane.split(separator: "\n")[0] }
    #expect(!bar().contains(" of "))
    screen.press(.down)
    #expect(bar().contains("Books · 2 of 60"))
    screen.press(.end)
    #expect(bar().contains("Books · 60 of 60"))
    screen.press(.character("c"), .escape)
    #expect(!bar().contains(" of "))
  }

  @Test func scrollMark() {
    var screen = builder()
    func mark() -> Int? {
      screen.stack.frame().textPlane.split(separator: "\n", omittingEmptySubsequences: false)
        .firstIndex { $0.hasSuffix("▐") }
    }
    #expect(mark() == 1)
    screen.press(.end)
    #expect(mark() == 21)
    var short = builder(count: 21)
    #expect(!short.stack.frame().textPlane.contains("▐"))
    short.press(.end)
    #expect(!short.stack.frame().textPlane.contains("▐"))
  }

  @Test func countsBeforeMotions() {
    var screen = builder()
    screen.press(.character("5"), .character("j"))
    #expect(screen.stack.selectedPlace == 5)
    screen.press(.character("1"), .character("2"), .down)
    #expect(screen.stack.selectedPlace == 17)
    screen.press(.character("3"), .character("k"))
    #expect(screen.stack.selectedPlace == 14)
    screen.press(.character("2"), .pageDown)
    #expect(screen.stack.selectedPlace == 54)
    screen.press(.character("9"), .character("9"), .pageUp)
    #expect(screen.stack.selectedPlace == 0)
  }
}

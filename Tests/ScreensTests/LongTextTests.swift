import Cells
import Records
import Screens
import Testing

/// Texts of several lines.
@Suite struct LongTextTests {
  static let schema = Schema(
    table: "possessions", key: .rowid(column: "id"),
    fields: [
      Field(column: "name", label: "Name", kind: .text, isRequired: true, isUnique: true),
      Field(column: "description", label: "Description", kind: .longText),
      Field(column: "lent", label: "Lent", kind: .boolean),
      Field(column: "price", label: "Price", kind: .decimal),
    ], titleIndex: 0, singular: "possession", plural: "possessions")

  static let bicycle = "Red, three gears.\nThe bell is missing.\n\nIn the cellar."

  private func builder(
    _ text: String = bicycle, _ size: Size = Size(columns: 80, rows: 24), lent: Value = .null
  ) -> StackBuilder {
    StackBuilder(
      [["Bicycle", .text(Text(text)), lent, "3.50"]], columns: size.columns, rows: size.rows,
      schema: Self.schema)
  }

  /// In the editor of the description.
  private func editing(
    _ text: String = bicycle, _ size: Size = Size(columns: 80, rows: 24)
  ) -> StackBuilder {
    var screen = builder(text, size)
    screen.press(.enter, .enter, .down, .enter)
    return screen
  }

  private func saved(_ screen: StackBuilder) -> Value { screen.books[0].values[1] }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func detail(_ size: Size) throws {
    var screen = builder(Self.bicycle, size)
    screen.press(.enter)
    try Golden.check(screen.stack.frame(), "long-text-detail")
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func editor(_ size: Size) throws {
    var screen = editing(Self.bicycle + " Behind the shelf with the jars, under the blue cover.", size)
    screen.press(.up, .up, .control("j"))
    screen.type("文学")
    try Golden.check(screen.stack.frame(), "long-text")
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func scrolled(_ size: Size) throws {
    var screen = editing((1...60).map { "Line \($0)" }.joined(separator: "\n"), size)
    screen.press(.pageUp)
    screen.stack.receive(.refused(.problem("The description is too long.")))
    try Golden.check(screen.stack.frame(), "long-text-scrolled")
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func detailEditing(_ size: Size) throws {
    var screen = builder(Self.bicycle, size, lent: .integer(1))
    screen.press(.enter, .enter, .down, .down)
    try Golden.check(screen.stack.frame(), "boolean")
  }

  @Test(
    "below a text of which only the beginning is held stands how long it is, and how to see the rest",
    arguments: [
      (10 << 20, "… 10 MB in all; Enter, while editing, shows the rest"), (17 << 20, "… 17 MB in all"),
    ])
  func cut(_ byteCount: Int, _ note: String) {
    let head = LargeValue(isText: true, byteCount: byteCount, head: Array("Once upon a ti".utf8))
    var stack = ScreenStack(schema: Self.schema, size: Size(columns: 80, rows: 24))
    stack.receive(
      .linked(
        RecordSnapshot(
          id: .rowid(1), values: ["Bicycle", .null, .null, .null], large: [LargeField(index: 1, value: head)],
          state: .hydrated), Self.schema))
    let lines = stack.frame().textPlane.split(separator: "\n").map { $0.drop { $0 == " " } }
    let cut = lines.firstIndex { $0.hasPrefix("Once upon a ti") } ?? 0
    #expect(lines[cut + 1].split(separator: " ") == note.split(separator: " "))
  }

  @Test("a text of very many lines ends with a whole line, and below it stands that it goes on")
  func manyLines() {
    for (count, next) in [(200, "Lent"), (201, "…")] {
      var screen = builder(Array(repeating: "line", count: count).joined(separator: "\n"))
      screen.press(.enter)
      screen.press(.end)
      let lines = screen.stack.frame().textPlane.split(separator: "\n").map { $0.filter { $0 != " " } }
      let start = lines.lastIndex { $0 == "line" } ?? 0
      #expect(lines[start + 1] == next)
    }
  }

  @Test("^J begins a line and Enter saves")
  func newLine() {
    var screen = editing("One")
    screen.press(.control("j"))
    screen.type("two")
    screen.press(.enter)
    #expect(saved(screen) == "One\ntwo")
  }

  @Test("a text of one line gets several by ^J, a number does not")
  func newLineElsewhere() {
    var screen = builder()
    screen.press(.enter, .enter, .enter)
    #expect(screen.stack.mode == .text)
    screen.press(.control("j"))
    #expect(screen.stack.mode == .longText)
    screen.type("2")
    screen.press(.enter)
    #expect(screen.books[0].values[0] == "Bicycle\n2")
    screen.press(.end, .enter, .control("j"))
    #expect(screen.stack.mode == .text)
  }

  @Test("a paste keeps its lines and its tabs, and nothing else that is a control")
  func paste() {
    var screen = editing("")
    screen.paste("a\tb\r\nc\rd\u{1B}[0m\u{2028}e")
    screen.press(.enter)
    #expect(saved(screen) == "a\tb\nc\nd[0m\ne")
  }

  @Test("the cursor goes by lines and keeps its column", arguments: [80, 40])
  func vertical(_ columns: Int) {
    var screen = editing("long enough\nab\nlonger still", Size(columns: columns, rows: 10))
    screen.press(.up, .up)
    screen.type("|")
    screen.press(.home)
    screen.type("^")
    screen.press(.down, .end)
    screen.type("$")
    screen.press(.alt("<"))
    screen.type("<")
    screen.press(.alt(">"))
    screen.type(">")
    screen.press(.enter)
    #expect(saved(screen) == "<^long enough|\nab$\nlonger still>")
  }

  @Test("the cursor goes by the rows of a wrapped line, through wide characters too")
  func wrapped() {
    // Twelve columns have no margin to spare but one, and one more is the cursor's.
    var screen = editing("aaaa bbbb cccc dddd", Size(columns: 12, rows: 10))
    screen.press(.up)
    screen.type("|")
    screen.press(.enter)
    #expect(saved(screen) == "aaaa bbbb| cccc dddd")
    screen = editing("文学文学文学文学", Size(columns: 12, rows: 10))
    screen.press(.up)
    screen.type("|")
    screen.press(.enter)
    #expect(saved(screen) == "文学文|学文学文学")
  }

  @Test("what is killed is of the line, and at its end what ends it")
  func killing() {
    var screen = editing("one\ntwo\nthree")
    screen.press(.up, .control("u"))
    #expect(screen.stack.frame().textPlane.contains("one\n") == false)
    screen.press(.control("k"), .enter)
    #expect(saved(screen) == "one\nthree")
  }

  @Test("CR LF stays as it is in a text that is edited elsewhere")
  func carriageReturns() {
    var screen = editing("one\r\ntwo\r\n")
    #expect(screen.stack.frame().textPlane.contains("one^M"))
    screen.press(.up, .end)
    screen.type("!")
    screen.press(.enter)
    #expect(saved(screen) == "one\r\ntwo!")
  }

  @Test("the cursor is on the screen at every size, wherever it is")
  func everySize() {
    for columns in 1...45 {
      for rows in 1...14 {
        var screen = editing("文学 words and more words\n\n\te\u{301}\n" + Self.bicycle)
        screen.resize(columns, rows)
        for key in [Key.up, .pageUp, .home, .pageDown, .end, .left, .alt("<"), .character("x"), .alt(">")] {
          screen.press(key)
          let cursor = screen.stack.frame().cursor
          #expect(cursor.map(screen.stack.frame().contains) == true, "\(columns)x\(rows) \(key)")
        }
      }
    }
  }

  @Test("Space turns a truth round at once, in the column's own form")
  func toggling() {
    for (old, new) in [
      (Value.null, Value.integer(1)), (.integer(1), .integer(0)), (.integer(0), .integer(1)),
      (.real(1), .real(0)), ("TRUE", "FALSE"), ("no", "yes"), ("Y", "N"),
    ] {
      var screen = builder(lent: old)
      screen.press(.enter, .enter, .down, .down, .character(" "))
      #expect(screen.books[0].values[2] == new)
      #expect(screen.stack.mode == .detailEditing)
      #expect(screen.stack.frame().textPlane.contains("Saved Lent."))
    }
  }

  @Test("what is no truth is left as it is, and so are other fields")
  func notToggling() {
    var screen = builder(lent: "maybe")
    screen.press(.enter, .enter, .down, .down, .character(" "))
    #expect(screen.stack.message?.text == "Lent is neither yes nor no; Enter edits it.")
    screen.press(.down, .character(" "))
    #expect(screen.stack.mode.isTyping)
    screen.press(.escape, .character("d"))
    #expect(screen.books[0].values[2] == "maybe")
    #expect(!screen.stack.frame().textPlane.contains("Space yes/no"))
  }

  @Test("Space turns a truth of a draft round")
  func togglingDraft() {
    var screen = builder()
    screen.press(.character("+"), .enter)
    screen.type("Lamp")
    screen.press(.enter, .down, .down, .character(" "))
    screen.resize(100, 24)
    #expect(screen.stack.frame().textPlane.contains("Space yes/no"))
    screen.press(.control("s"))
    #expect(screen.books.last?.values == ["Lamp", .null, .integer(1), .null])
  }
}

import Cells
import Records
import Testing

@testable import Keys
@testable import Screens

/// A record typed through from field to field.
@Suite struct FormTests {
  private var screen = StackBuilder()
  /// The keys that were pressed besides the text.
  private var keyCount = 0

  private var text: String { screen.stack.frame().textPlane }

  private mutating func press(_ keys: Key...) {
    keyCount += keys.count
    screen.press(keys)
  }

  @Test("A book takes a key for each of its fields and one more, besides the text")
  mutating func countedKeys() {
    press(.character("+"))
    screen.type("Emma")
    press(.tab)
    screen.type("1815-12-23")
    press(.tab)
    screen.type("Jane Austen")
    press(.control("s"))
    #expect(screen.books.last?.values == ["Emma", .real(-4_860_604_800), "Jane Austen"])
    #expect(screen.stack.mode == .detail)
    #expect(keyCount <= screen.schema.fields.count + 3)
    #expect(keyCount == 4)
  }

  @Test("One key saves the book and begins the next one")
  mutating func another() {
    screen.press(.character("+"))
    for title in ["Emma", "Persuasion"] {
      screen.type(title)
      screen.press(.alt("a"))
      #expect(screen.stack.mode == .draft)
      #expect(screen.stack.screenCount == 2)
    }
    #expect(screen.books.suffix(2).map { $0.values[0] } == ["Emma", "Persuasion"])
    screen.press(.escape)
    #expect(screen.stack.mode == .list)
  }

  @Test("No letter is a command on a field of a form", arguments: [false, true])
  mutating func letters(_ isDraft: Bool) {
    for letter in "aeghijklmnpqsuvwxCDGIU?" {
      var screen = StackBuilder()
      screen.press(isDraft ? [.character("+")] : [.enter, .enter])
      screen.press(.character(letter))
      #expect(screen.stack.mode == .text)
      screen.press(.enter)
      #expect(screen.stack.frame().textPlane.contains((isDraft ? "" : "War and Peace") + String(letter)))
    }
  }

  @Test("Tab saves the field and goes on, round the end to the start; Shift with Tab goes back")
  mutating func tabs() {
    screen.press(.enter, .enter)
    screen.type("!")
    screen.press(.tab, .tab)
    screen.type("?")
    screen.press(.tab)
    #expect(screen.books[0].values[0] == "War and Peace!")
    #expect(screen.books[0].values[2] == "Leo Tolstoy?")
    screen.press(.backTab, .backspace, .backTab)
    #expect(screen.books[0].values[2] == "Leo Tolstoy")
    #expect(screen.stack.mode == .detailEditing)
  }

  @Test("Tab passes by a field that the database computes")
  mutating func computed() {
    var schema = Schema.books
    schema.fields[1].isGenerated = true
    screen = StackBuilder(schema: schema)
    screen.press(.enter, .enter, .tab)
    screen.type("!")
    screen.press(.enter)
    #expect(screen.books[0].values[2] == "Leo Tolstoy!")
  }

  @Test("A value that is wrong keeps its editor, and the form does not go on")
  mutating func wrong() {
    screen.press(.enter, .enter, .down)
    screen.type("x")
    for key in [Key.tab, .control("s"), .alt("n"), .alt("a"), .enter] {
      screen.press(key)
      #expect(screen.stack.mode == .dateText)
      // Typing on a date replaces it.
      #expect(text.contains("  x") && !text.contains("1870-01-25x"))
      #expect(text.contains("Type a date like"))
    }
  }

  @Test("The next record comes with the same field in its editor")
  mutating func neighbors() {
    screen.press(.enter, .enter, .end)
    screen.type("!")
    screen.press(.alt("n"))
    #expect(screen.books[0].values[2] == "Leo Tolstoy!")
    #expect(screen.stack.mode == .text)
    screen.type("?")
    screen.press(.alt("p"))
    #expect(screen.books[1].values[2] == "Amit Singh?")
    screen.press(.escape, .escape)
    #expect(screen.stack.mode == .detail)
    #expect(text.contains("War and Peace"))
  }

  @Test("A new record begins with the values of another one", arguments: [false, true])
  mutating func duplicate(_ isDetail: Bool) {
    if isDetail { screen.press(.enter) }
    screen.press(.character("D"))
    #expect(screen.stack.mode == .draft)
    screen.press(.control("s"))
    #expect(screen.books.last?.values == StackBuilder.sample[0])
  }

  @Test("A record in which nothing was filled in is saved only after a question")
  mutating func empty() {
    var schema = Schema.books
    schema.fields[0].isRequired = false
    screen = StackBuilder(schema: schema)
    screen.press(.character("+"), .control("s"))
    #expect(text.contains("Nothing is filled in. Save an empty book?"))
    screen.press(.enter)
    #expect(screen.stack.mode == .draft && screen.books.count == 3)
    screen.press(.control("s"), .character("s"))
    #expect(screen.books.count == 4)
  }

  @Test("Lines that are pasted where one is typed are joined, which is said")
  mutating func pastedLines() {
    screen.press(.enter, .enter)
    screen.paste(" or\nnot")
    #expect(screen.stack.message == Wording.linesJoined)
    screen.press(.enter)
    #expect(screen.books[0].values[0] == "War and Peace or not")
  }

  // MARK: - Nothing typed is lost

  /// Ways to the editor of each kind of text, and what stands in it at the end.
  static let editors: [[Key]] = [
    [.enter, .enter, .enter], [.enter, .enter, .down, .enter], [.enter, .enter, .enter, .control("j")],
    [.character("+")], [.character("+"), .tab],
    [.enter, .enter, .down, .enter, .control("p"), .control("c")],
  ]

  @Test(
    "Whatever key leaves an editor: what was typed is saved, asked about, or put back", arguments: editors)
  func everyKey(_ way: [Key]) {
    var start = StackBuilder(StackBuilder.volumes(5))
    start.press(way)
    start.type("1999-12-31")
    let bound = KeyTable.bindings(in: start.stack.mode).flatMap(\.actions)
    let keys = bound.filter { if case .edit = $0.action { false } else { true } }.map(\.key)
    for key in keys where ![.control("n"), .up, .down, .control("o"), .f1].contains(key) {
      var screen = start
      screen.press(key)
      #expect(Self.holds(screen), "\(key.name) in \(start.stack.mode)")
      screen.resize(20, 3)
      screen.resize(80, 24)
      screen.press(.escape)
      #expect(Self.holds(screen), "Esc after \(key.name) in \(start.stack.mode)")
    }
  }

  /// Whether the text is on the screens or saved, or an answer brings it back.
  private static func holds(_ screen: StackBuilder) -> Bool {
    let shown = screen.stack.frame().textPlane.contains("1999-12-31")
    return shown || screen.books.contains { $0.values.contains { screen.schema.isText($0, "1999-12-31") } }
  }

  @Test("A text that is given up can be put back with Control and Y, in any field")
  mutating func yank() {
    screen.press(.enter, .enter)
    screen.type(" and more")
    screen.press(.escape)
    #expect(text.contains("Your text for Title is not saved."))
    #expect(text.contains("[G]o on editing") && text.contains("[S]ave") && text.contains("[D]iscard"))
    screen.press(.character("d"))
    #expect(screen.stack.message == Wording.typedIsKept)
    screen.press(.end, .control("y"), .enter)
    #expect(screen.books[0].values[2] == "Leo TolstoyWar and Peace and more")
  }

  @Test("What was typed on a row that another program deletes can be put back")
  mutating func rowGone() {
    screen.press(.enter, .enter)
    screen.type(" and more")
    screen.stack.receive(.deleted(.rowid(1)))
    #expect(screen.stack.message == Wording.typedIsKept)
    screen.press(.down, .enter, .enter, .control("y"), .enter)
    #expect(screen.books[1].values[0] == "Mac OS X InternalsWar and Peace and more")
  }

  @Test("The letters of the answers give them, and Esc gives the first", arguments: ["g", "s", "d"])
  mutating func answers(_ letter: Character) {
    screen.press(.enter, .enter)
    screen.type("!")
    screen.press(.escape, .character(letter))
    #expect(screen.stack.mode == (letter == "g" ? .text : .detailEditing))
    #expect(screen.books[0].values[0] == (letter == "s" ? "War and Peace!" : "War and Peace"))
  }
}

extension Schema {
  /// Whether a value is shown as a text, in one of the fields or as it is.
  fileprivate func isText(_ value: Value, _ text: String) -> Bool {
    fields.contains { $0.text(of: value).contains(text) }
  }
}

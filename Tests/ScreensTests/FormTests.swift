import Cells
import Records
import Testing

@testable import Screens

/// A record typed through from field to field.
@Suite struct FormTests {
  @Test("A book takes a key for each of its fields and one more, besides the text") func countedKeys() {
    var screen = StackBuilder(.usual, "+Emma⇥1815-12-23⇥Jane Austen⌃s")
    #expect(screen.books.last?.values == ["Emma", .real(-4_860_604_800), "Jane Austen"])
    screen.press("", to: .detail)
  }

  @Test("One key saves the book and begins the next one") func another() {
    var screen = StackBuilder(.usual, "+")
    for title in ["Emma", "Persuasion"] {
      screen.press(title + "⌥a", to: .draft)
      #expect(screen.stack.screenCount == 2)
    }
    #expect(screen.books.suffix(2).map { $0.values[0] } == ["Emma", "Persuasion"])
    screen.press("⎋", to: .list)
  }

  @Test("No letter is a command on a field of a form", arguments: ["+", "⏎⏎"]) func letters(_ way: String) {
    for letter in "aeghijklmnpqsuvwxCDGIU?" {
      var screen = StackBuilder(.usual, way)
      screen.press(String(letter), to: .text)
      screen.press("⏎", shows: (way == "+" ? "" : "War and Peace") + String(letter))
    }
  }

  @Test("Tab saves the field and goes on, round the end to the start; Shift with Tab goes back") func tabs() {
    var screen = StackBuilder(.usual, "⏎⏎!⇥⇥?⇥")
    #expect(screen.books[0].values[0] == "War and Peace!" && screen.books[0].values[2] == "Leo Tolstoy?")
    screen.press("⇤⌫⇤", to: .detailEditing)
    #expect(screen.books[0].values[2] == "Leo Tolstoy")
  }

  @Test("Tab passes by a field that the database computes") func computed() {
    var schema = Schema.books
    schema.fields[1].isGenerated = true
    let screen = StackBuilder(StackBuilder.sample, .usual, "⏎⏎⇥!⏎", schema: schema)
    #expect(screen.books[0].values[2] == "Leo Tolstoy!")
  }

  @Test("A form whose labels leave no room for two fields beside each other is drawn", arguments: 40...46)
  func longLabels(_ columns: Int) {
    let labels = ["Publication year", "Original title", "Place", "Binding", "Price"]
    let schema = Schema(of: "book", labels.map { Field($0, .text) })
    let screen = StackBuilder([], Size(columns, 10), "+", schema: schema)
    screen.shows("Publication year", "Original title")
  }

  @Test("A value that is wrong keeps its editor, and the form does not go on") func wrong() {
    var screen = StackBuilder(.usual, "⏎⏎↓x")
    for key in ["⇥", "⌃s", "⌥n", "⌥a", "⏎"] {
      // Typing on a date replaces it.
      screen.press(key, to: .dateText, shows: "  x", "Type a date like", hides: "1870-01-25x")
    }
  }

  @Test("The next record comes with the same field in its editor") func neighbors() {
    var screen = StackBuilder(.usual, "⏎⏎⇲!")
    screen.press("⌥n", to: .text)
    screen.press("?⌥p")
    #expect(screen.books[...1].map { $0.values[2] } == ["Leo Tolstoy!", "Amit Singh?"])
    screen.press("⎋⎋", to: .detail, shows: "War and Peace")
  }

  @Test("A new record begins with the values of another one", arguments: ["D", "⏎D"])
  func duplicate(_ keys: String) {
    var screen = StackBuilder(.usual, keys)
    #expect(screen.effects.last == .duplicate(.rowid(1)))
    screen.receive(.begun(.books, DraftStart(like: StackBuilder.sample[0])))
    screen.press("⌃s")
    #expect(screen.books.last?.values == StackBuilder.sample[0])
  }

  @Test("A record in which nothing was filled in is saved only after a question") func empty() {
    var schema = Schema.books
    schema.fields[0].isRequired = false
    var screen = StackBuilder(StackBuilder.sample, .usual, "+⌃s", schema: schema)
    screen.shows("Nothing is filled in. Save an empty book?")
    screen.press("⏎", to: .draft)
    #expect(screen.books.count == 3)
    screen.press("⌃ss")
    #expect(screen.books.count == 4)
  }

  @Test("Lines that are pasted where one is typed are joined, which is said") func pastedLines() {
    var screen = StackBuilder(.usual, "⏎⏎")
    screen.paste(" or\nnot")
    #expect(screen.stack.message == Wording.linesJoined)
    screen.press("⏎")
    #expect(screen.books[0].values[0] == "War and Peace or not")
  }

  // MARK: - Nothing typed is lost

  @Test(
    "Whatever key leaves an editor: what was typed is saved, asked about, or put back",
    arguments: ["⏎⏎⏎", "⏎⏎↓⏎", "⏎⏎⏎⌃j", "+", "+⇥", "⏎⏎↓⏎⌃p⌃c"])
  func everyKey(_ way: String) {
    let start = StackBuilder(StackBuilder.volumes(5), .usual, way + "1999-12-31")
    let bound = KeyTable.bindings(in: start.mode).flatMap(\.actions)
    let keys = bound.filter { if case .edit = $0.action { false } else { true } }.map(\.key)
    for key in keys where ![.control("n"), .up, .down, .control("o"), .f1].contains(key) {
      var screen = start
      screen.press([key])
      #expect(Self.holds(screen), "\(key.name) in \(start.mode)")
      screen.resize(20, 3)
      screen.resize(80, 24)
      screen.press("⎋")
      #expect(Self.holds(screen), "Esc after \(key.name) in \(start.mode)")
    }
  }

  /// Whether the text is on the screens or saved, or an answer brings it back.
  private static func holds(_ screen: StackBuilder) -> Bool {
    let values = screen.books.flatMap(\.values)
    return screen.text.contains("1999-12-31")
      || values.contains { value in
        screen.schema.fields.contains { $0.text(of: value).contains("1999-12-31") }
      }
  }

  @Test("A text that is given up can be put back with Control and Y, in any field") func yank() {
    var screen = StackBuilder(.usual, "⏎⏎ and more⎋")
    screen.shows("Your text for Title is not saved.", "[Go on editing]", "[Save]", "[Discard]")
    screen.press("d")
    #expect(screen.stack.message == Wording.typedIsKept)
    screen.press("⇲⌃y⏎")
    #expect(screen.books[0].values[2] == "Leo TolstoyWar and Peace and more")
  }

  @Test("What was typed on a row that another program deletes can be put back") func rowGone() {
    var screen = StackBuilder(.usual, "⏎⏎ and more")
    screen.receive(.deleted(.rowid(1)))
    #expect(screen.stack.message == Wording.typedIsKept)
    screen.press("↓⏎⏎⌃y⏎")
    #expect(screen.books[1].values[0] == "Mac OS X InternalsWar and Peace and more")
  }

  @Test("The letters of the answers give them, and Esc gives the first", arguments: ["g", "s", "d", "⎋"])
  func answers(_ key: String) {
    var screen = StackBuilder(.usual, "⏎⏎!⎋")
    screen.press(key, to: "g⎋".contains(key) ? .text : .detailEditing)
    #expect(screen.books[0].values[0] == (key == "s" ? "War and Peace!" : "War and Peace"))
  }
}

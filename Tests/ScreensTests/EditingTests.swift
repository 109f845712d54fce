import Cells
import Records
import Screens
import Testing

/// What is asked before something is lost, and what comes back from an editor elsewhere.
@Suite struct EditingTests {
  private var screen = StackBuilder()

  private var text: String { screen.stack.frame().textPlane }

  @Test("a draft in which something was typed is left only after a question")
  mutating func discarding() {
    screen.press(.character("+"), .escape)
    #expect(screen.stack.mode == .list)
    screen.press(.character("+"), .enter)
    screen.type("Emma")
    screen.press(.enter, .escape)
    #expect(text.contains("The new book is not saved."))
    screen.press(.escape)
    #expect(screen.stack.mode == .draft)
    screen.press(.escape, .character("g"))
    #expect(screen.stack.mode == .draft)
    #expect(text.contains("Emma"))
    screen.press(.escape, .enter)
    #expect(screen.books.count == 4)
    screen.press(.escape, .character("+"))
    screen.type("Emma")
    screen.press(.enter, .escape, .character("d"), .enter)
    #expect(screen.stack.mode == .list)
    #expect(screen.books.count == 4)
  }

  @Test("the question before a deletion says how many rows the filter hides")
  mutating func hiddenMarks() {
    screen.type("  /comedy")
    screen.press(.enter)
    screen.type(" -")
    #expect(text.contains("Delete 3 books, 2 of them not shown?"))
    screen.press(.right, .enter)
    #expect(screen.books.isEmpty)
  }

  @Test("what the filter does not show at all is said so")
  mutating func allHidden() {
    screen.type(" /comedy")
    screen.press(.enter)
    screen.type("-")
    #expect(text.contains("Delete 1 book, not shown?"))
  }

  @Test("a field of many rows is set after a question that Enter answers")
  mutating func settingMany() {
    screen.type("*=")
    screen.press(.end, .enter)
    screen.type("Anon")
    screen.press(.enter)
    #expect(text.contains("Set Author of 3 books to “Anon”?"))
    #expect(screen.books[0].values[2] == "Leo Tolstoy")
    screen.press(.escape)
    #expect(screen.books[0].values[2] == "Leo Tolstoy")
    screen.type("=")
    screen.press(.end, .enter)
    screen.type("Anon")
    screen.press(.enter, .enter)
    #expect(screen.books.map { $0.values[2] } == ["Anon", "Anon", "Anon"])
  }

  @Test("a field that no two rows may share is not set in many, but made NULL, and set in one")
  mutating func uniqueInMany() {
    var schema = Schema.books
    schema.fields[2].isUnique = true
    screen = StackBuilder(schema: schema)
    screen.type("*=")
    screen.press(.end, .enter)
    screen.type("Anon")
    screen.press(.enter)
    #expect(text.contains("Author must be unique, so it cannot be set in several books at once."))
    #expect(text.contains("Anon"))
    screen.press(.control("n"), .enter)
    #expect(text.contains("Set Author of 3 books to –?"))
    screen.press(.escape)
    screen.type("* =")
    screen.press(.end, .enter)
    screen.type("Anon")
    screen.press(.enter)
    #expect(screen.books.map { $0.values[2] } == ["Anon", "Amit Singh", "Dante Alighieri"])
  }

  @Test("what an editor elsewhere makes of the text is saved")
  mutating func external() {
    screen.press(.enter, .enter, .enter)
    screen.type("!")
    screen.press(.control("o"))
    #expect(screen.effects.last == .editExternally("War and Peace!"))
    screen.takeEdited("Peace\nand War")
    #expect(screen.stack.mode == .detailEditing)
    #expect(screen.books[0].values[0] == "Peace\nand War")
  }

  @Test("what does not parse is shown with its problem, and not lost")
  mutating func externalProblem() {
    screen.press(.enter, .enter, .down, .enter, .control("p"), .control("o"))
    #expect(screen.effects.last == .editExternally("1870-01-25"))
    screen.takeEdited("1870-13-25 or so")
    #expect(screen.stack.mode == .dateText)
    #expect(text.contains("1870-13-25 or so"))
    #expect(text.contains("Type a date like"))
    screen.press(.escape, .character("d"), .up, .enter)
    screen.takeEdited(" ")
    #expect(text.contains("Title is required."))
  }

  @Test("NULL that comes back as it went stays NULL")
  mutating func externalNull() {
    screen = StackBuilder([["Edda", .null, .null]])
    screen.press(.enter, .enter, .end, .enter, .control("o"))
    screen.takeEdited("")
    screen.press(.enter)
    #expect(screen.books[0].values[2] == .null)
  }

  @Test("a field that the database computes is not opened, and has no sign that it could be")
  mutating func computed() {
    var schema = Schema.books
    schema.fields[2].isGenerated = true
    screen = StackBuilder(columns: 80, rows: 24, schema: schema)
    for mode in [Mode.detailEditing, .draft] {
      if mode == .draft {
        screen.press(.escape, .escape, .character("+"))
      } else {
        screen.press(.enter, .enter)
      }
      #expect(screen.stack.mode == mode)
      screen.press(.end, .enter)
      #expect(screen.stack.mode == mode)
      #expect(screen.stack.message?.text == "Author is computed by the database, and cannot be edited.")
      #expect(text.filter { $0 == "›" }.count == 2)
    }
    screen.press(.escape)
    screen.type(" =")
    screen.press(.end, .enter)
    #expect(screen.stack.mode == .menu)
    #expect(screen.stack.message?.text == "Author is computed by the database, and cannot be edited.")
  }

  @Test(
    "a whole number that is too large is told the range",
    arguments: ["9223372036854775808", "-9223372036854775809"])
  mutating func tooLarge(_ number: String) {
    var schema = Schema.books
    schema.fields[2].kind = .integer
    schema.fields[2].affinity = .integer
    screen = StackBuilder([["Edda", .null, .null]], schema: schema)
    screen.press(.enter, .enter, .end, .enter)
    screen.type(number)
    screen.press(.enter)
    #expect(
      text.contains("Author is too large:") && text.contains("9,223,372,036,854,775,807."))
    screen.type("x")
    screen.press(.enter)
    #expect(text.contains("Author takes a whole number, like 42."))
  }

  @Test("today, typed in any case, is the date of today", arguments: ["today", "TODAY", " Today"])
  mutating func today(_ word: String) {
    screen.press(.enter, .enter, .down, .enter, .control("u"))
    screen.type(word)
    #expect(text.contains("Friday, 1 January 1971"))
    screen.press(.enter)
    #expect(screen.books[0].values[1] == .real(86_400 * 365))
    screen.press(.enter, .control("o"))
    screen.takeEdited("yesterday")
    #expect(screen.books[0].values[1] == .real(86_400 * 364))
  }

  @Test("today is the date of today in a partial date too")
  mutating func partialToday() {
    var schema = Schema.books
    (schema.fields[2].kind, schema.fields[2].affinity) = (.partialDate, .text)
    screen = StackBuilder([["Edda", .null, .null]], schema: schema)
    screen.press(.enter, .enter, .end, .enter)
    screen.type("today")
    #expect(text.contains("Friday, 1 January 1971"))
    screen.press(.enter)
    #expect(screen.books[0].values[2] == "1971-01-01")
  }

  @Test("the key that shows the help closes it")
  mutating func help() {
    screen.type("?")
    #expect(screen.stack.mode == .help)
    screen.type("?")
    #expect(screen.stack.mode == .list)
  }

  @Test("the way back is called by the screen that it leads to")
  mutating func back() {
    screen.press(.enter)
    #expect(text.contains("‹ Books"))
    let record = RecordSnapshot(id: .rowid(9), values: ["Emma", .null, .null], state: .hydrated)
    screen.stack.receive(.linked(record, .books))
    #expect(text.contains("‹ War and Peace"))
    #expect(!text.contains("‹ Books"))
  }

  @Test("a value that the database refuses where no editor is open is said on the status line")
  mutating func refused() {
    screen.press(.enter, .enter)
    screen.stack.receive(.refused(.problem("No.")))
    #expect(screen.stack.message?.text == "No.")
    screen.stack.receive(.accepted(screen.books[0]))
    #expect(screen.stack.mode == .detailEditing)
  }
}

import Cells
import Records
import Testing

@testable import Screens

/// What is done with many rows at once.
@Suite struct MarkTests {
  private var screen = StackBuilder()

  private let allRows = RowSet.rows([.rowid(1), .rowid(2), .rowid(3)])

  private var shownMarks: Int { screen.stack.frame().cells.count { $0.text == "✓" } - 1 }

  @Test("Space marks a row and goes on, and marks it no more the second time")
  mutating func space() {
    screen.type("  ")
    #expect(screen.stack.selectedPlace == 2)
    #expect(shownMarks == 2)
    screen.type("k H")
    #expect(screen.effects.last == .hydrate(.rows([.rowid(1)])))
    #expect(shownMarks == 1)
  }

  @Test("a row that is not there yet cannot be marked or opened, and the selection can go over it")
  mutating func missing() {
    screen.missing = [1]
    screen.press(.down, .character(" "), .enter, .character("-"))
    #expect(screen.stack.selectedPlace == 1)
    #expect(shownMarks == -1)
    #expect(screen.stack.screenCount == 1)
    screen.press(.down)
    #expect(screen.selectedTitle == "The Divine Comedy")
  }

  @Test("all that the filter shows are marked besides others, or none of them, until Esc on the whole list")
  mutating func all() {
    screen.type("*")
    #expect(shownMarks == 3)
    screen.type("*")
    #expect(shownMarks == -1)
    screen.press(.home, .down, .character(" "))
    screen.type("/peace")
    screen.press(.enter)
    screen.type("*H")
    #expect(screen.effects.last == .hydrate(.rows([.rowid(1), .rowid(2)])))
    screen.press(.escape)
    #expect(shownMarks == 2)
    screen.type("/peace")
    screen.press(.enter)
    screen.type("*H")
    #expect(screen.effects.last == .hydrate(.rows([.rowid(2)])))
    screen.press(.escape, .escape)
    #expect(shownMarks == -1)
  }

  @Test("that the marks of a list of unknown length are gone is said while words are typed, and at their end")
  mutating func losing() {
    screen.isCounted = false
    func says() -> Bool { screen.stack.frame().textPlane.contains("The marks were removed, because") }
    screen.type("*/")
    #expect(!says())
    screen.type("o")
    #expect(says())
    screen.type("m")
    #expect(says())
    screen.press(.enter)
    #expect(says())
    screen.press(.down)
    #expect(!says())
    screen.type("*")
    #expect(!says())
    screen.press(.escape)
    #expect(says())
    screen.press(.down)
    #expect(!says())
  }

  @Test("nothing is said where no mark is lost")
  mutating func keeping() {
    screen.type(" /o")
    screen.press(.enter)
    #expect(screen.stack.message?.text == "Esc brings the whole list back.")
    screen.type("**")
    screen.press(.escape)
    #expect(screen.stack.message == nil)
  }

  @Test("Every key that acts on a row acts on the marked ones, or says that it does not")
  mutating func acting() {
    let fields = [
      Field(column: "title", label: "Title", kind: .text),
      Field(column: "status", label: "Status", kind: .choice(["read"])),
      Field(column: "url", label: "URL", kind: .url),
    ]
    let schema = Schema(
      table: "book", key: .rowid(column: "pk"), fields: fields, titleIndex: 0, singular: "book",
      plural: "books")
    let rows = RowSet.rows([.rowid(1), .rowid(2)])
    for (key, effect) in [
      ("R", .reading(.start(rows))), ("x", .reading(.askAboutEnd(rows))), ("L", .reading(.lend(rows))),
      ("P", .say(Wording.notOfSeveral(schema))), ("J", .moveRows(rows, .by(1))),
      ("T", .moveRows(rows, .toTop)), ("M", .duplicates(.compareMarked(rows))),
      ("y", .copyRows(rows, .title)),
      ("H", .hydrate(rows)), ("-", .askToDelete(rows, .exactly(2), title: nil)),
      ("e", .say(ListWording.editsOne("The Divine Comedy", schema))),
      ("D", .say(ListWording.duplicatesOne("The Divine Comedy", schema))),
    ] as [(Character, Effect)] {
      screen = StackBuilder(schema: schema)
      screen.type("  ")
      screen.press(.character(key))
      #expect(screen.effects.contains(effect), "\(key)")
    }
    // One mark is no other than the selection.
    screen = StackBuilder(schema: schema)
    screen.press(.character(" "), .character("P"))
    #expect(screen.effects.last == .reading(.askHowFar(.rowid(1))))
  }

  @Test("single marks stay with their rows in another order and filter")
  mutating func staying() {
    screen.type("  S")
    #expect(shownMarks == 2)
    screen.type("/peace")
    #expect(shownMarks == 1)
    screen.press(.escape)
    #expect(shownMarks == 2)
  }

  @Test("all are hydrated where none is marked")
  mutating func hydrating() {
    screen.type("H")
    #expect(screen.effects == [.hydrate(.all)])
  }

  @Test("marked rows are deleted after one question, and their marks with them")
  mutating func deleting() {
    screen.type("  -")
    #expect(screen.stack.frame().textPlane.contains("Delete 2 books?"))
    screen.press(.enter)
    #expect(screen.books.count == 3)
    screen.type("-")
    screen.press(.right, .enter)
    #expect(screen.books.map(\.id) == [.rowid(3)])
    #expect(shownMarks == -1)
  }

  @Test("one row names itself in the question, though it is the only one marked that is asked by number")
  mutating func deletingOne() {
    screen.type("-")
    #expect(screen.stack.frame().textPlane.contains("Delete “War and Peace”?"))
    screen.press(.escape)
    screen.type(" -")
    #expect(screen.stack.frame().textPlane.contains("Delete 1 book?"))
  }

  @Test("where their number is not known the question names none")
  mutating func deletingUncounted() {
    screen.isCounted = false
    screen.type("*-")
    #expect(screen.stack.frame().textPlane.contains("Delete all books of this list?"))
  }

  @Test("one field of the marked rows is set to one value")
  mutating func setting() {
    screen.type("  =")
    #expect(screen.stack.frame().textPlane.contains("Set in 2 books"))
    screen.press(.end, .enter)
    screen.type("Anon")
    screen.press(.enter, .enter)
    #expect(screen.effects.last == .setRows(.rows([.rowid(1), .rowid(2)]), field: 2, "Anon"))
    #expect(screen.stack.mode == .list)
    #expect(shownMarks == 2)
  }

  @Test(
    "the question names the value",
    arguments: [
      ([.character("A"), .character("n")], "Set Author of 3 books to “An”?"),
      ([.character("A"), .backspace], "Clear Author of 3 books?"),
      ([.control("n")], "Set Author of 3 books to –?"),
      (Array(repeating: .character("x"), count: 41), "“\(String(repeating: "x", count: 39))…”?"),
    ] as [([Key], String)])
  mutating func naming(_ keys: [Key], _ question: String) {
    screen.resize(120, 24)
    screen.type("*=")
    screen.press(.end, .enter)
    screen.press(keys)
    screen.press(.enter)
    #expect(screen.stack.frame().textPlane.contains(question))
  }

  @Test("a date or a number that is emptied again is NULL in all rows, not an empty text")
  mutating func emptying() {
    screen.type("*=")
    screen.press(.down, .enter)
    screen.type("1")
    screen.press(.backspace, .enter)
    #expect(screen.stack.frame().textPlane.contains("Set Copyright of 3 books to –?"))
    screen.press(.enter)
    #expect(screen.effects.last == .setRows(allRows, field: 1, .null))
  }

  @Test("marks stay where a filter shows no row to be marked")
  mutating func markingNothing() {
    screen.type(" /zzz")
    screen.press(.enter)
    screen.type("*")
    #expect(screen.stack.frame().textPlane.contains("✓ 1"))
  }

  @Test("the question names a date, and where the number of rows is not known none")
  mutating func namingDate() {
    screen.isCounted = false
    screen.type("*=")
    screen.press(.down, .enter)
    screen.type("1970")
    screen.press(.enter)
    #expect(screen.stack.frame().textPlane.contains("Set Copyright of all books of this list to 1970-01-01?"))
  }

  @Test("nothing is set before something is typed, and NULL and a date can be")
  mutating func settingNothing() {
    screen.type("*=")
    screen.press(.end, .enter, .enter)
    #expect(screen.stack.mode == .text)
    #expect(screen.stack.frame().textPlane.contains("Type a value"))
    screen.press(.control("n"), .enter, .enter)
    #expect(screen.effects.last == .setRows(allRows, field: 2, .null))
    screen.type("=")
    screen.press(.down, .enter)
    screen.type("1970")
    screen.press(.enter, .enter)
    #expect(
      screen.effects.last == .setRows(allRows, field: 1, .integer(0))
        || screen.effects.last == .setRows(allRows, field: 1, .real(0)))
  }

  @Test("the field is asked for all rows where none is marked, and never where nothing can be changed")
  mutating func refusing() {
    screen.type("=")
    #expect(screen.stack.frame().textPlane.contains("Set in "))
    screen = StackBuilder(isReadOnly: true)
    screen.type("*=")
    #expect(screen.stack.message?.isProblem == true)
    screen.type("-")
    #expect(screen.stack.screenCount == 1)
  }

  @Test("the screens of a deleted row are closed with what lies over them")
  mutating func closing() {
    screen.press(.enter, .enter, .enter)
    screen.stack.receive(.deletedRows(.rows([.rowid(2)])))
    #expect(screen.stack.screenCount == 3)
    screen.stack.receive(.deletedRows(.all(except: [.rowid(2)])))
    #expect(screen.stack.mode == .list)
  }
}

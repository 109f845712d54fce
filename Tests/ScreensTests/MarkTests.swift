import Cells
import Records
import Testing

@testable import Screens

/// What is done with many rows at once.
@Suite struct MarkTests {
  private let allRows = RowSet.rows([.rowid(1), .rowid(2), .rowid(3)])
  private let firstTwo = RowSet.rows([.rowid(1), .rowid(2)])

  private func marks(_ screen: StackBuilder) -> Int {
    max(0, screen.stack.frame().cells.count { $0.text == "✓" } - 1)
  }

  @Test("Space marks a row and goes on, and marks it no more the second time") func space() {
    var screen = StackBuilder()
    screen.press("  ", at: 2)
    #expect(marks(screen) == 2)
    screen.press("k H", asks: .hydrate(.rows([.rowid(1)])))
    #expect(marks(screen) == 1)
  }

  @Test("a row that is not there yet cannot be marked or opened, and the selection can go over it")
  func missing() {
    var screen = StackBuilder()
    screen.missing = [1]
    screen.press("↓ ⏎-", to: .list, at: 1)
    #expect(
      marks(screen) == 0 && !screen.effects.contains { if case .askToDelete = $0 { true } else { false } })
    screen.press("↓", at: 2)
  }

  @Test(
    "* asks to mark all besides those that are marked, and marks stay in another order and filter until Esc")
  func all() {
    var screen = StackBuilder()
    screen.press("*", asks: .markAll(.rows([])))
    screen.receive(.marked(allRows))
    #expect(marks(screen) == 3)
    screen.press("*", asks: .markAll(allRows))
    screen.receive(.marked(.none))
    #expect(marks(screen) == 0)
    screen.press("⇱↓ /peace⏎*", asks: .markAll(.rows([.rowid(2)])), shows: "✓ 1")
    #expect(marks(screen) == 0)
    screen.press("⎋S")
    #expect(marks(screen) == 1)
    screen.press("⎋")
    #expect(marks(screen) == 0)
  }

  @Test("that the marks of a list of unknown length are gone is said while words are typed, and at their end")
  func losing() {
    var screen = StackBuilder()
    screen.isCounted = false
    screen.receive(.marked(.all))
    for (keys, says) in [("/", false), ("o", true), ("m", true), ("⏎", true), ("↓", false)] {
      screen.press(keys)
      #expect(screen.text.contains("The marks were removed, because") == says, "\(keys)")
    }
    screen.receive(.marked(.all))
    for (keys, says) in [("", false), ("⎋", true), ("↓", false)] {
      screen.press(keys)
      #expect(screen.text.contains("The marks were removed, because") == says, "\(keys)")
    }
  }

  @Test("nothing is said where no mark is lost") func keeping() {
    var screen = StackBuilder(.usual, " /zzz⏎")
    screen.press("*", shows: "✓ 1")
    #expect(!screen.effects.contains { if case .markAll = $0 { true } else { false } })
    screen = StackBuilder(.usual, " /o⏎")
    #expect(screen.message == "Esc brings the whole list back.")
    screen.press("⎋")
    #expect(screen.stack.message == nil)
  }

  @Test("Every key that acts on a row acts on the marked ones, or says that it does not") func acting() {
    let schema = Schema(of: "book", ["Title": .text, "Status": .choice(["read"]), "URL": .url])
    for (key, effect) in [
      ("R", .reading(.start(firstTwo))), ("x", .reading(.askAboutEnd(firstTwo))),
      ("L", .reading(.lend(firstTwo))),
      ("P", .say(Wording.notOfSeveral(schema))), ("J", .moveRows(firstTwo, .by(1))),
      ("T", .moveRows(firstTwo, .toTop)), ("M", .duplicates(.compareMarked(firstTwo))),
      ("y", .copyRows(firstTwo, .title)),
      ("H", .hydrate(firstTwo)), ("-", .askToDelete(firstTwo, .exactly(2), title: nil)),
      ("e", .say(ListWording.editsOne("The Divine Comedy", schema))),
      ("D", .say(ListWording.duplicatesOne("The Divine Comedy", schema))),
    ] as [(String, Effect)] {
      let screen = StackBuilder(StackBuilder.sample, .usual, "  " + key, schema: schema)
      #expect(screen.effects.contains(effect), "\(key)")
    }
    // One mark is no other than the selection.
    let screen = StackBuilder(StackBuilder.sample, .usual, " P", schema: schema)
    #expect(screen.effects.last == .reading(.askHowFar(.rowid(1))))
  }

  @Test(
    "One row is asked about by its title, the only marked one by number, all of a list as all",
    arguments: [
      ("-", .rows([.rowid(1)]), 1, "War and Peace"), (" -", .rows([.rowid(1)]), 1, nil),
      ("  /comedy⏎ -", .rows([.rowid(1), .rowid(2), .rowid(3)]), 3, nil),
    ] as [(String, RowSet, Int, String?)])
  func deleting(_ keys: String, _ rows: RowSet, _ count: Int, _ title: String?) {
    let screen = StackBuilder(.usual, keys)
    #expect(screen.effects.last == .askToDelete(rows, .exactly(count), title: title))
  }

  @Test("Deleted rows are marked no more, and their screens are closed with what lies over them")
  func deleted() {
    var screen = StackBuilder(.usual, "  ⏎⏎⏎")
    screen.receive(.deletedRows(.rows([.rowid(2)])))
    #expect(screen.stack.screenCount == 3)
    screen.receive(.deletedRows(.all(except: [.rowid(2)])))
    screen.press("", to: .list)
    #expect(marks(screen) == 0)
  }

  @Test("all are hydrated where none is marked, and all are set") func none() {
    var screen = StackBuilder()
    screen.press("H", asks: .hydrate(.all))
    screen.press("=", shows: "Set in ")
    screen = StackBuilder(StackBuilder.sample, .usual, "   =", isReadOnly: true)
    #expect(screen.stack.message?.isProblem == true)
    screen.press("-")
    #expect(screen.effects.last == .say(Wording.readOnly) && screen.stack.screenCount == 1)
  }

  @Test("one field of the marked rows is set to one value, after a question that Enter answers")
  func setting() {
    let set = Effect.setRows(firstTwo, field: 2, "Anon")
    var screen = StackBuilder(.usual, "  =")
    screen.shows("Set in 2 books")
    screen.press("⇲⏎Anon⏎⎋")
    #expect(!screen.effects.contains(set))
    screen.press("=⇲⏎Anon⏎⏎", to: .list, asks: set)
    #expect(marks(screen) == 2)
  }

  @Test(
    "the question names the value, and one that is emptied again",
    arguments: [
      ("⇲⏎An⏎", "Set Author of 3 books to “An”?"), ("⇲⏎A⌫⏎", "Clear Author of 3 books?"),
      ("⇲⏎⌃n⏎", "Set Author of 3 books to –?"),
      ("⇲⏎\(String(repeating: "x", count: 41))⏎", "“\(String(repeating: "x", count: 39))…”?"),
      ("↓⏎1⌫⏎", "Set Copyright of 3 books to –?"), ("↓⏎1970⏎", "Set Copyright of 3 books to 1970-01-01?"),
    ])
  func naming(_ keys: String, _ question: String) {
    StackBuilder(Size(120, 24), "   =" + keys).shows(question)
  }

  @Test("where the number of rows is not known the question names none") func namingAll() {
    var screen = StackBuilder()
    screen.isCounted = false
    screen.answer([])
    screen.receive(.marked(.all))
    screen.press("=↓⏎1970⏎", shows: "Set Copyright of all books of this list to 1970-01-01?")
  }

  @Test(
    "nothing is set before something is typed; a date or a number that is emptied again is NULL, not a text")
  func settingNothing() {
    var screen = StackBuilder(.usual, "   =⇲⏎")
    screen.press("⏎", to: .text, shows: "Type a value")
    screen.press("⌃n⏎⏎", asks: .setRows(allRows, field: 2, .null))
    screen.press("=↓⏎1⌫⏎⏎", asks: .setRows(allRows, field: 1, .null))
    screen.press("=↓⏎1970⏎⏎", asks: .setRows(allRows, field: 1, .real(0)))
  }
}

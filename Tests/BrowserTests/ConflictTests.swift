import Browser
import Cells
import Records
import Testing

/// What other programs have changed or deleted that was changed here, too.
@Suite struct ConflictTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  /// An edit that another program gets ahead of before it is written.
  private func conflict() {
    net.editAuthor()
    net.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    terminal.press(.character("m"))
    terminal.waitFor("1 field was changed by another program meanwhile: press C.")
    terminal.waitFor("! The Divine Comedy")
    terminal.press(.end)
    terminal.waitFor("C conflicts")
    terminal.press(.character("C"))
    terminal.waitFor("Author of “The Divine Comedy”")
  }

  @Test("the key to the conflicts compares what is not written before it says that there are none")
  func compared() throws {
    net.editAuthor()
    terminal.press(.character("C"))
    terminal.waitFor("There are no conflicts with another program.")
    net.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    terminal.press(.character("C"))
    terminal.waitFor("Author of “The Divine Comedy”")
    terminal.then { #expect(terminal.screen.contains("Boccaccio")) }
    terminal.press(.down, .enter)
    terminal.waitFor("All conflicts are settled.")
    try net.run()
    try net.expect(author: "Boccaccio")
  }

  @Test("the key to the conflicts finds rows that are gone, and sees none where both set the same value")
  func comparedRows() throws {
    net.editAuthor()
    net.change("UPDATE book SET author = 'Durante' WHERE pk = 3")
    terminal.press(.character("C"))
    terminal.waitFor("There are no conflicts with another program.")
    net.change("DELETE FROM book WHERE pk = 3")
    terminal.press(.character("C"))
    terminal.waitFor("“The Divine Comedy” was deleted")
    terminal.press(.down, .enter)
    terminal.waitFor("All conflicts are settled.")
    try net.run()
  }

  @Test("each of the three values can be chosen", arguments: Conflict.Choice.allCases)
  func choose(_ choice: Conflict.Choice) throws {
    conflict()
    switch choice {
    case .mine: terminal.press(.enter)
    case .theirs: terminal.press(.down, .enter)
    case .original: terminal.press(.end, .enter)
    }
    terminal.waitFor(
      choice == .theirs
        ? "All conflicts are settled." : "All conflicts are settled; the next write-back writes your choices."
    )
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(
      author: choice == .mine ? "Durante" : choice == .theirs ? "Boccaccio" : "Dante Alighieri")
  }

  @Test("all can be kept at once", arguments: [("M", "Durante"), ("T", "Boccaccio")])
  func all(_ key: Character, _ author: String) throws {
    conflict()
    terminal.press(.character(key))
    terminal.waitFor("All conflicts are settled")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: author)
  }

  @Test("what is undone is in conflict no more, and the screen that asks about it closes")
  func undone() throws {
    conflict()
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Author of “The Divine Comedy”.")
    terminal.waitFor("3 books")
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("Theirs") }
    try net.run()
  }

  @Test(
    "undoing it over a detail shows there what the other program has written, and the history claims no write"
  )
  func undoneBelow() throws {
    terminal.size = Size(columns: 120, rows: 40)
    terminal.press(.character("v"), .end, .enter, .enter, .end, .enter, .control("u"))
    terminal.type("Durante")
    terminal.press(.enter, .escape)
    net.change(
      "UPDATE book SET author = 'Boccaccio' WHERE pk = 3;UPDATE book SET title = 'Peace' WHERE pk = 1")
    // By then it was noticed that somebody else has written, and is not noticed once more.
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("War and Peace") }
    terminal.press(.character("m"))
    terminal.waitFor("press C.")
    terminal.press(.character("C"))
    terminal.waitFor("Author of “The Divine Comedy”")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Author of “The Divine Comedy”.")
    terminal.waitFor("Boccaccio")
    terminal.press(.character("m"), .character("U"))
    terminal.waitFor("discarded")
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("written") }
    try net.run()
    try net.expect(author: "Boccaccio")
  }

  @Test("quitting with a conflict offers to settle it")
  func quit() throws {
    conflict()
    terminal.press(.escape, .character("q"))
    terminal.waitFor("by another program meanwhile. Settle")
    terminal.waitFor("[S]ettle")
    terminal.press(.enter)
    terminal.waitFor("Theirs")
    terminal.press(.character("M"))
    // Who leaves before that is asked once more.
    terminal.waitFor("All conflicts are settled")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: "Durante")
  }

  @Test("a row that is gone and has edits comes back or is given up", arguments: [true, false])
  func gone(_ isInserted: Bool) throws {
    net.editAuthor()
    net.change("DELETE FROM book WHERE pk = 3")
    terminal.press(.character("m"))
    terminal.waitFor("1 row was deleted by another program meanwhile: press C.")
    terminal.press(.character("C"))
    terminal.waitFor("“The Divine Comedy” was deleted")
    if !isInserted { terminal.press(.down) }
    terminal.press(.enter)
    terminal.waitFor("All conflicts are settled.")
    terminal.press(.character("U"))
    terminal.waitFor(isInserted ? "Addition of “The Divine Comedy”" : "discarded")
    terminal.waitUntil { [unowned terminal] in terminal.screen.contains("discarded") != isInserted }
    terminal.press(.escape, .character("q"))
    #expect(try net.run() == .quit)
    try net.scratch.expect("SELECT author FROM book WHERE pk = 3", isInserted ? ["Durante"] : [])
  }

  @Test(
    "who keeps all that the other program has done is asked before edits of rows that are gone are given up")
  func allButGone() throws {
    net.editAuthor()
    terminal.press(.home, .enter, .enter, .end, .enter, .control("u"))
    terminal.type("Lev")
    terminal.press(.enter, .escape, .escape)
    net.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3;DELETE FROM book WHERE pk = 1")
    terminal.press(.character("m"))
    terminal.waitFor("and 1 row was deleted by another program")
    terminal.press(.character("C"), .character("T"))
    terminal.waitFor("recovered.")
    terminal.press(.right, .enter)
    terminal.waitFor("All conflicts are settled.")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: "Boccaccio")
  }

  @Test(
    "thousands of rows in conflict, or gone, can be gone through, and are settled together between the keys")
  func many() throws {
    try net.makeMany()
    net.change("UPDATE book SET author = 'theirs' WHERE pk % 3 > 0;DELETE FROM book WHERE pk % 3 = 0")
    terminal.press(.character("m"))
    terminal.waitFor("4,000 fields were changed and 2,000 rows were deleted by another program")
    terminal.press(.character("C"))
    terminal.waitFor("Author of “War and Peace”")
    for _ in 0..<100 { terminal.press(.pageDown) }
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("“War and Peace”") }
    terminal.press(.end)
    terminal.waitFor("“Title 6000” was deleted")
    for _ in 0..<100 { terminal.press(.pageUp) }
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("“Title 6000”") }
    terminal.press(.home)
    terminal.waitFor("Author of “War and Peace”")
    terminal.press(.down, .enter)
    terminal.waitFor("Kept the other program's value of Author.")
    terminal.press(.character("M"))
    terminal.waitFor("All conflicts are settled; the next write-back writes your choices.")
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.scratch.expect(
      "SELECT author, count(*) FROM book GROUP BY author ORDER BY author", ["Anon|5999", "theirs|1"])
  }
}

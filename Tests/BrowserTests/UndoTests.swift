import BookStore
import Browser
import Cells
import Records
import Testing

/// Undo and redo.
@Suite struct UndoTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  /// Takes the last change back, and waits until something says so.
  private func undo(_ sentence: String) {
    terminal.press(.character("u"))
    terminal.waitFor(sentence)
  }

  /// Makes the change again, and waits until something says so.
  private func redo(_ sentence: String) {
    terminal.press(.control("r"))
    terminal.waitFor(sentence)
  }

  @Test("an edit is undone on the list and done again in the detail, which shows it")
  func edit() throws {
    net.editAuthor()
    terminal.press(.home, .character("u"))
    terminal.waitFor("Undone: Author of “The Divine Comedy”.")
    terminal.waitFor("0 dirty")
    terminal.press(.enter)
    terminal.waitFor("Dante Alighieri")
    redo("Redone: Author of “The Divine Comedy”.")
    terminal.waitFor("Durante")
    redo("There is nothing to redo.")
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test("an edit is undone after a warning and after a restart")
  func later() throws {
    net.editAuthor()
    terminal.press(.character("m"), .character("q"))
    try net.run()
    try net.expect(author: "Durante")
    var later = net
    later.terminal = ScriptedTerminal()
    later.terminal.press(.character("u"))
    later.terminal.waitFor("Undone: Author of “The Divine Comedy”.")
    later.terminal.press(.character("u"))
    later.terminal.waitFor("There is nothing to undo.")
    try later.run()
    try net.expect(author: "Dante Alighieri")
  }

  @Test("a deleted row comes back under its key and is selected, and goes again")
  func deletion() throws {
    terminal.press(.down, .character("-"), .right, .enter)
    terminal.waitFor("2 books")
    undo("Undone: deletion of “Mac OS X Internals”.")
    terminal.press(.enter)
    terminal.waitFor("Amit Singh")
    redo("Redone: deletion of “Mac OS X Internals”.")
    // The detail of a row that went is closed.
    terminal.waitFor("2 books")
    terminal.waitFor("War and Peace")
    undo("Undone: deletion")
    try net.run()
    try net.scratch.expect("SELECT pk, author FROM book WHERE pk = 2", ["2|Amit Singh"])
  }

  @Test("one step undoes what was set in many rows")
  func many() throws {
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 3 books.")
    undo("Undone: Author of 3 books.")
    terminal.waitFor("0 dirty")
    try net.run()
  }

  @Test("a bulk change is undone between the keys, with its progress")
  func large() throws {
    try net.makeMany()
    terminal.press(.home, .character("u"))
    terminal.waitFor("Undoing")
    terminal.press(.down)
    terminal.waitUntil { [unowned terminal] in
      terminal.screen.contains("Undoing")
        && terminal.screen.split(separator: "\n").contains {
          $0.contains("Mac OS X Internals") && $0.contains("›")
        }
    }
    terminal.waitFor("Undone: Author of 6,000 books.")
    terminal.press(.control("r"))
    terminal.waitFor("Redone: Author of 6,000 books.")
    terminal.press(.character("q"))
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["6000"])
  }

  @Test("Esc stops the undo of a bulk change, and the next one goes on with the rest")
  func stopped() throws {
    try net.makeMany()
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote")
    terminal.press(.character("u"))
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("· 0 dirty") }
    terminal.press(.escape)
    terminal.waitFor("u undoes the rest")
    terminal.press(.control("r"))
    terminal.waitFor("Redone: Author of")
    terminal.waitFor("· 0 dirty")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Author of")
    terminal.press(.character("u"))
    // Edits of before may have been written by now, so nobody counts those that are not.
    terminal.waitFor("Undoing")
    terminal.waitFor("Undone: Author of")
    terminal.press(.character("q"))
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["0"])
  }

  @Test("rows that go with a deleted one are named, and come back with it")
  func cascade() throws {
    _ = try net.scratch.sql(
      "CREATE TABLE loan (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk) ON DELETE CASCADE)")
    _ = try net.scratch.sql("INSERT INTO loan VALUES (1, 2), (2, 2), (3, 1)")
    terminal.press(.enter, .down, .character("-"), .right, .enter)
    terminal.waitFor("Deleted the book, with 2 other rows.")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: deletion of “Mac OS X Internals”, with 2 other rows.")
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM loan WHERE book = 2", ["2"])
  }

  @Test(
    "what another program has changed since stays, and says so; it is passed over if the person wants that")
  func changedSince() throws {
    net.editAuthor()
    terminal.press(.character("m"))
    terminal.then { _ = try net.scratch.sql("UPDATE book SET author = 'Boccaccio' WHERE pk = 3") }
    for _ in 0..<2 {
      undo("Not undone: Author of “The Divine Comedy”")
      terminal.waitFor("[P]ass over")
      terminal.press(.escape)
      terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("[P]ass over") }
    }
    undo("[P]ass over")
    terminal.press(.character("p"), .enter)
    terminal.waitFor("There is nothing to undo.")
    try net.run()
    try net.expect(author: "Boccaccio")
  }

  @Test("a bulk change is undone but for what another program has changed, which is a conflict then")
  func inConflict() throws {
    try net.makeMany()
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote")
    terminal.then { _ = try net.scratch.sql("UPDATE book SET author = 'Boccaccio' WHERE pk = 3") }
    // Undo finds it, or the write-back after it.
    undo("press C.")
    terminal.press(.character("C"))
    terminal.waitFor("Boccaccio")
    terminal.press(.down, .enter)
    terminal.waitFor("All conflicts are settled.")
    terminal.press(.character("q"))
    try net.run()
    try net.expect(author: "Boccaccio")
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["0"])
  }

  @Test("undo is offered as soon as there is something to undo, also after a restart")
  func offered() throws {
    terminal.size = Size(columns: 160, rows: 24)
    terminal.waitFor("3 books")
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("u undo") }
    net.editAuthor()
    terminal.waitFor("u undo")
    terminal.press(.character("q"))
    try net.run()
    var later = net
    later.terminal = ScriptedTerminal()
    later.terminal.size = Size(columns: 160, rows: 24)
    later.terminal.waitFor("u undo")
    try later.run()
  }
}

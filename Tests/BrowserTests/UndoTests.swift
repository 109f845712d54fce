import BookStore
import Browser
import Cells
import Records
import Testing

/// Undo, redo, the history, and what a session has left that ended before it wrote.
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
    terminal.waitFor("Undid Author of “The Divine Comedy”.")
    terminal.waitFor("0 dirty")
    terminal.press(.enter)
    terminal.waitFor("Dante Alighieri")
    redo("Redid Author of “The Divine Comedy”.")
    terminal.waitFor("Durante")
    redo("There is nothing to do again.")
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
    later.terminal.waitFor("Undid Author of “The Divine Comedy”.")
    later.terminal.press(.character("u"))
    later.terminal.waitFor("There is nothing to undo.")
    try later.run()
    try net.expect(author: "Dante Alighieri")
  }

  @Test("a deleted row comes back under its key and is selected, and goes again")
  func deletion() throws {
    terminal.press(.down, .character("-"), .right, .enter)
    terminal.waitFor("2 books")
    undo("Undid deletion of “Mac OS X Internals”.")
    terminal.press(.enter)
    terminal.waitFor("Amit Singh")
    redo("Redid deletion of “Mac OS X Internals”.")
    // The detail of a row that went is closed.
    terminal.waitFor("2 books")
    terminal.waitFor("War and Peace")
    undo("Undid deletion")
    try net.run()
    try net.scratch.expect("SELECT pk, author FROM book WHERE pk = 2", ["2|Amit Singh"])
  }

  @Test("one step undoes what was set in many rows")
  func many() throws {
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 3 books.")
    undo("Undid Author of 3 books.")
    terminal.waitFor("0 dirty")
    try net.run()
  }

  @discardableResult
  private func insertMany() throws -> [RecordID] {
    _ = try net.scratch.sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO book (pk, title, author) SELECT i, 'Title ' || i, 'Nobody' FROM n
      """)
    return (4...6_000).map { .rowid($0) }
  }

  private func makeMany() throws {
    try insertMany()
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 6,000 books.")
  }

  @Test("a bulk change is undone between the keys, with its progress")
  func large() throws {
    try makeMany()
    terminal.press(.home, .character("u"))
    terminal.waitFor("Undoing")
    terminal.press(.down)
    terminal.waitUntil { [unowned terminal] in
      terminal.screen.contains("Undoing")
        && terminal.screen.split(separator: "\n").contains {
          $0.contains("Mac OS X Internals") && $0.contains("›")
        }
    }
    terminal.waitFor("Undid Author of 6,000 books.")
    terminal.press(.control("r"))
    terminal.waitFor("Redid Author of 6,000 books.")
    terminal.press(.character("q"))
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["6000"])
  }

  @Test("Esc stops the undo of a bulk change, and the next one goes on with the rest")
  func stopped() throws {
    try makeMany()
    terminal.press(.character("m"))
    terminal.waitFor("· 0 dirty")
    terminal.press(.character("u"))
    // Looking whether all can be undone is the first half.
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("· 0 dirty") }
    terminal.press(.escape)
    terminal.waitFor("u undoes the rest")
    terminal.press(.control("r"))
    terminal.waitFor("Redid Author of")
    terminal.waitFor("· 0 dirty")
    terminal.press(.character("u"))
    terminal.waitFor("Undid Author of")
    terminal.press(.character("u"))
    terminal.waitUntil { [unowned terminal] in terminal.screen.contains("· 6,000 dirty") }
    terminal.waitFor("Undid Author of")
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
    terminal.waitFor("Undid deletion of “Mac OS X Internals”, with 2 other rows.")
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM loan WHERE book = 2", ["2"])
  }

  @Test("what another program has changed since stays, and says so")
  func changedSince() throws {
    net.editAuthor()
    terminal.press(.character("m"))
    terminal.then { _ = try net.scratch.sql("UPDATE book SET author = 'Boccaccio' WHERE pk = 3") }
    undo("Another program has changed it since, and so it stays as it is.")
    try net.run()
    try net.expect(author: "Boccaccio")
  }

  @Test("the history has the newest change first, and Enter goes to its book unless that is gone")
  func history() throws {
    net.editAuthor()
    terminal.press(.home, .character("-"), .right, .enter, .character("U"))
    terminal.waitFor("Deletion of “War and Peace”")
    terminal.waitFor("Author of “The Divine Comedy”: Dante Alighieri → Durante")
    terminal.press(.enter)
    terminal.waitFor("The row of this change is gone.")
    terminal.press(.down, .enter)
    terminal.waitFor("1321-06-07")
    terminal.press(.escape)
    terminal.waitFor("History")
    undo("Undid deletion of “War and Peace”.")
    terminal.waitFor("Undid deletion of “War and Peace”  ")
    try net.run()
  }

  @Test("a bulk change is one line of the history, which follows what is written, and Enter opens its rows")
  func steps() throws {
    try makeMany()
    terminal.press(.character("U"))
    terminal.waitFor("Author of 6,000 books")
    terminal.waitFor("unwritten")
    terminal.press(.character("m"))
    terminal.waitFor("· 0 dirty")
    terminal.waitUntil { [unowned terminal] in
      terminal.screen.split(separator: "\n").contains {
        $0.contains("Author of 6,000 books") && $0.contains(" written")
      }
    }
    terminal.press(.enter)
    terminal.waitFor("Author of “Title 6000”: Nobody → Anon")
    terminal.press(.end)
    terminal.waitFor("Author of “War and Peace”: Leo Tolstoy → Anon")
    terminal.press(.enter)
    terminal.waitFor("Anon")
    terminal.press(.escape, .character("u"))
    // The step that the rows were of has been taken back in parts.
    terminal.waitFor("Undid Author of 6,000 books.")
    terminal.waitFor("History")
    terminal.waitFor(" undone")
    terminal.press(.escape, .character("q"))
    try net.run()
  }

  @Test("a read-only session does not say that nothing was changed")
  func readOnlyHistory() throws {
    net.editAuthor()
    terminal.press(.character("q"))
    try net.run()
    let later = ScriptedTerminal()
    later.press(.character("U"))
    later.waitFor("the edit log is not opened, and so there is no history.")
    later.press(.character("q"))
    let store = try BookStore(path: net.scratch.path, options: StoreOptions(isReadOnly: true))
    _ = Browser(store: store, terminal: later).run()
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

  @Test("what a dead session has left is offered, and dirty again when it is restored")
  func restore() throws {
    try net.leaveEdit()
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.right, .enter)
    terminal.waitFor("Author of “The Divine Comedy”: Dante Alighieri → Durante")
    terminal.press(.escape)
    terminal.waitFor("[ Restore ]")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change.")
    terminal.waitFor("1 dirty")
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test("what is very much is restored between the keys, and who stops it is asked again the next time")
  func restoreMany() throws {
    let ids = try insertMany()
    try net.scratch.store().set("Anon", at: 2, ofEach: ids)
    terminal.waitFor("5,997 unsaved changes from ")
    terminal.press(.enter)
    terminal.waitFor("Restoring")
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("· 0 dirty") }
    terminal.press(.escape)
    terminal.waitFor("The next start asks again.")
    try net.run()
    let written = try #require(
      try net.scratch.sql("SELECT count(*) FROM book WHERE author = 'Anon'").first.flatMap { Int($0) })
    #expect(written > 0 && written < 5_997)
    var later = net
    later.terminal = ScriptedTerminal()
    later.terminal.waitFor(" unsaved changes from ")
    later.terminal.press(.enter)
    later.terminal.waitUntil { [terminal = later.terminal] in
      terminal.screen.replacing(",", with: "").contains("Restored \(5_997 - written) changes.")
    }
    try later.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["5997"])
    #expect(try net.scratch.store().findAbandoned() == nil)
  }

  @Test("Esc leaves it for the next time, Discard for ever", arguments: [true, false])
  func leave(_ isDiscarded: Bool) throws {
    try net.leaveEdit()
    terminal.waitFor("1 unsaved change from ")
    if isDiscarded {
      terminal.press(.left, .enter)
      terminal.waitFor("Discarded 1 unsaved change.")
    } else {
      terminal.press(.escape)
    }
    terminal.press(.character("q"))
    try net.run()
    try net.expect(author: "Dante Alighieri")
    let found = try net.scratch.store().findAbandoned()
    #expect((found == nil) == isDiscarded)
  }

  @Test("a restored field that another program has changed meanwhile is in conflict")
  func restoreConflict() throws {
    try net.leaveEdit()
    _ = try net.scratch.sql("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change; 1 is in conflict: press C.")
    terminal.waitFor("! The Divine Comedy")
    try net.run()
    try net.expect(author: "Boccaccio")
  }
}

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

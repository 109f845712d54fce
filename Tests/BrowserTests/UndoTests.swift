import Browser
import TestSupport
import Testing

/// Undo and redo.
@Suite final class UndoTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  @Test("an edit is undone on the list and done again in the detail, which shows it") func edit() throws {
    flow.editAuthor().press("Home", "u").expect("Undone: Author of “The Divine Comedy”.", gone: "◆")
    flow.press("Enter").expect("Dante Alighieri")
    flow.press("^R").expect("Redone: Author of “The Divine Comedy”.").expect("Durante")
    flow.press("^R").expect("There is nothing to redo.")
    flow.end()
    try flow.expect(author: "Durante")
  }

  @Test("a deleted row comes back under its key and is selected, and goes again") func deletion() throws {
    flow.press("Down", "-", "Right", "Enter").expect("2 books")
    flow.press("u").expect("Undone: deletion of “Mac OS X Internals”.")
    flow.press("Enter").expect("Amit Singh")
    flow.press("^R").expect("Redone: deletion of “Mac OS X Internals”.")
    // The detail of a row that went is closed.
    flow.expect("2 books", "War and Peace")
    flow.press("u").expect("Undone: deletion")
    try flow.expect(atEnd: "SELECT pk, author FROM book WHERE pk = 2", ["2|Amit Singh"])
  }

  @Test("a bulk change is undone between the keys, with its progress") func large() throws {
    try scratch.insertMany()
    flow.setAnon()
    flow.press("Home", "u").expect("Undoing")
    flow.press("Down").expect(selected: "Mac OS X Internals").expect("Undoing")
    flow.expect("Undone: Author of 6,000 books.")
    flow.press("^R").expect("Redone: Author of 6,000 books.")
    flow.quit()
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Anon'", ["6000"])
  }

  @Test("Esc stops the undo of a bulk change, and the next one goes on with the rest") func stopped() throws {
    try scratch.insertMany()
    flow.setAnon()
    flow.press("m").expect("Memory warning: wrote")
    flow.press("u").expect("◆")
    flow.press("Esc").expect("u undoes the rest")
    flow.press("^R").expect("Redone: Author of", gone: "◆")
    flow.press("u").expect("Undone: Author of")
    flow.press("u")
    // Edits of before may have been written by now, so nobody counts those that are not.
    flow.expect("Undoing")
    flow.expect("Undone: Author of")
    flow.quit()
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Anon'", ["0"])
  }

  @Test("rows that go with a deleted one are named, and come back with it") func cascade() throws {
    try OtherProgram(scratch.path).run(
      "CREATE TABLE loan (id INTEGER PRIMARY KEY, book INTEGER REFERENCES book(pk) ON DELETE CASCADE)"
    )
    try OtherProgram(scratch.path).run("INSERT INTO loan VALUES (1, 2), (2, 2), (3, 1)")
    flow.press("Enter", "Down", "-", "Right", "Enter").expect("Deleted the book, with 2 other rows.")
    flow.press("u").expect("Undone: deletion of “Mac OS X Internals”, with 2 other rows.")
    try flow.expect(atEnd: "SELECT count(*) FROM loan WHERE book = 2", ["2"])
  }

  @Test(
    "what another program has changed since stays, and says so; it is passed over if the person wants that"
  )
  func changedSince() throws {
    flow.editAuthor().press("m")
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    for _ in 0..<2 {
      flow.press("u").expect("Not undone: Author of “The Divine Comedy”")
      flow.expect("[Pass over]")
      flow.press("Esc").expect(gone: "[Pass over]")
    }
    flow.press("u").expect("[Pass over]")
    flow.press("p", "Enter").expect("There is nothing to undo.")
    flow.end()
    try flow.expect(author: "Boccaccio")
  }

  @Test("a bulk change is undone but for what another program has changed, which is a conflict then")
  func inConflict() throws {
    try scratch.insertMany()
    flow.setAnon()
    flow.press("m").expect("Memory warning: wrote")
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    // Undo finds it, or the write-back after it.
    flow.press("u").expect("press C.")
    flow.press("C").expect("Boccaccio")
    flow.press("Down", "Enter").expect("All conflicts are settled.")
    flow.quit()
    try flow.expect(author: "Boccaccio")
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Anon'", ["0"])
  }

  @Test("undo is offered as soon as there is something to undo, also after a restart") func offered() throws {
    flow = Flow(scratch, columns: 160)
    flow.expect("3 books", gone: "u undo")
    flow.editAuthor().expect("u undo")
    flow.quit()
    flow = Flow(scratch, columns: 160)
    flow.expect("u undo")
  }
}

import Browser
import Foundation
import Testing

/// What other programs do to the database while it is open.
@Suite final class OtherProgramTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  @Test("the list and the detail show what another program writes, and the selection stays")
  func follow() throws {
    flow.press("End")
    try flow.change(
      "INSERT INTO book VALUES (-1, 'Emma', NULL, NULL); UPDATE book SET title = 'Divine' WHERE pk = 3"
    )
    flow.expect("Emma", "Divine")
    flow.press("Enter").expect("1321-06-07")
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    flow.expect("Boccaccio", gone: "◆")
    try flow.change("DELETE FROM book WHERE pk = 3")
    flow.expect("Emma", gone: "Boccaccio")
  }

  @Test("tables that were changed are read again") func schema() throws {
    try flow.change("ALTER TABLE book ADD COLUMN shelf TEXT")
    flow.expect("Another program changed the tables, so they were read again.")
    flow.press("Enter").expect("Shelf")
  }

  @Test("A library of several tables is shown as before when its tables are read again, also as a gallery")
  func gallery() throws {
    let library = try Scratch.reading("INSERT INTO book (title) VALUES ('Emma')")
    flow = Flow(library)
    flow.press("W").expect("┌─", "Emma")
    try flow.change("ALTER TABLE book ADD COLUMN shelfmark TEXT")
    flow.expect("Another program changed the tables", "┌─", "Emma")
    flow.press("W").expect("Author", "Emma", gone: "┌─")
  }

  @Test("nothing is undone while changed tables cannot be read again, because an edit is in conflict")
  func stale() throws {
    flow = Flow(scratch, Settings(writeAfter: 2))
    flow.editAuthor()
    try flow.change("UPDATE book SET author = 'theirs' WHERE pk = 3;ALTER TABLE book ADD COLUMN shelf TEXT")
    flow.expect("Another program changed the tables, which cannot be read again.")
    flow.press("u").expect("Choose a value.", "◆ 1", gone: "the tables")
    flow.end()
    try flow.expect(author: "theirs")
  }

  @Test("who only looks sees what another program writes, also where it keeps a log of what it writes ahead")
  func readOnly() throws {
    _ = try scratch.sql("PRAGMA journal_mode = WAL")
    flow = Flow(scratch, isReadOnly: true)
    flow.expect("War and Peace")
    try flow.change("UPDATE book SET title = 'Divine' WHERE pk = 3")
    flow.expect("Divine")
    try flow.change("DELETE FROM book WHERE pk = 1")
    flow.expect("2 books")
    flow.end()
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path) == ["books.sqlite"])
  }

  @Test("a deletion waits for a lock and is done when that goes; other keys wait, too")
  func waitToDelete() throws {
    let other = try scratch.lock()
    flow.press("-", "Right", "Enter").expect("Waiting for another program…  Esc cancels")
    flow.press("q")
    try other.run("ROLLBACK")
    flow.press("^L").expect("Deleted the book.", "2 books")
    try flow.expect(sql: "SELECT pk FROM book", ["2", "3"])
  }

  @Test("Esc cancels what waits") func cancel() throws {
    let other = try scratch.lock()
    flow.press("-", "Right", "Enter").expect("Waiting for another program…")
    flow.press("Esc").expect("Cancelled.")
    try other.run("ROLLBACK")
    flow.press("^L", "Down")
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["3"])
  }

  @Test("who cancels a write-back that waits is told that the edits are kept") func cancelWriting() throws {
    let other = try scratch.lock()
    flow.editAuthor().press("m").expect("Waiting for another program…")
    flow.press("Esc").expect("Cancelled. Unwritten changes are kept; m tries again.")
    try other.run("ROLLBACK")
    flow.press("m").expect("wrote 1 book")
    flow.end()
    try flow.expect(author: "Durante")
  }

  @Test("a new record, and a Save that writes, wait for a lock", arguments: [true, false])
  func waitToWrite(isNew: Bool) throws {
    let other = try scratch.lock()
    flow = Flow(scratch, Settings(saveOn: isNew ? .pressure : .edit))
    if isNew {
      flow.press("+", "Enter").type("Emma", "Enter", "^S")
    } else {
      flow.press("End", "Enter", "Enter", "End", "Enter").retype("Durante")
    }
    flow.expect("Waiting for another program…")
    try other.run("ROLLBACK")
    flow.press("^L").expect(gone: "Waiting")
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 4", isNew ? ["Emma"] : [])
    try flow.expect(author: isNew ? "Dante Alighieri" : "Durante")
  }

  @Test("keys go on while a memory warning waits") func goOnWaiting() throws {
    let other = try scratch.lock()
    flow.editAuthor().press("m").expect("Waiting for another program…  Esc cancels")
    flow.press("Home", "Enter").expect("Leo Tolstoy")
    try other.run("ROLLBACK")
    flow.press("^L").expect("wrote 1 book")
    flow.end()
    try flow.expect(author: "Durante")
  }

  @Test("a detail that is opened under a lock gets its fields when the lock goes") func waitToLook() throws {
    flow.expect("War and Peace")
    let other = try scratch.lock("EXCLUSIVE")
    flow.press("Enter").expect("Waiting for another program…")
    try other.run("ROLLBACK")
    flow.press("^L").expect("Leo Tolstoy", gone: "Waiting")
  }
}

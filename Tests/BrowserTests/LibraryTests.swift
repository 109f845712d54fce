import BookStore
import Cells
import Foundation
import TestSupport
import Testing

@testable import Browser

/// Other files, the schema, and statements of the person's own.
@Suite("Libraries")
final class LibraryTests {
  private let scratch: Scratch
  private lazy var flow = open()

  init() throws { scratch = try Scratch() }

  private func open(isReadOnly: Bool = false) -> Flow {
    Flow(scratch, Settings(stateFile: scratch.stateFile), isReadOnly: isReadOnly)
  }

  @Test("A statement's result is a list, which is sorted and left again; its statement is kept as a view")
  func statement() throws {
    flow.press("Down", "Down")
    flow.command("sql SELECT author, length(title) AS size FROM book").expect("3 rows in")
    flow.press("s", "Down", "Down", "Enter").expect("by Size")
    flow.press("V", "Enter").type("Sizes", "Enter").expect("Saved the view “Sizes”.")
    flow.press("Left").expect("The Divine Comedy")
    flow.press("V").expect("Sizes")
    flow.press("Enter").expect(" Sizes ", "Amit Singh", gone: "by Size")
    flow.quit()
    flow.expect("Amit Singh")
  }

  @Test("Enter on a row of a result opens the record that it is taken from, and Esc returns to the result")
  func source() throws {
    flow.command("sql SELECT pk AS key, length(title) AS size FROM book WHERE pk = 2").expect("1 row in")
    flow.press("Enter").expect("Amit Singh")
    flow.press("Enter", "Enter").retype("Mac OS X").expect("not yet written")
    flow.press("Esc", "Esc").expect("Size", gone: "Amit Singh")
    flow.press("Enter").expect("Mac OS X")
    flow.press("Esc", "Esc").expect("War and Peace", "Mac OS X", gone: "Size")
    flow.press("m")
    try flow.expect(atEnd: "SELECT count(*) FROM book WHERE title = 'Mac OS X'", ["1"])
  }

  @Test("The record of a row that was deleted is gone, and a statement can be run from a record")
  func goneSource() throws {
    flow.command("sql SELECT pk FROM book").expect("3 rows in")
    try OtherProgram(scratch.path).run("DELETE FROM book WHERE pk = 1")
    flow.press("Enter").expect("The record behind this row no longer exists.")
    flow.press("Down", "Enter").expect("Amit Singh")
    flow.command("sql SELECT title FROM book").expect("2 rows in")
    flow.press("Esc").expect("Amit Singh").press("Esc").expect("The Divine Comedy", gone: "War and Peace")
    flow.quit()
  }

  @Test("A record of a result that another program deletes while it is shown leads back to the result")
  func deletedSource() throws {
    flow.command("sql SELECT pk, author FROM book").expect("3 rows in")
    flow.press("Enter", "n").expect("Amit Singh", "⏎ edit")
    try flow.change("DELETE FROM book WHERE pk = 2")
    flow.expect("The record behind this row no longer exists.", "Key", gone: "⏎ edit")
    flow.press("Down", "Down", "Enter").expect("Dante Alighieri", "⏎ edit")
    flow.press("Esc").expect("Key").press("Esc").expect("War and Peace", gone: "Key", "Mac OS X Internals")
    flow.quit()
  }

  @Test("Rows that are taken from no record, from several SELECTs or without a key show their values")
  func ownValues() throws {
    flow.command("sql SELECT author, count(*) AS books FROM book GROUP BY author").expect("3 rows in")
    flow.press("Enter").expect("Books", gone: "Title")
    flow.press("Esc").press("Esc").expect("War and Peace")
    flow.command("sql SELECT pk FROM book UNION ALL SELECT 7").expect("4 rows in")
    flow.press("Enter").expect("Key", gone: "Tolstoy")
    flow.press("Esc").press("Esc").expect("War and Peace")
    flow.command("sql SELECT b.pk AS key, a.title FROM book AS a LEFT JOIN book AS b ON b.pk = a.pk + 2")
    flow.expect("3 rows in").press("Down", "Enter").expect("Key", "–", gone: "Tolstoy")
  }

  @Test("The record below a result shows what was changed in the record that was opened from it")
  func changedBelow() throws {
    flow.press("Enter").expect("Leo Tolstoy").command("sql SELECT pk FROM book WHERE pk = 1").expect(
      "1 row in")
    flow.press("Enter", "Enter", "Enter").retype("Peace").expect("not yet written")
    flow.press("Esc", "Esc").expect("1 row", gone: "Tolstoy")
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 1", ["Peace"])
    flow.press("Esc").expect("Peace", "Leo Tolstoy", gone: "War and Peace")
  }

  @Test("What is not written yet is in the result, because it is written first") func unwritten() throws {
    flow.press("Enter", "Enter", "Enter").retype("Voyna i mir").expect("not yet written")
    flow.press("Esc", "Esc")
    flow.command("sql SELECT title FROM book WHERE pk = 1").expect("1 row in", "Voyna i mir")
  }

  @Test("A refused statement comes back with what is wrong; a wrong one with the cursor at the place")
  func refusals() throws {
    flow.command("sql DELETE FROM book").expect("undo cannot see")
    flow.press("Esc").command("sql SELECT titel FROM book").expect("No such column: titel.")
    // The cursor is before the word.
    flow.press("Delete", "Delete", "Delete", "Delete", "Delete").type("title", "Enter").expect("3 rows in")
    flow.press("Esc").expect("War and Peace")
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["3"])
  }

  @Test("Esc and ^C end a statement that never ends", arguments: ["Esc", "^C"])
  func endless(_ key: String) throws {
    flow.command("sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    flow.expect("Running the statement")
    flow.press(key).expect("Cancelled")
    flow.quit()
  }

  @Test("Tab completes the names of tables and columns") func completion() throws {
    flow.type(":sql SELECT cop", "Tab").expect("SELECT copyright")
  }

  @Test("The schema leads to a table's rows") func schema() throws {
    flow.command("schema").expect("table · 3 rows")
    flow.type("/auth").expect("Schema “auth”")
    flow.press("Enter", "Down", "Enter").expect("Mac OS X Internals")
  }

  @Test("Another file is opened once everything is written, and the list of files leads back")
  func files() throws {
    let other = scratch.folder.appending(path: "other.sqlite").path
    try BookStore.create(at: other, template: .coffees)
    try OtherProgram(other).run("INSERT INTO coffees (name, price) VALUES ('Kona', 7)")
    flow.expect("War and Peace")
    flow.press("Enter", "Enter", "Enter").retype("Voyna i mir").expect("not yet written")
    flow.press("Esc", "Esc")
    flow.command("open /none.sqlite").expect("Cannot open /none.sqlite: there is no such file.")
    let long = "/" + String(repeating: "none/", count: 40) + "books.sqlite"
    flow.command("open " + long).expect("There is no such file:").expect("/none/none/none/")
    let wide = "/" + String(repeating: "a/", count: 30) + "absent.sqlite"
    flow.command("open " + wide).expect("There is no such file:", wide)
    flow.command("open " + other).expect("Kona")
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 1", ["Voyna i mir"])
    flow.command("open " + other).expect("is open already")
    flow.command("open").expect("books.sqlite · 3 rows")
    flow.press("Enter").expect("Voyna i mir")
  }

  @Test("A read-only session opens other files read-only, too") func readOnly() throws {
    flow = open(isReadOnly: true)
    let other = scratch.folder.appending(path: "other.sqlite").path
    try BookStore.create(at: other, template: .contacts)
    flow.expect("War and Peace")
    flow.command("open " + other).expect("Contacts")
    flow.press("+").expect("read-only")
  }
}

import BookStore
import Cells
import Foundation
import TestSupport
import Testing

@testable import Browser

/// Other files, the schema, and statements of the person's own.
@Suite("Libraries")
struct LibraryTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws { scratch = try Scratch() }

  private func run(isReadOnly: Bool = false) throws -> Ending {
    let settings = Settings(stateFile: scratch.folder.appending(path: "state/booklist/view").path)
    let store = try scratch.store(isReadOnly: isReadOnly)
    let browser = Browser(store: store, terminal: terminal, settings: settings)
    defer { _ = browser.close() }
    return browser.run()
  }

  private func command(_ text: String) {
    terminal.type(":" + text)
    terminal.press(.enter)
  }

  @Test("A statement's result is a list, which is sorted and left again; its statement is kept as a view")
  func statement() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.down, .down)
    command("sql SELECT author, length(title) AS size FROM book")
    terminal.waitFor("3 rows in")
    terminal.press(.character("s"), .down, .down, .enter)
    terminal.waitFor("by Size")
    terminal.press(.character("V"), .enter)
    terminal.type("Sizes")
    terminal.press(.enter)
    terminal.waitFor("Saved the view “Sizes”.")
    terminal.press(.left)
    terminal.waitFor("The Divine Comedy")
    terminal.press(.character("V"))
    terminal.waitFor("Sizes")
    terminal.press(.down, .enter)
    terminal.waitFor("by Size")
    terminal.press(.character("q"))
    #expect(try run() == .quit)
    #expect(terminal.screen.contains("Amit Singh"))
  }

  @Test("What is not written yet is in the result, because it is written first")
  func unwritten() throws {
    terminal.waitFor("War and Peace")
    terminal.press(.enter, .enter, .enter, .control("u"))
    terminal.type("Voyna i mir")
    terminal.press(.enter)
    terminal.waitFor("not yet written")
    terminal.press(.escape, .escape)
    command("sql SELECT title FROM book WHERE pk = 1")
    terminal.waitFor("1 row in")
    terminal.then { [terminal] in #expect(terminal.screen.contains("Voyna i mir")) }
    _ = try run()
  }

  @Test("A refused statement comes back with what is wrong; a wrong one with the cursor at the place")
  func refusals() throws {
    terminal.waitFor("War and Peace")
    command("sql DELETE FROM book")
    terminal.waitFor("undo cannot see")
    terminal.press(.escape)
    command("sql SELECT titel FROM book")
    terminal.waitFor("No such column: titel.")
    // The cursor is before the word.
    terminal.press(.delete, .delete, .delete, .delete, .delete)
    terminal.type("title")
    terminal.press(.enter)
    terminal.waitFor("3 rows in")
    terminal.press(.escape)
    terminal.waitFor("War and Peace")
    _ = try run()
    try scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("Esc and ^C end a statement that never ends", arguments: [Key.escape, .control("c")])
  func endless(_ key: Key) throws {
    terminal.waitFor("War and Peace")
    command("sql WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
    terminal.waitFor("Running the statement")
    terminal.press(key)
    terminal.waitFor("Cancelled")
    terminal.press(.character("q"))
    #expect(try run() == .quit)
  }

  @Test("Tab completes the names of tables and columns")
  func completion() throws {
    terminal.waitFor("War and Peace")
    terminal.type(":sql SELECT cop")
    terminal.press(.tab)
    terminal.waitFor("SELECT copyright")
    terminal.press(.escape)
    _ = try run()
  }

  @Test("The schema leads to a table's rows")
  func schema() throws {
    terminal.waitFor("War and Peace")
    command("schema")
    terminal.waitFor("table · 3 rows")
    terminal.type("/auth")
    terminal.waitFor("Schema “auth”")
    terminal.press(.enter, .down, .enter)
    terminal.waitFor("Mac OS X Internals")
    _ = try run()
  }

  @Test("Another file is opened once everything is written, and the list of files leads back")
  func files() throws {
    let other = scratch.folder.appending(path: "other.sqlite").path
    try BookStore.create(at: other, template: .coffees)
    try OtherProgram(other).run("INSERT INTO coffees (name, price) VALUES ('Kona', 7)")
    terminal.waitFor("War and Peace")
    terminal.press(.enter, .enter, .enter, .control("u"))
    terminal.type("Voyna i mir")
    terminal.press(.enter)
    terminal.waitFor("not yet written")
    terminal.press(.escape, .escape)
    command("open " + scratch.folder.path + "/none.sqlite")
    terminal.waitFor("there is no such file")
    command("open " + other)
    terminal.waitFor("Kona")
    terminal.then { [scratch] in try scratch.expect("SELECT title FROM book WHERE pk = 1", ["Voyna i mir"]) }
    command("open " + other)
    terminal.waitFor("is open already")
    command("open")
    terminal.waitFor("books.sqlite · 3 rows")
    terminal.press(.enter)
    terminal.waitFor("Voyna i mir")
    _ = try run()
  }

  @Test("A read-only session opens other files read-only, too")
  func readOnly() throws {
    let other = scratch.folder.appending(path: "other.sqlite").path
    try BookStore.create(at: other, template: .contacts)
    terminal.waitFor("War and Peace")
    command("open " + other)
    terminal.waitFor("Contacts")
    terminal.press(.character("+"))
    terminal.waitFor("read-only")
    _ = try run(isReadOnly: true)
  }
}

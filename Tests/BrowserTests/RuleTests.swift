import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Changes by rule, from the list on.
@Suite struct RuleTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal(columns: 200)

  init() throws { scratch = try Scratch() }

  @Test("a rule is shown before it changes rows, one of which is left out, and u takes all of it back")
  func previewed() throws {
    let authors = "SELECT author FROM book ORDER BY pk"
    terminal.press(.character("="), .character("b"), .enter)
    terminal.type("author:=turn")
    terminal.press(.enter)
    terminal.waitFor("3 books change")
    terminal.waitFor("Leo Tolstoy → Tolstoy, Leo")
    terminal.waitFor("Change \n")
    terminal.then { try scratch.expect(authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"]) }
    terminal.press(.character(" "), .enter)
    terminal.waitFor("Changed 2 books.")
    terminal.then { try scratch.expect(authors, ["Leo Tolstoy", "Singh, Amit", "Alighieri, Dante"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.press(.character("q"))
    let store = try scratch.store()
    _ = Browser(store: store, terminal: terminal).run()
    try scratch.expect(authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
  }

  @Test("rows that stand in the way of the first ones make way once all are there")
  func firstRows() throws {
    let seats = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE seat (id INTEGER PRIMARY KEY, name TEXT, number INTEGER UNIQUE);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO seat SELECT i, 'Seat ' || i, i FROM n;
      """)
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("number:=+1")
    terminal.press(.enter)
    terminal.waitFor("500 seats change")
    terminal.then { #expect(!terminal.screen.contains("cannot")) }
    terminal.press(.escape, .character("q"))
    _ = Browser(store: try seats.store(), terminal: terminal).run()
  }

  @Test("rows that another program has changed since they were shown are shown again before they are changed")
  func changedSince() throws {
    let authors = "SELECT author FROM book ORDER BY pk"
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("author:=upper")
    terminal.press(.enter)
    terminal.waitFor("Change \n")
    terminal.then { _ = try scratch.sql("UPDATE book SET author = 'Tolstoi' WHERE pk = 1") }
    terminal.press(.down, .character(" "), .enter)
    terminal.waitFor("Another program has changed some of these rows")
    terminal.waitFor("Tolstoi →")
    terminal.waitFor("Change \n")
    terminal.then { try scratch.expect(authors, ["Tolstoi", "Amit Singh", "Dante Alighieri"]) }
    terminal.press(.character(" "), .enter)
    terminal.waitFor("Changed 2 books.")
    terminal.press(.character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
    try scratch.expect(authors, ["Tolstoi", "AMIT SINGH", "DANTE ALIGHIERI"])
  }

  @Test("a change of what a rule takes is noticed, too, and so is one of a row that is left out")
  func changedSource() throws {
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("author:={title}")
    terminal.press(.enter)
    terminal.waitFor("Change \n")
    terminal.then { _ = try scratch.sql("UPDATE book SET title = 'Voyna i mir' WHERE pk = 1") }
    terminal.press(.character(" "), .enter)
    terminal.waitFor("Another program has changed some of these rows")
    terminal.waitFor("→ Voyna i mir")
    terminal.press(.escape, .character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
    try scratch.expect("SELECT author FROM book WHERE pk = 1", ["Leo Tolstoy"])
  }

  @Test(
    "Esc in the preview goes back to the rule, also if it was typed as a value; FIELD=VALUE is a rule as well"
  )
  func back() throws {
    let authors = "SELECT author FROM book ORDER BY pk"
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("athor:=turn")
    terminal.press(.enter)
    terminal.waitFor("no field “athor”")
    terminal.press(.control("u"))
    terminal.type("author := turn")
    terminal.press(.enter)
    terminal.waitFor("3 books change")
    terminal.press(.escape)
    terminal.waitFor("author := turn")
    terminal.press(.control("u"))
    terminal.type("author=Anon")
    terminal.press(.enter)
    terminal.waitFor("Leo Tolstoy → Anon")
    terminal.waitFor("Change \n")
    terminal.press(.enter)
    terminal.waitFor("Changed 3 books.")
    terminal.then { try scratch.expect(authors, ["Anon", "Anon", "Anon"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.press(.character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
    try scratch.expect(authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
  }

  @Test(
    "a rule renames a shelf in all books that stand on it, from the menu of fields and as a rule, and u takes it back"
  )
  func shelves() throws {
    let library = try Scratch.reading(
      """
      INSERT INTO book (pk, title) VALUES (1, 'Dune'), (2, 'Emma'), (3, 'Kim');
      INSERT INTO shelf (pk, name) VALUES (1, 'sf');
      INSERT INTO book_shelf (book, shelf) VALUES (1, 1), (3, 1);
      """)
    let shelves = "SELECT name, count(*) FROM book_shelf JOIN shelf ON shelf = shelf.pk GROUP BY 1 ORDER BY 1"
    terminal.waitFor("Kim")
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("shelf:sf=science fiction")
    terminal.press(.enter)
    terminal.waitFor("2 books change · 1 stay")
    terminal.waitFor("sf → science fiction")
    terminal.waitFor("Change \n")
    terminal.press(.down, .character(" "), .enter)
    terminal.waitFor("Changed 1 book")
    terminal.then { try library.expect(shelves, ["science fiction|1", "sf|1"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.then { try library.expect(shelves, ["sf|2"]) }
    // In the menu of fields, the list itself takes the same.
    terminal.type("=")
    terminal.press(.end, .enter)
    terminal.waitFor("Shelves")
    terminal.type(":sf=novels")
    terminal.press(.enter)
    terminal.waitFor("2 books change")
    terminal.waitFor("Change \n")
    terminal.press(.enter)
    terminal.waitFor("Changed 2 books")
    terminal.press(.character("q"))
    var settings = Settings()
    settings.startsWithTables = false
    _ = Browser(store: try library.store(), terminal: terminal, settings: settings).run()
    try library.expect(shelves, ["novels|2"])
  }

  @Test("a row can be left out although a trigger changes it with the others")
  func trigger() throws {
    let rows = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE flag (id INTEGER PRIMARY KEY, name TEXT, d INTEGER);
      INSERT INTO flag VALUES (1, 'a', 0), (2, 'b', 1);
      CREATE TRIGGER only AFTER UPDATE OF d ON flag WHEN NEW.d = 1
        BEGIN UPDATE flag SET d = 0 WHERE id <> NEW.id; END;
      """)
    terminal.type("=b")
    terminal.press(.enter)
    terminal.type("d:=+1")
    terminal.press(.enter)
    terminal.waitFor("Change \n")
    terminal.press(.character(" "), .enter)
    terminal.waitFor("Changed 1 flag")
    terminal.press(.character("q"))
    _ = Browser(store: try rows.store(), terminal: terminal).run()
    try rows.expect("SELECT d FROM flag ORDER BY id", ["0", "2"])
  }

  @Test("a rule that is typed as the value of a field is one of that field")
  func ruleAsValue() throws {
    terminal.type("*=")
    terminal.press(.end, .enter)
    terminal.type(":=turn")
    terminal.press(.enter)
    terminal.waitFor("Leo Tolstoy → Tolstoy, Leo")
    terminal.press(.escape, .escape, .character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }

  @Test("a search that finds nothing offers the nearest words, and Enter finds them")
  func suggested() throws {
    terminal.type("/tolstoi")
    terminal.waitFor("Did you mean tolstoy?")
    // The first one keeps what was typed.
    terminal.press(.enter, .enter)
    terminal.waitFor("War and Peace")
    terminal.press(.escape, .character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }
}

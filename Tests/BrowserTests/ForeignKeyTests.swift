import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// What foreign keys have to do with edits and deletions is said before it happens, or else which row stands against it.
@Suite struct ForeignKeyTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT, author INTEGER REFERENCES author ON DELETE CASCADE);
      CREATE TABLE loan (id INTEGER PRIMARY KEY, name TEXT, work INTEGER REFERENCES work);
      INSERT INTO author VALUES (1, 'Tolstoy'), (2, 'Singh');
      INSERT INTO work VALUES (1, 'War', 1), (2, 'Peace', 1), (3, 'Sun', 2);
      INSERT INTO loan VALUES (1, 'Ann', 3);
      """)
  }

  private func run(_ table: String) throws {
    let store = try scratch.store(table: table)
    var settings = Settings()
    settings.startsWithTables = false
    #expect(Browser(store: store, terminal: terminal, settings: settings).run() != .quit)
  }

  @Test("a reference to no row is refused in the editor")
  func missing() throws {
    terminal.waitFor("War")
    terminal.press(.enter, .character("e"), .end, .control("u"))
    terminal.type("77")
    terminal.press(.enter)
    terminal.waitFor("No author has the Id 77.")
    terminal.press(.control("u"))
    terminal.type("2")
    terminal.press(.enter)
    terminal.waitFor("Author changed, not yet written.")
    try run("work")
  }

  @Test("the question says how many rows go along, for one row and for marked ones")
  func cascade() throws {
    terminal.waitFor("Tolstoy")
    terminal.press(.character("-"))
    terminal.waitFor("Delete “Tolstoy”? This deletes 1 author and 2 works")
    terminal.press(.escape, .character(" "), .character(" "), .character("-"))
    // The other author cannot go, which the deletion itself says.
    terminal.waitFor("Delete 2 authors?")
    // Both are marked, so the first one unmarks them.
    terminal.press(.escape, .character("*"), .character("*"), .character("-"))
    terminal.waitFor("Delete 2 authors?")
    terminal.press(.escape, .character("*"), .end, .character("-"), .right, .enter)
    terminal.waitFor("A row of “loan” points to “Sun”. Press b in it to see.")
    try run("author")
  }

  @Test("of many rows that are to be deleted the one is named that stands against it")
  func blocked() throws {
    terminal.waitFor("War")
    terminal.press(.character("*"), .character("-"), .right, .enter)
    terminal.waitFor("Nothing was deleted. A row of “loan” points to “Sun”. Press b in it to see.")
    try run("work")
    #expect(try scratch.sql("SELECT count(*) FROM work") == ["3"])
  }
}

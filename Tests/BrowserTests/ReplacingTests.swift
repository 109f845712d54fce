import BookStore
import Browser
import Cells
import Testing

/// A row that a table would replace by itself is named, and goes only when somebody says so.
@Suite struct ReplacingTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, title TEXT, code TEXT UNIQUE ON CONFLICT REPLACE);
      CREATE TABLE item (id INTEGER PRIMARY KEY, shelf INTEGER REFERENCES shelf ON DELETE CASCADE);
      INSERT INTO shelf VALUES (1, 'Novels', 'a'), (2, 'Poems', 'b');
      INSERT INTO item VALUES (1, 1), (2, 1);
      """)
  }

  private func run() throws {
    let store = try scratch.store(table: "shelf")
    var settings = Settings()
    settings.startsWithTables = false
    #expect(Browser(store: store, terminal: terminal, settings: settings).run() != .quit)
  }

  private func expectShelves(_ rows: [String]) throws {
    try scratch.expect("SELECT id || title || code FROM shelf", rows)
  }

  private func giveCodeOfNovelsToPoems() {
    terminal.waitFor("Novels")
    terminal.press(.end, .enter, .character("e"), .end, .enter, .control("u"))
    terminal.type("a")
    terminal.press(.enter)
    terminal.waitFor("Another shelf already has the Code “a”. Replace “Novels”?")
    terminal.waitFor("deletes 1 shelf and 2 items.")
  }

  @Test("an edit asks before it replaces a row; Cancel goes on in the editor, with the reason")
  func cancelled() throws {
    giveCodeOfNovelsToPoems()
    terminal.press(.enter)
    terminal.waitFor("Another shelf already has the Code “a”.")
    terminal.press(.control("u"))
    terminal.type("c")
    terminal.press(.enter)
    terminal.waitFor("Code changed, not yet written.")
    try run()
    try expectShelves(["1Novelsa", "2Poemsc"])
  }

  @Test("Replace deletes the row and makes the edit, and undo brings both back")
  func replaced() throws {
    giveCodeOfNovelsToPoems()
    terminal.press(.right, .enter)
    terminal.waitFor("Code changed, not yet written.")
    terminal.press(.escape, .character("m"))
    terminal.waitFor("◆0")
    terminal.then { try expectShelves(["2Poemsa"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Code of “Poems”.")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: deletion of “Novels”, with 2 other rows.")
    try run()
    try expectShelves(["1Novelsa", "2Poemsb"])
    #expect(try scratch.sql("SELECT count(*) FROM item") == ["2"])
  }

  @Test("a new row asks, too")
  func added() throws {
    terminal.waitFor("Novels")
    terminal.press(.character("+"), .end, .enter)
    terminal.type("b")
    terminal.press(.enter, .control("s"))
    terminal.waitFor("Another shelf already has the Code “b”. Replace “Poems”?")
    terminal.press(.right, .enter)
    terminal.waitFor("Added the shelf.")
    try run()
    #expect(try scratch.sql("SELECT id || ifnull(title, '-') || code FROM shelf") == ["1Novelsa", "2-b"])
  }
}

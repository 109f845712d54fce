import BookStore
import Browser
import Testing

/// A row that a table would replace by itself is named, and goes only when somebody says so.
@Suite final class ReplacingTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows, table: "shelf")

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

  private func expectShelves(_ rows: [String]) throws {
    try flow.expect(sql: "SELECT id || title || code FROM shelf", rows)
  }

  private func giveCodeOfNovelsToPoems() {
    flow.press("End", "Enter", "e", "End", "Enter").retype("a")
    flow.expect("Another shelf already has the Code “a”. Replace “Novels”?", "deletes 1 shelf and 2 items.")
  }

  @Test("an edit asks before it replaces a row; Cancel goes on in the editor, with the reason")
  func cancelled() throws {
    giveCodeOfNovelsToPoems()
    flow.press("Enter").expect("Another shelf already has the Code “a”.")
    flow.retype("c").expect("Code changed, not yet written.")
    flow.end()
    try expectShelves(["1Novelsa", "2Poemsc"])
  }

  @Test("Replace deletes the row and makes the edit, and undo brings both back") func replaced() throws {
    giveCodeOfNovelsToPoems()
    flow.press("Right", "Enter").expect("Code changed, not yet written.")
    flow.press("Esc", "m").expect(gone: "◆")
    try expectShelves(["2Poemsa"])
    flow.press("u").expect("Undone: Code of “Poems”.")
    flow.press("u").expect("Undone: deletion of “Novels”, with 2 other rows.")
    flow.end()
    try expectShelves(["1Novelsa", "2Poemsb"])
    try flow.expect(sql: "SELECT count(*) FROM item", ["2"])
  }

  @Test("a new row asks, too") func added() throws {
    flow.press("+", "End", "Enter")
    flow.type("b", "Enter", "^S").expect("Another shelf already has the Code “b”. Replace “Poems”?")
    flow.press("Right", "Enter").expect("Added the shelf.")
    try flow.expect(atEnd: "SELECT id || ifnull(title, '-') || code FROM shelf", ["1Novelsa", "2-b"])
  }
}

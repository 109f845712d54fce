import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// Editing fields of all kinds, from keys to the database.
@Suite final class EditingTests {
  let scratch: Scratch
  lazy var flow = Flow(scratch)

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE possessions (
        id INTEGER PRIMARY KEY, name TEXT, description TEXT, price NUMERIC CHECK (price >= 0), lent BOOLEAN NOT NULL
      );
      INSERT INTO possessions VALUES (1, 'Lamp', 'yellow', 12.5, 0), (2, 'Bicycle', 'Red.', 80, 1),
        (3, 'O''Brien''s umbrella', NULL, NULL, 0);
      CREATE TRIGGER no_lamps BEFORE UPDATE OF name ON possessions WHEN new.name = 'Moon'
        BEGIN SELECT RAISE(ABORT, 'nobody owns the moon'); END;
      """)
  }

  /// Opens a row by its place and the editor of one of its fields.
  func edit(_ row: Int, _ field: Int, _ saveOn: SaveMoment = .pressure) {
    flow = Flow(scratch, Settings(saveOn: saveOn, editor: "edit -w"))
    flow.press(Array(repeating: "Down", count: row) + ["Enter", "Enter"])
    flow.press(Array(repeating: "Down", count: field) + ["Enter"])
  }

  // MARK: Unique and required

  @Test("A letter right behind a key that does nothing is ignored, which is said") func strayText() {
    flow.press("Enter")
    // Whether the letter comes soon enough depends on the machine.
    flow.wait(for: "a letter that was ignored") {
      flow.press("Alt-:", "j")
      return flow.screen.contains("was ignored")
    }
  }

  @Test("a name that another row has is refused in the editor, and nothing is written")
  func takenName() throws {
    edit(1, 0)
    flow.retype("  Lamp ").expect("Another possession is already called “Lamp”.", gone: "◆")
    flow.retype("   ").expect("Name is required.")
    try flow.expect(atEnd: "SELECT name FROM possessions WHERE id = 2", ["Bicycle"])
  }

  @Test("a new row with a name that another one has is refused, and the draft stays")
  func takenDraft() throws {
    flow.press("+", "Enter").type("O'Brien's umbrella", "Enter", "End", " ", "^S")
    flow.expect("Another possession is already called “O'Brien's umbrella”.")
    flow.press("Home", "Enter").type(" II", "Enter", "^S").expect("Added the possession.")
    try flow.expect(
      atEnd: "SELECT name, lent FROM possessions WHERE id > 2",
      ["O'Brien's umbrella|0", "O'Brien's umbrella II|1"])
  }

  @Test("another field that keeps rows apart is called by its label") func takenField() throws {
    try OtherProgram(scratch.path).run("CREATE UNIQUE INDEX prices ON possessions (price)")
    edit(0, 2)
    flow.retype("80").expect("Another possession already has the Price “80”.")
  }

  // MARK: Faults that such programs have had

  @Test("a price is not written as 0 by an edit of a record that was never looked at")
  func unhydratedPrice() throws {
    flow.press(" ", "=", "Down", "Enter").type("bright", "Enter").expect("Set Description of 1 possession.")
    flow.quit()
    try flow.expect(
      sql: "SELECT description, price, typeof(price) FROM possessions WHERE id = 1",
      ["bright|12.5|real"])
  }

  @Test("a price is saved as a number into a column of numbers, and no text is") func textPrice() throws {
    edit(0, 2)
    flow.retype("1,5").expect("Price takes a number with a point, like 3.50.")
    flow.retype("13.75")
    try flow.expect(atEnd: "SELECT price, typeof(price) FROM possessions WHERE id = 1", ["13.75|real"])
  }

  // MARK: SQLite's words

  @Test("what only the database refuses is its own sentence, with the text still in the editor")
  func refusedAtSave() throws {
    edit(0, 2, .edit)
    flow.retype("-1").expect("CHECK constraint failed: price >= 0.", "     -1", gone: "◆")
    flow.retype("1").press("Up", "Up", "Enter").retype("Moon").expect("Nobody owns the moon.")
    flow.retype("Sun")
    try flow.expect(atEnd: "SELECT name, price FROM possessions WHERE id = 1", ["Sun|1"])
  }

  @Test("what is written later names the field and the row that it is about, and stays")
  func refusedAtWarning() throws {
    edit(0, 2)
    flow.retype("-1")
    flow.press("Esc", "m").expect("Not written: Price of “Lamp”. CHECK constraint failed: price >= 0.")
    flow.expect("◆ 1")
    flow.press("e", "Enter").retype("2")
    try flow.expect(atEnd: "SELECT price FROM possessions WHERE id = 1", ["2"])
  }

  @Test("a new row that the database refuses stays a draft") func refusedDraft() throws {
    flow.press("+", "Enter").type("Key", "Enter", "Down", "Down", "Enter")
    flow.type("-3", "Enter", "End", " ", "^S").expect("CHECK constraint failed: price >= 0.")
    flow.expect("New possession")
  }

  // MARK: Truths and large texts

  @Test("Space turns a truth round in the database", arguments: SaveMoment.allCases)
  func toggling(_ saveOn: SaveMoment) throws {
    flow = Flow(scratch, Settings(saveOn: saveOn))
    flow.press("Enter", "Enter", "End", " ")
    flow.expect(saveOn == .edit ? "Saved Lent." : "Lent changed, not yet written.")
    try flow.expect(atEnd: "SELECT lent, typeof(lent) FROM possessions WHERE id = 1", ["1|integer"])
  }

  @Test("a text that is too large to be read with its row is read when it is edited, and all of it is kept")
  func largeText() throws {
    try OtherProgram(scratch.path).run(
      "UPDATE possessions SET description = hex(zeroblob(100000)) || char(10) || 'end' WHERE id = 1"
    )
    edit(0, 1)
    flow.type("!", "Enter").expect("Description changed, not yet written.")
    try flow.expect(
      atEnd: "SELECT length(description), substr(description, -6) FROM possessions WHERE id = 1",
      ["200005|0\nend!"])
  }
}

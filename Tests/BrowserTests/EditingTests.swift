import BookStore
import Browser
import Cells
import Testing

/// Editing fields of all kinds, from keys to the database.
@Suite struct EditingTests {
  let scratch: Scratch
  let terminal = ScriptedTerminal()

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

  func run(_ saveOn: SaveMoment = .pressure, editor: String = "edit") throws {
    _ = Browser(
      store: try scratch.store(), terminal: terminal, settings: Settings(saveOn: saveOn, editor: editor)
    ).run()
  }

  /// Opens a row by its place and the editor of one of its fields.
  func edit(_ row: Int, _ field: Int) {
    terminal.press(Array(repeating: Key.down, count: row) + [.enter, .enter])
    terminal.press(Array(repeating: Key.down, count: field) + [.enter])
  }

  private func retype(_ text: String) {
    terminal.press(.control("u"))
    terminal.type(text)
    terminal.press(.enter)
  }

  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    terminal.then { #expect(terminal.screen.contains(text), sourceLocation: sourceLocation) }
  }

  // MARK: Unique and required

  @Test("A command typed behind Esc, where keys act, changes nothing, and the status line says why")
  func strayText() throws {
    terminal.press(.enter)
    terminal.waitFor("yellow")
    terminal.press(.alt(":"))
    terminal.type("import dune.csv")
    terminal.press(.enter)
    terminal.waitFor("was ignored")
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM possessions WHERE name IN ('Lamp', 'Bicycle')") == ["2"])
  }

  @Test("a name that another row has is refused in the editor, and nothing is written")
  func takenName() throws {
    edit(1, 0)
    retype("  Lamp ")
    expect("Another possession is already called “Lamp”.")
    terminal.then { #expect(terminal.screen.contains("0 dirty")) }
    retype("   ")
    expect("Name is required.")
    try run()
    try scratch.expect("SELECT name FROM possessions WHERE id = 2", ["Bicycle"])
  }

  @Test("a new row with a name that another one has is refused, and the draft stays")
  func takenDraft() throws {
    terminal.press(.character("+"), .enter)
    terminal.type("O'Brien's umbrella")
    terminal.press(.enter, .end, .character(" "), .control("s"))
    expect("Another possession is already called “O'Brien's umbrella”.")
    terminal.press(.home, .enter)
    terminal.type(" II")
    terminal.press(.enter, .control("s"))
    expect("Added the possession.")
    try run()
    try scratch.expect(
      "SELECT name, lent FROM possessions WHERE id > 2", ["O'Brien's umbrella|0", "O'Brien's umbrella II|1"])
  }

  @Test("another field that keeps rows apart is called by its label")
  func takenField() throws {
    _ = try scratch.sql("CREATE UNIQUE INDEX prices ON possessions (price)")
    edit(0, 2)
    retype("80")
    expect("Another possession already has the Price “80”.")
    try run()
  }

  @Test("saving an unchanged name is not refused as a duplicate")
  func unchangedName() throws {
    edit(0, 0)
    terminal.press(.enter)
    terminal.then {
      #expect(!terminal.screen.contains("already called"))
      #expect(terminal.screen.contains("0 dirty"))
    }
    try run(.edit)
    try scratch.expect("SELECT name FROM possessions WHERE id = 1", ["Lamp"])
  }

  // MARK: Faults that such programs have had

  @Test("a price is not written as 0 by an edit of a record that was never looked at")
  func unhydratedPrice() throws {
    terminal.press(.character(" "), .character("="), .down, .enter)
    terminal.type("bright")
    terminal.press(.enter)
    terminal.waitFor("Set Description of 1 possession.")
    terminal.press(.character("q"))
    try run()
    try scratch.expect(
      "SELECT description, price, typeof(price) FROM possessions WHERE id = 1", ["bright|12.5|real"])
  }

  @Test("a price is saved as a number into a column of numbers, and no text is")
  func textPrice() throws {
    edit(0, 2)
    retype("1,5")
    expect("Price takes a number with a point, like 3.50.")
    retype("13.75")
    try run()
    try scratch.expect("SELECT price, typeof(price) FROM possessions WHERE id = 1", ["13.75|real"])
  }

  @Test(
    "a rename is written: what finds the row is its key, not the new name", arguments: SaveMoment.allCases)
  func rename(_ saveOn: SaveMoment) throws {
    edit(0, 0)
    retype("Torch")
    try run(saveOn)
    try scratch.expect("SELECT id, name, description FROM possessions WHERE id = 1", ["1|Torch|yellow"])
  }

  @Test("the text is stored without the white space around it")
  func trimmed() throws {
    edit(0, 0)
    retype("  Torch \t ")
    try run()
    try scratch.expect("SELECT name, length(name) FROM possessions WHERE id = 1", ["Torch|5"])
  }

  @Test("an apostrophe is a character like others")
  func apostrophe() throws {
    edit(2, 0)
    terminal.type(" 'n' hat")
    terminal.press(.enter)
    try run(.edit)
    try scratch.expect("SELECT name FROM possessions WHERE id = 3", ["O'Brien's umbrella 'n' hat"])
  }

  // MARK: SQLite's words

  @Test("what only the database refuses is its own sentence, with the text still in the editor")
  func refusedAtSave() throws {
    edit(0, 2)
    retype("-1")
    expect("CHECK constraint failed: price >= 0.")
    terminal.then {
      #expect(terminal.screen.contains("     -1"))
      #expect(terminal.screen.contains("0 dirty"))
    }
    retype("1")
    terminal.press(.up, .up, .enter)
    retype("Moon")
    expect("Nobody owns the moon.")
    retype("Sun")
    try run(.edit)
    try scratch.expect("SELECT name, price FROM possessions WHERE id = 1", ["Sun|1"])
  }

  @Test("what is written later names the field and the row that it is about, and stays")
  func refusedAtWarning() throws {
    edit(0, 2)
    retype("-1")
    terminal.press(.escape, .character("m"))
    expect("Not written: Price of “Lamp”. CHECK constraint failed: price >= 0.")
    terminal.then { #expect(terminal.screen.contains("1 dirty")) }
    terminal.press(.character("e"), .enter)
    retype("2")
    try run()
    try scratch.expect("SELECT price FROM possessions WHERE id = 1", ["2"])
  }

  @Test("a new row that the database refuses stays a draft")
  func refusedDraft() throws {
    terminal.press(.character("+"), .enter)
    terminal.type("Key")
    terminal.press(.enter, .down, .down, .enter)
    terminal.type("-3")
    terminal.press(.enter, .end, .character(" "), .control("s"))
    expect("CHECK constraint failed: price >= 0.")
    expect("New possession")
    try run()
  }

  // MARK: Truths and lines

  @Test("Space turns a truth round in the database", arguments: SaveMoment.allCases)
  func toggling(_ saveOn: SaveMoment) throws {
    terminal.press(.enter, .enter, .end, .character(" "))
    expect(saveOn == .edit ? "Saved Lent." : "Lent changed, not yet written.")
    try run(saveOn)
    try scratch.expect("SELECT lent, typeof(lent) FROM possessions WHERE id = 1", ["1|integer"])
  }

  @Test("a text of several lines is written with its lines")
  func lines() throws {
    edit(1, 1)
    terminal.press(.control("j"))
    terminal.type("The bell is missing.")
    terminal.send(.paste("\n\nIn the cellar."))
    terminal.press(.enter)
    try run()
    try scratch.expect(
      "SELECT replace(description, char(10), '/') FROM possessions WHERE id = 2",
      ["Red./The bell is missing.//In the cellar."])
  }

  @Test("a text that is too large to be read with its row is read when it is edited, and all of it is kept")
  func largeText() throws {
    _ = try scratch.sql(
      "UPDATE possessions SET description = hex(zeroblob(100000)) || char(10) || 'end' WHERE id = 1")
    edit(0, 1)
    terminal.type("!")
    terminal.press(.enter)
    expect("Description changed, not yet written.")
    try run()
    try scratch.expect(
      "SELECT length(description), substr(description, -6) FROM possessions WHERE id = 1", ["200005|0\nend!"])
  }
}

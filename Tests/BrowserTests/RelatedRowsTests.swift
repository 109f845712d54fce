import BookStore
import Browser
import Cells
import Testing

/// The rows that point to a record stand at the end of its detail.
@Suite("Related rows")
struct RelatedRowsTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE work (id INTEGER PRIMARY KEY, title TEXT);
      CREATE TABLE shelf (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE work_shelf (work INTEGER REFERENCES work, shelf INTEGER REFERENCES shelf, PRIMARY KEY (work, shelf));
      CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT, work INTEGER REFERENCES work, page INTEGER, more TEXT);
      INSERT INTO work VALUES (1, 'War'), (2, 'Peace');
      INSERT INTO shelf VALUES (1, 'Attic'), (2, 'Cellar');
      INSERT INTO work_shelf VALUES (1, 1), (1, 2);
      INSERT INTO note (id, name, work) VALUES (1, 'first note', 1), (2, 'second note', 1);
      """)
  }

  private static var settings: Settings {
    var settings = Settings()
    settings.startsWithTables = false
    return settings
  }

  private func run() throws {
    let store = try scratch.store(table: "work")
    #expect(Browser(store: store, terminal: terminal, settings: Self.settings).run() != .quit)
  }

  @Test("They are shown with the record; those that no index leads to are a fault until Enter reads them")
  func faults() throws {
    terminal.waitFor("War")
    terminal.press(.enter)
    terminal.waitFor("Attic; Cellar")
    terminal.waitFor("·····")
    terminal.press(.end, .enter)
    terminal.waitFor("second note")
    terminal.press(.enter)
    terminal.waitFor("‹ War")
    terminal.waitFor("Page")
    terminal.press(.escape, .up, .enter)
    terminal.waitFor("Work shelves of “War”")
    try run()
  }

  @Test("+ adds a row that points here, and so it does in the list of such rows")
  func adding() throws {
    terminal.waitFor("War")
    terminal.press(.down, .enter)
    terminal.waitFor("·····")
    terminal.press(.end, .character("+"))
    terminal.waitFor("New note")
    terminal.type("third note")
    terminal.press(.control("s"))
    terminal.waitFor("Added the note.")
    terminal.waitFor("More")
    terminal.press(.escape)
    terminal.waitFor("·····")
    terminal.press(.end, .enter)
    terminal.waitFor("third note")
    terminal.press(.character("b"))
    terminal.waitFor("Rows that point here")
    terminal.press(.down, .enter)
    terminal.waitFor("Notes of")
    terminal.press(.character("+"))
    terminal.waitFor("Peace (2)")
    terminal.type("fourth note")
    terminal.press(.alt("a"))
    terminal.waitFor("Peace (2)")
    terminal.type("fifth note")
    terminal.press(.control("s"))
    terminal.waitFor("Added")
    try run()
    #expect(
      try scratch.sql("SELECT name, work FROM note WHERE id > 2")
        == ["third note|2", "fourth note|2", "fifth note|2"])
  }

  @Test(
    "What is shown stays shown after a memory warning, and hydrates nothing again, also if such a row changes"
  )
  func warning() throws {
    _ = try scratch.sql("CREATE INDEX note_work ON note (work)")
    terminal.waitFor("War")
    terminal.press(.enter)
    terminal.waitFor("first note")
    terminal.press(.character("m"))
    terminal.waitFor("●0")
    terminal.press(.down, .up)
    terminal.waitFor("0 hydrated")
    terminal.then { [scratch] in _ = try scratch.sql("DELETE FROM note WHERE id = 2") }
    terminal.press(.down)
    terminal.waitUntil { [terminal] in !terminal.screen.contains("second note") }
    terminal.waitFor("first note")
    try run()
  }

  @Test(
    "A detail below another screen shows a row that was added there, and shows it no more when that is undone"
  )
  func below() throws {
    _ = try scratch.sql("CREATE INDEX note_work ON note (work)")
    terminal.waitFor("War")
    terminal.press(.enter)
    terminal.waitFor("second note")
    terminal.press(.end, .character("+"))
    terminal.waitFor("New note")
    terminal.type("third note")
    terminal.press(.control("s"))
    terminal.waitFor("Added the note.")
    terminal.press(.escape)
    terminal.waitFor("first note")
    terminal.waitFor("third note")
    terminal.press(.character("u"))
    terminal.waitUntil { [terminal] in
      terminal.screen.contains("second note") && !terminal.screen.contains("  third note")
    }
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM note") == ["2"])
  }

  @Test("A duplicate gets a number of its own, which the form does not ask for")
  func duplicate() throws {
    terminal.waitFor("first note")
    terminal.press(.character("D"))
    terminal.waitFor("New note")
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Id") }
    terminal.press(.control("s"))
    terminal.waitFor("Added the note.")
    let store = try scratch.store(table: "note")
    #expect(Browser(store: store, terminal: terminal, settings: Self.settings).run() != .quit)
    #expect(try scratch.sql("SELECT name FROM note") == ["first note", "second note", "first note"])
  }

  @Test("A form asks for a number that is another row's")
  func numberOfAnother() throws {
    _ = try scratch.sql("CREATE TABLE more (work INTEGER PRIMARY KEY REFERENCES work, text TEXT)")
    terminal.press(.character("+"))
    terminal.waitFor("New more")
    terminal.waitFor("Work")
    let store = try scratch.store(table: "more")
    #expect(Browser(store: store, terminal: terminal, settings: Self.settings).run() != .quit)
  }

  @Test("- deletes the selected row, after a question that calls it by what it says")
  func deleting() throws {
    _ = try scratch.sql("CREATE INDEX note_work ON note (work)")
    terminal.waitFor("War")
    terminal.press(.enter)
    terminal.waitFor("first note")
    _ = try scratch.sql("UPDATE note SET page = 7 WHERE id = 1")
    terminal.press(.end, .up, .character("-"))
    terminal.waitFor("Delete “first note · page 7”?")
    terminal.press(.character("d"))
    terminal.waitUntil { [terminal] in !terminal.screen.contains("first note") }
    try run()
    #expect(try scratch.sql("SELECT name FROM note") == ["second note"])
  }

  @Test("The list is sorted by shelves, finds by them, counts them, and remembers all of it")
  func related() throws {
    var settings = Self.settings
    settings.stateFile = scratch.folder.appending(path: "state/view").path
    terminal.waitFor("War")
    terminal.press(.character("s"), .character("s"), .enter)
    terminal.waitFor("Shelves ↑")
    terminal.waitFor("Attic; Cellar")
    terminal.press(.character("c"), .character("s"), .character(" "), .enter)
    terminal.press(.character("f"), .character("s"), .enter)
    terminal.waitFor("Cellar")
    terminal.press(.end, .enter)
    terminal.waitFor("1 of 2")
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Peace") }
    terminal.press(.character("q"))
    let store = try scratch.store(table: "work")
    #expect(Browser(store: store, terminal: terminal, settings: settings).run() == .quit)
    let next = ScriptedTerminal()
    next.waitFor("Attic; Cellar")
    next.waitFor("Shelves ↑")
    next.press(.character("q"))
    let again = try scratch.store(table: "work")
    #expect(Browser(store: again, terminal: next, settings: settings).run() == .quit)
  }

  @Test("e edits the list of a joining table as one step, and makes the parts that are not there")
  func list() throws {
    func shelves() throws -> [String] {
      try scratch.sql("SELECT work, name FROM work_shelf JOIN shelf ON id = shelf ORDER BY 1, 2")
    }
    let before = try shelves()
    terminal.waitFor("War")
    terminal.press(.enter)
    terminal.waitFor("Attic; Cellar")
    terminal.press(.end, .up, .character("e"))
    terminal.waitFor("shelves separated by ;")
    terminal.press(.control("u"))
    terminal.type("cellar; Porch; Barn")
    terminal.waitFor("new shelves: Porch; Barn")
    terminal.press(.enter)
    terminal.waitFor("Added to Shelves: Porch (new); Barn (new). Removed from Shelves: Attic.")
    terminal.then {
      let found = try shelves()
      #expect(found == ["1|Barn", "1|Cellar", "1|Porch"])
    }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.waitFor("Attic; Cellar")
    try run()
    #expect(try shelves() == before)
    #expect(try scratch.sql("SELECT count(*) FROM shelf") == ["2"])
  }

  @Test("= adds the marked rows to a shelf, or removes them, as one step")
  func joined() throws {
    func shelves() throws -> [String] {
      try scratch.sql("SELECT work, name FROM work_shelf JOIN shelf ON id = shelf ORDER BY 1, 2")
    }
    terminal.waitFor("War")
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.waitFor("Add to Shelves")
    terminal.type(";")
    terminal.press(.enter)
    terminal.waitFor("Type a name for Shelves.")
    terminal.press(.backspace)
    terminal.type("cellar")
    terminal.press(.enter)
    terminal.waitFor("to “cellar”?")
    terminal.press(.character("s"))
    terminal.waitFor("Added 1 to Shelves: cellar.")
    terminal.then {
      let found = try shelves()
      #expect(found == ["1|Attic", "1|Cellar", "2|Cellar"])
    }
    terminal.press(.character("="), .end, .enter)
    terminal.type("-Cellar")
    terminal.press(.enter)
    terminal.waitFor("from “Cellar”?")
    terminal.press(.character("s"))
    terminal.waitFor("Removed 2 from Shelves: Cellar.")
    terminal.then {
      let found = try shelves()
      #expect(found == ["1|Attic"])
    }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    try run()
    #expect(try shelves() == ["1|Attic", "1|Cellar", "2|Cellar"])
  }
}

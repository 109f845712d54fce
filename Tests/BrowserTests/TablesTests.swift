import BookStore
import Browser
import Cells
import Screens
import TestSupport
import Testing

/// The way from the list of tables to a row, to the rows around it, and back.
@Suite struct TablesTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      DROP TABLE book;
      CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT, artist INTEGER REFERENCES artist);
      CREATE TABLE track (id INTEGER PRIMARY KEY, name TEXT, album INTEGER REFERENCES album, price NUMERIC(10,2));
      CREATE VIEW broken AS SELECT * FROM nowhere;
      INSERT INTO artist VALUES (1, 'Accept'), (2, 'Nina Simone');
      INSERT INTO album VALUES (1, 'Restless', 1), (2, 'Pastel Blues', 2), (3, 'Baltimore', 2);
      INSERT INTO track VALUES (1, 'Sinnerman', 2, 0.99), (2, 'Fast as a Shark', 1, 0.99), (3, 'Trouble', 2, 1);
      """)
  }

  private func run(_ settings: Settings = Settings()) throws {
    #expect(try Browser(store: scratch.store(), terminal: terminal, settings: settings).run() != .quit)
  }

  @Test("A row is chosen for a field while its record is edited, and a new one is made and taken")
  func choosing() throws {
    terminal.waitFor("2 rows")
    terminal.press(.down, .enter)
    terminal.waitFor("Restless")
    terminal.press(.enter)
    terminal.waitFor("Accept (1)")
    terminal.press(.character("e"), .end, .enter)
    terminal.waitFor("Enter takes the row")
    terminal.waitFor("Nina Simone")
    terminal.press(.down, .enter)
    terminal.waitFor("Nina Simone (2)")
    terminal.press(.enter)
    terminal.waitFor("Enter takes the row")
    terminal.press(.character("+"))
    terminal.type("Miles Davis")
    terminal.press(.control("s"))
    terminal.waitFor("Miles Davis (3)")
    terminal.press(.escape, .character("m"))
    terminal.waitFor("wrote 1 ")
    try run()
    #expect(
      try scratch.sql("SELECT artist, name FROM album JOIN artist ON artist.id = artist WHERE album.id = 1")
        == ["3|Miles Davis"])
  }

  @Test("After :new the program asks whether the library opens by default")
  func newDefault() throws {
    var settings = Settings()
    settings.makesDefault = { Message("Default: \($0.suffix(8)).") }
    terminal.waitFor("2 rows")
    terminal.type(":new \(scratch.path)-new")
    terminal.press(.enter)
    terminal.waitFor("by default from now on?")
    terminal.type("a")
    terminal.waitFor("Default: lite-new.")
    try run(settings)
  }

  @Test("from an artist to albums, to tracks, to a price that is edited, and back in order")
  func walk() throws {
    terminal.waitFor("2 rows")
    terminal.press(.enter)
    terminal.waitFor("Nina Simone")
    terminal.press(.down, .enter, .character("b"))
    terminal.waitFor("Albums of “Nina Simone”")
    terminal.waitFor("2 albums ·")
    terminal.press(.enter)
    terminal.waitFor("Nina Simone (2)")
    terminal.press(.character("b"))
    terminal.waitFor("Tracks of “Pastel Blues”")
    terminal.waitFor("Trouble")
    terminal.press(.enter)
    terminal.waitFor("Pastel Blues (2)")
    terminal.press(.character("e"), .end, .enter, .control("u"))
    terminal.type("1.29")
    terminal.press(.enter)
    terminal.waitFor("Price changed, not yet written.")
    terminal.press(.escape)
    let back = [
      "Tracks of “Pastel Blues”", "‹ Albums", "Albums of “Nina Simone”", "‹ Artists", "Accept", "Tables",
    ]
    for title in back {
      terminal.press(.escape)
      terminal.waitFor(title)
    }
    terminal.press(.character("m"))
    terminal.waitFor("wrote 1 ")
    try run()
    #expect(try scratch.sql("SELECT id, price, typeof(price) FROM track ORDER BY id").first == "1|1.29|real")
  }

  @Test("from a table that was named there is a way to the list of tables, and into another one")
  func named() throws {
    terminal.waitFor("Restless")
    terminal.press(.escape)
    terminal.waitFor("Esc has nothing to cancel here.")
    terminal.press(.left)
    terminal.waitFor("track")
    terminal.press(.home, .enter)
    terminal.waitFor("Nina Simone")
    terminal.press(.escape)
    terminal.waitFor("2 rows")
    var settings = Settings()
    settings.startsWithTables = false
    let store = try scratch.store(table: "album")
    #expect(Browser(store: store, terminal: terminal, settings: settings).run() != .quit)
  }

  @Test("a link leads to the row that it points to, which has no next one")
  func link() throws {
    terminal.press(.down, .enter)
    terminal.waitFor("Restless")
    terminal.press(.enter, .enter)
    terminal.waitFor("Accept")
    terminal.press(.character("n"))
    terminal.waitFor("was not opened from a list")
    terminal.press(.escape)
    terminal.waitFor("Accept (1)")
    try run()
  }

  @Test("a view that cannot be read says why, and the tables stay")
  func broken() throws {
    terminal.waitFor("cannot be read")
    terminal.press(.end, .enter)
    terminal.waitFor("No such table: main.nowhere.")
    terminal.press(.home, .enter)
    terminal.waitFor("Accept")
    try run()
  }

  @Test("an edit, a deletion and a warning in one list show in the list below")
  func follow() throws {
    terminal.press(.down, .enter)
    terminal.waitFor("Baltimore")
    terminal.press(.enter, .enter, .character("b"))
    terminal.waitFor("Albums of “Accept”")
    terminal.waitFor("1 album ·")
    terminal.press(.enter, .character("e"), .down, .enter, .control("u"))
    terminal.type("Wild")
    terminal.press(.enter, .escape, .escape)
    terminal.waitFor("◆ Wild")
    terminal.press(.escape, .escape, .escape)
    terminal.waitFor("Baltimore")
    terminal.waitFor("◆ Wild")
    try run()
    #expect(try scratch.sql("SELECT title FROM album WHERE id = 1") == ["Wild"])
  }
}

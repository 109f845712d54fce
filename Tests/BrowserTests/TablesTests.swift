import BookStore
import Browser
import Screens
import Testing

/// The way from the list of tables to a row, to the rows around it, and back.
@Suite final class TablesTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

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

  @Test("A row is chosen for a field while its record is edited, and a new one is made and taken")
  func choosing() throws {
    flow.press("Down", "Enter").expect("Restless")
    flow.press("Enter").expect("Accept (1)")
    flow.press("e", "End", "Enter").expect("Enter takes the row", "Nina Simone")
    flow.press("Down", "Enter").expect("Nina Simone (2)")
    flow.press("Enter").expect("Enter takes the row")
    flow.press("+").type("Miles Davis", "^S").expect("Miles Davis (3)")
    flow.press("Esc", "m").expect("wrote 1 ")
    try flow.expect(
      atEnd: "SELECT artist, name FROM album JOIN artist ON artist.id = artist WHERE album.id = 1",
      ["3|Miles Davis"])
  }

  @Test("After :new the program asks whether the library opens by default") func newDefault() throws {
    var settings = Settings()
    settings.makesDefault = { Message("Default: \($0.suffix(8)).") }
    flow = Flow(scratch, settings)
    flow.command("new \(scratch.path)-new").expect("by default from now on?")
    flow.type("a").expect("Default: lite-new.")
  }

  @Test("from an artist to albums, to tracks, to a price that is edited, and back in order")
  func walk() throws {
    flow.press("Enter").expect("Nina Simone")
    flow.press("Down", "Enter", "b").expect("Albums of “Nina Simone”", " 2 albums ")
    flow.press("Enter").expect("Nina Simone (2)")
    flow.press("b").expect("Tracks of “Pastel Blues”", "Trouble")
    flow.press("Enter").expect("Pastel Blues (2)")
    flow.press("e", "End", "Enter").retype("1.29").expect("Price changed, not yet written.")
    flow.press("Esc")
    let back = [
      "Tracks of “Pastel Blues”", "‹ Albums", "Albums of “Nina Simone”", "‹ Artists", "Accept",
      "Tables",
    ]
    for title in back {
      flow.press("Esc").expect(title)
    }
    flow.press("m").expect("wrote 1 ")
    flow.end()
    #expect(try scratch.sql("SELECT id, price, typeof(price) FROM track ORDER BY id").first == "1|1.29|real")
  }

  @Test("from a table that was named there is a way to the list of tables, and into another one")
  func named() throws {
    flow = Flow(scratch, .onRows, table: "album")
    flow.expect("Restless")
    flow.press("Esc").expect("Esc has nothing to cancel here.")
    flow.press("Left").expect("track")
    flow.press("Home", "Enter").expect("Nina Simone")
    flow.press("Esc").expect("2 rows")
    flow.press("Down", "Enter").expect("Restless")
    flow.press("Esc").expect("Esc has nothing to cancel here.", "Restless")
    flow.press("Left").expect("track")
  }

  @Test("A list shows the titles of what its rows point to, as edits leave them, and hydrates nothing")
  func titledReferences() throws {
    flow.press("Down", "Enter").expect(line: "Title", "Artist")
    flow.expect(line: "Restless", "Accept").expect(line: "Baltimore", "Nina Simone")
    #expect(try flow.counts.hydrated == 0)
    flow.press("Left", "Home", "Enter", "Down", "Enter", "e", "End", "Enter").retype("Nina")
    flow.press("Esc", "m").expect("wrote 1 ")
    flow.press("Esc", "Esc", "Down", "Enter").expect("Baltimore", "Nina", gone: "Simone")
  }

  @Test("Esc in the books of a reading library leads nowhere, at the start as after the tables")
  func books() throws {
    flow = Flow(try Scratch.reading("INSERT INTO book (title) VALUES ('Emma')"))
    flow.expect("Emma")
    flow.press("Esc").expect("Esc has nothing to cancel here.", "Emma")
    flow.press("Left").expect("Tables")
    flow.press("Enter").expect("Emma")
    flow.press("Esc").expect("Esc has nothing to cancel here.", "Emma")
    flow.press("Left").expect("Tables")
  }

  @Test("The tables are counted whole, also if the books before were found by a query") func countedWhole()
    throws
  {
    flow = Flow(try Scratch.reading("INSERT INTO book (title) VALUES ('Emma'), ('Persuasion')"))
    flow.press("V", "Down", "Enter").expect("To read")
    flow.press("Left").expect("loan", "tables")
    try flow.settle()
    flow.expect("8 tables", gone: "of 8 tables")
  }

  @Test("a link leads to the row that it points to, which has no next one") func link() throws {
    flow.press("Down", "Enter").expect("Restless")
    flow.press("Enter", "Enter").expect("Accept")
    flow.press("n").expect("was not opened from a list")
    flow.press("Esc").expect("Accept (1)")
  }

  @Test("a view that cannot be read says why, and the tables stay") func broken() throws {
    flow.expect("cannot be read")
    flow.press("End", "Enter").expect("No such table: main.nowhere.")
    flow.press("Home", "Enter").expect("Accept")
  }

  @Test("an edit, a deletion and a warning in one list show in the list below") func follow() throws {
    flow.press("Down", "Enter").expect("Baltimore")
    flow.press("Enter", "Enter", "b").expect("Albums of “Accept”", " 1 album ")
    flow.press("Enter", "e", "Down", "Enter").retype("Wild").press("Esc", "Esc").expect("◆ Wild")
    flow.press("Esc", "Esc", "Esc").expect("Baltimore", "◆ Wild")
    try flow.expect(atEnd: "SELECT title FROM album WHERE id = 1", ["Wild"])
  }
}

import BookStore
import Browser
import Testing

/// What foreign keys have to do with edits and deletions is said before it happens, or else which row stands against it.
@Suite final class ForeignKeyTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows, table: "work")

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

  @Test("a reference to no row is refused in the editor") func missing() throws {
    flow.press("Enter", "e", "End").retype("77").expect("No author has the Id 77.")
    flow.retype("2").expect("Author changed, not yet written.")
  }

  @Test("the question says how many rows go along, for one row and for marked ones") func cascade() throws {
    flow = Flow(scratch, .onRows, table: "author")
    flow.press("-").expect("Delete “Tolstoy”? This deletes 1 author and 2 works")
    flow.press("Esc", " ", " ", "-")
    // The other author cannot go, which the deletion itself says.
    flow.expect("Delete 2 authors?")
    // Both are marked, so the first one unmarks them.
    flow.press("Esc", "*", "*", "-").expect("Delete 2 authors?")
    flow.press("Esc", "*", "End", "-", "Right", "Enter")
    flow.expect("A row of “loan” points to “Sun”. Press b in it to see.")
  }

  @Test("of many rows that are to be deleted the one is named that stands against it") func blocked() throws {
    flow.press("*", "-", "Right", "Enter")
    flow.expect("Nothing was deleted. A row of “loan” points to “Sun”. Press b in it to see.")
    try flow.expect(sql: "SELECT count(*) FROM work", ["3"])
  }
}

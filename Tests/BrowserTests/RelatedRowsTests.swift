import BookStore
import Browser
import TestSupport
import Testing

/// The rows that point to a record stand at the end of its detail.
@Suite("Related rows") final class RelatedRowsTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows, table: "work")

  private let shelves = "SELECT work, name FROM work_shelf JOIN shelf ON id = shelf ORDER BY 1, 2"

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

  @Test("They are shown with the record; those that no index leads to say so until Enter reads them")
  func faults() throws {
    flow.press("Enter").expect("Attic; Cellar", "not read: Enter reads it")
    flow.press("End", "Enter").expect("second note")
    flow.press("Enter").expect("‹ War", "2 empty fields")
    flow.press("Esc", "Up", "Enter").expect("Work shelves of “War”")
  }

  @Test("+ adds a row that points here, and so it does in the list of such rows") func adding() throws {
    flow.press("Down", "Enter").expect("not read: Enter reads it")
    flow.press("End", "+").expect("New note")
    flow.type("third note", "^S").expect("Added the note.", "Peace (2)")
    flow.press("Esc").expect("not read: Enter reads it")
    flow.press("End", "Enter").expect("third note")
    flow.press("b").expect("Rows that point here")
    flow.press("Down", "Enter").expect("Notes of")
    flow.press("+").expect("Peace (2)")
    flow.type("fourth note", "Alt-A").expect("Peace (2)")
    flow.type("fifth note", "^S").expect("Added")
    try flow.expect(
      atEnd: "SELECT name, work FROM note WHERE id > 2",
      ["third note|2", "fourth note|2", "fifth note|2"])
  }

  @Test(
    "What is shown stays shown after a memory warning, and hydrates nothing again, also if such a row changes"
  )
  func warning() throws {
    try OtherProgram(scratch.path).run("CREATE INDEX note_work ON note (work)")
    flow.expect("War")
    flow.press("Enter").expect("first note")
    flow.press("m").expect("Memory warning")
    flow.press("Down", "Up")
    #expect(try flow.counts.hydrated == 0)
    try OtherProgram(scratch.path).run("DELETE FROM note WHERE id = 2")
    flow.press("Down").expect("first note", gone: "second note")
  }

  @Test(
    "A detail below another screen shows a row that was added there, and shows it no more when that is undone"
  )
  func below() throws {
    try OtherProgram(scratch.path).run("CREATE INDEX note_work ON note (work)")
    flow.expect("War")
    flow.press("Enter").expect("second note")
    flow.press("End", "+").expect("New note")
    flow.type("third note", "^S").expect("Added the note.")
    flow.press("Esc").expect("first note", "third note")
    flow.press("u").expect("second note", gone: "  third note")
    try flow.expect(atEnd: "SELECT count(*) FROM note", ["2"])
  }

  @Test("A duplicate gets a number of its own, which the form does not ask for") func duplicate() throws {
    flow = Flow(scratch, .onRows, table: "note")
    flow.press("D").expect("New note", gone: "Id")
    flow.press("^S").expect("Added the note.")
    try flow.expect(sql: "SELECT name FROM note", ["first note", "second note", "first note"])
  }

  @Test("A form asks for a number that is another row's") func numberOfAnother() throws {
    try OtherProgram(scratch.path).run(
      "CREATE TABLE more (work INTEGER PRIMARY KEY REFERENCES work, text TEXT)")
    flow = Flow(scratch, .onRows, table: "more")
    flow.press("+").expect("New more", "Work")
  }

  @Test("- deletes the selected row, after a question that calls it by what it says") func deleting() throws {
    try OtherProgram(scratch.path).run("UPDATE note SET page = 7 WHERE id = 1")
    try OtherProgram(scratch.path).run("CREATE INDEX note_work ON note (work)")
    flow.expect("War")
    flow.press("Enter").expect("first note")
    flow.press("End", "Up", "-").expect("Delete “first note · page 7”?")
    flow.press("d").expect(gone: "first note")
    try flow.expect(atEnd: "SELECT name FROM note", ["second note"])
  }

  @Test("The list is sorted by shelves, finds by them, counts them, and remembers all of it")
  func related() throws {
    var settings = Settings.onRows
    settings.stateFile = scratch.folder.appending(path: "state/view").path
    flow = Flow(scratch, settings, table: "work")
    flow.press("s", "s", "Enter").expect("Shelves ↑", "Attic; Cellar")
    flow.press("c", "s", " ", "Enter", "f", "s", "Enter").expect("Cellar")
    flow.press("End", "Enter").expect("1 of 2", gone: "Peace")
    flow.quit()
    flow = Flow(scratch, settings, table: "work")
    flow.expect("Attic; Cellar", "Shelves ↑")
  }

  @Test("e edits the list of a joining table as one step, and makes the parts that are not there")
  func list() throws {
    flow.expect("War")
    flow.press("Enter").expect("Attic; Cellar")
    flow.press("End", "Up", "e").expect("shelves separated by ;")
    flow.press("^U").type("cellar; Porch; Barn").expect("new shelves: Porch; Barn")
    flow.press("Enter").expect("Added to Shelves: Porch (new); Barn (new). Removed from Shelves: Attic.")
    try flow.expect(sql: shelves, ["1|Barn", "1|Cellar", "1|Porch"])
    flow.press("u").expect("Undone", "Attic; Cellar")
    try flow.expect(atEnd: shelves, ["1|Attic", "1|Cellar"])
    try flow.expect(sql: "SELECT count(*) FROM shelf", ["2"])
  }

  @Test("= adds the marked rows to a shelf, or removes them, as one step") func joined() throws {
    flow.expect("War")
    flow.press("*", "=", "End", "Enter").expect("Add to Shelves")
    flow.type(";", "Enter").expect("Type a name for Shelves.")
    flow.press("Backspace").type("cellar", "Enter").expect("to “cellar”?")
    flow.press("s").expect("Added 1 to Shelves: cellar.")
    try flow.expect(sql: shelves, ["1|Attic", "1|Cellar", "2|Cellar"])
    flow.press("=", "End", "Enter").type("-Cellar", "Enter").expect("from “Cellar”?")
    flow.press("s").expect("Removed 2 from Shelves: Cellar.")
    try flow.expect(sql: shelves, ["1|Attic"])
    flow.press("u").expect("Undone")
    try flow.expect(atEnd: shelves, ["1|Attic", "1|Cellar", "2|Cellar"])
  }
}

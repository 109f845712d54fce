import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Orders, filters, jumps and work on many rows, from keys to the screen.
@Suite final class ListTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  /// Books 1 to 500 with titles in another order than their keys, and an author for every tenth of them.
  init() throws {
    scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO book SELECT i, 'Book ' || printf('%03d', i * 7 % 501), i, iif(i % 10 = 0, 'Leo', NULL) FROM n;
      """)
  }

  /// Orders by title.
  private func orderByTitle() {
    flow.press("s", "Down", "Enter").expect("by Title ↑", gone: "Sorting")
  }

  private func find(_ words: String) {
    flow.press("/").type(words).expect(" of ", gone: "≥")
  }

  /// Renames the selected book from the list.
  private func rename(_ title: String) {
    flow.press("Enter", "Enter", "Enter").retype(title).press("Esc", "Esc")
  }

  @Test("Enter right after a search opens the first match, also if it is pressed before the match is there")
  func fastEnter() throws {
    for digits in ["499", "003", "250"] {
      flow.press("/", "^U").type("Book \(digits)", "Enter", "Enter").expect("‹ Books", "Book \(digits)")
      flow.press("Esc").expect(gone: "‹ Books")
    }
  }

  @Test("a key that waits for the rows says so; Esc drops it, and the list stays") func droppedKey() throws {
    flow = Flow(
      try Scratch(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
          INSERT INTO book SELECT i, 'Book ' || i, i, NULL FROM n;
        """))
    flow.press("/")
    flow.type("nothing of the kind", "Enter", "Enter").expect("This key waits for the rows; Esc drops it.")
    flow.press("Esc").expect("Book 1 ", gone: "Finding", "‹ Books")
    // Other keys go on.
    flow.press("Down", "Enter").expect("‹ Books", "Book 2 ")
  }

  @Test("the first screen of a small library knows how many books there are") func smallLibrary() throws {
    flow.end()
    #expect(flow.frames.first?.textPlane.contains(" 500 books ") == true)
  }

  @Test("a renamed book stays selected at its new place, in an order both ways")
  func renamedInOrder() throws {
    orderByTitle()
    flow.expect(selected: "Book 007")
    rename("Book 250x")
    flow.expect(selected: "Book 250x")
    flow.expect("Book 249")
    flow.press("S").expect("Title ↓").expect(selected: "Book 250x")
  }

  @Test("an added book is selected at its place in the order, a deleted one gives its place to the next")
  func addedAndDeleted() throws {
    orderByTitle()
    flow.press("+", "Enter").type("Book 300x", "Enter", "^S")
    // The sort may still read, and Esc would end the wait for its lock.
    flow.expect("501 books")
    flow.press("Esc").expect(selected: "Book 300x").expect("Book 300 ")
    flow.press("-", "Right", "Enter").expect(selected: "Book 301")
  }

  @Test("a book that is added while its list is being sorted is selected when it is there")
  func addedMeanwhile() throws {
    flow = Flow(
      try Scratch(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
          INSERT INTO book SELECT i, 'Book ' || printf('%06d', i * 7 % 50001), i, NULL FROM n;
        """))
    flow.press("s", "Down", "Enter", "+", "Enter").type("Book 040000x", "Enter", "^S")
    // While the sort reads the database the new row may have to wait, and Esc would end that.
    flow.expect("Added the book.")
    flow.press("Esc").expect(selected: "Book 040000x")
    // The form has the title, too.
    flow.expect("Book 039998 ")
  }

  @Test("with a filter, a book that an edit takes out of it gives its place to the next, and n goes there")
  func editedOutOfFilter() throws {
    find("leo")
    flow.press("Enter").expect("50 of 500 books").expect(selected: "Book 070")
    // The author is the last field.
    flow.press("Enter", "Enter", "End", "Enter").retype("Tolstoy").press("Esc", "n").expect("Book 140")
    flow.press("Esc").expect(selected: "Book 140").expect("49 of 500 books")
    flow.press("Esc").expect(selected: "Book 140")
  }

  @Test(
    "a time of day is found as the date shows it, alone and beside another word, and n goes on from date to date"
  )
  func dates() throws {
    find("00:07:0")
    flow.expect("10 of 500 books")
    flow.press("Esc")
    find("leo 1970-01-01 00:07")
    flow.expect("6 of 500 books")
    flow.press("Esc", "Home", "n")
    // The books 420, 430 … 470 of the keys.
    flow.expect(selected: "Book 435")
    flow.press("n").expect(selected: "Book 004")
  }

  @Test("Esc brings the whole list back with the book that was found", arguments: [false, true])
  func filterAndBack(isKept: Bool) throws {
    flow.press("4", "2", "G").expect(selected: "Book 294")
    find("leo")
    flow.expect("50 of 500 books")
    flow.press(isKept ? ["Enter", "Esc"] : ["Esc"]).expect(selected: "Book 070").expect(gone: "50 of 500")
    flow.press("Down").expect(selected: "Book 077")
  }

  @Test("What * marks stays marked in another search, and copies follow the list")
  func markedBySearch() throws {
    var settings = Settings()
    settings.copiesThroughTerminal = true
    flow = Flow(scratch, settings)
    find("leo")
    flow.press("Enter").expect("Books “leo”")
    flow.press("*").expect("50 of 500 books", gone: "≥")
    find("book 2")
    flow.press("Enter").expect("Books “book 2”", "✓ 50")
    flow.press("Esc", "H").expect("Hydrated 50 books.")
    flow.press("*").expect("✓ 500")
    flow.press("*").expect(gone: "✓")
    orderByTitle()
    flow.press("Home", " ", " ", "y").expect("Copied")
    let text = Data("Book 001\nBook 002".utf8).base64EncodedString()
    #expect(flow.requests.contains(.setClipboard(base64: text)))
  }

  @Test("n and N without a filter go to the matches of the last search, round the end")
  func nextMatches() throws {
    find("leo")
    flow.press("Esc", "Home", "n").expect(selected: "Book 070")
    flow.press("n").expect(selected: "Book 140")
    flow.press("N", "N").expect(selected: "Book 494")
    flow.press("n").expect(selected: "Book 070")
  }

  @Test("n and p in the detail follow the order to its end, and take the list's selection along")
  func neighborsInOrder() throws {
    orderByTitle()
    flow.expect(selected: "Book 007")
    flow.press("Enter", "p").expect("Book 006")
    flow.press("n", "n").expect("Book 008")
    flow.press("Esc").expect(selected: "Book 008")
    flow.press("G").expect(selected: "Book 500").press("Enter", "n").expect("This is the last book.")
  }

  @Test("S turns round the order that was asked for last, though its rows are not there yet")
  func reversingEarly() throws {
    flow.press("s", "Down", "Enter", "S").expect("by Title", "Books by Title ↓", gone: "Sorting")
  }

  @Test("digits, per cent and a letter jump") func jumping() throws {
    flow.press(":", "5", "0", "%", "Enter").expect(selected: "Book 254").expect("Row 251 of 500.")
    flow.type("501G").expect("Row 500 of 500.")
    flow.type("500G").expect(gone: "Row 500")
    flow.press("'").expect("Sort the list by a text first")
    orderByTitle()
    flow.press("'", "b").expect(selected: "Book 001")
    flow.press("G").expect(selected: "Book 500")
  }

  @Test(
    "a jump that needs the number of rows goes as far as is known at once, and to its place when it is",
    arguments: [("50%", "30001"), ("40001G", "40001")])
  func jumpingEarly(keys: String, place: String) throws {
    try OtherProgram(scratch.path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 501 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO book (pk, title) SELECT i, 'Row ' || i FROM n
      """)
    flow.type(keys)
    #expect(!flow.selected.contains("Book 007"))
    flow.expect(selected: "Row " + place)
  }

  @Test("marked rows are hydrated, set and deleted, and all of a filter are") func many() throws {
    flow.press(" ", " ", "H").expect("Hydrated 2 books.")
    flow.press("=", "End", "Enter").type("Anon", "Enter", "Enter").expect("Set Author of 2 books.")
    flow.press("m", "-", "Right", "Enter").expect("Deleted 2 books.")
    try flow.expect(sql: "SELECT count(*), min(pk) FROM book", ["498|3"])
    find("leo")
    flow.press("Enter").expect("“leo”")
    flow.press("*", "=", "End", "Enter").type("Count", "Enter", "Enter").expect("Set Author of 50 books.")
    flow.press("Esc", "Esc", "m").expect("wrote 50 books")
    try flow.expect(
      sql: "SELECT author, count(*) FROM book WHERE author IS NOT NULL GROUP BY 1", ["Count|50"])
  }

  @Test("a row that another program has deleted sends its detail back to the list with the reason")
  func goneRow() throws {
    flow.expect(selected: "Book 007")
    try OtherProgram(scratch.path).run("DELETE FROM book WHERE pk = 1")
    flow.press("Enter").expect("The row is gone: another program has deleted it.", gone: "‹ Books")
  }

  @Test("what has been dirty for long is written back quietly") func writeAfter() throws {
    flow = Flow(scratch, Settings(writeAfter: 0))
    rename("Written")
    try flow.expect(sql: "SELECT title FROM book WHERE pk = 1", ["Written"])
  }

  @Test("a database that another program has locked says so, and the rows come when it is free")
  func locked() throws {
    flow.expect(selected: "Book 007")
    let other = try scratch.lock("EXCLUSIVE")
    flow.press("s", "Down", "Enter").expect("Waiting for another program…")
    try other.run("ROLLBACK")
    flow.press("Up").expect("by Title ↑")
  }
}

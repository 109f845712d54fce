import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// The way from the list to rows that are the same, and to one row.
@Suite("Duplicates and merging")
struct DuplicateTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch.reading(
      """
      INSERT INTO book (pk, title, author, pages, notes) VALUES (1, 'Emma', 'Jane Austen', 474, NULL),
        (2, 'Emma', 'Jane Austen', NULL, 'good'), (3, 'Dune', 'Frank Herbert', 604, 'one'),
        (4, 'Dune', 'Frank Herbert', 700, 'two'), (5, 'Kim', 'Rudyard Kipling', NULL, NULL);
      INSERT INTO reading (book, finished) VALUES (2, '2020'), (4, '2021');
      """)
  }

  private func run() throws { try scratch.browseBooks(terminal) }

  private func books(_ expected: [String]) throws {
    #expect(
      try scratch.sql("SELECT pk, title, pages, coalesce(notes, '') FROM book ORDER BY pk") == expected)
  }

  @Test("Two rows are compared, a field is chosen, and they are one; u brings back both")
  func merge() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("\""))
    terminal.waitFor("2 groups")
    terminal.press(.down, .enter)
    terminal.waitFor("stays 3")
    terminal.press(.down, .down, .right, .down, .character("b"), .enter)
    terminal.waitFor("Merge 2 books into “Dune”?")
    terminal.waitFor("reading. Fields that change")
    terminal.press(.character("e"))
    terminal.waitFor("Merged 2 books into “Dune”.")
    terminal.waitFor("1 group")
    terminal.then {
      try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|700|one\n\ntwo", "5|Kim|NULL|"])
      #expect(try scratch.sql("SELECT DISTINCT book FROM reading ORDER BY 1") == ["2", "3"])
    }
    terminal.press(.character("u"))
    terminal.waitFor("Undone: merging into “Dune”")
    terminal.waitFor("2 groups")
    try run()
    try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|604|one", "4|Dune|700|two", "5|Kim|NULL|"])
  }

  @Test(
    "The groups in which nothing differs are merged together, after a question; others can be called different"
  )
  func alike() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("\""))
    terminal.waitFor("2 groups")
    terminal.press(.character("A"))
    terminal.waitFor("Merge the one group in which nothing differs? 2 books become")
    terminal.press(.character("e"))
    terminal.waitFor("Merged 2 books into “Emma”.")
    terminal.waitFor("1 group")
    terminal.press(.character("N"))
    terminal.waitFor("Noted as different")
    terminal.waitFor("No books look the same.")
    // Each thing that was done is taken back in its turn, and done again.
    terminal.press(.character("u"))
    terminal.waitFor("No longer noted as different.")
    terminal.waitFor("1 group")
    terminal.press(.control("r"))
    terminal.waitFor("No books look the same.")
    terminal.press(.character("u"))
    terminal.waitFor("1 group")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: merging into “Emma”")
    terminal.waitFor("2 groups")
    terminal.press(.control("r"))
    terminal.waitFor("1 group")
    terminal.press(.control("r"))
    terminal.waitFor("No books look the same.")
    // A search that begins again knows what was called different before.
    terminal.press(.escape, .character("u"), .character("u"))
    terminal.waitFor("Undone: merging into “Emma”")
    try run()
    try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|604|one", "4|Dune|700|two", "5|Kim|NULL|"])
  }

  @Test("Marked rows are compared; one that another program changes meanwhile is shown again")
  func marked() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("M"))
    terminal.waitFor("Mark the rows first")
    terminal.press(.character(" "), .character(" "), .character("M"))
    terminal.waitFor("goes")
    terminal.then { _ = try scratch.sql("UPDATE book SET pages = 1 WHERE pk = 2") }
    terminal.press(.enter)
    terminal.waitFor("another program has changed one of the rows")
    terminal.press(.escape)
    terminal.waitFor("Kim")
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM book") == ["5"])
  }
}

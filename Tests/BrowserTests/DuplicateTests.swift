import BookStore
import TestSupport
import Testing

/// The way from the list to rows that are the same, and to one row.
@Suite("Duplicates and merging") final class DuplicateTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, .onRows)

  init() throws {
    scratch = try Scratch.reading(
      """
      INSERT INTO book (pk, title, author, pages, notes) VALUES (1, 'Emma', 'Jane Austen', 474, NULL),
        (2, 'Emma', 'Jane Austen', NULL, 'good'), (3, 'Dune', 'Frank Herbert', 604, 'one'),
        (4, 'Dune', 'Frank Herbert', 700, 'two'), (5, 'Kim', 'Rudyard Kipling', NULL, NULL);
      INSERT INTO reading (book, finished) VALUES (2, '2020'), (4, '2021');
      """)
  }

  private func books(_ expected: [String]) throws {
    try flow.expect(sql: "SELECT pk, title, pages, coalesce(notes, '') FROM book ORDER BY pk", expected)
  }

  @Test("Two rows are compared, a field is chosen, and they are one; u brings back both")
  func merge() throws {
    flow.press("\"").expect("2 groups")
    flow.press("Down", "Enter").expect("stays 3")
    flow.press("Down", "Down", "Right", "Down", "b", "Enter")
    flow.expect("Merge 2 books into “Dune”?", "reading. Fields that change")
    flow.press("e").expect("Merged 2 books into “Dune”.", "1 group")
    try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|700|one\n\ntwo", "5|Kim|NULL|"])
    try flow.expect(sql: "SELECT DISTINCT book FROM reading ORDER BY 1", ["2", "3"])
    flow.press("u").expect("Undone: merging into “Dune”", "2 groups")
    flow.end()
    try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|604|one", "4|Dune|700|two", "5|Kim|NULL|"])
  }

  @Test("Groups are found by words, and what can be done with them stays; what changes shows in them")
  func found() throws {
    flow.press("\"").expect("2 groups")
    flow.type("/dune").expect("Dune", gone: "Emma").press("Enter")
    flow.press("Enter").expect("stays 3").press("Esc")
    try OtherProgram(scratch.path).run("UPDATE book SET title = 'Dune 2' WHERE pk = 4")
    flow.expect("Nothing matches “dune”.")
    flow.press("A").expect("Merge the one group in which nothing differs? 2 books become")
    flow.press("e").expect("No books look the same.")
  }

  @Test(
    "The groups in which nothing differs are merged together, after a question; others can be called different"
  )
  func alike() throws {
    flow.press("\"").expect("2 groups")
    flow.press("A").expect("Merge the one group in which nothing differs? 2 books become")
    flow.press("e").expect("Merged 2 books into “Emma”.", "1 group")
    flow.press("N").expect("Noted as different", "No books look the same.")
    // Each thing that was done is taken back in its turn, and done again.
    flow.press("u").expect("No longer noted as different.", "1 group")
    flow.press("^R").expect("No books look the same.")
    flow.press("u").expect("1 group")
    flow.press("u").expect("Undone: merging into “Emma”", "2 groups")
    flow.press("^R").expect("1 group")
    flow.press("^R").expect("No books look the same.")
    // A search that begins again knows what was called different before.
    flow.press("Esc", "u", "u").expect("Undone: merging into “Emma”")
    flow.end()
    try books(["1|Emma|474|", "2|Emma|NULL|good", "3|Dune|604|one", "4|Dune|700|two", "5|Kim|NULL|"])
  }

  @Test("Marked rows are compared; one that another program changes meanwhile is shown again")
  func marked() throws {
    flow.press("M").expect("Mark the rows first")
    flow.press(" ", " ", "M").expect("goes")
    try OtherProgram(scratch.path).run("UPDATE book SET pages = 1 WHERE pk = 2")
    flow.press("Enter").expect("another program has changed one of the rows")
    flow.press("Esc").expect("Kim")
    try flow.expect(atEnd: "SELECT count(*) FROM book", ["5"])
  }
}

import Browser
import Testing

/// What other programs have changed or deleted that was changed here, too.
@Suite final class ConflictTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  /// An edit that another program gets ahead of before it is written.
  private func conflict() throws {
    flow.editAuthor()
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    flow.press("m")
    flow.expect("1 field was changed by another program meanwhile: press C.", "! The Divine Comedy")
    flow.press("End").expect("C conflicts")
    flow.press("C").expect("Author of “The Divine Comedy”")
  }

  @Test("the key to the conflicts compares what is not written before it says that there are none")
  func compared() throws {
    flow.editAuthor().press("C").expect("There are no conflicts with another program.")
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    flow.press("C").expect("Author of “The Divine Comedy”", "Boccaccio")
    flow.press("Down", "Enter").expect("All conflicts are settled.")
    flow.end()
    try flow.expect(author: "Boccaccio")
  }

  @Test("the key to the conflicts finds rows that are gone, and sees none where both set the same value")
  func comparedRows() throws {
    flow.editAuthor()
    try flow.change("UPDATE book SET author = 'Durante' WHERE pk = 3")
    flow.press("C").expect("There are no conflicts with another program.")
    try flow.change("DELETE FROM book WHERE pk = 3")
    flow.press("C").expect("“The Divine Comedy” was deleted")
    flow.press("Down", "Enter").expect("All conflicts are settled.")
  }

  @Test(
    "each of the three values can be chosen, and mine or theirs for all at once",
    arguments: [
      (["Enter"], "Durante"), (["Down", "Enter"], "Boccaccio"), (["End", "Enter"], "Dante Alighieri"),
      (["M"], "Durante"), (["T"], "Boccaccio"),
    ])
  func choose(_ keys: [String], _ author: String) throws {
    try conflict()
    let isTheirs = author == "Boccaccio"
    flow.press(keys)
    flow.expect("All conflicts are settled" + (isTheirs ? "." : "; the next write-back writes your choices."))
    flow.quit()
    try flow.expect(author: author)
  }

  @Test(
    "what is undone is in conflict no more: its screen closes, and the detail shows the other program's value"
  )
  func undoneBelow() throws {
    flow = Flow(scratch, columns: 120, rows: 40)
    flow.press("End", "Enter", "Enter", "End", "Enter").retype("Durante").press("Esc")
    try flow.change(
      "UPDATE book SET author = 'Boccaccio' WHERE pk = 3;UPDATE book SET title = 'Peace' WHERE pk = 1"
    )
    // By then it was noticed that somebody else has written, and is not noticed once more.
    flow.expect(gone: "War and Peace")
    flow.press("m").expect("press C.")
    flow.press("C").expect("Author of “The Divine Comedy”")
    flow.press("u").expect("Undone: Author of “The Divine Comedy”.", "Boccaccio", gone: "Theirs")
    // Nothing of it was written, and the history says so.
    flow.press("m", "U").expect("discarded", gone: "written")
    flow.end()
    try flow.expect(author: "Boccaccio")
  }

  @Test("quitting with a conflict offers to settle it") func quit() throws {
    try conflict()
    flow.press("Esc", "q").expect("by another program meanwhile. Settle", "[Settle]")
    flow.press("Enter").expect("Theirs")
    flow.press("M")
    // Who leaves before that is asked once more.
    flow.expect("All conflicts are settled")
    flow.quit()
    try flow.expect(author: "Durante")
  }

  @Test("a row that is gone and has edits comes back or is given up", arguments: [true, false])
  func gone(_ isInserted: Bool) throws {
    flow.editAuthor()
    try flow.change("DELETE FROM book WHERE pk = 3")
    flow.press("m").expect("1 row was deleted by another program meanwhile: press C.")
    flow.press("C").expect("“The Divine Comedy” was deleted")
    if !isInserted { flow.press("Down") }
    flow.press("Enter").expect("All conflicts are settled.")
    flow.press("U").expect(isInserted ? "Addition of “The Divine Comedy”" : "discarded")
    if isInserted { flow.expect(gone: "discarded") } else { flow.expect("discarded") }
    flow.press("Esc")
    flow.quit()
    try flow.expect(sql: "SELECT author FROM book WHERE pk = 3", isInserted ? ["Durante"] : [])
  }

  @Test(
    "who keeps all that the other program has done is asked before edits of rows that are gone are given up"
  )
  func allButGone() throws {
    flow.editAuthor().press("Home", "Enter", "Enter", "End", "Enter").retype("Lev")
    flow.press("Esc", "Esc")
    try flow.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3;DELETE FROM book WHERE pk = 1")
    flow.press("m").expect("and 1 row was deleted by another program")
    flow.press("C", "T").expect("recovered.")
    flow.press("Right", "Enter").expect("All conflicts are settled.")
    flow.quit()
    try flow.expect(author: "Boccaccio")
  }

  @Test(
    "thousands of rows in conflict, or gone, can be gone through, and are settled together between the keys"
  )
  func many() throws {
    try scratch.insertMany()
    flow.setAnon()
    try flow.change("UPDATE book SET author = 'theirs' WHERE pk % 3 > 0;DELETE FROM book WHERE pk % 3 = 0")
    flow.press("m").expect("4,000 fields were changed and 2,000 rows were deleted by another program")
    flow.press("C").expect("Author of “War and Peace”")
    flow.press(Array(repeating: "PgDn", count: 100)).expect(gone: "“War and Peace”")
    flow.press("End").expect("“Title 6000” was deleted")
    flow.press(Array(repeating: "PgUp", count: 100)).expect(gone: "“Title 6000”")
    flow.press("Home").expect("Author of “War and Peace”")
    flow.press("Down", "Enter").expect("Kept the other program's value of Author.")
    flow.press("M").expect("All conflicts are settled; the next write-back writes your choices.")
    flow.press("m").expect("Memory warning: wrote")
    flow.quit()
    try flow.expect(
      sql: "SELECT author, count(*) FROM book GROUP BY author ORDER BY author",
      ["Anon|5999", "theirs|1"])
  }
}

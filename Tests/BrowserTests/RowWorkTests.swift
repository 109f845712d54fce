import TestSupport
import Testing

/// Work on many rows, which goes on between the keys.
@Suite final class RowWorkTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws {
    scratch = try Scratch()
    try OtherProgram(scratch.path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO book (pk, title, author) SELECT i, iif(i % 2, 'Odd ', 'Even ') || i, 'Nobody' FROM n
      """)
  }

  private func setAuthor(to text: String) {
    flow.press("=", "Down", "Down", "Enter").type(text, "Enter", "Enter")
  }

  @Test("setting a field that the filter looks at sets it in all rows of the filter")
  func settingUnderFilter() throws {
    flow.type("/odd", "Enter").expect(" 2,998 of 6,000 books")
    flow.press("*")
    setAuthor(to: "Somebody")
    flow.expect("Set Author of 2,998 books.")
    flow.quit()
    try flow.expect(
      sql: "SELECT author, count(*), min(substr(title, 1, 3)) FROM book WHERE pk > 3 GROUP BY 1",
      ["Nobody|2999|Eve", "Somebody|2998|Odd"])
  }

  @Test("no other filter or order comes before work on all rows of the list is over")
  func arrangingWhileSetting() throws {
    setAuthor(to: "Somebody")
    flow.press("s").expect(" Wait until this has finished.  Setting Author ")
    flow.press("Left").expect("Set Author of 6,000 books.")
    flow.quit()
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Somebody'", ["6000"])
  }

  @Test("a search for a far row looks at few rows one by one, also in an order") func seekingFar() throws {
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Somebody' WHERE pk = 5000")
    flow.type("/somebody").expect(" 1 of 6,000 books")
    flow.press("Esc")
    for _ in 0..<2 {
      flow.press("Home")
      _ = scratch.trace.take()
      flow.press("n").expect(selected: "Even 5000")
      // The titles of the rows on the screen are read for each frame, of which there are as many as the wait is long.
      #expect(scratch.trace.take().count { $0.hasPrefix("SELECT author") } < 600)
      flow.press("s", "Down", "Enter").expect("↑ ")
    }
    flow.quit()
  }
}

import BookStore
import Browser
import Cells
import Foundation
import Testing

/// Work on many rows, which goes on between the keys.
@Suite struct RowWorkTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch()
    _ = try scratch.sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO book (pk, title, author) SELECT i, iif(i % 2, 'Odd ', 'Even ') || i, 'Nobody' FROM n
      """)
  }

  private func run() throws {
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }

  private func setAuthor(to text: String) {
    terminal.press(.character("="), .down, .down, .enter)
    terminal.type(text)
    terminal.press(.enter, .enter)
  }

  @Test("setting a field that the filter looks at sets it in all rows of the filter")
  func settingUnderFilter() throws {
    terminal.type("/odd")
    terminal.press(.enter)
    terminal.waitFor(" 2,998 of 6,000 books")
    terminal.press(.character("*"))
    setAuthor(to: "Somebody")
    terminal.waitFor("Set Author of 2,998 books.")
    terminal.press(.character("q"))
    try run()
    try scratch.expect(
      "SELECT author, count(*), min(substr(title, 1, 3)) FROM book WHERE pk > 3 GROUP BY 1",
      ["Nobody|2999|Eve", "Somebody|2998|Odd"])
  }

  @Test(
    "no other filter or order comes before work on all rows of the list is over", arguments: ["/", "s", "S"])
  func arrangingWhileSetting(_ key: Character) throws {
    setAuthor(to: "Somebody")
    terminal.press(.character(key))
    terminal.waitFor(" Wait until this has finished.  Setting Author ")
    terminal.press(.left)
    terminal.waitFor("Set Author of 6,000 books.")
    terminal.press(.character("q"))
    try run()
    try scratch.expect("SELECT count(*) FROM book WHERE author = 'Somebody'", ["6000"])
  }

  @Test("a search for a far row looks at few rows one by one, also in an order")
  func seekingFar() throws {
    _ = try scratch.sql("UPDATE book SET author = 'Somebody' WHERE pk = 5000")
    terminal.type("/somebody")
    terminal.waitFor(" 1 of 6,000 books")
    terminal.press(.escape)
    for _ in 0..<2 {
      terminal.press(.home)
      terminal.then { [scratch] in _ = scratch.trace.take() }
      terminal.press(.character("n"))
      terminal.waitUntil { [unowned terminal] in
        terminal.screen.split(separator: "\n").contains { $0.contains("Even 5000") && $0.contains("›") }
      }
      // The titles of the rows on the screen are read for each frame, of which there are as many as the wait is long.
      terminal.then { [scratch] in
        #expect(scratch.trace.take().count { $0.hasPrefix("SELECT author") } < 600)
      }
      terminal.press(.character("s"), .down, .enter)
      terminal.waitFor("↑ ")
    }
    terminal.press(.character("q"))
    try run()
  }
}

import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// The keys and the mouse that move rows of a list that is sorted by hand.
@Suite("Moving rows by hand")
struct RowMoveTests {
  private let terminal = ScriptedTerminal()

  private func scratch(_ column: String = "position INTEGER") throws -> Scratch {
    try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, \(column));
      INSERT INTO book (title) VALUES ('a1'), ('b2'), ('c3'), ('d4')
      """)
  }

  private func run(_ scratch: Scratch) throws {
    #expect(Browser(store: try scratch.store(), terminal: terminal, settings: Settings()).run() != .quit)
  }

  private func isShown(_ title: String, before other: String) -> Bool {
    guard let first = terminal.screen.firstRange(of: title) else { return false }
    return terminal.screen[first.upperBound...].contains(other)
  }

  /// Sorts by the field of the menu that begins with p.
  private func sort(_ label: String) {
    terminal.waitFor("a1")
    terminal.press(.character("s"), .character("p"), .character("p"), .enter)
    waitForOrder(label)
  }

  /// Waits until the rows are sorted: the bar names the order from the beginning of the sort.
  private func waitForOrder(_ label: String) {
    terminal.waitUntil { terminal.screen.contains("by \(label) ↑") && !terminal.screen.contains("Sorting") }
  }

  @Test("J and K move the row and keep it selected, held keys are one step, and T moves it to the top")
  func keys() throws {
    let scratch = try scratch()
    sort("Position")
    terminal.press(.character("J"), .character("J"), .character("m"))
    waitForOrder("Position")
    terminal.press(.down, .character("T"), .character("m"))
    terminal.waitUntil { isShown("d4", before: "b2") }
    terminal.press(.character("K"))
    terminal.waitFor("That is the top of the list.")
    terminal.press(.character("u"), .character("u"), .character("m"))
    try run(scratch)
    #expect(try scratch.sql("SELECT count(position) FROM book") == ["0"])
  }

  @Test("The marked rows move together")
  func marked() throws {
    let scratch = try scratch()
    sort("Position")
    terminal.press(.down, .character(" "), .character(" "), .character("K"), .character("m"))
    try run(scratch)
    #expect(
      try scratch.sql("SELECT title FROM book ORDER BY position IS NULL, position, pk") == [
        "b2", "c3", "a1", "d4",
      ])
  }

  @Test("In another order, J offers the sort; in a table without such a field, it offers the field")
  func offers() throws {
    let scratch = try scratch()
    terminal.waitFor("a1")
    terminal.press(.character("J"))
    terminal.waitFor("sorted by hand. Sort by")
    terminal.press(.character("s"))
    terminal.waitFor("by Position ↑")
    try run(scratch)
    let other = try self.scratch("note TEXT")
    let screen = ScriptedTerminal()
    screen.waitFor("a1")
    screen.press(.character("K"))
    screen.waitFor("Add “position” for an order of your own?")
    screen.press(.character("a"))
    screen.waitFor("Press Enter for “Add”.")
    screen.press(.enter)
    screen.waitFor("ALTER TABLE")
    screen.press(.character("a"))
    screen.waitFor("Press Enter for “Add”.")
    screen.press(.escape)
    #expect(Browser(store: try other.store(), terminal: screen, settings: Settings()).run() != .quit)
    try other.expect("SELECT count(*) FROM pragma_table_info('book') WHERE name = 'position'", ["0"])
  }

  @Test("Before the numbers of another field change, J asks once")
  func asks() throws {
    let scratch = try scratch("pages INTEGER")
    sort("Pages")
    terminal.press(.character("J"))
    terminal.waitFor("Moving rows changes their “Pages”.")
    terminal.press(.character("o"), .character("J"), .character("m"))
    try run(scratch)
    #expect(try scratch.sql("SELECT count(pages) FROM book") == ["3"])
  }

  @Test("In an order by hand, a screenful costs at most two statements, and a move finds its place by halves")
  func statements() throws {
    for (rows, halvings) in [(300, 9), (3000, 12)] {
      var costs: [String: [Int]] = [:]
      let scratch = try Scratch(
        """
        DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, position INTEGER);
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO book (title) SELECT 'a' || i FROM n;
        """)
      let (store, terminal) = (try scratch.store(), ScriptedTerminal())
      terminal.waitFor("a1")
      terminal.press(.character("s"), .character("p"), .character("p"), .enter)
      terminal.waitFor("by Position ↑")
      var count = 0
      func note(_ key: Key, as kind: String) {
        terminal.then { count = store.counts.statementCount }
        terminal.press(key)
        terminal.then { costs[kind, default: []].append(store.counts.statementCount - count) }
      }
      for _ in 0..<8 { note(.pageDown, as: "page") }
      note(.home, as: "page")
      for _ in 0..<10 { note(.character("J"), as: "move") }
      for _ in 0..<8 { note(.pageDown, as: "page") }
      note(.home, as: "page")
      terminal.press(.up)
      #expect(Browser(store: store, terminal: terminal, settings: Settings()).run() != .quit)
      #expect(costs["page"]?.count == 18 && costs["move"]?.count == 10)
      #expect(costs["page"]?.allSatisfy { $0 <= 2 } == true, "\(costs)")
      // The rows whose numbers are not written yet are looked for, too.
      #expect(costs["move"]?.allSatisfy { $0 <= 6 * halvings } == true, "\(costs)")
    }
  }
}

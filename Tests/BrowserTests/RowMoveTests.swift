import Cells
import Testing

/// The keys and the mouse that move rows of a list that is sorted by hand.
@Suite("Moving rows by hand") struct RowMoveTests {
  private func library(_ column: String = "position INTEGER") throws -> Scratch {
    try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, \(column));
      INSERT INTO book (title) VALUES ('a1'), ('b2'), ('c3'), ('d4')
      """)
  }

  /// Sorts by the field of the menu that begins with p.
  private func sorted(_ scratch: Scratch, by label: String) -> Flow {
    let flow = Flow(scratch)
    flow.press("s", "p", "p", "Enter")
    // The bar names the order from the beginning of the sort.
    flow.expect("by \(label) ↑", gone: "Sorting")
    return flow
  }

  @Test("J and K move the row and keep it selected, held keys are one step, and T moves it to the top")
  func keys() throws {
    let flow = sorted(try library(), by: "Position")
    flow.press("J", "J", "m").expect(list: ["b2", "c3", "a1", "d4"])
    flow.press("Down", "T", "m").expect(list: ["d4", "b2", "c3", "a1"]).expect(selected: "d4")
    flow.press("K").expect("That is the top of the list.")
    flow.press("u", "u", "m")
    try flow.expect(sql: "SELECT count(position) FROM book", ["0"])
  }

  @Test("The marked rows move together") func marked() throws {
    let flow = sorted(try library(), by: "Position")
    flow.press("Down", " ", " ", "K", "m")
    try flow.expect(
      sql: "SELECT title FROM book ORDER BY position IS NULL, position, pk", ["b2", "c3", "a1", "d4"])
  }

  @Test("In another order, J offers the sort; in a table without such a field, K offers the field")
  func offers() throws {
    var flow = Flow(try library())
    flow.press("J").expect("sorted by hand. Sort by")
    flow.press("s").expect("by Position ↑")
    flow = Flow(try library("note TEXT"))
    flow.press("K").expect("Add “position” for an order of your own?")
    flow.press("a").expect("Press Enter for “Add”.")
    flow.press("Enter").expect("ALTER TABLE")
    flow.press("a").expect("Press Enter for “Add”.")
    flow.press("Esc")
    try flow.expect(sql: "SELECT count(*) FROM pragma_table_info('book') WHERE name = 'position'", ["0"])
  }

  @Test("Before the numbers of another field change, J asks once") func asks() throws {
    let flow = sorted(try library("pages INTEGER"), by: "Pages")
    flow.press("J").expect("Moving rows changes their “Pages”.")
    flow.press("o", "J", "m")
    try flow.expect(sql: "SELECT count(pages) FROM book", ["3"])
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
      let flow = sorted(scratch, by: "Position")
      func note(_ keys: [String], as kind: String) throws {
        for key in keys {
          let count = try flow.counts.statementCount
          flow.press(key)
          costs[kind, default: []].append(try flow.counts.statementCount - count)
        }
      }
      let pages = Array(repeating: "PgDn", count: 8) + ["Home"]
      try note(pages, as: "page")
      try note(Array(repeating: "J", count: 10), as: "move")
      try note(pages, as: "page")
      #expect(costs["page"]?.allSatisfy { $0 <= 2 } == true, "\(costs)")
      // The rows whose numbers are not written yet are looked for, too.
      #expect(costs["move"]?.allSatisfy { $0 <= 6 * halvings } == true, "\(costs)")
    }
  }
}

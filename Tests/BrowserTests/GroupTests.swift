import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// The groups of a sorted list: folded, as headings, and one as a list.
@Suite("Groups of a list")
struct GroupTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch.reading(
      """
      INSERT INTO book (title, author, series, series_number, pages) VALUES ('Emma', 'Jane Austen', NULL, NULL, 474),
        ('Persuasion', 'jane austen', NULL, NULL, 250), ('Saga one', 'Ann Lee', 'Saga', 1, 300), ('Saga two', 'Ann Lee', 'Saga', 2, 310),
        ('Saga five', 'Ann Lee', 'Saga', 5, NULL), ('Kim', 'Rudyard Kipling', NULL, NULL, 400);
      """)
  }

  private func run() throws { try scratch.browseBooks(terminal) }

  @Test("z shows the groups with counts and sums, Enter one of them as a list, z the list with headings")
  func groups() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("z"))
    terminal.waitFor("Sort the list first")
    terminal.press(.character("s"))
    terminal.type("a")
    terminal.press(.enter)
    terminal.waitFor("by Author")
    terminal.press(.character("z"))
    terminal.waitFor("By Author")
    terminal.waitFor("Jane Austen")
    terminal.press(.character("t"))
    terminal.type("p")
    terminal.waitFor("Pages")
    terminal.press(.enter)
    terminal.waitFor("2 · Pages 724, on average 362")
    terminal.press(.down, .enter)
    terminal.waitFor("Persuasion")
    terminal.waitFor("Emma")
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Kim") }
    terminal.press(.escape)
    terminal.waitFor("Kim")
    terminal.press(.character("z"))
    terminal.waitFor("By Author · 3")
    terminal.press(.end, .character("z"))
    terminal.waitFor("Rudyard Kipling  1 · Pages 400")
    terminal.waitFor("Jane Austen  2 · Pages 724")
    // The counts follow what is changed.
    terminal.then { _ = try scratch.sql("UPDATE book SET pages = 500 WHERE title = 'Kim'") }
    terminal.press(.up)
    terminal.waitFor("1 · Pages 500")
    terminal.press(.character("Z"))
    terminal.waitUntil { [terminal] in !terminal.screen.contains("on average") }
    try run()
  }

  @Test("In a series, the numbers that are missing are shown")
  func series() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("s"))
    terminal.type("ss")
    terminal.press(.character(" "), .down, .character(" "), .enter)
    terminal.waitFor("by Series")
    terminal.press(.character("Z"))
    terminal.waitFor("Saga  3")
    terminal.waitFor("3 and 4 are missing")
    try run()
  }

  @Test(
    "A screenful under headings costs at most three statements, also while the counts are read, and a key in it none"
  )
  func statements() throws {
    let scratch = try Scratch(
      """
      DROP TABLE book; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT);
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
      INSERT INTO book (title, author) SELECT 'Book ' || i, 'Author ' || (i % 400) FROM n;
      """)
    let store = try scratch.store()
    terminal.waitFor("Book 1 ")
    terminal.press(.character("s"))
    terminal.type("a")
    terminal.press(.enter)
    terminal.waitFor("by Author")
    terminal.press(.character("Z"))
    terminal.waitFor("Author 0  7")
    var (count, costs) = (0, [[Int]](repeating: [], count: 2))
    func note(_ key: Key, as kind: Int) {
      terminal.then { count = store.counts.statementCount }
      terminal.press(key)
      terminal.then { costs[kind].append(store.counts.statementCount - count) }
    }
    for _ in 0..<20 { note(.pageDown, as: 0) }
    for key in [Key.end, .home, .end] { note(key, as: 0) }
    for _ in 0..<20 { note(.pageUp, as: 0) }
    for _ in 0..<5 { note(.up, as: 1) }
    terminal.press(.up)
    #expect(Browser(store: store, terminal: terminal, settings: Settings()).run() != .quit)
    #expect(costs[0].count == 43 && costs[1].count == 5)
    #expect(costs[0].allSatisfy { $0 <= 3 }, "\(costs)")
    #expect(costs[1].allSatisfy { $0 == 0 }, "\(costs)")
  }
}

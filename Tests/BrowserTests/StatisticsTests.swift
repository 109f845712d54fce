import BookStore
import Browser
import TestSupport
import Testing

/// The rows of a bar, as a list over the statistics.
@Suite("Lists over statistics")
struct StatisticsTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch("DROP TABLE book")
    try OtherProgram(scratch.path).run(
      """
      CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT, author TEXT);
      INSERT INTO book (title, author) VALUES ('Emma', 'Jane Austen'), ('Persuasion', 'Jane Austen'), ('Kim', 'Rudyard Kipling');
      """)
  }

  @Test("The list below shows all its rows again when the rows of a bar are closed")
  func listBelow() throws {
    terminal.waitFor("Kim")
    terminal.press(.character("%"))
    terminal.waitFor("Jane Austen: ")
    terminal.press(.enter)
    terminal.waitUntil { [terminal] in
      terminal.screen.contains("Persuasion") && !terminal.screen.contains("Kim")
    }
    terminal.press(.escape)
    terminal.waitFor("Jane Austen: ")
    terminal.press(.escape)
    terminal.waitUntil { [terminal] in
      terminal.screen.contains("Kim") && !terminal.screen.contains("Jane Austen: ")
    }
    terminal.press(.down)
    terminal.then { #expect(!terminal.screen.contains("author=")) }
    try scratch.browseBooks(terminal)
  }
}

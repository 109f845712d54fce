import BookStore
import Browser
import Cells
import TestSupport
import Testing

/// A field that was changed and is not written yet says so, and what the database holds.
@Suite struct ChangedFieldTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws { scratch = try Scratch() }

  private func retype(_ text: String) {
    terminal.press(.control("u"))
    terminal.type(text)
    terminal.press(.enter)
  }

  @Test("It has a sign from the edit to the write, and its editor shows what the database holds")
  func sign() throws {
    terminal.press(.enter, .enter, .enter)
    retype("Peace and War")
    terminal.waitFor("◆ Title")
    terminal.then { #expect(!terminal.screen.contains("◆ Author")) }
    terminal.press(.enter)
    terminal.waitFor("Database: War and Peace")
    terminal.press(.escape, .escape)
    terminal.waitFor("◆ Title")
    terminal.press(.character("m"))
    terminal.waitFor("wrote 1 book")
    terminal.then { #expect(!terminal.screen.contains("◆ ")) }
    terminal.press(.enter, .enter)
    terminal.then { #expect(!terminal.screen.contains("Database:")) }
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }

  @Test(
    "What was NULL in the database is called so, also below a date, and a text of lines shows its first words"
  )
  func kinds() throws {
    try OtherProgram(scratch.path).run(
      "ALTER TABLE book ADD review LONGTEXT; UPDATE book SET copyright = NULL, review = 'Long' || char(10) || 'text'"
    )
    terminal.press(.enter, .enter, .down, .enter)
    retype("1869-12-31")
    terminal.waitFor("◆ Copyright")
    terminal.press(.enter)
    terminal.waitFor("Database: –")
    terminal.press(.escape, .end, .enter)
    terminal.type("!")
    terminal.press(.control("s"))
    terminal.waitFor("◆ Review")
    terminal.press(.enter, .end, .enter)
    terminal.waitFor("Database: Long text")
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }
}

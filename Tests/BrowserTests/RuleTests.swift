import BookStore
import Browser
import Cells
import Foundation
import Testing

/// Changes by rule, from the list on.
@Suite struct RuleTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal(columns: 200)

  init() throws { scratch = try Scratch() }

  @Test("a rule is shown before it changes rows, one of which is left out, and u takes all of it back")
  func previewed() throws {
    let authors = "SELECT author FROM book ORDER BY pk"
    terminal.press(.character("="), .character("b"), .enter)
    terminal.type("author:=turn")
    terminal.press(.enter)
    terminal.waitFor("3 books change")
    terminal.waitFor("Leo Tolstoy → Tolstoy, Leo")
    terminal.then { try scratch.expect(authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"]) }
    terminal.press(.character(" "), .enter)
    terminal.waitFor("Changed 2 books.")
    terminal.then { try scratch.expect(authors, ["Leo Tolstoy", "Singh, Amit", "Alighieri, Dante"]) }
    terminal.press(.character("u"))
    terminal.waitFor("Undone")
    terminal.press(.character("q"))
    let store = try scratch.store()
    _ = Browser(store: store, terminal: terminal).run()
    try scratch.expect(authors, ["Leo Tolstoy", "Amit Singh", "Dante Alighieri"])
  }

  @Test("a rule that is typed as the value of a field is one of that field")
  func ruleAsValue() throws {
    terminal.type("*=")
    terminal.press(.end, .enter)
    terminal.type(":=turn")
    terminal.press(.enter)
    terminal.waitFor("Leo Tolstoy → Tolstoy, Leo")
    terminal.press(.escape, .escape, .character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }

  @Test("a search that finds nothing offers the nearest words, and Enter finds them")
  func suggested() throws {
    terminal.type("/tolstoi")
    terminal.waitFor("Did you mean tolstoy?")
    // The first one keeps what was typed.
    terminal.press(.enter, .enter)
    terminal.waitFor("War and Peace")
    terminal.press(.escape, .character("q"))
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }
}

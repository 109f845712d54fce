import BookStore
import Cells
import TestSupport
import Testing

@testable import Browser

/// What is said of the mouse, by what is known of the terminal.
@Suite struct MouseTests {
  @Test("Alt-M says that the mouse works only where the terminal reports it", arguments: [true, false])
  func toggle(hasMouse: Bool) throws {
    let scratch = try Scratch("INSERT INTO book (title) VALUES ('Dune');")
    let terminal = ScriptedTerminal()
    terminal.hasMouse = hasMouse
    terminal.waitFor("Dune")
    terminal.press(.alt("m"))
    terminal.waitFor(
      hasMouse ? "The mouse works in booklist" : "This terminal is not known to report the mouse.")
    #expect(try Browser(store: scratch.store(), terminal: terminal).run() != .quit)
    #expect(terminal.requests.contains(.reportMouse(true)) == hasMouse)
  }
}

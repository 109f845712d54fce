import BookStore
import Cells
import TestSupport
import Testing

@testable import Browser

/// What the terminal tells of the keyboard, and what it is told of what is typed.
@Suite struct KeyboardTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch("INSERT INTO book (title) VALUES ('Dune'), ('Emma');")
    terminal.waitFor("Dune")
  }

  private func run() throws {
    #expect(try Browser(store: scratch.store(), terminal: terminal).run() != .quit)
  }

  @Test("A letter of an alphabet that nobody knows is the key in its place once the terminal has told that")
  func told() throws {
    terminal.type("ჯ")
    terminal.waitFor("ჯ does nothing here.")
    terminal.then { [terminal] in terminal.baseKeys = ["ჯ": "j", "ყ": "y"] }
    terminal.press(.escape)
    terminal.type("ჯყ")
    terminal.waitFor("Copied “Emma”")
    try run()
  }

  @Test("The terminal knows when a text is typed, and when keys are pressed")
  func text() throws {
    terminal.type("/")
    terminal.waitUntil { [terminal] in terminal.requests.last { $0.isAboutText } == .takeText(true) }
    terminal.press(.escape)
    terminal.waitUntil { [terminal] in terminal.requests.last { $0.isAboutText } == .takeText(false) }
    try run()
  }
}

extension TerminalRequest {
  fileprivate var isAboutText: Bool { if case .takeText = self { true } else { false } }
}

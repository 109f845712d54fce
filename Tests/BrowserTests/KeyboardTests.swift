import Cells
import Testing

/// What the terminal tells of the keyboard and the mouse, and what it is told of what is typed.
@Suite final class KeyboardTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws {
    scratch = try Scratch("INSERT INTO book (title) VALUES ('Dune'), ('Emma');")
    flow.expect("Dune")
  }

  @Test("A letter of an alphabet that nobody knows is the key in its place once the terminal has told that")
  func told() throws {
    flow.type("ჯ").expect("ჯ does nothing here.")
    try flow.onLoop { _, terminal in terminal.baseKeys = ["ჯ": "j", "ყ": "y"] }
    flow.press("Esc").type("ჯყ").expect("Copied “Emma”")
  }

  @Test("The terminal knows when a text is typed, and when keys are pressed") func text() throws {
    flow.type("/")
    #expect(flow.requests.last { $0.isAboutText } == .takeText(true))
    flow.press("Esc")
    #expect(flow.requests.last { $0.isAboutText } == .takeText(false))
  }

  @Test("Alt-M says that the mouse works only where the terminal reports it", arguments: [true, false])
  func mouse(isReported: Bool) throws {
    let flow = Flow(try Scratch(), terminal: { $0.hasMouse = isReported })
    flow.press("Alt-M")
    flow.expect(
      isReported ? "The mouse works in booklist" : "This terminal is not known to report the mouse.")
    #expect(flow.requests.contains(.reportMouse(true)) == isReported)
  }
}

extension TerminalRequest {
  fileprivate var isAboutText: Bool { if case .takeText = self { true } else { false } }
}

import Testing

/// What is said of the mouse, by what is known of the terminal.
@Suite struct MouseTests {
  @Test("Alt-M says that the mouse works only where the terminal reports it", arguments: [true, false])
  func toggle(hasMouse: Bool) throws {
    let flow = Flow(try Scratch(), terminal: { $0.hasMouse = hasMouse })
    flow.press("Alt-M")
    flow.expect(hasMouse ? "The mouse works in booklist" : "This terminal is not known to report the mouse.")
    #expect(flow.requests.contains(.reportMouse(true)) == hasMouse)
  }
}

import Cells
import Records
import Testing

@testable import Screens

@Suite("What a file would bring") struct FileReportTests {
  static let lines: [Message] = [
    Message("12 added · 3 filled · 797 same · 2 doubtful · 0 refused. Nothing is imported yet."),
    Message("Read as goodreads: the CSV file of Goodreads."),
    .problem("line 4: “Emma” matches several rows, so it was left out"),
    .problem("line 9: “Ilias” matches several rows, so it was left out"),
    Message("“book” has no field for “Bookshelves with positions”. F in the list adds fields."),
  ]

  private func stack(_ size: Size = Size(columns: 80, rows: 24), canImport: Bool = true) -> ScreenStack {
    var stack = StackBuilder(rows: 8).stack
    stack.resize(size)
    stack.receive(.report(Self.lines, of: "/home/ann/goodreads.csv", canImport: canImport))
    return stack
  }

  @Test(arguments: FileScreenTests.sizes) func golden(_ size: Size) throws {
    try Golden.check(stack(size).frame(), "report")
  }

  @Test("Enter imports, Esc goes back, and both close it") func keys() {
    var stack = stack()
    let effects = stack.press(.enter)
    #expect(effects == [.importFile("/home/ann/goodreads.csv", isTrial: false)])
    #expect(stack.mode == .list)
    for key in [Key.escape, .character("q"), .left] {
      stack = self.stack()
      #expect(stack.press(key).isEmpty)
      #expect(stack.mode == .list)
    }
  }

  @Test("Where there is nothing to import, nothing offers it") func nothing() {
    var stack = stack(canImport: false)
    #expect(!stack.frame().textPlane.contains("⏎ import"))
    #expect(stack.press(.enter).isEmpty)
    #expect(stack.mode == .list)
  }

  @Test("A report that is longer than the screen is scrolled, and no further than to its end")
  func scrolling() {
    var stack = stack(Size(columns: 40, rows: 6))
    let first = stack.frame()
    for _ in 0..<30 { _ = stack.press(.down) }
    let last = stack.frame()
    #expect(last != first)
    #expect(last.textPlane.contains("F in the list adds"))
    _ = stack.press(.character("g"))
    #expect(stack.frame() == first)
    _ = stack.press(.end)
    #expect(stack.frame() == last)
  }
}

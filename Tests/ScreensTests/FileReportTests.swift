import Cells
import Records
import Testing

@testable import Pages
@testable import Screens

@Suite("What a file would bring") struct FileReportTests {
  static let lines: [Message] = [
    Message("12 new · 3 completed · 797 unchanged · 2 unclear · 0 refused. Nothing is imported yet."),
    Message("Read as goodreads: the CSV file of Goodreads."),
    .problem("line 4: “Emma” matches several rows, so it was left out"),
    .problem("line 9: “Ilias” matches several rows, so it was left out"),
    Message("“book” has no field for “Bookshelves with positions”. F in the list adds fields."),
  ]

  static func plan(of file: Text, canImport: Bool = true, columns: [ImportPlan.Column] = []) -> ImportPlan {
    ImportPlan(file: file, schema: .books, report: lines, columns: columns, canImport: canImport)
  }

  private static let columns = [
    ImportPlan.Column(
      name: "Title", field: "Title", isOfFormat: false, samples: ["Emma", "Persuasion", "Iliad"]),
    ImportPlan.Column(
      name: "Bookshelves with positions", field: nil, isOfFormat: false, samples: ["read (#1)"]),
    ImportPlan.Column(name: "My Rating", field: nil, isOfFormat: true, samples: ["5", "4"]),
  ]

  private func stack(
    _ size: Size = Size(columns: 80, rows: 24), canImport: Bool = true, columns: [ImportPlan.Column] = []
  ) -> ScreenStack {
    var stack = StackBuilder(rows: 8).stack
    stack.resize(size)
    stack.openPlan(Self.plan(of: "/home/ann/goodreads.csv", canImport: canImport, columns: columns))
    return stack
  }

  @Test("Enter on a column chooses its field or leaves it out, and the plan is made anew")
  func columns() throws {
    var stack = stack(columns: Self.columns)
    _ = stack.press(.down)
    try Golden.check(stack.frame(), "report-columns")
    _ = stack.press(.down)
    #expect(stack.press(.enter).isEmpty && stack.mode == .menu)
    try Golden.check(stack.frame(), "report-column-menu")
    _ = stack.press(.down)
    let file: Text = "/home/ann/goodreads.csv"
    let chosen = ["Bookshelves with positions": "title"]
    #expect(stack.press(.enter) == [.importFile(.init(file, isTrial: true, columns: chosen, selected: 2))])
    // The plan stays until the new one is there.
    #expect(stack.mode == .report)
    let count = stack.screenCount
    stack.openPlan(Self.plan(of: file, columns: Self.columns))
    #expect(stack.screenCount == count && stack.mode == .report)
    stack = self.stack(columns: Self.columns)
    _ = stack.press(.down)
    _ = stack.press(.enter)
    _ = stack.press(.home)
    let request = ImportRequest(file, isTrial: true, columns: ["Title": ""], selected: 1)
    #expect(stack.press(.enter) == [.importFile(request)])
    stack = self.stack(columns: Self.columns)
    _ = stack.press(.end)
    let said = stack.press(.enter)
    #expect(stack.mode == .report && said == [.say(FileWording.isOfFormat("My Rating"))])
  }

  @Test(arguments: FileScreenTests.sizes) func golden(_ size: Size) throws {
    try Golden.check(stack(size).frame(), "report")
  }

  @Test("Enter imports, Esc goes back, and both close it") func keys() {
    var stack = stack()
    let effects = stack.press(.enter)
    #expect(effects == [.importFile(.init("/home/ann/goodreads.csv", isTrial: false))])
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
    #expect(stack.press(.escape).isEmpty && stack.mode == .list)
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

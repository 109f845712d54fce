import Cells
import Records
import Testing

@testable import Screens

@Suite("What a file would bring") struct FileReportTests {
  static let lines: [Message] = [
    Message("12 new · 3 completed · 797 unchanged · 2 unclear · 0 refused. Nothing is imported yet."),
    Message("Read as goodreads: the CSV file of Goodreads."),
    .problem("line 4: “Emma” matches several rows, so it was left out"),
    .problem("line 9: “Ilias” matches several rows, so it was left out"),
    Message("“book” has no field for “Bookshelves with positions”. F in the list adds fields."),
  ]

  static func plan(
    of file: Text, canImport: Bool = true, columns: [ImportPlan.Column] = [], words: String = ""
  ) -> ImportPlan {
    ImportPlan(
      file: file, schema: .books, report: lines, columns: columns, canImport: canImport, words: words)
  }

  static let columns = [
    ImportPlan.Column(
      name: "Title", field: "Title", isOfFormat: false, samples: ["Emma", "Persuasion", "Iliad"]),
    ImportPlan.Column(
      name: "Bookshelves with positions", field: nil, isOfFormat: false, samples: ["read (#1)"]),
    ImportPlan.Column(name: "My Rating", field: nil, isOfFormat: true, samples: ["5", "4"]),
  ]

  private func stack(
    _ size: Size = .usual, keys: String = "", canImport: Bool = true, columns: [ImportPlan.Column] = []
  ) -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openPlan(Self.plan(of: "/home/ann/goodreads.csv", canImport: canImport, columns: columns))
    }
  }

  @Test("The plan, its columns and the fields for one are as recorded") func golden() throws {
    try Golden.check("report") { stack($0) }
    try Golden.check("report-columns") { stack($0, keys: "↓", columns: Self.columns) }
    try Golden.check("report-column-menu") { stack($0, keys: "↓↓⏎", columns: Self.columns) }
  }

  @Test("Enter on a column chooses its field or leaves it out, and the plan is made anew") func columns() {
    func chosen(_ columns: [String: String], _ place: Int) -> [Effect] {
      [.importFile(.init("/home/ann/goodreads.csv", isTrial: true, columns: columns, selected: place))]
    }
    var stack = stack(keys: "↓↓⏎", columns: Self.columns)
    #expect(stack.mode == .menu)
    #expect(stack.press("↓⏎") == chosen(["Bookshelves with positions": "title"], 2))
    // The plan stays until the new one is there.
    let count = stack.screenCount
    stack.openPlan(Self.plan(of: "/home/ann/goodreads.csv", columns: Self.columns))
    #expect(stack.screenCount == count && stack.mode == .report)
    stack = self.stack(keys: "↓⏎⇱", columns: Self.columns)
    #expect(stack.press("⏎") == chosen(["Title": ""], 1))
    stack = self.stack(keys: "⇲", columns: Self.columns)
    #expect(stack.press("⏎") == [.say(FileWording.isOfFormat("My Rating"))])
    self.stack(columns: [Self.columns[2]]).shows("file, with their first values", hides: "their fields")
    #expect(stack.mode == .report)
  }

  @Test(
    "Enter imports, Esc goes back, and both close it; where there is nothing to import, nothing offers it")
  func keys() {
    let importing = Effect.importFile(.init("/home/ann/goodreads.csv", isTrial: false))
    for (key, effects) in [("⏎", [importing]), ("⎋", []), ("q", []), ("←", [])] {
      var stack = stack()
      #expect(stack.press(key) == effects && stack.mode == .list)
    }
    var nothing = stack(canImport: false)
    nothing.shows(hides: "⏎ import")
    #expect(nothing.press("⏎").isEmpty)
    #expect(nothing.press("⎋").isEmpty && nothing.mode == .list)
  }

  @Test("A report that is longer than the screen is scrolled, and no further than to its end")
  func scrolling() {
    let first = stack(Size(40, 6))
    let last = first.pressing(String(repeating: "↓", count: 30))
    #expect(last.frame() != first.frame())
    last.shows("F in the list adds")
    #expect(last.pressing("g").frame() == first.frame())
    #expect(first.pressing("⇲").frame() == last.frame())
  }
}

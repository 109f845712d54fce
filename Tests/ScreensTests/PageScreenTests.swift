import Cells
import Records
import Testing

@testable import Screens

@Suite("The help, a statement, the plan of an import, views and files opened before are lines")
struct PageScreenTests {
  static let files = [
    RecentFile(path: "/home/ann/books.sqlite", time: "today", rowCount: 1_500),
    RecentFile(path: "/home/ann/old/coffee.sqlite", time: "2026-10-01", rowCount: nil),
  ]

  /// A statement and its plan.
  static let updates = StatementGroup(InspectorState.example.statements[3])
  static let steps = ["SCAN book", "USE TEMP B-TREE FOR ORDER BY"].map { PlanStep(depth: 0, text: $0) }

  static var statement: ScreenStack { .opening { $0.receive(.explained(updates, steps)) } }

  static func plan(
    _ size: Size = .usual, keys: String = "", columns: [ImportPlan.Column] = FileReportTests.columns
  ) -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openPlan(FileReportTests.plan(of: "/home/ann/goodreads.csv", columns: columns))
    }
  }

  private struct Case {
    let stack: ScreenStack
    /// What is typed, and which lines have it.
    let words: String
    let lines: [[String]]
    let columns: [String]
    /// What stays visible, and what is copied of the lines.
    let heading: String
    let copy: String
  }

  private static var cases: [Case] {
    [
      Case(
        stack: .opening(keys: "?") { _ in }, words: "undoes",
        lines: [["u", "undoes the last change, whenever it was made"]], columns: ["key", "what it does"],
        heading: "Changing", copy: "u\tundoes the last change, whenever it was made"),
      Case(
        stack: statement, words: "book",
        lines: [["UPDATE book SET author = ? WHERE pk = ?"], ["├ SCAN book"]],
        columns: ["line"], heading: "Statement “book”",
        copy: "UPDATE book SET author = ? WHERE pk = ?\n├ SCAN book"),
      Case(
        stack: plan(), words: "read by",
        lines: [["My Rating", "read by the format", "5 · 4"]], columns: ["line", "field", "first values"],
        heading: FileWording.columnsHeading(hasFields: true), copy: "My Rating\tread by the format\t5 · 4"),
      Case(
        stack: .opening { $0.openViews([ViewChoice("Lent"), ViewChoice("To be read")]) }, words: "read",
        lines: [["To be read"]],
        columns: ["view"], heading: "Views “read”", copy: "To be read"),
      Case(
        stack: .opening { $0.receive(.openedRecent(files)) }, words: "old",
        lines: [["/home/ann/old/coffee.sqlite", "", "2026-10-01"]], columns: ["file", "rows", "opened"],
        heading: "Files “old”", copy: "/home/ann/old/coffee.sqlite"),
    ]
  }

  @Test("What is typed narrows them, and what is shown is copied and exported") func lines() {
    for entry in Self.cases {
      var stack = entry.stack
      let kind = stack.mode
      stack.press("/" + entry.words, shows: entry.heading)
      stack.press("⏎", to: kind)
      #expect(stack.press("y") == [.copyText(entry.copy)])
      let lines = LineTable(
        columns: entry.columns, rows: entry.lines.map { $0.map { $0.isEmpty ? .null : .text(Text($0)) } })
      #expect(
        stack.press(":export lines.csv⏎") == [.exportRows("lines.csv", .lines(lines), isConfirmed: false)])
      stack.press("/zzz", shows: "Nothing matches “zzz”.", hides: entry.lines[0][0])
      stack.press("⏎⎋", to: kind, hides: "zzz")
      stack.press("⎋")
      #expect(stack.mode != kind)
    }
  }

  @Test("Without a selected line, all that is shown is copied; with one, that line") func copies() {
    let report = StatementWording.explanation(of: Self.updates, Self.steps)
    var stack = Self.statement
    #expect(stack.press("y") == [.copyText(report.map(\.text).joined(separator: "\n"))])
    stack = Self.plan()
    #expect(stack.press("y") == [.copyText("Import the rows as planned")])
    #expect(stack.press("↓y") == [.copyText("Title\tTitle\tEmma · Persuasion · Iliad")])
    stack = .opening(keys: "⇲") { $0.openViews([ViewChoice("Lent")]) }
    #expect(stack.press("y").isEmpty)
  }

  @Test(
    "The words stay while fields are chosen for the columns that have them, and a plan of another file begins anew"
  )
  func words() throws {
    var stack = Self.plan(keys: "/left out⏎↓")
    stack.shows("Bookshelves", hides: "My Rating")
    #expect(stack.press("⏎").isEmpty && stack.mode == .menu)
    let effect = try #require(stack.press("⏎").first)
    guard case .importFile(let request) = effect else {
      Issue.record("\(effect)")
      return
    }
    stack.openPlan(
      FileReportTests.plan(of: request.file, columns: FileReportTests.columns, words: request.words))
    stack.shows("goodreads.csv “left out”", hides: "My Rating")
    stack.openPlan(FileReportTests.plan(of: "/home/ann/other.csv", columns: FileReportTests.columns))
    stack.shows("My Rating", hides: "“left out”")
  }

  @Test("The selected column of a long plan is in sight, also where it is made anew") func sight() {
    let columns = (1...60).map {
      ImportPlan.Column(name: "Column \($0)", field: nil, isOfFormat: false, samples: [])
    }
    var stack = Self.plan(Size(40, 10), keys: "⇲", columns: columns)
    stack.shows("Column 60")
    stack.openPlan(
      ImportPlan(
        file: "/home/ann/goodreads.csv", schema: .books, report: FileReportTests.lines, columns: columns,
        canImport: true, selected: 31))
    stack.shows("Column 31")
    stack.press("↓")
    #expect(stack.press("y") == [.copyText("Column 32\tleft out")])
    stack.press("⇱", shows: "Import the rows as planned")
  }

  @Test("A text of the help wraps where there is little room, and nothing of it is lost") func wrapping() {
    var stack = ScreenStack.opening(Size(20, 40), keys: "?/undoes⏎") { _ in }
    stack.shows("  undoes the last ", "  change, whenever", "  it was made")
    stack.resize(Size(80, 24))
    stack.shows("u" + String(repeating: " ", count: 11) + "undoes the last change, whenever it was made")
  }

  @Test("The legend explains the signs as the list uses them, and in the lesson those of hydration")
  func legend() {
    let read = Schema(of: "book", ["Title": .text, "Status": .choice(["to read", "read"])])
    var screen = StackBuilder([["Emma", "read"]], .usual, "?", schema: read)
    screen.shows("○ to read   ▸ reading   × stopped   ✓ read, marked, or a valid ISBN", hides: "hydrated  ")
    screen.stack.settings.hasLongMeter = true
    screen.press("⎋?", shows: "○ to read", "○ partly hydrated")
    ScreenStack.opening(keys: "?") { _ in }.shows("✓ marked", "◆ not yet written", hides: "○", "● hydrated")
    let lesson = ScreenStack.opening(keys: "?") { $0.settings.hasLongMeter = true }
    lesson.shows(
      "● hydrated   ◆ changed, not yet written   ! in conflict  ", "\n ✓ marked, or a valid ISBN   › opens")
  }

  @Test("They are read out as they are shown") func speech() {
    var stack = ScreenStack.opening(keys: "?/undoes⏎") { _ in }
    #expect(
      stack.speech.text == ["Changing.", "u: undoes the last change, whenever it was made."])
    stack = Self.plan(keys: "⇲")
    #expect(stack.speech.text == FileReportTests.lines.map(\.text))
    #expect(stack.speech.line == "My Rating: read by the format: 5 · 4")
    stack = .opening { $0.receive(.openedRecent(Self.files)) }
    #expect(stack.speech.title == "Files" && stack.speech.choices.count == 2)
    #expect(stack.speech.line == stack.speech.choices[0])
  }
}

import Cells
import Foundation
import Records
import Testing

@testable import Screens

/// The inspector and the panes.
@Suite struct InspectorTests {
  static let sizes = [
    Size(columns: 160, rows: 50), Size(columns: 100, rows: 30), Size(columns: 80, rows: 24),
    Size(columns: 40, rows: 10),
  ]

  private func builder(_ size: Size = Size(columns: 120, rows: 40), count: Int = 100) -> StackBuilder {
    var screen = StackBuilder(StackBuilder.volumes(count), columns: size.columns, rows: size.rows)
    screen.inspectorState = .example
    return screen
  }

  @Test(arguments: sizes) func beside(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("i"), .down)
    try Golden.check(screen.stack.frame(), "inspector")
    screen.press(.tab, .character("1"), .character(" "))
    try Golden.check(screen.stack.frame(), "inspector-focused")
    screen.press(.character("I"))
    try Golden.check(screen.stack.frame(), "inspector-whole")
  }

  @Test(arguments: sizes) func sideBySide(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("v"), .down)
    screen.rest()
    try Golden.check(screen.stack.frame(), "split")
    screen.press(.enter, .enter, .enter, .character("x"))
    try Golden.check(screen.stack.frame(), "split-field")
    screen.press(.escape, .escape, .escape, .character("i"), .character("-"))
    try Golden.check(screen.stack.frame(), "split-inspector")
  }

  @Test(
    "The keys are about the inspector after Tab, and about the screens after Tab or Esc",
    arguments: [Key.tab, .escape])
  func focus(_ back: Key) {
    var screen = builder()
    screen.press(.tab)
    #expect(screen.stack.mode == .list)
    screen.press(.character("i"))
    #expect(screen.stack.mode == .list)
    screen.press(.tab, .up)
    #expect(screen.stack.mode == .inspector)
    #expect(screen.stack.needs.inspector?.offset == 1)
    #expect(screen.stack.selectedPlace == 0)
    screen.press(back, .down)
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.selectedPlace == 1)
    screen.press(.tab, .character("i"))
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.needs.inspector == nil)
  }

  @Test("Going back in the statements holds them still, as Space does, and End lets them go on")
  func scrolling() throws {
    var screen = builder()
    screen.press(.character("i"), .tab)
    let visible = try #require(screen.stack.needs.inspector?.statementCount)
    let isFrozen = { screen.stack.needs.inspector?.isFrozen }
    #expect(isFrozen() == false)
    screen.press(.pageUp)
    #expect(screen.stack.needs.inspector?.offset == visible / 2 * 2)
    #expect(isFrozen() == true)
    screen.press(.home)
    #expect(screen.stack.needs.inspector?.offset == 1_204 - visible)
    screen.press(.end)
    #expect(isFrozen() == false)
    screen.press(.character(" "))
    #expect(isFrozen() == true)
    #expect(screen.stack.needs.inspector?.offset == 0)
    screen.press(.character(" "))
    #expect(isFrozen() == false)
  }

  @Test("A digit filters, and the same one again does not")
  func filter() {
    var screen = builder()
    screen.press(.character("i"), .tab)
    let purposes: [StatementPurpose] = [.hydrate, .writeBack, .list, .count, .other]
    for (digit, purpose) in zip("12345", purposes) {
      screen.press(.character(digit))
      #expect(screen.stack.needs.inspector?.filter == purpose)
    }
    screen.press(.character("5"))
    #expect(screen.stack.needs.inspector?.filter == nil)
  }

  @Test("Enter shows a statement in full, with its values, its work and its plan", arguments: sizes)
  func explaining(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("I"), .enter)
    #expect(screen.effects == [.explain(StatementGroup(InspectorState.example.statements[3]))])
    try Golden.check(screen.stack.frame(), "statement")
  }

  @Test("Similar statements are put together, and Enter shows what they come to", arguments: sizes)
  func grouping(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("I"), .character("s"))
    #expect(screen.stack.needs.inspector?.isGrouped == true)
    try Golden.check(screen.stack.frame(), "inspector-groups")
    screen.press(.enter)
    #expect(screen.stack.frame().textPlane.contains("N+1"))
    screen.press(.escape)
    #expect(screen.stack.mode == .inspector)
    screen.press(.character("s"))
    #expect(screen.stack.needs.inspector?.isGrouped == false)
  }

  @Test("Any statement can be the lowest, which Enter shows")
  func choosing() {
    var screen = builder()
    screen.press(.character("i"), .tab, .home)
    for _ in 1...100 { screen.press(.up) }
    #expect(screen.stack.needs.inspector?.offset == 1_203)
  }

  private func lines(_ state: InspectorState, _ columns: Int, _ key: Key) -> [String] {
    var screen = builder(Size(columns: columns, rows: 30))
    screen.inspectorState = state
    screen.press(key)
    return screen.stack.frame().textPlane.split(separator: "\n").map(String.init)
  }

  @Test("At 100 columns the lowest statement is whole, and the others lose quotes, schema and their end")
  func clarity() {
    let look = StatementRecord(
      number: 2, startedAt: 3_600, nanoseconds: 41_300,
      sql: #"SELECT "title", "copyright", "author" FROM main."book" WHERE "pk" = ?"#,
      values: [.integer(123)], rowCount: 1, purpose: .hydrate, record: .rowid(123))
    var before = look
    before.number = 1
    let lines = lines(InspectorState(statements: [before, look], statementCount: 2), 100, .character("i"))
      .map { $0.split(separator: "│").last?.trimmingCharacters(in: [" ", "|"]) ?? "" }
    #expect(lines.contains("SELECT title, copyright, author FROM…"))
    #expect(
      lines.joined(separator: " ").contains("SELECT title, copyright, author FROM book WHERE pk = 123"))
  }

  @Test("Each second has a column, the newest at the edge, and nothing shows as nothing")
  func memoryLines() throws {
    func line(_ name: String, _ records: [Int]) throws -> String {
      let history = records.map {
        MemoryFigures(records: $0, sqlite: 0, anonymous: 4, resident: 8, free: nil)
      }
      let lines = lines(InspectorState(history: history), 100, .character("i"))
      return try #require(lines.first { $0.contains("│ \(name) ") })
    }
    #expect(try line("records", [0, 1_024, 2_048, 0]).hasSuffix(" 0 B                ▄█  "))
    #expect(try line("SQLite", [0, 1_024, 2_048, 0]).hasSuffix(" 0 B                    "))
    #expect(try line("records", [1_024, 2_048]).hasSuffix(" ▄█ "))
    #expect(try line("records", (1...1_000).map { $0 % 2 == 0 ? 8 : 4 }).hasSuffix(" ▄█▄█▄█▄█▄█▄█▄█▄█▄█ "))
  }

  @Test("Where there is no room beside the rest, it is seen while the keys are about it")
  func narrow() {
    var screen = builder(Size(columns: 40, rows: 10))
    screen.press(.character("i"))
    #expect(screen.stack.mode == .inspector)
    #expect(screen.stack.frame().textPlane.contains("Statements"))
    screen.press(.escape)
    #expect(!screen.stack.frame().textPlane.contains("Statements"))
    #expect(screen.stack.frame().textPlane.contains("Volume 1"))
    screen.press(.tab)
    #expect(screen.stack.frame().textPlane.contains("Statements"))
  }

  @Test("The help of the inspector is seen, and lies over the screens")
  func help() {
    var screen = builder()
    screen.press(.character("I"), .character("?"))
    #expect(screen.stack.mode == .help)
    #expect(screen.stack.frame().textPlane.contains("Keys: Inspector"))
  }

  @Test("A record beside the list that is not to follow the cursor is looked at only when it is opened")
  func notFollowing() {
    var screen = builder()
    screen.stack.settings.followsCursor = false
    screen.press(.character("v"), .down)
    #expect(screen.stack.needs.restingRow == nil)
    screen.rest()
    #expect(screen.effects.isEmpty && screen.stack.needs.shownRecords.isEmpty)
    screen.press(.enter)
    #expect(screen.stack.needs.shownRecords == [.rowid(2)])
  }

  @Test("The record beside the list follows once the cursor rests, and is on the screen")
  func following() {
    var screen = builder()
    screen.rest()
    #expect(screen.effects.isEmpty)
    screen.press(.character("v"))
    screen.rest()
    #expect(screen.effects == [.look(.rowid(1))])
    #expect(screen.stack.needs.restingRow == nil)
    screen.press(.down, .down)
    #expect(screen.stack.needs.restingRow?.id == .rowid(3))
    #expect(screen.stack.needs.shownRecords == [.rowid(1)])
    screen.rest()
    #expect(screen.stack.needs.shownRecords == [.rowid(3)])
    screen.press(.enter, .character("e"), .enter)
    #expect(screen.stack.needs.restingRow == nil)
    screen.type("!")
    screen.press(.enter)
    let lines = screen.stack.frame().textPlane.split(separator: "\n")
    #expect(lines.contains { $0.contains("◆ Volume 3!") && $0.contains("│") })
  }

  @Test("The record beside the list follows while words are found, and is none where nothing is")
  func followingWhileFinding() {
    var screen = StackBuilder(columns: 120, rows: 40)
    screen.press(.character("v"))
    screen.rest()
    screen.type("/dante")
    screen.rest()
    #expect(screen.stack.needs.shownRecords == [.rowid(3)])
    #expect(screen.stack.frame().textPlane.contains("1321-06-07"))
    screen.type("x")
    screen.rest()
    #expect(screen.stack.needs.restingRow == nil)
    #expect(!screen.stack.frame().textPlane.contains("1321-06-07"))
    #expect(screen.stack.needs.shownRecords.isEmpty)
    screen.press(.backspace)
    screen.rest()
    #expect(screen.stack.frame().textPlane.contains("1321-06-07"))
  }

  @Test("The record beside the list goes with its row")
  func deletedBeside() {
    var screen = builder()
    screen.press(.character("v"))
    screen.rest()
    screen.press(.character("-"), .right, .enter)
    #expect(screen.stack.needs.shownRecords.isEmpty)
    #expect(screen.stack.needs.restingRow?.id == .rowid(2))
  }

  @Test("Below 100 columns there is one pane, and what was chosen holds when there are more again")
  func width() {
    var screen = builder(Size(columns: 99, rows: 30))
    screen.press(.character("v"))
    #expect(screen.stack.message?.text == "Side by side needs 100 columns.")
    #expect(!screen.stack.isSideBySide)
    screen.resize(100, 30)
    #expect(screen.stack.isSideBySide)
    screen.press(.character("v"))
    #expect(!screen.stack.isSideBySide)
  }

  @Test("A statement has its values in their places, but not within quotes")
  func statementText() {
    let statement = StatementRecord(
      number: 1, startedAt: 0, nanoseconds: 1, sql: #"UPDATE "a?" SET 'b?' = ?, c = ?, d = ? WHERE pk = ?"#,
      values: [.null, .real(1.5), .blob([1, 2, 3, 4, 255]), .text("it is much too long to be shown")])
    var state = InspectorState(statements: [statement], statementCount: 1)
    var screen = builder(Size(columns: 250, rows: 40))
    screen.inspectorState = state
    screen.press(.character("I"))
    let text = #"UPDATE "a?" SET 'b?' = NULL, c = 1.5, d = x'01020304…' WHERE pk = 'it is much too l…'"#
    #expect(screen.stack.frame().textPlane.contains(text))
    state.statements = []
    screen.inspectorState = state
    screen.press(.character("1"))
    #expect(!screen.stack.frame().textPlane.contains(text))
  }
}

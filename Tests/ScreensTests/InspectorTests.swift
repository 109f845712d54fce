import Cells
import Foundation
import Records
import Testing

@testable import Screens

/// The inspector and the panes.
@Suite struct InspectorTests {
  private func screen(
    _ keys: String = "", _ size: Size = Size(120, 40), _ state: InspectorState = .example
  ) -> StackBuilder {
    var screen = StackBuilder(StackBuilder.volumes(100), size)
    screen.inspectorState = state
    screen.press(keys)
    screen.rest()
    return screen
  }

  @Test(
    "The inspector and the panes are as recorded",
    arguments: [
      ("inspector", "i↓"), ("inspector-focused", "i↓⇥1 "), ("inspector-whole", "i↓⇥1 I"),
      ("inspector-groups", "Is"), ("split", "v↓"), ("split-field", "v↓⏎⏎⏎x"),
    ])
  func golden(_ name: String, _ keys: String) throws { try Golden.check(name) { screen(keys, $0).stack } }

  @Test("A question lies over the list alone where there are panes") func question() throws {
    try Golden.check("split-inspector") {
      var screen = screen("v↓", $0)
      screen.press("i")
      screen.receive(.alert(.deleting(.rows([.rowid(2)]), .exactly(1), .books, title: "Volume 2")))
      return screen.stack
    }
  }

  @Test("Enter shows a statement in full, with its values, its work and its plan") func explaining() throws {
    try Golden.check("statement") {
      var screen = screen("I⏎", $0)
      #expect(screen.effects == [.explain(PageScreenTests.updates)])
      screen.receive(.explained(PageScreenTests.updates, PageScreenTests.steps))
      return screen.stack
    }
  }

  @Test("Similar statements are put together, and Enter shows what they come to") func grouping() throws {
    var screen = screen("Is")
    #expect(screen.stack.needs.inspector?.isGrouped == true)
    screen.press("⏎")
    guard case .explain(let group) = screen.effects.last else {
      Issue.record("nothing is explained")
      return
    }
    screen.receive(.explained(group, []))
    screen.shows("N+1")
    screen.press("⎋", to: .inspector)
    screen.press("s")
    #expect(screen.stack.needs.inspector?.isGrouped == false)
  }

  @Test(
    "The keys are about the inspector after Tab, and about the screens after Tab or Esc",
    arguments: ["⇥", "⎋"])
  func focus(_ back: String) {
    var screen = screen()
    screen.press("⇥", to: .list)
    screen.press("i", to: .list)
    screen.press("⇥↑", to: .inspector, at: 0)
    #expect(screen.stack.needs.inspector?.offset == 1)
    screen.press(back + "↓", to: .list, at: 1)
    screen.press("⇥i", to: .list)
    #expect(screen.stack.needs.inspector == nil)
  }

  @Test("Going back in the statements holds them still, as Space does, and End lets them go on")
  func scrolling() throws {
    var screen = screen("i⇥")
    let visible = try #require(screen.stack.needs.inspector?.statementCount)
    for (keys, offset, isFrozen) in [
      ("", 0, false), ("⇞", visible / 2 * 2, true), ("⇱", 1_204 - visible, true), ("⇲", 0, false),
      (" ", 0, true), (" ", 0, false),
    ] {
      screen.press(keys)
      #expect(screen.stack.needs.inspector?.offset == offset, "\(keys)")
      #expect(screen.stack.needs.inspector?.isFrozen == isFrozen, "\(keys)")
    }
    // Any statement can be the lowest, which Enter shows.
    screen.press("⇱" + String(repeating: "↑", count: 100))
    #expect(screen.stack.needs.inspector?.offset == 1_203)
  }

  @Test("A digit filters, and the same one again does not") func filter() {
    var screen = screen("i⇥")
    let purposes: [StatementPurpose?] = [.hydrate, .writeBack, .list, .count, .other, nil]
    for (digit, purpose) in zip("123455", purposes) {
      screen.press(String(digit))
      #expect(screen.stack.needs.inspector?.filter == purpose)
    }
  }

  @Test("At 100 columns the lowest statement is whole, and the others lose quotes, schema and their end")
  func clarity() {
    let look = StatementRecord(
      number: 2, startedAt: 3_600, nanoseconds: 41_300,
      sql: #"SELECT "title", "copyright", "author" FROM main."book" WHERE "pk" = ?"#,
      values: [.integer(123)], rowCount: 1, purpose: .hydrate, record: .rowid(123))
    var before = look
    before.number = 1
    let state = InspectorState(statements: [before, look], statementCount: 2)
    let lines = screen("i", Size(100, 30), state).lines
      .map { $0.split(separator: "│").last?.trimmingCharacters(in: [" ", "|"]) ?? "" }
    #expect(lines.contains("SELECT title, copyright, author FROM…"))
    #expect(lines.joined(separator: " ").contains("SELECT title, copyright, author FROM book WHERE pk = 123"))
  }

  @Test(
    "Each second has a column, the newest at the edge, and nothing shows as nothing",
    arguments: [
      ("records", [0, 1_024, 2_048, 0], " 0 B                ▄█  "),
      ("SQLite", [0, 1_024, 2_048, 0], " 0 B                    "), ("records", [1_024, 2_048], " ▄█ "),
      ("records", (1...1_000).map { $0 % 2 == 0 ? 8 : 4 }, " ▄█▄█▄█▄█▄█▄█▄█▄█▄█ "),
    ])
  func memoryLines(_ name: String, _ records: [Int], _ end: String) throws {
    let history = records.map {
      MemoryFigures(records: $0, sqlite: 0, anonymous: 4, resident: 8, free: nil)
    }
    let lines = screen("i", Size(100, 30), InspectorState(history: history)).lines
    #expect(try #require(lines.first { $0.contains("│ \(name) ") }).hasSuffix(end))
  }

  @Test("Where there is no room beside the rest, it is seen while the keys are about it") func narrow() {
    var screen = screen("", Size(40, 10))
    screen.press("i", to: .inspector, shows: "Statements")
    screen.press("⎋", shows: "Volume 1", hides: "Statements")
    screen.press("⇥", shows: "Statements")
  }

  @Test("A record beside the list that is not to follow the cursor is looked at only when it is opened")
  func notFollowing() {
    var screen = screen()
    screen.stack.settings.followsCursor = false
    screen.press("v↓")
    #expect(screen.stack.needs.restingRow == nil)
    screen.rest()
    #expect(screen.effects.isEmpty && screen.stack.needs.shownRecords.isEmpty)
    screen.press("⏎")
    #expect(screen.stack.needs.shownRecords == [.rowid(2)])
  }

  @Test("The record beside the list follows once the cursor rests, and is on the screen") func following() {
    var screen = screen()
    #expect(screen.effects.isEmpty)
    screen.press("v")
    screen.rest()
    #expect(screen.effects == [.look(.rowid(1))])
    #expect(screen.stack.needs.restingRow == nil)
    screen.press("↓↓")
    #expect(screen.stack.needs.restingRow?.id == .rowid(3))
    #expect(screen.stack.needs.shownRecords == [.rowid(1)])
    screen.rest()
    #expect(screen.stack.needs.shownRecords == [.rowid(3)])
    screen.press("⏎e⏎")
    #expect(screen.stack.needs.restingRow == nil)
    screen.press("!⏎")
    #expect(screen.lines.contains { $0.contains("◆ Volume 3!") && $0.contains("│") })
  }

  @Test("The record beside the list follows while words are found, and is none where nothing is")
  func followingWhileFinding() {
    var screen = StackBuilder(Size(120, 40), "v")
    for (keys, record) in [("", 1), ("/dante", 3), ("x", nil), ("⌫", 3)] as [(String, Int64?)] {
      screen.press(keys)
      screen.rest()
      #expect(screen.stack.needs.shownRecords == Set([record].compactMap { $0.map { .rowid($0) } }))
      #expect(screen.text.contains("1321-06-07") == (record == 3))
      #expect(screen.stack.needs.restingRow == nil)
    }
  }

  @Test("The record beside the list goes with its row") func deletedBeside() {
    var screen = screen("v")
    screen.books.removeFirst()
    screen.receive(.deleted(.rowid(1)))
    screen.answer([])
    #expect(screen.stack.needs.shownRecords.isEmpty)
    #expect(screen.stack.needs.restingRow?.id == .rowid(2))
  }

  @Test("Below 100 columns there is one pane, and what was chosen holds when there are more again")
  func width() {
    var screen = screen("v", Size(99, 30))
    #expect(screen.message == "Side by side needs 100 columns.")
    #expect(!screen.stack.isSideBySide)
    screen.resize(100, 30)
    #expect(screen.stack.isSideBySide)
    screen.press("v")
    #expect(!screen.stack.isSideBySide)
  }

  @Test("A page that is not about a record has the whole width, but not in the lesson") func pages() {
    var screen = screen("v")
    for (keys, isSideBySide) in [("s", true), ("⎋⏎⏎", true), ("⎋⎋?", false), ("⎋", true)] {
      screen.press(keys)
      #expect(screen.stack.isSideBySide == isSideBySide, "\(keys)")
    }
    screen.stack.settings.hasLongMeter = true
    screen.press("?")
    #expect(screen.stack.isSideBySide)
  }

  @Test("A statement has its values in their places, but not within quotes") func statementText() {
    let statement = StatementRecord(
      number: 1, startedAt: 0, nanoseconds: 1, sql: #"UPDATE "a?" SET 'b?' = ?, c = ?, d = ? WHERE pk = ?"#,
      values: [.null, .real(1.5), .blob([1, 2, 3, 4, 255]), .text("it is much too long to be shown")])
    let state = InspectorState(statements: [statement], statementCount: 1)
    let text = #"UPDATE "a?" SET 'b?' = NULL, c = 1.5, d = x'01020304…' WHERE pk = 'it is much too l…'"#
    screen("I", Size(250, 40), state).shows(text)
  }
}

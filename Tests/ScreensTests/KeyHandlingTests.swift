import Cells
import Queries
import Records
import Testing

@testable import Screens

/// Every key in the table does something on the screens that it is for.
@Suite struct KeyHandlingTests {
  /// A key in a mode.
  private struct Entry: Hashable {
    let mode: Mode
    let key: Key
  }

  /// A stack whose status line says nothing of the last key.
  private static func quiet(_ stack: ScreenStack) -> ScreenStack {
    var stack = stack
    stack.message = nil
    return stack
  }

  /// Screens of every mode, each with enough in it that keys can lead somewhere.
  private static var starts: [ScreenStack] {
    [
      "", "↓↓↓", "e", "/o", ":n⇥x⏎:e", "12", "s↓⏎'", "s↓", "⏎", "⏎⏎", "⏎⏎↓⏎", "⏎⏎↓⏎⌃p", "⏎⏎⏎", "⏎⏎⏎⌃jab", "+",
      "?", "  =", "i", "F↓", "I", "i⇥", "c↓", ":sql SELECT ti",
    ].map { way in
      var screen = StackBuilder(StackBuilder.volumes(60))
      screen.inspectorState = .example
      screen.press(way)
      return screen.stack
    }
  }

  private static var others: [ScreenStack] {
    let (low, question) = (Size(80, 8), (1...500).map { "Sure \($0)?" }.joined(separator: " "))
    let answers: [AlertScreen.Answer] = [.init("Yes"), .init("No"), .init("Later")]
    let lines = (1...60).map { ValueLine(value: .text(Text("Author \($0)")), count: 61 - $0) }
    let flag = Schema(of: "flag", ["On": .boolean])
    var tables = ScreenStack(schema: .books, size: Size(80, 5), tables: TablesTests.tables)
    tables.press("↓")
    var found = tables
    found.press("/e⏎")
    tables.resize(Size(120, 24))
    tables.press("i")
    return [
      tables, found, Possessions.detail(), Possessions.choosing(), Possessions.choosing(keys: "⇥old"),
      Possessions.writing(), RuleScreenTests.stack(keys: "↓"), SchemaScreenTests.stack(low, keys: "↓↓↓"),
      SchemaScreenTests.stack(low, keys: "↓↓↓/book⏎"), GroupsScreenTests.groups(keys: "↓"),
      QuickKeyTests.screen("r").stack, QuickKeyTests.screen("r4").stack,
      MergeScreenTests.duplicates(keys: "↓"), MergeScreenTests.merge(keys: "↓↓"),
      .detail([.integer(1)], flag).pressing("e"), ManyFieldsTests.twenty("⏎e").stack,
      ManyFieldsTests.twenty("⏎e→").stack, ManyFieldsTests.twenty("+").stack,
      ManyFieldsTests.twenty("+→").stack,
      StackBuilder(.usual, "⏎⏎↓⏎←←").stack, StackBuilder(.usual, "⏎⏎↓⏎←←⌃p").stack,
      StackBuilder([["Emma", .null, "Jane Austen"]], Size(80, 5), "⏎↓").stack,
      .opening(low, keys: "↓") { $0.openHistory(.steps, SafetyScreenTests.steps) },
      .opening(low, keys: "↓") { $0.openConflicts(SafetyScreenTests.conflicts) },
      .opening(Size(80, 5), keys: "↓") { $0.openPlan(FileReportTests.plan(of: "books.csv")) },
      .opening(keys: "→⇟") { $0.receive(.alert(AlertScreen(Message(question), answers: answers))) },
      .opening(keys: "↓") { $0.openViews(["Read", "Unread", "Lent"].map { ViewChoice($0) }) },
      .opening(keys: "↓") { $0.receive(.openedRecent(PageScreenTests.files)) },
      .opening(keys: "↓") {
        $0.openValues(.books, field: 2)
        $0.receive(.values(ValuesWindow(start: 0, lines: lines, count: .exactly(60), rowCount: 60)))
      },
      .opening(keys: "↓↓↓") {
        $0.openStatistics(.books, thisYear: 2024)
        $0.receive(.statistics(StatisticsScreenTests.page()))
      },
      .opening { $0.receive(.opened(ListSource(table: Schema.books.id), .books)) },
      .opening {
        $0 = StackBuilder(.usual, "⏎⏎⏎⌃ua").stack
        $0.receive(.suggestions(SuggestionList(["ab": 2, "ac": 1])))
      },
    ]
  }

  @Test("Every key of the table is handled by a screen in each of its modes") func everyKey() {
    var missing = Set(
      Mode.allCases.flatMap { mode in
        KeyTable.bindings(in: mode).flatMap(\.actions).map { Entry(mode: mode, key: $0.key) }
      })
    let total = missing.count
    var stacks = Self.starts + Self.others
    for _ in 0..<2 {
      var next: [ScreenStack] = []
      for stack in stacks.map(Self.quiet) {
        let frame = stack.frame()
        for key in KeyTable.bindings(in: stack.mode).flatMap(\.actions).map(\.key) {
          let entry = Entry(mode: stack.mode, key: key)
          guard missing.contains(entry) else { continue }
          var pressed = stack
          let effects = pressed.press(key)
          guard !effects.isEmpty || pressed.frame() != frame else { continue }
          missing.remove(entry)
          next.append(pressed)
        }
      }
      stacks = next
    }
    let names = missing.map { "\($0.key.name) in \($0.mode.name)" }.sorted()
    #expect(total > 300 && names.isEmpty, "\(total) keys, of them not handled: \(names)")
  }
}

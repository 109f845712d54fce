import Cells
import Queries
import Records
import Testing

@testable import Keys
@testable import Pages
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
  private static var starts: [StackBuilder] {
    let ways: [[Key]] = [
      [], [.down, .down, .down], [.character("e")], [.character("/"), .character("o")],
      [.character(":"), .character("n"), .tab, .character("x"), .enter, .character(":"), .character("e")],
      [.character("1"), .character("2")], [.character("s"), .down, .enter, .character("'")],
      [.character("s"), .down], [.enter],
      [.enter, .enter], [.enter, .enter, .down, .enter], [.enter, .enter, .down, .enter, .control("p")],
      [.enter, .enter, .enter], [.enter, .enter, .enter, .control("j"), .character("a"), .character("b")],
      [.character("+")], [.character("?")], [.character("*"), .character("=")], [.character("i")],
      [.character("F"), .down], [.character("I")], [.character("i"), .tab],
    ]
    return ways.map { way in
      var screen = StackBuilder(StackBuilder.volumes(60))
      screen.inspectorState = .example
      screen.press(way)
      return screen
    }
  }

  private static var others: [ScreenStack] {
    var tables = ScreenStack(schema: .books, size: Size(columns: 80, rows: 5), tables: TablesTests.tables)
    _ = tables.press(.down)
    var typing = Possessions.choosing()
    _ = typing.press(.tab)
    _ = typing.type("old")
    var history = StackBuilder(rows: 8).stack
    history.openHistory(.steps, SafetyScreenTests.steps)
    _ = history.press(.down)
    var conflicts = StackBuilder(rows: 8).stack
    conflicts.openConflicts(SafetyScreenTests.conflicts)
    _ = conflicts.press(.down)
    var report = StackBuilder(rows: 8).stack
    report.resize(Size(columns: 80, rows: 5))
    report.openPlan(FileReportTests.plan(of: "books.csv"))
    _ = report.press(.down)
    var alert = StackBuilder().stack
    let long = Message((1...500).map { "Sure \($0)?" }.joined(separator: " "))
    alert.receive(.alert(AlertScreen(long, answers: [.init("Yes"), .init("No"), .init("Later")])))
    _ = alert.press(all: .right, .pageDown)
    var found = tables
    _ = found.press(all: .character("/"), .character("e"), .enter)
    tables.resize(Size(columns: 120, rows: 24))
    _ = tables.press(.character("i"))
    var date = StackBuilder()
    date.press(.enter, .enter, .down, .enter, .left, .left)
    var part = date
    part.press(.control("p"))
    var columns = StackBuilder()
    columns.press(.character("c"), .down)
    var views = StackBuilder().stack
    views.openViews(["Read", "Unread", "Lent"])
    _ = views.press(.down)
    var values = StackBuilder().stack
    values.openValues(.books, field: 2)
    let lines = (1...60).map { ValueLine(value: .text(Text("Author \($0)")), count: 61 - $0) }
    values.receive(.values(ValuesWindow(start: 0, lines: lines, count: .exactly(60), rowCount: 60)))
    _ = values.press(.down)
    var statistics = StackBuilder().stack
    statistics.openStatistics(.books, hasReadings: true)
    statistics.receive(.statistics(StatisticsScreenTests.page()))
    for _ in 1...3 { _ = statistics.press(.down) }
    var rule = RuleScreenTests.stack()
    _ = rule.press(.down)
    var schema = SchemaScreenTests.stack(rows: 8)
    for _ in 1...3 { _ = schema.press(.down) }
    var sought = schema
    for character in "/book" { _ = sought.press(.character(character)) }
    _ = sought.press(.enter)
    var statement = StackBuilder()
    statement.type(":sql SELECT ti")
    var groups = GroupsScreenTests.groups()
    _ = groups.press(.down)
    var duplicates = MergeScreenTests.duplicates()
    _ = duplicates.press(.down)
    var merge = MergeScreenTests.merge()
    _ = merge.press(all: .down, .down)
    var suggested = StackBuilder()
    suggested.press(.enter, .enter, .enter, .control("u"), .character("a"))
    suggested.stack.receive(.suggestions(SuggestionList(["ab": 2, "ac": 1])))
    var high = StackBuilder([["Emma", .null, "Jane Austen"]], rows: 5)
    high.press(.enter, .down)
    var list = StackBuilder().stack
    list.receive(.opened(ListSource(table: Schema.books.id), .books))
    let flag = Schema(
      table: "flags", key: .rowid(column: "id"), fields: [Field(column: "on", label: "On", kind: .boolean)],
      titleIndex: 0, singular: "flag", plural: "flags")
    var truth = ScreenStack(schema: flag, size: Size(columns: 80, rows: 24))
    truth.receive(.linked(RecordSnapshot(id: .rowid(1), values: [.integer(1)], state: .hydrated), flag))
    _ = truth.press(.character("e"))
    var wide = ManyFieldsTests.twenty(.known)
    wide.press(.enter, .character("e"))
    var right = wide
    right.press(.right)
    var wideDraft = ManyFieldsTests.twenty(.known)
    wideDraft.press(.character("+"))
    var rightDraft = wideDraft
    rightDraft.press(.right)
    return [
      wide.stack, right.stack, wideDraft.stack, rightDraft.stack,
      tables, Possessions.detail(), Possessions.choosing(), Possessions.writing(), typing, history, conflicts,
      alert, truth, found, date.stack, part.stack, columns.stack, views, values, statistics, rule, high.stack,
      list, suggested.stack, report, schema, sought, statement.stack, groups, duplicates, merge,
    ]
  }

  @Test("Every key of the table is handled by a screen in each of its modes")
  func everyKey() {
    var missing = Set(
      Mode.allCases.flatMap { mode in
        KeyTable.bindings(in: mode).flatMap(\.actions).map { Entry(mode: mode, key: $0.key) }
      })
    let total = missing.count
    var stacks = Self.starts.map(\.stack) + Self.others
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

import Cells
import Records
import Screens
import Testing

/// The last line names no key that does nothing, and always the way out.
@Suite struct HintTests {
  private func expect(
    _ stack: ScreenStack, offers hints: [String], not others: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let line = stack.lines.last ?? ""
    #expect(hints.allSatisfy { line.contains($0) }, "\(line)", sourceLocation: sourceLocation)
    #expect(!others.contains { line.contains($0) }, "\(line)", sourceLocation: sourceLocation)
  }

  @Test("an empty list offers what can be done with it, and one that a filter leaves empty other words")
  func emptyList() {
    let rows = [
      "open", "delete", "find", "move", "mark", "sort", "* all", "merge", "copy", "columns", "values",
      "statistics",
    ]
    expect(StackBuilder([]).stack, offers: [" + add  V views  ? more "], not: rows)
    expect(StackBuilder(.usual, "/qqq⏎↓").stack, offers: ["/ find", "Esc whole list"], not: ["open"])
  }

  @Test("an empty history offers nothing to open") func emptyHistory() {
    expect(.opening { $0.openHistory(.steps, []) }, offers: ["Esc back"], not: ["open"])
  }

  @Test("undo is named only where there is something to undo") func undo() {
    var stack = StackBuilder(Size(160, 40)).stack
    expect(stack, offers: ["u undo"])
    stack.meter.canUndo = false
    expect(stack, offers: ["? more"], not: ["undo"])
  }

  @Test("what is done with all that is in conflict is offered, for rows that are gone, too")
  func conflicts() {
    var stack = ScreenStack.opening { $0.openConflicts(SafetyScreenTests.conflicts) }
    expect(stack, offers: ["M all mine  T all theirs"])
    stack.receive(.conflicts(.first, Array(SafetyScreenTests.conflicts.dropFirst())))
    expect(stack, offers: ["M all mine  T all theirs", "⏎ keep"])
  }

  private static let read = Schema(of: "book", ["Title": .text, "Status": .choice(["to read", "read"])])

  /// The last line of a list of books that are read, after some keys.
  private func readers(_ columns: Int, _ keys: String = "") -> StackBuilder {
    StackBuilder([["Emma", "read"], ["Kim", .null]], Size(columns, 24), keys, schema: Self.read)
  }

  @Test("a library names keys by use, as many as fit, and all where there is room") func byUse() {
    let most = " ⏎ open  / find  x finish  R start  f values  % year  V views  ? more "
    let others =
      " ↑↓ move  + add  - delete  Space mark  s sort  c columns  W gallery  u undo  y copy  q quit  m memory warning"
    for (columns, line) in [
      (40, " ⏎ open  / find  x finish  ? more "), (80, most), (90, most + " ↑↓ move "),
      (200, most + others),
    ] {
      let shown = readers(columns).lines.last ?? ""
      #expect(shown.hasPrefix(line), "\(shown)")
    }
    expect(readers(80, "⏎").stack, offers: [" ⏎ edit  n p next, previous  x finish  Esc back  ? more  "])
  }

  @Test("what is there only for a while comes early, and marks have hints of their own") func forAWhile() {
    expect(readers(80, "/e⏎").stack, offers: [" ⏎ open  / find  Esc whole list  x finish  "])
    var stack = readers(80).stack
    stack.meter.hasConflicts = true
    expect(stack, offers: [" ⏎ open  / find  C conflicts  x finish  "])
    expect(
      readers(200, " ").stack, offers: [" ↑↓ move  ⏎ open  - delete", "x finish", "R start"],
      not: ["year"])
  }

  @Test("the lesson names the keys in the order of the table, and the memory warning among the first")
  func lesson() {
    let (first, last) = (" ↑↓ move  ⏎ open  + add  - delete  / find  ", "m memory warning  ? help  q quit ")
    for (columns, others) in [(80, ""), (200, "Space mark  s sort  c columns  x finish  u undo  y copy  ")] {
      var stack = readers(columns).stack
      stack.settings.hasLongMeter = true
      expect(stack, offers: [first + others + last])
    }
  }

  @Test("In a library only lists and records name the memory warning, at last and where there is room")
  func memoryWarning() {
    let line = String((readers(200, "⏎").lines.last ?? "").reversed().drop { $0 == " " }.reversed())
    #expect(line.hasSuffix("  m memory warning"), "\(line)")
    expect(readers(80, "⏎").stack, offers: [], not: ["memory warning"])
    let openings: [(inout ScreenStack) -> Void] = [
      { $0.press("?") }, { $0.press("f") }, { $0.openViews([]) }, { $0.openValues(.books, field: 0) },
      { $0.openStatistics(.books, thisYear: nil) },
      { $0.receive(.alert(AlertScreen(Message("Sure?"), answers: [.init("Cancel")]))) },
    ]
    for open in openings {
      var stack = ScreenStack.opening(Size(200, 24), open)
      expect(stack, offers: ["Esc"], not: ["memory warning"])
      stack.settings.hasLongMeter = true
      expect(stack, offers: ["m memory warning"])
    }
  }

  @Test("What is lent names the key for its return, and books do not") func loans() {
    expect(StackBuilder([["1", "Ben"]], schema: .loans).stack, offers: [" / find  L note return  "])
    expect(StackBuilder([], schema: .loans).stack, offers: ["? more"], not: ["L note"])
    for keys in ["", "⏎"] { expect(readers(200, keys).stack, offers: ["x finish"], not: ["L note"]) }
  }

  @Test("the inspector names the way back also where there is little room") func inspector() {
    let screen = StackBuilder(Size(40, 10), "I")
    #expect(screen.mode == .inspector)
    expect(screen.stack, offers: ["Tab back"])
  }
}

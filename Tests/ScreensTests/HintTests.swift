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
    let rows = ["open", "delete", "find", "move", "mark", "sort"]
    expect(StackBuilder([]).stack, offers: ["+ add"], not: rows)
    expect(StackBuilder().stack, offers: ["⏎ open"])
    expect(StackBuilder(.usual, "/qqq⏎↓").stack, offers: ["/ find", "Esc whole list"], not: ["open"])
  }

  @Test("an empty history offers nothing to open")
  func emptyHistory() {
    expect(.opening { $0.openHistory(.steps, []) }, offers: ["Esc back"], not: ["open"])
  }

  @Test("undo is named only where there is something to undo")
  func undo() {
    var stack = StackBuilder(Size(120, 40)).stack
    expect(stack, offers: ["u undo"])
    stack.meter.canUndo = false
    expect(stack, offers: ["? help"], not: ["undo"])
  }

  @Test("what is done with all that is in conflict is offered, for rows that are gone, too")
  func conflicts() {
    var stack = ScreenStack.opening { $0.openConflicts(SafetyScreenTests.conflicts) }
    expect(stack, offers: ["M all mine  T all theirs"])
    stack.receive(.conflicts(.first, Array(SafetyScreenTests.conflicts.dropFirst())))
    expect(stack, offers: ["M all mine  T all theirs", "⏎ keep"])
  }

  @Test("the inspector names the way back also where there is little room")
  func inspector() {
    let screen = StackBuilder(Size(40, 10), "I")
    #expect(screen.mode == .inspector)
    expect(screen.stack, offers: ["Tab back"])
  }
}

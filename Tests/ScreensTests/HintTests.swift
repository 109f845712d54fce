import Cells
import Pages
import Records
import Screens
import Testing

/// The last line names no key that does nothing, and always the way out.
@Suite struct HintTests {
  private func hints(_ screen: StackBuilder) -> String {
    screen.stack.frame().textPlane.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test("an empty list offers what can be done with it, and one that a filter leaves empty other words")
  func emptyList() {
    var screen = StackBuilder([])
    #expect(hints(screen).contains("+ add"))
    for hint in ["open", "delete", "find", "move", "mark", "sort"] {
      #expect(!hints(screen).contains(hint), "\(hint)")
    }
    screen = StackBuilder()
    #expect(hints(screen).contains("⏎ open"))
    screen.type("/qqq")
    screen.press(.enter)
    #expect(!hints(screen).contains("open") && hints(screen).contains("/ find"))
  }

  @Test("an empty history offers nothing to open")
  func emptyHistory() {
    var screen = StackBuilder()
    screen.stack.openHistory(.steps, [])
    #expect(!hints(screen).contains("open") && hints(screen).contains("Esc back"))
  }

  @Test("undo is named only where there is something to undo")
  func undo() {
    var screen = StackBuilder(columns: 120, rows: 40)
    #expect(hints(screen).contains("u undo"))
    screen.stack.meter.canUndo = false
    #expect(!hints(screen).contains("undo") && hints(screen).contains("? help"))
  }

  @Test("what is done with all that is in conflict is offered, for rows that are gone, too")
  func conflicts() {
    var screen = StackBuilder()
    screen.stack.openConflicts(SafetyScreenTests.conflicts)
    #expect(hints(screen).contains("M all mine  T all theirs"))
    screen.stack.receive(.conflicts(.first, Array(SafetyScreenTests.conflicts.dropFirst())))
    #expect(hints(screen).contains("M all mine  T all theirs") && hints(screen).contains("⏎ keep"))
  }

  @Test("the inspector names the way back also where there is little room")
  func inspector() {
    var screen = StackBuilder(columns: 40, rows: 10)
    screen.press(.character("I"))
    #expect(screen.stack.mode == .inspector)
    #expect(hints(screen).contains("Tab back"))
  }
}

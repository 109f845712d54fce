import Cells
import Records
import Testing

@testable import Screens

/// The preview of a rule, and the way to it.
@Suite("Rules on screens") struct RuleScreenTests {
  /// The preview of a rule that changes some rows, and that one row cannot take.
  static func stack(_ size: Size = .usual, keys: String = "", isComplete: Bool = true) -> ScreenStack {
    .opening(size, keys: keys) {
      $0.openRule(.books, "author:=turn")
      $0.receive(.rule(page(isComplete: isComplete)))
    }
  }

  private static func page(isComplete: Bool, lines: Int = 30) -> RulePage {
    var page = RulePage()
    page.lines = (1...lines).map { number in
      RulePage.Line(
        id: .rowid(Int64(number)), title: "Title \(number)", before: "Tolstoy, Leo \(number)",
        after: "Leo \(number) Tolstoy",
        refusal: number == 3 ? "Author holds bytes here." : nil)
    }
    (page.changedCount, page.sameCount, page.refusedCount, page.isComplete) = (29, 12, 1, isComplete)
    return page
  }

  @Test("The preview shows each row before and after")
  func preview() throws { try Golden.check("rule-preview") { Self.stack($0, keys: " ") } }

  @Test("Rows are left out, found by words, and the others changed; before all were looked at, nothing is")
  func keys() {
    var stack = Self.stack(isComplete: false)
    #expect(!stack.press("⏎").contains { if case .rule = $0 { true } else { false } })
    #expect(stack.mode == .rule)
    stack.receive(.rule(Self.page(isComplete: true)))
    // The third row cannot take the value, so nothing is left out there.
    stack.press(" ↓ ", shows: "28 books change · 1 left out · 1 cannot · 12 stay as they are")
    stack.press("/30⏎ ", shows: "27 books change")
    // While words hide rows, the question is whether those are meant, too.
    stack.press("⎋/2⏎", shows: "27 books change · 12 shown · 2 left out")
    var narrowed = stack
    #expect(narrowed.press("⏎").isEmpty)
    narrowed.shows("12 of 27 books are shown. Change only those shown, or")
    let shown: Set<RecordID> = Set(([2, 12] + Array(20...29)).map { .rowid($0) })
    #expect(narrowed.press("⏎") == [.rule(.change(.only(shown)))])
    #expect(narrowed.mode == .list)
    stack.press("⎋", to: .rule)
    // The row that was found stays selected.
    let row = stack.frame().focus?.row ?? 0
    #expect(stack.lines[row].contains("Title 2 "))
    #expect(stack.press("⏎") == [.rule(.change(.all(except: [.rowid(1), .rowid(30)])))])
    #expect(stack.mode == .list)
    var other = Self.stack()
    #expect(other.press("⎋") == [.rule(.close)])
  }

  @Test("The lines of the first rows may become fewer once the others are there", arguments: ["", "/3⏎"])
  func firstLines(_ finding: String) {
    var stack = Self.stack(keys: finding + "⇲", isComplete: false)
    stack.receive(.rule(Self.page(isComplete: false, lines: 2)))
    stack.shows(hides: "Title 3")
    stack.press(" ")
    stack.receive(.rule(Self.page(isComplete: true)))
    stack.press("⇲", shows: "Title 30")
  }

  @Test("Behind the first lines, others are only added") func moreLines() {
    var stack = Self.stack(isComplete: false)
    stack.receive(.rule(Self.page(isComplete: false, lines: 70)))
    stack.receive(.rule(Self.page(isComplete: true, lines: 80)))
    stack.press("⇲", shows: "Title 80")
    stack.press("/73⏎", shows: "Title 73", hides: "Title 80")
  }

  @Test("= takes a rule for the marked rows, or for all; what is none is explained in the editor")
  func typed() {
    var screen = StackBuilder()
    screen.press("=b⏎author:=shout⏎", shows: "is no rule")
    screen.press("⌃uauthor:=turn⏎", asks: .rule(.preview(.all, "author:=turn")))
  }
}

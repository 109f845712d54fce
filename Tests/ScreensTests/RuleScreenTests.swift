import Cells
import Keys
import Records
import Testing

@testable import Pages
@testable import Screens

/// The preview of a rule, and the way to it.
@Suite("Rules on screens")
struct RuleScreenTests {
  /// The preview of a rule that changes some rows, and that one row cannot take.
  static func stack(_ size: Size = Size(columns: 80, rows: 24), isComplete: Bool = true) -> ScreenStack {
    var stack = ScreenStack(schema: .books, size: size)
    stack.openRule(.books, "author:=turn")
    stack.receive(.rule(page(isComplete: isComplete)))
    return stack
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

  @Test(
    "The preview shows each row before and after",
    arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 10)])
  func preview(size: Size) throws {
    var stack = Self.stack(size)
    _ = stack.press(.character(" "))
    try Golden.check(stack.frame(), "rule-preview")
  }

  @Test("Rows are left out, found by words, and the others changed; before all were looked at, nothing is")
  func keys() {
    var stack = Self.stack(isComplete: false)
    #expect(!stack.press(.enter).contains { if case .rule = $0 { true } else { false } })
    #expect(stack.mode == .rule)
    stack.receive(.rule(Self.page(isComplete: true)))
    _ = stack.press(.character(" "))
    _ = stack.press(all: .down, .character(" "))
    // The third row cannot take the value, so nothing is left out there.
    #expect(stack.frame().textPlane.contains("28 books change · 1 left out · 1 cannot · 12 stay as they are"))
    _ = stack.press(all: .character("/"), .character("3"), .character("0"), .enter, .character(" "))
    #expect(stack.frame().textPlane.contains("27 books change"))
    // While words hide rows, the question is whether those are meant, too.
    _ = stack.press(all: .escape, .character("/"), .character("2"), .enter)
    #expect(stack.frame().textPlane.contains("27 books change · 12 shown · 2 left out"))
    var narrowed = stack
    #expect(narrowed.press(.enter).isEmpty)
    #expect(narrowed.frame().textPlane.contains("12 of 27 books are shown. Change only those shown, or"))
    let shown: Set<RecordID> = Set(([2, 12] + Array(20...29)).map { .rowid($0) })
    #expect(narrowed.press(.enter) == [.rule(.change(.only(shown)))])
    #expect(narrowed.mode == .list)
    _ = stack.press(.escape)
    #expect(stack.mode == .rule)
    // The row that was found stays selected.
    let row = stack.frame().focus?.row ?? 0
    #expect(stack.frame().textPlane.split(separator: "\n")[row].contains("Title 2 "))
    #expect(stack.press(.enter) == [.rule(.change(.all(except: [.rowid(1), .rowid(30)])))])
    #expect(stack.mode == .list)
    var other = Self.stack()
    #expect(other.press(.escape) == [.rule(.close)])
  }

  @Test("The lines of the first rows may become fewer once the others are there", arguments: [false, true])
  func firstLines(isFinding: Bool) {
    var stack = Self.stack(isComplete: false)
    if isFinding { _ = stack.press(all: .character("/"), .character("3"), .enter) }
    _ = stack.press(.end)
    stack.receive(.rule(Self.page(isComplete: false, lines: 2)))
    #expect(!stack.frame().textPlane.contains("Title 3"))
    _ = stack.press(.character(" "))
    stack.receive(.rule(Self.page(isComplete: true)))
    _ = stack.press(.end)
    #expect(stack.frame().textPlane.contains("Title 30"))
  }

  @Test("Behind the first lines, others are only added")
  func moreLines() {
    var stack = Self.stack(isComplete: false)
    stack.receive(.rule(Self.page(isComplete: false, lines: 70)))
    stack.receive(.rule(Self.page(isComplete: true, lines: 80)))
    _ = stack.press(.end)
    #expect(stack.frame().textPlane.contains("Title 80"))
    _ = stack.press(all: .character("/"), .character("7"), .character("3"), .enter)
    #expect(stack.frame().textPlane.contains("Title 73") && !stack.frame().textPlane.contains("Title 80"))
  }

  @Test("= takes a rule for the marked rows, or for all; what is none is explained in the editor")
  func typed() {
    var screen = StackBuilder()
    screen.press(.character("="), .character("b"), .enter)
    for character in "author:=shout" { screen.press(.character(character)) }
    screen.press(.enter)
    #expect(screen.stack.frame().textPlane.contains("is no rule"))
    screen.press(.control("u"))
    for character in "author:=turn" { screen.press(.character(character)) }
    screen.press(.enter)
    #expect(screen.effects.last == .rule(.preview(.all, "author:=turn")))
  }
}

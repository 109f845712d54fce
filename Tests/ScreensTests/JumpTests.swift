import Cells
import Records
import Screens
import Testing

/// Numbers, percentages and letters that lead to a row.
@Suite struct JumpTests {
  private var screen = StackBuilder(StackBuilder.volumes(200))

  private var jumps: [Jump] {
    screen.effects.compactMap { if case .jump(let jump) = $0 { jump } else { nil } }
  }

  @Test(
    "digits lead to a row or a percentage",
    arguments: [
      ("12G", Jump.row(12)), ("12\r", .row(12)), ("50%", .percent(50)), (":12\r", .row(12)),
      (":12G", .row(12)), (":50%\r", .percent(50)), (":500%\r", .percent(100)), (":0\r", .row(1)),
      ("9999999999999999999999G", .row(999_999_999_999_999_999)), ("'é", .firstTitle(from: "é")),
      ("'?", .firstTitle(from: "?")),
    ])
  mutating func keys(_ keys: String, _ jump: Jump) {
    screen.press(keys.map { $0 == "\r" ? .enter : .character($0) })
    #expect(jumps == [jump])
    #expect(screen.stack.mode == .list)
  }

  @Test(
    "a number that is not finished leads nowhere",
    arguments: [":\r", ":%\r", "5\u{1B}", ":5%\u{1B}", "'\u{1B}"])
  mutating func nowhere(_ keys: String) {
    screen.press(keys.map { $0 == "\r" ? .enter : $0 == "\u{1B}" ? .escape : .character($0) })
    #expect(jumps.isEmpty)
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.screenCount == 1)
  }

  @Test("any other key leaves the number and is done as itself")
  mutating func leaving() {
    screen.type("5s")
    #expect(screen.stack.mode == .menu)
    screen.press(.escape)
    screen.type("5?")
    #expect(screen.stack.mode == .help)
    screen.press(.escape)
    screen.type("'")
    screen.press(.home)
    #expect(screen.stack.mode == .list)
    #expect(screen.stack.selectedPlace == 0)
    screen.type("7/")
    #expect(screen.stack.mode == .find)
    #expect(jumps.isEmpty)
  }

  @Test("where a colon asked for the number, any other key is refused", arguments: ["q", "j", "?", "/", ":"])
  mutating func refusing(_ key: Character) {
    screen.type(":5")
    screen.press(.character(key))
    #expect(screen.stack.mode == .jump)
    #expect(screen.stack.message?.text == "A row number, or a percentage like 50%.")
    #expect(screen.stack.frame().textPlane.contains("A row number, or a percentage like 50%."))
    screen.press(.pageDown)
    screen.type("0")
    #expect(screen.stack.message == nil)
    screen.press(.enter)
    #expect(jumps == [.row(50)])
    #expect(!screen.effects.contains(.quit))
  }

  @Test("Backspace takes the last digit, and without digits the prompt")
  mutating func backspace() {
    screen.type("12")
    screen.press(.backspace)
    #expect(screen.stack.mode == .jump)
    screen.press(.backspace)
    #expect(screen.stack.mode == .list)
    screen.type(":1%")
    screen.press(.backspace)
    screen.type("2")
    screen.press(.enter)
    #expect(jumps == [.row(12)])
  }

  @Test("a paste is no number")
  mutating func pasting() {
    screen.type("1")
    screen.paste("23")
    screen.press(.enter)
    #expect(jumps == [.row(1)])
  }

  @Test("the last row is asked for only while the number of rows is not known")
  mutating func end() {
    screen.type("G")
    #expect(jumps.isEmpty)
    #expect(screen.stack.selectedPlace == 199)
    screen.isCounted = false
    screen.type("gG")
    #expect(jumps == [.end])
  }
}

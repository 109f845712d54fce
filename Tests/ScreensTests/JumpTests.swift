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

  private var line: String { screen.stack.frame().textPlane }

  @Test(
    "digits lead to a row or a percentage",
    arguments: [
      ("12G", Jump.row(12)), ("12\r", .row(12)), ("50%", .percent(50)), (":12\r", .row(12)),
      (":12 \r", .row(12)), (":50%\r", .percent(50)), (":500%\r", .percent(100)), (":0\r", .row(1)),
      ("9999999999999999999999G", .row(999_999_999_999_999_999)), ("'é", .firstTitle(from: "é")),
      ("'?", .firstTitle(from: "?")),
    ])
  mutating func keys(_ keys: String, _ jump: Jump) {
    screen.order = ListOrder(field: 0)
    screen.answer([])
    screen.press(keys.map { $0 == "\r" ? .enter : .character($0) })
    #expect(jumps == [jump])
    #expect(screen.stack.mode == .list)
  }

  @Test(
    "a number that is not finished leads nowhere",
    arguments: [":\r", ":%\u{1B}", "5\u{1B}", ":5%\u{1B}", "'\u{1B}"])
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

  @Test(
    "what is no command behind the colon stays to be corrected, and does nothing",
    arguments: ["quitt", "5j", "w x", "%"])
  mutating func unknownCommand(_ text: String) {
    screen.type(":" + text)
    screen.press(.enter)
    #expect(screen.stack.mode == .command)
    #expect(line.contains("There is no command “\(text)” here."))
    // It is selected, so the next character replaces it.
    screen.type("50")
    #expect(!line.contains("There is no command"))
    screen.press(.enter)
    #expect(jumps == [.row(50)])
    #expect(!screen.effects.contains(.quit))
  }

  @Test("A wrong command is taken away by one Backspace, and what takes nothing says so")
  mutating func wrongCommand() {
    screen.type(":nonsense")
    screen.press(.enter, .backspace)
    screen.type("quit")
    #expect(line.contains(":quit ") && line.contains("quit: writes back and quits."))
    screen.type(" 5")
    screen.press(.enter)
    #expect(line.contains("“quit” takes nothing after its name.") && !screen.effects.contains(.quit))
    screen.press(.escape)
    screen.type(":")
    screen.press(.tab)
    #expect(line.contains("columns"))
    screen.press(.backspace)
    #expect(screen.stack.mode == .list)
  }

  @Test("A command does what its key does, on other screens too")
  mutating func actions() {
    screen.press(.enter)
    screen.type(":hel")
    screen.press(.tab, .enter)
    #expect(screen.stack.mode == .help)
    screen.press(.escape)
    screen.type(":q")
    screen.press(.enter)
    #expect(screen.effects.contains(.quit))
    screen.type(":12")
    screen.press(.enter)
    #expect(line.contains("Only a list has rows to go to.") && jumps.isEmpty)
  }

  @Test(
    "commands lead to their files, and their names may be shortened",
    arguments: [
      ("import a b.csv", Effect.importFile(.init("a b.csv", isTrial: true))),
      ("i  x", .importFile(.init("x", isTrial: true))),
      ("export out.csv", .exportRows("out.csv", isConfirmed: false)),
      ("new x contacts", .library(.make("x contacts"))),
      ("open x.sqlite", .library(.open("x.sqlite"))), ("open", .library(.listRecent)),
      ("schema", .library(.openSchema)), ("sql SELECT 1", .library(.runStatement("SELECT 1"))),
    ])
  mutating func command(_ text: String, _ effect: Effect) {
    screen.type(":" + text)
    screen.press(.enter)
    #expect(screen.effects.contains(effect))
    #expect(screen.stack.mode == .list)
    screen.type(":")
    screen.press(.up, .enter)
    #expect(screen.effects.filter { $0 == effect }.count == 2)
  }

  @Test("a command without a file shows the folders, and what is chosen there is its file")
  mutating func choosing() {
    screen.type(":exp")
    screen.press(.tab, .enter)
    #expect(screen.stack.mode == .filePath)
    #expect(screen.effects.contains(.listFolder("")))
    screen.press(.enter)
    #expect(screen.effects.contains(.exportRows("books.csv", isConfirmed: false)))
    #expect(screen.stack.mode == .list)
    screen.type(":import Dow")
    screen.press(.tab)
    #expect(screen.stack.mode == .filePath)
    #expect(screen.stack.frame().textPlane.contains("Dow"))
    screen.press(.escape, .escape)
    #expect(screen.stack.mode == .list)
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

  @Test("a paste is no number, but may be a command")
  mutating func pasting() {
    screen.type("1")
    screen.paste("23")
    screen.press(.enter)
    #expect(jumps == [.row(1)])
    screen.type(":")
    screen.paste("23\n")
    screen.press(.enter)
    #expect(jumps == [.row(1), .row(23)])
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

import Cells
import Records
import Screens
import Testing

/// Numbers, percentages and letters that lead to a row, and commands.
@Suite struct JumpTests {
  private func screen(_ keys: String = "") -> StackBuilder {
    StackBuilder(StackBuilder.volumes(200), .usual, keys)
  }

  private func jumps(_ screen: StackBuilder) -> [Jump] {
    screen.effects.compactMap { if case .jump(let jump) = $0 { jump } else { nil } }
  }

  @Test(
    "digits, per cent and a letter lead to a row; a number that is not finished leads nowhere",
    arguments: [
      ("12G", Jump.row(12)), ("12⏎", .row(12)), ("50%", .percent(50)), (":12⏎", .row(12)),
      (":12 ⏎", .row(12)), (":50%⏎", .percent(50)), (":500%⏎", .percent(100)), (":0⏎", .row(1)),
      ("9999999999999999999999G", .row(999_999_999_999_999_999)), ("'é", .firstTitle(from: "é")),
      ("'?", .firstTitle(from: "?")), (":1%⌫2⏎", .row(12)), ("12⌫⏎", .row(1)), (":⏎", nil), (":%⎋", nil),
      ("p", .anywhere), (":random⏎", .anywhere), ("5⎋", nil), (":5%⎋", nil), ("'⎋", nil), ("12⌫⌫", nil),
      (":⌫", nil),
    ] as [(String, Jump?)])
  func keys(_ keys: String, _ jump: Jump?) {
    let screen = screen("s↓⏎" + keys)
    #expect(jumps(screen) == [jump].compactMap { $0 })
    #expect(screen.mode == .list && screen.stack.screenCount == 1)
  }

  @Test("any other key leaves the number and is done as itself") func leaving() {
    var screen = screen("s↓⏎")
    for (keys, mode) in [("5s", Mode.menu), ("⎋5?", .help), ("⎋'⇱", .list), ("7/", .find)] {
      screen.press(keys, to: mode, at: 0)
    }
    #expect(jumps(screen).isEmpty)
  }

  @Test(
    "what is no command behind the colon stays to be corrected, and does nothing",
    arguments: ["quitt", "5j", "w x", "%"])
  func unknownCommand(_ text: String) {
    var screen = screen()
    screen.press(":\(text)⏎", to: .command, shows: "There is no command “\(text)” here.")
    // It is selected, so the next character replaces it.
    screen.press("50", hides: "There is no command")
    screen.press("⏎")
    #expect(jumps(screen) == [.row(50)] && !screen.effects.contains(.quit))
  }

  @Test("The colon lists the commands with their keys and what they do, and fewer with each letter")
  func listing() {
    var screen = screen(":")
    screen.shows("import", "first shows what the import of FILE would do.", "more")
    screen.press("co", shows: "columns", "asks which columns are shown beside the title.", hides: "import")
    #expect(screen.lines.contains { $0.hasPrefix(" copy ") && $0.contains(" y ") })
    screen.press("lu", shows: "columns", hides: "conflicts")
    screen.press("⌃u50", hides: "columns", "import")
    // What no name begins with is looked for in the words.
    screen.press("⌃ucsv", shows: "copy-as", "export")
    screen.press("⌃usql SELECT", hides: "copy-as")
  }

  @Test(
    "A misspelt command is answered by the one that it may mean",
    arguments: [("hlep", "help"), ("exprot", "export"), ("autors", "authors")])
  func misspelt(_ typed: String, _ meant: String) {
    screen(":\(typed)⏎").shows("Did you mean :\(meant)?")
    screen(":xyzzy⏎").shows("There is no command “xyzzy” here. Backspace lists the commands.")
  }

  @Test("A wrong command is taken away by one Backspace, and what takes nothing says so")
  func wrongCommand() {
    var screen = screen(":nonsense⏎⌫")
    screen.press("quit", shows: ":quit ", "quit: writes your changes, and quits.")
    screen.press(" 5⏎", shows: "“quit” takes nothing after its name.")
    #expect(!screen.effects.contains(.quit))
    screen.press("⎋:⇥", shows: "columns")
    screen.press("⌫", to: .list)
  }

  @Test("A command does what its key does, on other screens too") func actions() {
    var screen = screen("⏎")
    screen.press(":hel⇥⏎", to: .help)
    screen.press("⎋:q⏎")
    #expect(screen.effects.contains(.quit))
    screen.press(":12⏎", shows: "Only a list has rows to go to.")
    #expect(jumps(screen).isEmpty)
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
  func command(_ text: String, _ effect: Effect) {
    var screen = screen()
    screen.press(":\(text)⏎", to: .list)
    screen.press(":↑⏎")
    #expect(screen.effects.filter { $0 == effect }.count == 2)
  }

  @Test("a command without a file shows the folders, and what is chosen there is its file") func choosing() {
    var screen = screen()
    screen.press(":exp⇥⏎", to: .filePath)
    #expect(screen.effects.contains(.listFolder("")))
    screen.press("⏎", to: .list)
    #expect(screen.effects.contains(.exportRows("books.csv", isConfirmed: false)))
    screen.press(":import Dow⇥", to: .filePath, shows: "Dow")
    screen.press("⎋⎋", to: .list)
  }

  @Test("a paste is no number, but may be a command") func pasting() {
    var screen = screen("1")
    screen.paste("23")
    screen.press("⏎")
    #expect(jumps(screen) == [.row(1)])
    screen.press(":")
    screen.paste("23\n")
    screen.press("⏎")
    #expect(jumps(screen) == [.row(1), .row(23)])
  }

  @Test("the last row is asked for only while the number of rows is not known") func end() {
    var screen = screen()
    screen.press("G", at: 199)
    #expect(jumps(screen).isEmpty)
    screen.isCounted = false
    screen.press("gG")
    #expect(jumps(screen) == [.end])
  }
}

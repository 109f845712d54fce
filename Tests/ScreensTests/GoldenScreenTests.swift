import Cells
import Records
import Screens
import Testing

/// Every screen, as text that can be read.
@Suite struct GoldenScreenTests {
  static let sizes = [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 40, rows: 10)]

  private func builder(_ size: Size, _ books: [[Value]] = StackBuilder.sample) -> StackBuilder {
    StackBuilder(books, columns: size.columns, rows: size.rows)
  }

  @Test(arguments: sizes) func list(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.down, .enter, .escape, .down, .enter, .enter, .down, .down, .enter)
    screen.type("!")
    screen.press(.enter, .escape, .escape)
    try Golden.check(screen.stack.frame(), "list")
  }

  @Test(arguments: Golden.usualSize) func emptyList(_ size: Size) throws {
    try Golden.check(builder(size, []).stack.frame(), "empty-list")
  }

  @Test(arguments: Golden.usualSize) func listWithMarks(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character(" "))
    try Golden.check(screen.stack.frame(), "list-with-marks")
  }

  @Test(arguments: sizes) func longList(_ size: Size) throws {
    var screen = builder(size, (1...500).map { [.text(Text("Volume \($0)")), .null, .null] })
    screen.press(.pageDown, .pageDown, .down)
    try Golden.check(screen.stack.frame(), "long-list")
  }

  @Test(arguments: sizes) func detail(_ size: Size) throws {
    var screen = builder(size, [["The Epic of Gilgamesh", .null, .null]])
    screen.press(.enter)
    try Golden.check(screen.stack.frame(), "detail")
  }

  @Test(arguments: sizes) func detailEditing(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down)
    try Golden.check(screen.stack.frame(), "detail-editing")
  }

  @Test(arguments: Golden.usualSize) func longFields(_ size: Size) throws {
    let title = String(repeating: "A very long title that goes on and on, ", count: 12)
    var screen = builder(
      size, [[.text(Text(title)), .null, "古典文学 with wide characters 文学文学文学文学文学文学文学文学文学文学文学文学"]])
    screen.press(.enter, .enter, .end)
    try Golden.check(screen.stack.frame(), "detail-long-fields")
  }

  @Test(arguments: sizes) func field(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down, .down, .enter)
    screen.type(" the Elder")
    try Golden.check(screen.stack.frame(), "field")
  }

  @Test(arguments: Golden.usualSize) func fieldRequired(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .enter, .control("u"), .enter)
    try Golden.check(screen.stack.frame(), "field-required")
  }

  @Test(arguments: Golden.usualSize) func fieldNull(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down, .down, .enter, .control("n"))
    try Golden.check(screen.stack.frame(), "field-null")
  }

  @Test(arguments: sizes) func dateTyped(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down, .enter, .control("u"))
    screen.type("25 Jan 1870")
    try Golden.check(screen.stack.frame(), "date-typed")
  }

  @Test(arguments: Golden.usualSize) func dateWrong(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down, .enter, .control("u"))
    screen.type("1870-13")
    screen.press(.enter)
    try Golden.check(screen.stack.frame(), "date-wrong")
  }

  @Test(arguments: sizes) func datePicked(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.enter, .enter, .down, .enter, .tab, .tab, .up)
    try Golden.check(screen.stack.frame(), "date-picked")
  }

  @Test(arguments: Golden.usualSize) func draft(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("+"), .control("s"))
    try Golden.check(screen.stack.frame(), "draft")
  }

  @Test(arguments: sizes) func draftFilled(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("+"), .enter)
    screen.type("Emma")
    screen.press(.enter, .down)
    try Golden.check(screen.stack.frame(), "draft-filled")
  }

  @Test(arguments: sizes) func alert(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.down, .character("-"))
    try Golden.check(screen.stack.frame(), "alert")
  }

  @Test(arguments: sizes) func alertWithThreeAnswers(_ size: Size) throws {
    var screen = builder(size)
    let answers: [AlertScreen.Answer] = [
      .init("Try again", effects: [.quit]),
      .init("Discard and quit", effects: [.quitDiscarding], isDestructive: true), .init("Cancel"),
    ]
    let message = Message.problem("2 books could not be written. Another program has locked the database.")
    screen.stack.receive(.alert(AlertScreen(message, answers: answers)))
    screen.press(.right)
    try Golden.check(screen.stack.frame(), "alert-three-answers")
  }

  @Test(arguments: sizes, Mode.allCases) func help(_ size: Size, _ mode: Mode) throws {
    guard let keys = keys(to: mode) else { return }
    var screen = builder(size)
    screen.press(keys)
    guard !mode.isTyping, !mode.isFleeting else { return }
    screen.press(.character("?"))
    try Golden.check(screen.stack.frame(), "help-\(mode)")
  }

  /// The keys from the list to a mode; nil for one that other tests show, or that has no help.
  private func keys(to mode: Mode) -> [Key]? {
    switch mode {
    case .tables, .alert, .help, .files, .filePath, .history, .conflicts, .views, .values, .report,
      .statistics, .rule, .schema, .duplicates, .merge, .groups:
      nil
    case .list: []
    case .inspector: [.character("I")]
    case .find: [.character("/")]
    case .command: [.character(":")]
    case .jump: [.character("1")]
    case .letter: [.character("'")]
    case .menu: [.character("s")]
    case .columns: [.character("c")]
    case .fields: [.character("F")]
    case .detail: [.enter]
    case .detailEditing: [.enter, .enter]
    case .draft: [.character("+")]
    case .text: [.enter, .enter, .enter]
    case .longText: [.enter, .enter, .enter, .control("j")]
    case .dateText: [.enter, .enter, .down, .enter]
    case .datePart: [.enter, .enter, .down, .enter, .tab]
    }
  }
}

import Cells
import Records
import Screens
import Testing

/// The screens that keys lead to from a list of books, as text that can be read.
@Suite struct GoldenScreenTests {
  @Test(
    "Keys lead to the screen that was recorded",
    arguments: [
      ("list", "↓⏎⎋↓⏎⏎↓↓⏎!⏎⎋⎋"), ("marked", " ⏎⎋ "), ("marked-set-field", "  =↓↓⏎⏎"),
      ("detail-editing", "⏎⏎↓"), ("draft", "+⌃s"), ("draft-filled", "+⏎Emma⏎↓"),
      ("field", "⏎⏎↓↓⏎ the Elder"), ("field-required", "⏎⏎⏎⌃u⏎"), ("field-null", "⏎⏎↓↓⏎⌃n"),
      ("date-typed", "⏎⏎↓⏎⌃u25 Jan 1870"), ("date-wrong", "⏎⏎↓⏎⌃u1870-13⏎"), ("date-picked", "⏎⏎↓⏎⌃p↑"),
      ("find", "/a⌃n"), ("find-wrong", "/a copyright>soon "), ("find-help", "/a①⇲"), ("find-nothing", "/xyz"),
      ("found", "/dante⏎"), ("found-ordered", "/a⏎s⇲⏎S"), ("orders", "s↓⏎s↓"),
      ("orders-several", "s↓⏎s↓ S⇲ "),
      ("jump", ":50%"), ("command", ":imp"), ("jump-digits", "12"), ("jump-letter", "s↓⏎'"),
    ])
  func keys(_ name: String, _ keys: String) throws {
    try Golden.check(name) { StackBuilder($0, keys).stack }
  }

  @Test(
    "Lists and records of other books are as recorded",
    arguments: [
      ("empty-list", [], ""), ("long-list", StackBuilder.volumes(500), "⇟⇟↓"),
      ("marked-set", StackBuilder.volumes(1_000), " =↓"),
      ("detail", [["The Epic of Gilgamesh", .null, .null]], "⏎"),
      ("detail-long-fields", [longFields], "⏎⏎⇲"),
    ] as [(String, [[Value]], String)])
  func books(_ name: String, _ books: [[Value]], _ keys: String) throws {
    try Golden.check(name) { StackBuilder(books, $0, keys).stack }
  }

  private static let longFields: [Value] = [
    .text(Text(String(repeating: "A very long title that goes on and on, ", count: 12))), .null,
    "古典文学 with wide characters 文学文学文学文学文学文学文学文学文学文学文学文学",
  ]

  @Test("Rows that are not there yet are shown as such, and so is a search that goes on")
  func reading() throws {
    try Golden.check("missing-rows") {
      var screen = StackBuilder(StackBuilder.volumes(100), $0)
      screen.missing = Set(3...5).union([8])
      screen.press("↓↓↓")
      return screen.stack
    }
    try Golden.check("find-running") {
      var screen = StackBuilder(StackBuilder.volumes(2_000), $0)
      screen.isCounted = false
      screen.press("/lu")
      return screen.stack
    }
    try Golden.check("progress") {
      var stack = StackBuilder($0).stack
      stack.receive(.progress(WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)))
      return stack
    }
  }

  @Test("Questions show their answers") func questions() throws {
    let rows = RowSet.rows([.rowid(1), .rowid(2)])
    let answers: [AlertScreen.Answer] = [
      .init("Try again", effects: [.quit]),
      .init("Discard and quit", effects: [.quitDiscarding], isDestructive: true), .init("Cancel"),
    ]
    let locked = Message.problem("2 books could not be written. Another program has locked the database.")
    for (name, keys, question, then) in [
      ("alert", "↓", .deleting(.rows([.rowid(2)]), .exactly(1), .books, title: "Mac OS X Internals"), ""),
      ("marked-delete", "  ", .deleting(rows, .exactly(2), .books), ""),
      ("alert-three-answers", "", AlertScreen(locked, answers: answers), "→"),
      ("recovery", "", .recovering(AbandonedChanges(count: 3, first: 0, last: 0), from: "21 Nov 09:14"), ""),
    ] as [(String, String, AlertScreen, String)] {
      try Golden.check(name) {
        var screen = StackBuilder($0, keys)
        screen.receive(.alert(question))
        screen.press(then)
        return screen.stack
      }
    }
  }

  @Test("Each mode in which nothing is typed has its help", arguments: Mode.allCases)
  func help(_ mode: Mode) throws {
    guard let keys = keys(to: mode), !mode.isTyping, !mode.isFleeting else { return }
    try Golden.check("help-\(mode)") { size in
      var screen = StackBuilder(size)
      screen.press(keys, to: mode)
      screen.press("?")
      return screen.stack
    }
  }

  /// The keys from the list to a mode; nil for one that other tests show, or that has no help.
  private func keys(to mode: Mode) -> String? {
    switch mode {
    case .tables, .alert, .help, .files, .filePath, .history, .conflicts, .views, .recent, .values,
      .report, .statistics, .rule, .schema, .duplicates, .merge, .groups, .stars:
      nil
    case .list: ""
    case .inspector: "I"
    case .find: "/"
    case .command: ":"
    case .jump: "1"
    case .letter: "'"
    case .menu: "s"
    case .columns: "c"
    case .fields: "F"
    case .detail: "⏎"
    case .detailEditing: "⏎⏎"
    case .draft: "+"
    case .text: "⏎⏎⏎"
    case .longText: "⏎⏎⏎⌃j"
    case .dateText: "⏎⏎↓⏎"
    case .datePart: "⏎⏎↓⏎⌃p"
    }
  }
}

import Cells
import Records
import Screens
import Testing

/// The pane that shows a record in memory and in the database, and that of the session's account.
@Suite struct ComparisonTests {
  /// Tells the pane about its record, whose row is as the sample has it.
  private func compare(_ screen: inout StackBuilder, isGone: Bool = false, problem: String? = nil) {
    guard let record = screen.stack.needs.comparedRecord else { return }
    let row = screen.written.first { $0.id == record.id }
    var held = screen.books.first { $0.id == record.id && $0.state != .known }
    var update: RecordComparison.Update?
    if held?.state == .dirty, let row, let book = held {
      let changed = book.values.indices.filter { book.values[$0] != row.values[$0] }
      held?.originals = Dictionary(uniqueKeysWithValues: changed.map { ($0, row.values[$0]) })
      update = RecordComparison.Update(
        sql: "UPDATE \"book\" SET \"\(screen.schema.fields[changed[0]].column)\" = ? WHERE \"pk\" = ?",
        values: [book.values[changed[0]]] + book.id.values)
    }
    screen.receive(
      .comparison(
        RecordComparison(
          record, held: held, byteCount: held == nil ? 0 : 412,
          row: isGone ? .missing : row.map { .found($0) } ?? .missing, problem: problem, update: update)))
  }

  @Test("What is not held is a fault, and only what is dirty differs") func screens() throws {
    try Golden.check("comparison-known") {
      var screen = StackBuilder($0, "d")
      compare(&screen)
      return screen.stack
    }
    try Golden.check("comparison-dirty") {
      var screen = StackBuilder($0, "d⎋⏎⏎⇲⏎⌃uLev Tolstoi⏎⎋⎋")
      compare(&screen)
      screen.press("⇥")
      compare(&screen)
      return screen.stack.pressing("⇲")
    }
  }

  @Test("A row that is gone, one that cannot be read, and a new record say so") func words() throws {
    var screen = StackBuilder(Size(120, 40), "⏎d")
    compare(&screen, isGone: true)
    screen.shows("no such row")
    compare(&screen, problem: "locked, as of 09:14:02")
    screen.shows("locked, as of 09:14:02")
    screen.press("⎋+")
    compare(&screen)
    screen.shows("A new record", hides: "would")
  }

  /// The golden “comparison-dirty” has one that was changed.
  @Test("No value of a record that is as its row is marked") func differences() {
    var screen = StackBuilder(Size(160, 30), "⏎d")
    compare(&screen)
    #expect(!screen.stack.frame().cells.contains { $0.role == .dirty && $0.text != " " })
  }

  @Test("Of long texts the part is shown where they differ, and of equal looks the types") func longTexts() {
    let long = String(repeating: "soirée ", count: 400)
    var screen = StackBuilder([[.text(Text(long)), .null, .integer(12)]], Size(160, 30), "d⏎⏎⇲⏎x⏎")
    screen.books[0].values = [.text(Text(long + "!")), .null, .text("12")]
    compare(&screen)
    screen.shows("soirée !", "Author     '12'", "Author     12 ")
  }

  @Test("A label without room ends with an ellipsis") func longLabels() {
    let schema = Schema(of: "book", ["Title": .text, "First published": .integer])
    var screen = StackBuilder([["Emma", .integer(1815)]], .usual, "⏎d", schema: schema)
    compare(&screen)
    screen.shows("First publish…  ")
  }

  @Test("The keys change what the inspector shows, and close it") func pages() {
    var screen = StackBuilder(Size(120, 40))
    for (key, page) in [("d", InspectorPage.record), ("a", .account), ("i", .store)] {
      screen.press(key)
      #expect(screen.stack.needs.inspectorPage == page)
      #expect((screen.stack.needs.comparedRecord != nil) == (page == .record))
      #expect((screen.stack.needs.inspector != nil) == (page == .store))
    }
    for keys in ["i", "aa"] {
      screen.press(keys)
      #expect(screen.stack.needs.inspectorPage == nil)
    }
  }

  @Test("It is about the record of the topmost screen that has one") func subjects() {
    var screen = StackBuilder(Size(120, 40), "d↓")
    #expect(screen.stack.needs.comparedRecord?.id == .rowid(2))
    screen.press("⏎⏎⏎")
    #expect(screen.stack.needs.comparedRecord?.id == .rowid(2))
    screen.press("⎋⎋⎋+")
    let record = screen.stack.needs.comparedRecord
    #expect(record?.isDraft == true && record?.id == nil)
  }

  @Test("A detail without its fields shows faults, beside the list as well") func faults() throws {
    func stack(_ size: Size) -> ScreenStack { StackBuilder(size).stack }
    try Golden.check("faults") { stack($0).pressing("⏎") }
    for size in [Size.usual, Size(100, 30)] {
      var split = stack(size).pressing("v")
      _ = split.rest()
      #expect(split.text.contains("·····") == (size.columns >= 100))
    }
  }

  @Test("The account as a pane, and after a warning as a line") func account() throws {
    func screen(_ size: Size) -> StackBuilder {
      var screen = StackBuilder(size)
      screen.inspectorState = .example
      (screen.account.statementCount, screen.account.titleCount, screen.account.lookCount) = (
        41, 2_304, 15_013
      )
      (screen.account.rowCount, screen.account.sampleHeldCount) = (.exactly(132_000), 13)
      screen.press("a", shows: "147,014")
      (screen.account.writtenCount, screen.account.sampleHeldCount) = (2, 0)
      screen.account.sampleWrittenCount = 15_013
      screen.account.warning = SessionAccount.Warning(heldCount: 15_013, changedCount: 2)
      screen.answer([])
      return screen
    }
    try Golden.check("account") { screen($0).stack }
    for size in [Size(160, 50), .usual, Size(40, 10)] {
      var screen = screen(size)
      screen.press("i")
      // The smallest inspector has no row to spare for it.
      #expect(screen.text.contains("162,027") == (size.rows >= 24))
    }
  }

  @Test("The figures of the sample are a bound if records went without a warning, or rows are not counted")
  func bounds() {
    var account = SessionAccount()
    account.rowCount = .exactly(100)
    account.lookCount = 7
    #expect(account.sampleStatementCount == 108 && account.isExact)
    #expect(AccountWording.sentences(account)[1].contains("would have run 108: "))
    account.evictedCount = 1
    #expect(AccountWording.sentences(account)[1].contains("would have run at most 108: "))
    account.rowCount = .atLeast(100)
    #expect(AccountWording.sentences(account)[1].contains("would have run about 108: "))
    account.evictedCount = 0
    #expect(AccountWording.sentences(account)[1].contains("would have run at least 108: "))
  }

  @Test("At the end the sample writes what it holds, and the account of two runs is their sum")
  func ending() {
    var account = SessionAccount()
    (account.lookCount, account.sampleHeldCount, account.rowCount) = (5, 3, .exactly(10))
    #expect(account.ended.sampleWrittenCount == 3 && account.ended.sampleHeldCount == 0)
    let sum = account.ended + account.ended
    #expect(sum.sampleStatementCount == 2 + 20 + 10 + 6)
  }
}

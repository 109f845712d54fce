import Cells
import Records
import Screens
import Testing

/// The pane that shows a record in memory and in the database, and that of the session's account.
@Suite struct ComparisonTests {
  private func builder(_ size: Size = Size(columns: 120, rows: 40)) -> StackBuilder {
    StackBuilder(columns: size.columns, rows: size.rows)
  }

  /// Changes the author of the book under the cursor, and goes back to the list.
  private func edit(_ screen: inout StackBuilder) {
    screen.press(.enter, .enter, .end, .enter, .control("u"))
    screen.type("Lev Tolstoi")
    screen.press(.enter, .escape, .escape)
  }

  @Test("What is not held is a fault, and only what is dirty differs", arguments: InspectorTests.sizes)
  func screens(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("d"))
    try Golden.check(screen.stack.frame(), "comparison-known")
    screen.press(.escape)
    edit(&screen)
    screen.press(.tab, .end)
    try Golden.check(screen.stack.frame(), "comparison-dirty")
  }

  @Test("A row that is gone, one that cannot be read, and a new record say so")
  func words() throws {
    var screen = builder()
    screen.press(.enter, .character("d"))
    screen.gone = [.rowid(1)]
    screen.answer([])
    try Golden.check(screen.stack.frame(), "comparison-gone")
    screen.gone = []
    screen.problem = "locked, as of 09:14:02"
    screen.answer([])
    #expect(screen.stack.frame().textPlane.contains("locked, as of 09:14:02"))
    screen.press(.escape, .character("+"))
    #expect(screen.stack.frame().textPlane.contains("A new record"))
    #expect(!screen.stack.frame().textPlane.contains("would"))
  }

  @Test("The values that differ are marked on both sides, and no others")
  func differences() {
    var screen = builder(Size(columns: 160, rows: 30))
    screen.press(.enter, .character("d"))
    #expect(!screen.stack.frame().dirtyTexts.contains { $0.contains("Tolstoy") })
    screen.press(.escape)
    edit(&screen)
    #expect(screen.stack.frame().dirtyTexts.contains { $0.contains("Lev Tolstoi") })
    #expect(screen.stack.frame().dirtyTexts.contains { $0.contains("Leo Tolstoy") })
    #expect(!screen.stack.frame().dirtyTexts.contains { $0.contains("War and Peace") })
    #expect(
      screen.stack.frame().textPlane.contains(
        "UPDATE \"book\" SET \"author\" = 'Lev Tolstoi' WHERE"))
  }

  @Test("Of long texts the part is shown where they differ, and of equal looks the types")
  func longTexts() {
    let long = String(repeating: "soirée ", count: 400)
    var screen = StackBuilder([[.text(Text(long)), .null, .integer(12)]], columns: 160, rows: 30)
    screen.press(.character("d"), .enter, .enter, .end, .enter)
    screen.type("x")
    screen.press(.enter)
    screen.books[0].values = [.text(Text(long + "!")), .null, .text("12")]
    screen.answer([])
    let text = screen.stack.frame().textPlane
    #expect(text.contains("soirée !"))
    #expect(text.contains("Author     '12'") && text.contains("Author     12 "))
  }

  @Test("The keys change what the inspector shows, and close it")
  func pages() {
    var screen = builder()
    for (key, page) in [("d", InspectorPage.record), ("a", .account), ("i", .store)] {
      screen.press(.character(Character(key)))
      #expect(screen.stack.needs.inspectorPage == page)
      #expect((screen.stack.needs.comparedRecord != nil) == (page == .record))
      #expect((screen.stack.needs.inspector != nil) == (page == .store))
    }
    screen.press(.character("i"))
    #expect(screen.stack.needs.inspectorPage == nil)
    screen.press(.character("a"), .character("a"))
    #expect(screen.stack.needs.inspectorPage == nil)
  }

  @Test("It is about the record of the topmost screen that has one")
  func subjects() {
    var screen = builder()
    screen.press(.character("d"), .down)
    #expect(screen.stack.needs.comparedRecord?.id == .rowid(2))
    screen.press(.enter, .enter, .enter)
    #expect(screen.stack.needs.comparedRecord?.id == .rowid(2))
    screen.press(.escape, .escape, .escape, .character("+"))
    #expect(screen.stack.needs.comparedRecord?.isDraft == true)
    #expect(screen.stack.needs.comparedRecord?.id == nil)
  }

  @Test("A detail without its fields shows faults, beside the list as well", arguments: InspectorTests.sizes)
  func faults(_ size: Size) throws {
    var stack = builder(size).stack
    _ = stack.press(.enter)
    try Golden.check(stack.frame(), "faults")
    var split = builder(size).stack
    _ = split.press(.character("v"))
    _ = split.rest()
    #expect(split.frame().textPlane.contains("·····") == (size.columns >= 100))
  }

  @Test("The account as a pane, and after a warning as a line", arguments: InspectorTests.sizes)
  func account(_ size: Size) throws {
    var screen = builder(size)
    screen.inspectorState = .example
    screen.account.statementCount = 41
    screen.account.titleCount = 2_304
    screen.account.lookCount = 15_013
    screen.account.rowCount = .exactly(132_000)
    screen.account.sampleHeldCount = 13
    screen.press(.character("a"))
    #expect(screen.stack.frame().textPlane.contains("147,014"))
    screen.account.writtenCount = 2
    screen.account.sampleHeldCount = 0
    screen.account.sampleWrittenCount = 15_013
    screen.account.warning = SessionAccount.Warning(heldCount: 15_013, changedCount: 2)
    screen.answer([])
    try Golden.check(screen.stack.frame(), "account")
    screen.press(.character("i"))
    // The smallest inspector has no row to spare for it.
    #expect(screen.stack.frame().textPlane.contains("162,027") == (size.rows >= 24))
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

extension Frame {
  /// The texts that are drawn as dirty, one for each row that has any.
  fileprivate var dirtyTexts: [String] {
    (0..<size.rows).map { row in
      cells[row * size.columns..<(row + 1) * size.columns].filter { $0.role == .dirty }.map(\.text).joined()
    }
  }
}

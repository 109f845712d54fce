import Cells
import Records
import Screens
import Testing

/// The list with what lies below and over it, as text that can be read.
@Suite struct GoldenListTests {
  static let sizes = GoldenScreenTests.sizes

  private func builder(_ size: Size, _ books: [[Value]] = StackBuilder.sample) -> StackBuilder {
    StackBuilder(books, columns: size.columns, rows: size.rows)
  }

  @Test(arguments: sizes) func finding(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/a")
    screen.press(.control("n"))
    try Golden.check(screen.stack.frame(), "find")
  }

  @Test(arguments: Golden.usualSize) func findingWhileTheScanRuns(_ size: Size) throws {
    var screen = builder(size, StackBuilder.volumes(2_000))
    screen.isCounted = false
    screen.type("/lu")
    try Golden.check(screen.stack.frame(), "find-running")
  }

  @Test(arguments: Golden.usualSize) func findingWhatIsWrong(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/a copyright>soon ")
    try Golden.check(screen.stack.frame(), "find-wrong")
  }

  @Test(arguments: sizes) func findingWithHelp(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/a")
    screen.press(.f1, .end)
    try Golden.check(screen.stack.frame(), "find-help")
  }

  @Test(arguments: Golden.usualSize) func found(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/dante")
    screen.press(.enter)
    try Golden.check(screen.stack.frame(), "found")
  }

  @Test(arguments: Golden.usualSize) func foundNothing(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/xyz")
    try Golden.check(screen.stack.frame(), "find-nothing")
  }

  @Test(arguments: Golden.usualSize) func foundAndOrdered(_ size: Size) throws {
    var screen = builder(size)
    screen.type("/a")
    screen.press(.enter, .character("s"), .end, .enter, .character("S"))
    try Golden.check(screen.stack.frame(), "found-ordered")
  }

  @Test(arguments: sizes) func orders(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character("s"), .down, .enter, .character("s"), .down)
    try Golden.check(screen.stack.frame(), "orders")
    screen.press(.character(" "), .character("S"), .end, .character(" "))
    try Golden.check(screen.stack.frame(), "orders-several")
  }

  @Test(arguments: Golden.usualSize) func marked(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character(" "), .enter, .escape, .character(" "))
    try Golden.check(screen.stack.frame(), "marked")
  }

  @Test(arguments: Golden.usualSize) func deletingMarked(_ size: Size) throws {
    var screen = builder(size)
    screen.press(.character(" "), .character(" "), .character("-"))
    try Golden.check(screen.stack.frame(), "marked-delete")
  }

  @Test(arguments: Golden.usualSize) func settingMarked(_ size: Size) throws {
    var screen = builder(size, StackBuilder.volumes(1_000))
    screen.press(.character("*"), .character("="), .down)
    try Golden.check(screen.stack.frame(), "marked-set")
    screen.press(.down, .enter, .enter)
    try Golden.check(screen.stack.frame(), "marked-set-field")
  }

  @Test(arguments: Golden.usualSize) func jumping(_ size: Size) throws {
    var screen = builder(size)
    screen.type(":50%")
    try Golden.check(screen.stack.frame(), "jump")
    screen.press(.control("u"))
    screen.type("imp")
    try Golden.check(screen.stack.frame(), "command")
    screen.press(.escape)
    screen.type("12")
    try Golden.check(screen.stack.frame(), "jump-digits")
    screen.type("j'")
    try Golden.check(screen.stack.frame(), "jump-letter")
  }

  @Test(arguments: sizes) func progress(_ size: Size) throws {
    var screen = builder(size)
    let sorting = WorkProgress("Sorting by Author", fraction: 0.42, isCancellable: true)
    screen.stack.receive(.progress(sorting))
    try Golden.check(screen.stack.frame(), "progress")
    screen.stack.receive(.progress(WorkProgress("Counting")))
    try Golden.check(screen.stack.frame(), "progress-unknown")
  }

  @Test(arguments: Golden.usualSize) func rowsThatAreNotThereYet(_ size: Size) throws {
    var screen = builder(size, StackBuilder.volumes(100))
    screen.missing = Set(3...5).union([8])
    screen.press(.down, .down, .down)
    try Golden.check(screen.stack.frame(), "missing-rows")
  }
}

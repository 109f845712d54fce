import Browser
import Testing

/// Work on so many rows that keys come meanwhile.
@Suite final class LongWorkTests {
  private static let count = 10_000
  private let scratch: Scratch
  private lazy var flow = Flow(scratch, columns: 120, rows: 40)

  init() throws {
    scratch = try Scratch()
    try scratch.insertMany(Self.count)
  }

  private func setAuthor(to text: String) {
    flow.expect(" 10,000 books")
    flow.press("*", "=", "Down", "Down", "Enter").type(text, "Enter", "Enter").expect("Setting Author ━")
  }

  @Test("who quits while rows are being set is asked, and told what was done before it was stopped")
  func stopping() throws {
    setAuthor(to: "Somebody")
    flow.press("q").expect("Setting Author is not finished.")
    flow.press("Esc", "^C").expect("Setting Author is not finished.")
    #expect(flow.end(.key(.character("s"))) == .quit)
    let text = try #require(flow.farewell)
    let done = try #require(text.firstMatch(of: /^Cancelled. Set Author of ([\d,]+) books.$/)?.1, "\(text)")
    let count = done.filter { $0 != "," }
    #expect(count != "10000")
    try scratch.expect("SELECT count(*) FROM book WHERE author = 'Somebody'", [count])
  }

  @Test("who wants it finished first leaves when it is") func finishing() throws {
    setAuthor(to: "Somebody")
    flow.press("q", "Enter").expect("Setting Author, then quitting ━")
    flow.wait(for: "the end") { flow.farewell == "Set Author of 10,000 books." }
    try scratch.expect("SELECT count(*) FROM book WHERE author = 'Somebody'", ["10000"])
  }

  @Test("who takes the wish to leave back stays, and so does who types when it is finished")
  func staying() throws {
    setAuthor(to: "Somebody")
    flow.press("q", "Enter", "Esc").expect("Cancelled. Set Author of ")
    flow.press("u").expect("Undone: Author of ")
    flow.press("Esc")
    setAuthor(to: "Someone")
    flow.press("q", "Enter", "+", "Enter").type("Half").expect("Set Author of 10,000 books.")
    flow.type(" a title").expect("Half a title")
    flow.end()
    #expect(flow.farewell == nil)
  }

  @Test("what is only looked at is left at once, and so is everything by a signal", arguments: [false, true])
  func leaving(_ isSignal: Bool) throws {
    if isSignal {
      setAuthor(to: "Somebody")
      flow.end(.signal(.terminate))
    } else {
      flow.press("H").expect("Hydrating ━")
      flow.quit()
    }
    #expect(flow.farewell == nil)
    #expect(!flow.screen.contains("is not finished"))
  }

  @Test("work that goes on step by step runs one statement between two frames") func stepwise() throws {
    flow = Flow(
      scratch,
      browser: { store, terminal, settings in
        let browser = Browser(store: store, terminal: terminal, settings: settings)
        browser.isStepwise = true
        return browser
      })
    var most = 0
    _ = scratch.trace.take()
    flow.press("H")
    flow.wait(for: "the end of the work") {
      most = max(most, scratch.trace.take().count { $0.contains("author") })
      return flow.screen.contains("Hydrated 10,000 books")
    }
    #expect(most == 1)
  }

  @Test("hydrating says how many of the rows the budget holds") func hydrating() throws {
    var settings = Settings(memoryBudget: 20_000, isSplit: false)
    settings.hasLongMeter = true
    flow = Flow(scratch, settings, columns: 120, rows: 40)
    flow.press("H").expect("Hydrated 10,000 books; the budget holds ")
    let said = try #require(flow.screen.firstMatch(of: /the budget holds ([\d]+)\..* ([\d]+) hydrated/))
    #expect(said.1 == said.2)
  }

  @Test("the record beside the list is never one of those that are being deleted")
  func deletingSideBySide() throws {
    flow = Flow(scratch, Settings(isSplit: true), columns: 120, rows: 40)
    flow.expect(" 10,000 books")
    flow.press("*", "-", "Right", "Enter", "End").expect("Deleted 10,000 books.")
    let texts = flow.frames.map(\.textPlane)
    #expect(!texts.contains { $0.contains("another program") })
    #expect(!texts.drop { !$0.contains("Delete ") }.contains { $0.contains("≥") })
    try flow.expect(sql: "SELECT count(*) FROM book", ["0"])
  }
}

import BookStore
import Browser
import Cells
import Foundation
import Testing

/// Work on so many rows that keys come meanwhile.
@Suite struct LongWorkTests {
  private static let count = 10_000
  private let scratch: Scratch
  private let terminal = ScriptedTerminal(columns: 120, rows: 40)

  init() throws {
    scratch = try Scratch()
    _ = try scratch.sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      INSERT INTO book (pk, title, author) SELECT i, 'Book ' || i, 'Nobody' FROM n
      """)
    terminal.waitFor(" 10,000 books")
  }

  @discardableResult
  private func run(_ settings: Settings = Settings()) throws -> Browser {
    let browser = Browser(store: try scratch.store(), terminal: terminal, settings: settings)
    _ = browser.run()
    return browser
  }

  private func setAuthor(to text: String) {
    terminal.press(.character("*"), .character("="), .down, .down, .enter)
    terminal.type(text)
    terminal.press(.enter, .enter)
    terminal.waitFor("Setting Author ━")
  }

  @Test("who quits while rows are being set is asked, and told what was done before it was stopped")
  func stopping() throws {
    setAuthor(to: "Somebody")
    terminal.press(.character("q"))
    terminal.waitFor("Setting Author is not finished.")
    terminal.press(.escape, .control("c"))
    terminal.waitFor("Setting Author is not finished.")
    terminal.press(.character("s"))
    terminal.waitUntil { false }
    let text = try #require(try run().farewell?.text)
    let done = try #require(text.firstMatch(of: /^Cancelled. Set Author of ([\d,]+) books.$/)?.1, "\(text)")
    let count = done.filter { $0 != "," }
    #expect(count != "10000")
    try scratch.expect("SELECT count(*) FROM book WHERE author = 'Somebody'", [count])
  }

  @Test("who wants it finished first leaves when it is")
  func finishing() throws {
    setAuthor(to: "Somebody")
    terminal.press(.character("q"), .enter)
    terminal.waitFor("Setting Author, then quitting ━")
    terminal.waitUntil { false }
    #expect(try run().farewell?.text == "Set Author of 10,000 books.")
    try scratch.expect("SELECT count(*) FROM book WHERE author = 'Somebody'", ["10000"])
  }

  @Test("who takes the wish to leave back stays, and so does who types when it is finished")
  func staying() throws {
    setAuthor(to: "Somebody")
    terminal.press(.character("q"), .enter, .escape)
    terminal.waitFor("Cancelled. Set Author of ")
    terminal.press(.character("u"))
    terminal.waitFor("Undone: Author of ")
    terminal.press(.escape)
    setAuthor(to: "Someone")
    terminal.press(.character("q"), .enter, .character("+"), .enter)
    terminal.type("Half")
    terminal.waitFor("Set Author of 10,000 books.")
    terminal.type(" a title")
    terminal.waitFor("Half a title")
    #expect(try run().farewell == nil)
  }

  @Test("what is only looked at is left at once, and so is everything by a signal", arguments: [false, true])
  func leaving(_ isSignal: Bool) throws {
    if isSignal {
      setAuthor(to: "Somebody")
      terminal.send(.signal(.terminate))
    } else {
      terminal.press(.character("H"))
      terminal.waitFor("Hydrating ━")
      terminal.press(.character("q"))
    }
    terminal.waitUntil { false }
    #expect(try run().farewell == nil)
    #expect(!terminal.screen.contains("is not finished"))
  }

  @Test("work that goes on step by step runs one statement between two frames")
  func stepwise() throws {
    var most = 0
    terminal.then { [scratch] in _ = scratch.trace.take() }
    terminal.press(.character("H"))
    terminal.waitUntil { [terminal, scratch] in
      most = max(most, scratch.trace.take().count { $0.contains("author") })
      return terminal.screen.contains("Hydrated 10,000 books")
    }
    let browser = Browser(store: try scratch.store(), terminal: terminal)
    browser.isStepwise = true
    _ = browser.run()
    #expect(most == 1)
  }

  @Test("hydrating says how many of the rows the budget holds")
  func hydrating() throws {
    terminal.press(.character("H"))
    terminal.waitUntil { [terminal] in
      let said = try /Hydrated 10,000 books; the budget holds ([\d,]+)\..* ([\d,]+) hydrated/
        .firstMatch(in: terminal.screen)
      return said.map { $0.1 == $0.2 } ?? false
    }
    try run(Settings(memoryBudget: 20_000))
  }

  @Test("the record beside the list is never one of those that are being deleted")
  func deletingSideBySide() throws {
    terminal.press(.character("*"), .character("-"), .right, .enter, .end)
    terminal.waitFor("Deleted 10,000 books.")
    try run(Settings(isSplit: true))
    let texts = terminal.frames.map(\.textPlane)
    #expect(!texts.contains { $0.contains("another program") })
    #expect(!texts.drop { !$0.contains("Delete ") }.contains { $0.contains("≥") })
    try scratch.expect("SELECT count(*) FROM book", ["0"])
  }
}

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

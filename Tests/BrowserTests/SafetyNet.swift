import BookStore
import Browser
import Cells
import Records
import TestSupport
import Testing

/// A browser over a scratch database, with the steps that the tests of the safety net share.
struct SafetyNet {
  let scratch: Scratch
  var terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch()
  }

  @discardableResult
  func run(_ saveOn: SaveMoment = .pressure) throws -> Ending {
    Browser(store: try scratch.store(), terminal: terminal, settings: Settings(saveOn: saveOn)).run()
  }

  /// Gives the Divine Comedy another author, from the list and back to it.
  func editAuthor(_ text: String = "Durante") {
    terminal.press(.end, .enter, .enter, .end, .enter, .control("u"))
    terminal.type(text)
    terminal.press(.enter, .escape, .escape)
  }

  /// Has another program run statements, and the list look at once.
  func change(_ sql: String) {
    terminal.then {
      for statement in sql.split(separator: ";") { _ = try scratch.sql(String(statement)) }
    }
    terminal.press(.control("l"))
  }

  /// Edits the author in a session that ends without writing.
  func leaveEdit(_ text: Text = "Durante") throws {
    try scratch.store().set(.text(text), at: 2, of: .rowid(3))
  }

  func expect(author: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try scratch.expect("SELECT author FROM book WHERE pk = 3", [author], sourceLocation: sourceLocation)
  }

  func release(_ other: StockDatabase) throws {
    try other.run("ROLLBACK")
  }

  /// Adds rows, so that there are six thousand, and answers their names.
  @discardableResult
  func insertMany() throws -> [RecordID] {
    _ = try scratch.sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 4 UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
      INSERT INTO book (pk, title, author) SELECT i, 'Title ' || i, 'Nobody' FROM n
      """)
    return (4...6_000).map { .rowid($0) }
  }

  /// Adds rows and sets the author of all.
  func makeMany() throws {
    try insertMany()
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 6,000 books.")
  }
}

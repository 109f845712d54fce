import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// The values of a field on the screen: found by, changed in all their rows, and brought back.
@Suite("The list of values")
struct ValueTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  init() throws {
    scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        INSERT INTO book SELECT i, 'Volume ' || i, NULL,
          CASE WHEN i <= 40 THEN 'Tolstoi' WHEN i <= 60 THEN 'L. Tolstoy' WHEN i <= 90 THEN 'Leo Tolstoy' END FROM n;
      """)
  }

  private func run() throws {
    _ = Browser(store: try scratch.store(), terminal: terminal).run()
  }

  /// Opens the values of the author from the list.
  private func openAuthors() {
    terminal.waitFor("Volume 1")
    terminal.press(.character("f"), .end, .enter)
    terminal.waitFor("4 values")
  }

  private func line(_ text: String) -> Substring? {
    terminal.screen.split(separator: "\n").first { $0.drop { $0 == " " }.hasPrefix(text) }
  }

  @Test("The most frequent come first, and Enter shows the rows of one")
  func finding() throws {
    openAuthors()
    terminal.then {
      #expect(line("Tolstoi")?.contains(" 40 ") == true)
      #expect(line("–")?.contains(" 10 ") == true)
    }
    terminal.press(.down, .enter)
    terminal.waitFor("30 of 100 books")
    terminal.press(.character("f"), .end, .enter)
    terminal.waitFor("1 value in 30 books")
    terminal.press(.escape, .escape, .character("f"), .end, .enter)
    terminal.waitFor("4 values")
    terminal.press(.end, .enter)
    terminal.waitFor("10 of 100 books")
    terminal.press(.escape)
    try run()
  }

  @Test("The value that was found stays selected when Esc shows all values", arguments: [false, true])
  func found(isKept: Bool) throws {
    openAuthors()
    terminal.type("/l. tol")
    terminal.waitFor("1 value")
    terminal.press(isKept ? [.enter, .escape] : [.escape])
    terminal.waitFor("4 values")
    terminal.press(.enter)
    terminal.waitFor("20 of 100 books")
    try run()
  }

  @Test("One value is given to all rows of another, and one key brings all back")
  func changing() throws {
    openAuthors()
    terminal.press(.character("="), .control("u"))
    terminal.type("Leo Tolstoy")
    terminal.press(.enter)
    terminal.waitFor("Change Author from “Tolstoi” to “Leo Tolstoy” in 40")
    terminal.press(.enter)
    terminal.waitFor("3 values")
    terminal.then {
      #expect(line("Leo Tolstoy")?.contains(" 70 ") == true)
      #expect(line("Tolstoi") == nil)
    }
    terminal.press(.down, .character("="), .control("u"))
    terminal.type("Leo Tolstoy")
    terminal.press(.enter)
    terminal.waitFor("to “Leo Tolstoy” in 20")
    terminal.press(.enter)
    terminal.waitFor("2 values")
    terminal.press(.escape, .character("m"))
    terminal.waitUntil { [scratch] in
      try scratch.sql("SELECT count(*) FROM book WHERE author = 'Leo Tolstoy'") == ["90"]
    }
    terminal.press(.character("u"), .character("m"))
    terminal.waitUntil { [scratch] in
      try scratch.sql("SELECT count(*) FROM book WHERE author = 'L. Tolstoy'") == ["20"]
    }
    terminal.press(.character("u"), .character("m"))
    terminal.waitUntil { [scratch] in
      try scratch.sql("SELECT count(*) FROM book WHERE author = 'Tolstoi'") == ["40"]
    }
    try run()
  }

  @Test("Esc at the question changes nothing, and the same value asks nothing")
  func notChanging() throws {
    openAuthors()
    terminal.press(.character("="), .enter)
    terminal.then { #expect(!terminal.screen.contains("Change Author")) }
    terminal.press(.character("="))
    terminal.type("!")
    terminal.press(.enter)
    terminal.waitFor("“Tolstoi!”")
    terminal.press(.escape)
    terminal.then { #expect(line("Tolstoi")?.contains(" 40 ") == true) }
    terminal.press(.escape)
    try run()
    #expect(try scratch.sql("SELECT count(*) FROM book WHERE author = 'Tolstoi'") == ["40"])
  }

  @Test("The list shows the new numbers after undo and redo")
  func undoOnTheList() throws {
    openAuthors()
    terminal.press(.character("="), .control("u"))
    terminal.type("Leo Tolstoy")
    terminal.press(.enter, .enter)
    terminal.waitFor("3 values")
    terminal.press(.character("u"))
    terminal.waitFor("4 values")
    terminal.then { #expect(line("Tolstoi")?.contains(" 40 ") == true) }
    terminal.press(.control("r"))
    terminal.waitFor("3 values")
    terminal.press(.escape)
    try run()
  }

  @Test("Changed rows are in the numbers, more of them than 4,000 too")
  func manyRows() throws {
    try OtherProgram(scratch.path).run(
      """
      WITH RECURSIVE n(i) AS (SELECT 101 UNION ALL SELECT i + 1 FROM n WHERE i < 6100)
        INSERT INTO book SELECT i, 'Volume ' || i, NULL, 'Many' FROM n;
      """)
    terminal.waitFor("Volume 1")
    terminal.press(.character("f"), .end, .enter)
    terminal.waitFor("5 values")
    terminal.press(.character("="), .control("u"))
    terminal.type("One")
    terminal.press(.enter)
    terminal.waitFor("in 6,000 books")
    terminal.press(.enter)
    terminal.waitFor("Set Author of 6,000 books.")
    terminal.waitUntil { [unowned terminal] in terminal.screen.contains(" One ") }
    terminal.then { #expect(line("Many") == nil) }
    terminal.press(.escape)
    try run()
  }

  @Test("A change reads several hundred rows with one statement")
  func statements() throws {
    openAuthors()
    terminal.press(.character("="), .control("u"))
    terminal.type("Leo Tolstoy")
    terminal.press(.enter)
    terminal.waitFor("in 40")
    terminal.then { [scratch] in _ = scratch.trace.take() }
    terminal.press(.enter)
    terminal.waitFor("Set Author of 40 books.")
    terminal.then { [scratch] in
      let statements = scratch.trace.take()
      #expect(statements.count <= 12, "\(statements.count): \(statements.prefix(8))")
    }
    terminal.press(.escape)
    try run()
  }
}

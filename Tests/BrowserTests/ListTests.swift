import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// Orders, filters, jumps and work on many rows, from keys to the screen.
@Suite struct ListTests {
  private let scratch: Scratch
  private let terminal = ScriptedTerminal()

  /// Books 1 to 500 with titles in another order than their keys, and an author for every tenth of them.
  init() throws {
    scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO book SELECT i, 'Book ' || printf('%03d', i * 7 % 501), i, iif(i % 10 = 0, 'Leo', NULL) FROM n;
      """)
  }

  private func run(_ settings: Settings = Settings()) throws {
    #expect(try Browser(store: scratch.store(), terminal: terminal, settings: settings).run() != .quit)
  }

  private var selectedRow: String {
    guard let frame = terminal.frames.last else { return "" }
    let roles = frame.rolePlane.split(separator: "\n")
    let rows = frame.textPlane.split(separator: "\n", omittingEmptySubsequences: false)
    return roles.firstIndex { $0.hasPrefix("SS") }.map { String(rows[$0]) } ?? ""
  }

  private func waitForSelected(_ title: String) {
    terminal.waitUntil { selectedRow.contains(title) }
  }

  /// Orders by title.
  private func orderByTitle() {
    terminal.press(.character("s"), .down, .enter)
    terminal.waitUntil { terminal.screen.contains("by Title ↑") && !terminal.screen.contains("Sorting") }
  }

  private func find(_ words: String) {
    terminal.press(.character("/"))
    terminal.type(words)
    terminal.waitUntil { terminal.screen.contains(" of ") && !terminal.screen.contains("≥") }
  }

  /// Renames the selected book from the list.
  private func rename(_ title: String) {
    terminal.press(.enter, .enter, .enter, .control("u"))
    terminal.type(title)
    terminal.press(.enter, .escape, .escape)
  }

  @Test("Enter right after a search opens the first match, also if it is pressed before the match is there")
  func fastEnter() throws {
    for digits in ["499", "003", "250"] {
      terminal.press(.character("/"), .control("u"))
      terminal.type("Book \(digits)")
      terminal.press(.enter, .enter)
      terminal.waitFor("‹ Books")
      terminal.then { #expect(terminal.screen.contains("Book \(digits)")) }
      terminal.press(.escape)
      terminal.waitUntil { !terminal.screen.contains("‹ Books") }
    }
    try run()
  }

  @Test("a key that waits for the rows says so; Esc drops it, and the list stays")
  func droppedKey() throws {
    let scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
        INSERT INTO book SELECT i, 'Book ' || i, i, NULL FROM n;
      """)
    terminal.press(.character("/"))
    terminal.type("nothing of the kind")
    terminal.press(.enter, .enter)
    terminal.waitFor("This key waits for the rows; Esc drops it.")
    terminal.press(.escape)
    terminal.waitUntil { !terminal.screen.contains("Finding") && terminal.screen.contains("Book 1 ") }
    terminal.then { #expect(!terminal.screen.contains("‹ Books")) }
    // Other keys go on.
    terminal.press(.down, .enter)
    terminal.waitFor("‹ Books")
    terminal.then { #expect(terminal.screen.contains("Book 2 ")) }
    _ = try Browser(store: scratch.store(), terminal: terminal).run()
  }

  @Test("the first screen of a small library knows how many books there are")
  func smallLibrary() throws {
    _ = try Browser(store: scratch.store(), terminal: terminal).run()
    #expect(terminal.frames.first?.textPlane.contains(" 500 books ") == true)
  }

  @Test("a renamed book stays selected at its new place, in an order both ways")
  func renamedInOrder() throws {
    orderByTitle()
    waitForSelected("Book 007")
    rename("Book 250x")
    waitForSelected("Book 250x")
    terminal.then { #expect(terminal.screen.contains("Book 249")) }
    terminal.press(.character("S"))
    terminal.waitFor("Title ↓")
    waitForSelected("Book 250x")
    try run()
  }

  @Test("an added book is selected at its place in the order, a deleted one gives its place to the next")
  func addedAndDeleted() throws {
    orderByTitle()
    terminal.press(.character("+"), .enter)
    terminal.type("Book 300x")
    terminal.press(.enter, .control("s"))
    // The sort may still read, and Esc would end the wait for its lock.
    terminal.waitFor("501 books")
    terminal.press(.escape)
    waitForSelected("Book 300x")
    terminal.then { #expect(terminal.screen.contains("Book 300 ")) }
    terminal.press(.character("-"), .right, .enter)
    waitForSelected("Book 301")
    try run()
  }

  @Test("a book that is added while its list is being sorted is selected when it is there")
  func addedMeanwhile() throws {
    let scratch = try Scratch(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
        INSERT INTO book SELECT i, 'Book ' || printf('%06d', i * 7 % 50001), i, NULL FROM n;
      """)
    terminal.press(.character("s"), .down, .enter, .character("+"), .enter)
    terminal.type("Book 040000x")
    terminal.press(.enter, .control("s"))
    // While the sort reads the database the new row may have to wait, and Esc would end that.
    terminal.waitFor("Added the book.")
    terminal.press(.escape)
    waitForSelected("Book 040000x")
    // The form has the title, too.
    terminal.waitFor("Book 039998 ")
    _ = try Browser(store: scratch.store(), terminal: terminal).run()
  }

  @Test("with a filter, a book that an edit takes out of it gives its place to the next, and n goes there")
  func editedOutOfFilter() throws {
    find("leo")
    terminal.press(.enter)
    terminal.waitFor("50 of 500 books")
    waitForSelected("Book 070")
    // The author is the last field.
    terminal.press(.enter, .enter, .end, .enter, .control("u"))
    terminal.type("Tolstoy")
    terminal.press(.enter, .escape, .character("n"))
    terminal.then { #expect(terminal.screen.contains("Book 140")) }
    terminal.press(.escape)
    waitForSelected("Book 140")
    terminal.then { #expect(terminal.screen.contains("49 of 500 books")) }
    terminal.press(.escape)
    waitForSelected("Book 140")
    try run()
  }

  @Test(
    "a time of day is found as the date shows it, alone and beside another word, and n goes on from date to date"
  )
  func dates() throws {
    find("00:07:0")
    terminal.waitFor("10 of 500 books")
    terminal.press(.escape)
    find("leo 1970-01-01 00:07")
    terminal.waitFor("6 of 500 books")
    terminal.press(.escape, .home, .character("n"))
    // The books 420, 430 … 470 of the keys.
    waitForSelected("Book 435")
    terminal.press(.character("n"))
    waitForSelected("Book 004")
    try run()
  }

  @Test("Esc brings the whole list back with the book that was found", arguments: [false, true])
  func filterAndBack(isKept: Bool) throws {
    terminal.press(.character("4"), .character("2"), .character("G"))
    waitForSelected("Book 294")
    find("leo")
    terminal.waitFor("50 of 500 books")
    terminal.press(isKept ? [.enter, .escape] : [.escape])
    waitForSelected("Book 070")
    terminal.waitUntil { !self.terminal.screen.contains("50 of 500") }
    terminal.press(.down)
    waitForSelected("Book 077")
    try run()
  }

  @Test("What * marks stays marked in another search, and copies follow the list")
  func markedBySearch() throws {
    find("leo")
    terminal.press(.enter)
    terminal.waitFor("Books “leo”")
    terminal.press(.character("*"))
    terminal.waitUntil { [terminal] in
      terminal.screen.contains("50 of 500 books") && !terminal.screen.contains("≥")
    }
    find("book 2")
    terminal.press(.enter)
    terminal.waitFor("Books “book 2”")
    terminal.waitFor("✓ 50")
    terminal.press(.escape, .character("H"))
    terminal.waitFor("Hydrated 50 books.")
    terminal.press(.character("*"))
    terminal.waitFor("✓ 500")
    terminal.press(.character("*"))
    terminal.waitUntil { !self.terminal.screen.contains("✓") }
    orderByTitle()
    terminal.press(.home, .character(" "), .character(" "), .character("y"))
    terminal.waitFor("Copied")
    var settings = Settings()
    settings.copiesThroughTerminal = true
    try run(settings)
    let text = Data("Book 001\nBook 002".utf8).base64EncodedString()
    #expect(terminal.requests.contains(.setClipboard(base64: text)))
  }

  @Test("n and N without a filter go to the matches of the last search, round the end")
  func nextMatches() throws {
    find("leo")
    terminal.press(.escape, .home, .character("n"))
    waitForSelected("Book 070")
    terminal.press(.character("n"))
    waitForSelected("Book 140")
    terminal.press(.character("N"), .character("N"))
    waitForSelected("Book 494")
    terminal.press(.character("n"))
    waitForSelected("Book 070")
    try run()
  }

  @Test("n and p in the detail follow the order")
  func neighborsInOrder() throws {
    orderByTitle()
    waitForSelected("Book 007")
    terminal.press(.enter, .character("p"))
    terminal.then { #expect(terminal.screen.contains("Book 006")) }
    terminal.press(.character("n"), .character("n"))
    terminal.then { #expect(terminal.screen.contains("Book 008")) }
    terminal.press(.escape)
    waitForSelected("Book 008")
    try run()
  }

  @Test("S turns round the order that was asked for last, though its rows are not there yet")
  func reversingEarly() throws {
    terminal.press(.character("s"), .down, .enter, .character("S"))
    terminal.waitUntil { terminal.screen.contains("by Title") && !terminal.screen.contains("Sorting") }
    terminal.then { #expect(terminal.screen.contains("Books by Title ↓")) }
    try run()
  }

  @Test("digits, per cent and a letter jump")
  func jumping() throws {
    terminal.press(.character(":"), .character("5"), .character("0"), .character("%"), .enter)
    waitForSelected("Book 254")
    terminal.then { #expect(terminal.screen.contains("Row 251 of 500.")) }
    terminal.type("501G")
    terminal.then { #expect(terminal.screen.contains("Row 500 of 500.")) }
    terminal.type("500G")
    terminal.then { #expect(!terminal.screen.contains("Row 500")) }
    terminal.press(.character("'"))
    terminal.then { #expect(terminal.screen.contains("Sort the list by a text first")) }
    orderByTitle()
    terminal.press(.character("'"), .character("b"))
    waitForSelected("Book 001")
    terminal.press(.character("G"))
    waitForSelected("Book 500")
    try run()
  }

  @Test(
    "a jump that needs the number of rows goes as far as is known at once, and to its place when it is",
    arguments: [("50%", "30001"), ("40001G", "40001")])
  func jumpingEarly(keys: String, place: String) throws {
    _ = try scratch.sql(
      """
      WITH RECURSIVE n(i) AS (SELECT 501 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
      INSERT INTO book (pk, title) SELECT i, 'Row ' || i FROM n
      """)
    terminal.type(keys)
    terminal.then { #expect(!selectedRow.contains("Book 007")) }
    terminal.waitUntil { selectedRow.contains("Row " + place) }
    try run()
  }

  @Test("marked rows are hydrated, set and deleted, and all of a filter are")
  func many() throws {
    terminal.press(.character(" "), .character(" "), .character("H"))
    terminal.waitFor("Hydrated 2 books.")
    terminal.press(.character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 2 books.")
    terminal.press(.character("m"), .character("-"), .right, .enter)
    terminal.waitFor("Deleted 2 books.")
    terminal.then { try scratch.expect("SELECT count(*), min(pk) FROM book", ["498|3"]) }
    find("leo")
    terminal.press(.enter)
    terminal.waitFor("“leo”")
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Count")
    terminal.press(.enter, .enter)
    terminal.waitFor("Set Author of 50 books.")
    terminal.press(.escape, .escape, .character("m"))
    terminal.waitFor("wrote 50 books")
    terminal.then {
      try scratch.expect(
        "SELECT author, count(*) FROM book WHERE author IS NOT NULL GROUP BY 1", ["Count|50"])
    }
    try run()
  }

  @Test("a row that another program has deleted sends its detail back to the list with the reason")
  func goneRow() throws {
    terminal.then { _ = try scratch.sql("DELETE FROM book WHERE pk = 1") }
    terminal.press(.enter)
    terminal.then {
      #expect(terminal.screen.contains("The row is gone: another program has deleted it."))
      #expect(!terminal.screen.contains("‹ Books"))
    }
    try run()
  }

  @Test(
    "what has been dirty for long is written back quietly")
  func writeAfter() throws {
    rename("Written")
    terminal.waitUntil { (try? scratch.sql("SELECT title FROM book WHERE pk = 1")) == ["Written"] }
    try run(Settings(writeAfter: 0))
  }

  @Test("a database that another program has locked says so, and the rows come when it is free")
  func locked() throws {
    let other = try StockDatabase(scratch.path)
    terminal.then { try other.run("BEGIN EXCLUSIVE") }
    terminal.press(.character("s"), .down, .enter)
    terminal.waitFor("Waiting for another program…")
    terminal.then { try other.run("ROLLBACK") }
    terminal.press(.up)
    terminal.waitFor("by Title ↑")
    try run()
  }
}

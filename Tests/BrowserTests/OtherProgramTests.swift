import Browser
import Cells
import Foundation
import Records
import TestSupport
import Testing

/// What other programs do to the database while it is open.
@Suite struct OtherProgramTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  @Test("the list and the detail show what another program writes, and the selection stays")
  func follow() throws {
    terminal.press(.end)
    net.change(
      "INSERT INTO book VALUES (-1, 'Emma', NULL, NULL); UPDATE book SET title = 'Divine' WHERE pk = 3")
    terminal.waitFor("Emma")
    terminal.waitFor("Divine")
    terminal.press(.enter)
    terminal.waitFor("1321-06-07")
    net.change("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    terminal.waitFor("Boccaccio")
    terminal.waitFor("0 dirty")
    net.change("DELETE FROM book WHERE pk = 3")
    terminal.waitFor("Emma")
    try net.run()
  }

  @Test("tables that were changed are read again")
  func schema() throws {
    net.change("ALTER TABLE book ADD COLUMN shelf TEXT")
    terminal.waitFor("Another program changed the tables, so they were read again.")
    terminal.press(.enter)
    terminal.waitFor("Shelf")
    try net.run()
  }

  @Test("nothing is undone while changed tables cannot be read again, because an edit is in conflict")
  func stale() throws {
    net.editAuthor()
    net.change("UPDATE book SET author = 'theirs' WHERE pk = 3;ALTER TABLE book ADD COLUMN shelf TEXT")
    terminal.waitFor("Another program changed the tables, which cannot be read again.")
    terminal.press(.character("u"))
    terminal.waitUntil { [terminal] in
      !terminal.screen.contains("the tables") && terminal.screen.contains("Choose a value.")
    }
    terminal.waitFor("1 dirty")
    try net.run()
    try net.expect(author: "theirs")
  }

  @Test("who only looks sees what another program writes, also where it keeps a log of what it writes ahead")
  func readOnly() throws {
    _ = try net.scratch.sql("PRAGMA journal_mode = WAL")
    terminal.waitFor("War and Peace")
    net.change("UPDATE book SET title = 'Divine' WHERE pk = 3")
    terminal.waitFor("Divine")
    net.change("DELETE FROM book WHERE pk = 1")
    terminal.waitFor("2 books")
    _ = Browser(store: try net.scratch.store(isReadOnly: true), terminal: terminal).run()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: net.scratch.folder.path) == ["books.sqlite"])
  }

  @Test("a deletion waits for a lock and is done when that goes; other keys wait, too")
  func waitToDelete() throws {
    let other = try net.scratch.lock()
    terminal.press(.character("-"), .right, .enter)
    terminal.waitFor("Waiting for another program…  Esc cancels")
    terminal.press(.character("q"))
    terminal.then { try net.release(other) }
    terminal.press(.control("l"))
    terminal.waitFor("Deleted the book.")
    terminal.waitFor("2 books")
    #expect(try net.run() != .quit)
    try net.scratch.expect("SELECT pk FROM book", ["2", "3"])
  }

  @Test("Esc cancels what waits")
  func cancel() throws {
    let other = try net.scratch.lock()
    terminal.press(.character("-"), .right, .enter)
    terminal.waitFor("Waiting for another program…")
    terminal.press(.escape)
    terminal.waitFor("Cancelled.")
    terminal.then { try net.release(other) }
    terminal.press(.control("l"))
    terminal.press(.down)
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM book", ["3"])
  }

  @Test("who cancels a write-back that waits is told that the edits are kept")
  func cancelWriting() throws {
    let other = try net.scratch.lock()
    net.editAuthor()
    terminal.press(.character("m"))
    terminal.waitFor("Waiting for another program…")
    terminal.press(.escape)
    terminal.waitFor("Cancelled. Unwritten changes are kept; m tries again.")
    terminal.then { try net.release(other) }
    terminal.press(.character("m"))
    terminal.waitFor("wrote 1 book")
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test(
    "a new record, a Save that writes and a warning wait for a lock", arguments: ["insert", "save", "warn"])
  func waitToWrite(_ what: String) throws {
    let other = try net.scratch.lock()
    switch what {
    case "insert":
      terminal.press(.character("+"), .enter)
      terminal.type("Emma")
      terminal.press(.enter, .control("s"))
    case "save":
      terminal.press(.end, .enter, .enter, .end, .enter, .control("u"))
      terminal.type("Durante")
      terminal.press(.enter)
    default:
      net.editAuthor()
      terminal.press(.character("m"))
    }
    terminal.waitFor("Waiting for another program…")
    terminal.then { try net.release(other) }
    terminal.press(.control("l"))
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Waiting") }
    terminal.then {
      switch what {
      case "insert": try net.scratch.expect("SELECT title FROM book WHERE pk = 4", ["Emma"])
      default: try net.expect(author: "Durante")
      }
    }
    terminal.press(.character("x"))
    try net.run(what == "save" ? .edit : .pressure)
  }

  @Test("keys go on while a memory warning waits")
  func goOnWaiting() throws {
    let other = try net.scratch.lock()
    net.editAuthor()
    terminal.press(.character("m"))
    terminal.waitFor("Waiting for another program…  Esc cancels")
    terminal.press(.home, .enter)
    terminal.waitFor("Leo Tolstoy")
    terminal.then { try net.release(other) }
    terminal.press(.control("l"))
    terminal.waitFor("wrote 1 book")
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test("a detail that is opened under a lock gets its fields when the lock goes")
  func waitToLook() throws {
    var other: StockDatabase?
    terminal.waitFor("War and Peace")
    terminal.then { other = try net.scratch.lock("EXCLUSIVE") }
    terminal.press(.enter)
    terminal.waitFor("Waiting for another program…")
    terminal.then { if let other { try net.release(other) } }
    terminal.press(.control("l"))
    terminal.waitFor("Leo Tolstoy")
    terminal.waitUntil { [terminal] in !terminal.screen.contains("Waiting") }
    terminal.press(.escape)
    try net.run()
  }

  @Test("where the log cannot be written that is said once, and each Save writes")
  func noLog() throws {
    // A file where the folder would be.
    let folder = URL(filePath: net.scratch.logFolder).deletingLastPathComponent()
    try Data().write(to: folder)
    net.editAuthor()
    terminal.then { try net.expect(author: "Durante") }
    terminal.waitFor("The Divine Comedy")
    net.editAuthor("Dante")
    terminal.then { try net.expect(author: "Dante") }
    terminal.press(.character("u"))
    terminal.waitFor("There is no edit log, so nothing can be undone.")
    try net.run()
    let said = terminal.frames.filter { $0.textPlane.contains("Edits are now written at each Save:") }
    #expect(!said.isEmpty && said.count <= 2)
  }
}

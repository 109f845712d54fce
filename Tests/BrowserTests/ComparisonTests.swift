import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// The pane that shows a record in memory and in the database, over a store; a second connection reads what is in the file.
@Suite struct ComparisonTests {
  private let terminal = ScriptedTerminal(columns: 160, rows: 50)

  private func run(_ scratch: Scratch, _ settings: Settings = Settings()) throws {
    _ = Browser(store: try scratch.store(), terminal: terminal, settings: settings).run()
  }

  /// What the pane has right of the line between its two sides, for a field.
  private func inDatabase(_ label: String) -> String? {
    for line in terminal.screen.split(separator: "\n") {
      let parts = line.split(separator: "│", omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      let text = parts[2].trimmingCharacters(in: .whitespaces)
      if text.hasPrefix(label) {
        return String(text.dropFirst(label.count)).trimmingCharacters(in: .whitespaces)
      }
    }
    return nil
  }

  @Test("The two sides differ exactly while the record is dirty, as a second reader of the file confirms")
  func dirty() throws {
    let scratch = try Scratch()
    let author = { () throws -> String in try scratch.sql("SELECT author FROM book WHERE pk = 1")[0] }
    terminal.press(.character("d"), .enter)
    terminal.waitUntil { inDatabase("Author") == "Leo Tolstoy" }
    terminal.then {
      #expect(terminal.screen.contains("in memory  ● hydrated"))
      #expect(terminal.screen.contains("Nothing would be written."))
    }
    terminal.press(.enter, .end, .enter, .control("u"))
    terminal.type("Lev Tolstoi")
    terminal.press(.enter)
    terminal.waitFor("in memory  ◆ dirty")
    terminal.waitUntil { inDatabase("Author") == "Leo Tolstoy" }
    terminal.then {
      #expect(terminal.screen.contains("◆ Author     Lev Tolstoi"))
      #expect(terminal.screen.contains("UPDATE book SET author = 'Lev Tolstoi' WHERE"))
      let held = try author()
      #expect(held == "Leo Tolstoy")
    }
    terminal.press(.escape, .character("m"))
    terminal.waitUntil {
      let held = try author()
      return inDatabase("Author") == held && held == "Lev Tolstoi"
    }
    terminal.waitFor("Nothing would be written.")
    try run(scratch)
  }

  @Test("Looking at memory hydrates nothing, and its statements are in no count")
  func unnoticed() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    terminal.press(.down, .up)
    var count = 0
    terminal.then { (count, _) = (store.counts.statementCount, scratch.trace.take()) }
    terminal.press(.character("d"), .down)
    terminal.waitUntil { inDatabase("Author") == "Amit Singh" }
    terminal.then {
      #expect(terminal.screen.contains("in memory  key and title"))
      #expect(terminal.screen.contains("Author     ·····"))
      #expect(store.counts.hydrated == 0)
      #expect(store.counts.statementCount == count)
      #expect(store.account.statementCount == count)
      #expect(scratch.trace.take().filter { !$0.hasPrefix("PRAGMA") } == [])
      #expect(store.observation.statements() == [])
    }
    _ = Browser(store: store, terminal: terminal).run()
  }

  @Test("It is no use of the record: the least recently used one stays that")
  func uses() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    _ = try store.record(.rowid(1))
    _ = try store.record(.rowid(2))
    terminal.press(.character("d"))
    terminal.waitUntil { inDatabase("Author") == "Leo Tolstoy" }
    terminal.then { #expect(store.observation.nextToGo(2).map(\.id) == [.rowid(1), .rowid(2)]) }
    _ = Browser(store: store, terminal: terminal).run()
  }

  @Test(
    "What another program writes appears, also while a value is typed, and so does that it deletes the row")
  func others() throws {
    let scratch = try Scratch()
    terminal.press(.character("d"), .enter, .enter, .end, .enter)
    terminal.waitUntil { inDatabase("Author") == "Leo Tolstoy" }
    terminal.then { try OtherProgram(scratch.path).run("UPDATE book SET author = 'Theirs' WHERE pk = 1") }
    terminal.send(.woken)
    terminal.waitUntil { inDatabase("Author") == "Theirs" }
    terminal.then { try OtherProgram(scratch.path).run("DELETE FROM book WHERE pk = 1") }
    terminal.send(.woken)
    terminal.waitFor("in the database  no such row")
    try run(scratch)
  }

  @Test("While another program has the database locked, what was read last stays, and that is said")
  func locked() throws {
    let scratch = try Scratch()
    var other: StockDatabase?
    terminal.press(.character("d"), .enter)
    terminal.waitUntil { inDatabase("Author") == "Leo Tolstoy" }
    terminal.then { other = try scratch.lock("EXCLUSIVE") }
    terminal.send(.woken)
    terminal.waitFor("locked, as of ")
    terminal.then {
      #expect(inDatabase("Author") == "Leo Tolstoy")
      try other?.run("ROLLBACK")
    }
    terminal.send(.woken)
    terminal.waitUntil { !terminal.screen.contains("locked, as of ") }
    try run(scratch)
  }

  @Test("Any table's values are shown: NULL, blobs, invalid UTF-8, long texts")
  func values() throws {
    let scratch = try Scratch(
      """
      CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB, bad TEXT, long TEXT, none);
      INSERT INTO thing VALUES (1, 'One', x'00FF', CAST(x'61FF62' AS TEXT), printf('%.*c', 100000, 'x'), NULL);
      DROP TABLE book;
      """)
    terminal.press(.character("d"), .enter)
    terminal.waitUntil { inDatabase("Name") == "One" }
    terminal.then {
      #expect(inDatabase("Bad") == "a\u{FFFD}b")
      #expect(inDatabase("None") == "–")
      #expect(inDatabase("Bytes")?.hasPrefix("Blob, 2 B") == true)
      #expect(inDatabase("Long")?.hasPrefix("97.6 KB: xxx") == true)
      #expect(terminal.screen.contains("Nothing would be written."))
    }
    try run(scratch)
  }

  @Test("Slow looks show faults first, and keys are answered meanwhile", arguments: [false, true])
  func latency(isSplit: Bool) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    var settings = Settings(isSplit: isSplit)
    settings.lookLatency = .seconds(1)
    let terminal = terminal
    terminal.press(isSplit ? [] : [.enter])
    terminal.waitFor("·····")
    terminal.then {
      #expect(!terminal.screen.contains("Leo Tolstoy"))
      #expect(terminal.screen.contains("Waiting for the fields"))
      #expect(store.counts.hydrated == 0)
    }
    // A key while the look waits: the help comes and goes.
    terminal.press(.character("?"))
    terminal.then { #expect(terminal.screen.contains("Keys: ") && store.counts.hydrated == 0) }
    terminal.press(.escape)
    terminal.waitFor("Leo Tolstoy")
    terminal.then {
      #expect(!terminal.screen.contains("·····"))
      #expect(store.counts.hydrated == 1)
    }
    _ = Browser(store: store, terminal: terminal, settings: settings).run()
  }

  @Test("Going on to the next record waits as well, and one that is held does not")
  func lateNeighbor() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    var settings = Settings()
    settings.lookLatency = .seconds(1)
    terminal.press(.enter)
    terminal.waitFor("Leo Tolstoy")
    terminal.press(.character("n"))
    terminal.waitFor("·····")
    terminal.press(.character("?"))
    terminal.then { #expect(store.counts.hydrated == 1) }
    terminal.press(.escape)
    terminal.waitFor("Amit Singh")
    terminal.then { #expect(terminal.screen.contains("Mac OS X Internals") && store.counts.hydrated == 2) }
    terminal.press(.character("p"))
    terminal.then { #expect(terminal.screen.contains("Leo Tolstoy") && store.counts.hydrated == 2) }
    _ = Browser(store: store, terminal: terminal, settings: settings).run()
  }

  @Test("A look that nobody waits for any more is dropped, and a second look does not wait")
  func droppedLook() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    var settings = Settings()
    settings.lookLatency = .milliseconds(300)
    terminal.press(.enter, .escape, .down, .enter)
    terminal.waitFor("Amit Singh")
    terminal.press(.escape, .enter)
    terminal.then {
      #expect(terminal.screen.contains("Amit Singh"))
      #expect(store.counts.hydrated == 1)
    }
    _ = Browser(store: store, terminal: terminal, settings: settings).run()
  }

  @Test("After a memory warning the inspector says what the sample would have written")
  func account() throws {
    let scratch = try Scratch()
    terminal.press(.character("i"), .enter, .character("n"), .enter, .end, .enter)
    terminal.type("!")
    terminal.press(.enter, .escape, .escape, .character("m"))
    terminal.waitFor("(2008: 8) · written: 1 (2008: 2)")
    terminal.press(.character("a"))
    terminal.waitFor("On the last warning it would have written 2 rows")
    terminal.then { #expect(terminal.screen.contains("would have run 8: 1 for all keys, 3 for")) }
    try run(scratch)
  }
}

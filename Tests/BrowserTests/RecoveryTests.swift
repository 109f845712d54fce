import BookStore
import Browser
import Cells
import Foundation
import Records
import Testing

/// What a session has left that ended before it wrote.
@Suite struct RecoveryTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  @Test("what a dead session has left is offered, and dirty again when it is restored")
  func restore() throws {
    try net.leaveEdit()
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.character("s"))
    terminal.waitFor("Author of “The Divine Comedy”: Dante Alighieri → Durante")
    terminal.press(.escape)
    terminal.waitFor("[R]estore")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change.")
    terminal.waitFor("1 dirty")
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test("what is very much is restored between the keys, and who stops it is asked again the next time")
  func restoreMany() throws {
    let ids = try net.insertMany()
    try net.scratch.store().set("Anon", at: 2, ofEach: ids)
    terminal.waitFor("5,997 unsaved changes from ")
    terminal.press(.enter)
    terminal.waitFor("Restoring")
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("· 0 dirty") }
    terminal.press(.escape)
    terminal.waitFor("The next start asks again.")
    try net.run()
    let written = try #require(
      try net.scratch.sql("SELECT count(*) FROM book WHERE author = 'Anon'").first.flatMap { Int($0) })
    #expect(written > 0 && written < 5_997)
    var later = net
    later.terminal = ScriptedTerminal()
    later.terminal.waitFor(" unsaved changes from ")
    later.terminal.press(.enter)
    later.terminal.waitUntil { [terminal = later.terminal] in
      terminal.screen.replacing(",", with: "").contains("Restored \(5_997 - written) changes.")
    }
    try later.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["5997"])
    #expect(try net.scratch.store().recovery.findAbandoned() == nil)
  }

  @Test("of very much that a dead session has left a part is read at a time, and every line can be come to")
  func show() throws {
    try net.scratch.store().set("Anon", at: 2, ofEach: try net.insertMany())
    terminal.waitFor("5,997 unsaved changes from ")
    terminal.press(.character("s"))
    terminal.waitFor("Author of “Title 6000”: Nobody → Anon")
    for _ in 0..<40 { terminal.press(.pageDown) }
    terminal.waitFor("Author of “Title 5200”: Nobody → Anon")
    terminal.press(.end)
    terminal.waitFor("Author of “Title 4”: Nobody → Anon")
    for _ in 0..<40 { terminal.press(.pageUp) }
    terminal.waitFor("Author of “Title 804”: Nobody → Anon")
    terminal.press(.home)
    terminal.waitFor("Author of “Title 6000”: Nobody → Anon")
    terminal.press(.escape, .escape, .character("q"))
    try net.run()
  }

  @Test("who has left the question can come back to it from the history")
  func askedAgain() throws {
    try net.leaveEdit()
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.escape)
    terminal.waitFor("Not restored. U lists the changes; Enter there asks again.")
    terminal.press(.character("U"), .enter)
    terminal.waitFor("[R]estore")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change.")
    terminal.press(.escape, .character("q"))
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test("Esc leaves it for the next time, Discard for ever", arguments: [true, false])
  func leave(_ isDiscarded: Bool) throws {
    try net.leaveEdit()
    terminal.waitFor("1 unsaved change from ")
    if isDiscarded {
      terminal.press(.character("d"))
      terminal.waitFor("Press Enter for “Discard”.")
      terminal.press(.enter)
      terminal.waitFor("Discarded 1 unsaved change.")
    } else {
      terminal.press(.escape)
    }
    terminal.press(.character("q"))
    try net.run()
    try net.expect(author: "Dante Alighieri")
    let found = try net.scratch.store().recovery.findAbandoned()
    #expect((found == nil) == isDiscarded)
  }

  @Test(
    "what was written on the way out is not taken for unsaved, though another program has set it back since",
    arguments: [
      Event.key(.character("q")), .signal(.terminate), .signal(.hangUp), .signal(.interrupt), .closed,
    ])
  func writtenAtTheEnd(_ event: Event) throws {
    net.editAuthor()
    terminal.send(event)
    let store = try net.scratch.store()
    _ = Browser(store: store, terminal: terminal).run()
    // As a death at this moment would leave it.
    let state = net.scratch.folder.appending(path: "after").path
    try FileManager.default.copyItem(atPath: net.scratch.logFolder, toPath: state)
    for name in try FileManager.default.contentsOfDirectory(atPath: state) where name.hasSuffix("-shm") {
      try FileManager.default.removeItem(atPath: state + "/" + name)
    }
    try net.expect(author: "Durante")
    _ = try net.scratch.sql("UPDATE book SET author = 'Dante Alighieri' WHERE pk = 3")
    let later = try BookStore(
      path: net.scratch.path, options: StoreOptions(editLog: EditLogOptions(folder: state)))
    #expect(try later.recovery.findAbandoned() == nil)
    #expect(try later.history.changes(limit: 9).map(\.state) == [.written])
    withExtendedLifetime(store) {}
  }

  @Test("an edit log that is removed is said to be, and a new one has what is not written")
  func removedLog() throws {
    net.editAuthor()
    terminal.then {
      try FileManager.default.removeItem(at: net.scratch.folder.appending(path: "state"))
    }
    terminal.press(.end, .enter, .enter, .end, .enter, .control("u"))
    terminal.type("Dante")
    terminal.press(.enter)
    terminal.waitFor("The edit log was removed.")
    terminal.then {
      #expect(FileManager.default.fileExists(atPath: net.scratch.logFolder))
    }
    try net.run()
    try net.expect(author: "Dante")
  }

  @Test("a restored field that another program has changed meanwhile is in conflict")
  func restoreConflict() throws {
    try net.leaveEdit()
    _ = try net.scratch.sql("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change; 1 is in conflict: press C.")
    terminal.waitFor("! The Divine Comedy")
    try net.run()
    try net.expect(author: "Boccaccio")
  }
}

import BookStore
import Browser
import Cells
import Foundation
import TestSupport
import Testing

/// What a session has left that ended before it wrote.
@Suite final class RecoveryTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  @Test("what a dead session has left is offered, and dirty again when it is restored")
  func restore() throws {
    try scratch.leaveEdit()
    flow.expect("1 unsaved change from ")
    flow.press("s").expect("Author of “The Divine Comedy”: Dante Alighieri → Durante")
    flow.press("Esc").expect("[Restore]")
    flow.press("Enter").expect("Restored 1 change.", "◆ 1")
    flow.end()
    try flow.expect(author: "Durante")
  }

  @Test("what is very much is restored between the keys, and who stops it is asked again the next time")
  func restoreMany() throws {
    let ids = try scratch.insertMany()
    try scratch.store().set("Anon", at: 2, ofEach: ids)
    flow.expect("5,997 unsaved changes from ")
    flow.press("Enter").expect("Restoring", "◆")
    flow.press("Esc").expect("The next start asks again.")
    flow.end()
    let written = try #require(
      try scratch.sql("SELECT count(*) FROM book WHERE author = 'Anon'").first.flatMap { Int($0) })
    #expect(written > 0 && written < 5_997)
    flow = Flow(scratch)
    flow.expect(" unsaved changes from ")
    flow.press("Enter")
    flow.wait(for: "the rest") {
      flow.screen.replacing(",", with: "").contains("Restored \(5_997 - written) changes.")
    }
    try flow.expect(atEnd: "SELECT count(*) FROM book WHERE author = 'Anon'", ["5997"])
    #expect(try scratch.store().recovery.findAbandoned() == nil)
  }

  @Test("of very much that a dead session has left a part is read at a time, and every line can be come to")
  func show() throws {
    try scratch.store().set("Anon", at: 2, ofEach: try scratch.insertMany())
    flow.expect("5,997 unsaved changes from ")
    flow.press("s").expect("Author of “Title 6000”: Nobody → Anon")
    flow.press(Array(repeating: "PgDn", count: 40)).expect("Author of “Title 5200”: Nobody → Anon")
    flow.press("End").expect("Author of “Title 4”: Nobody → Anon")
    flow.press(Array(repeating: "PgUp", count: 40)).expect("Author of “Title 804”: Nobody → Anon")
    flow.press("Home").expect("Author of “Title 6000”: Nobody → Anon")
    flow.press("Esc", "Esc")
    flow.quit()
  }

  @Test("who has left the question can come back to it from the history") func askedAgain() throws {
    try scratch.leaveEdit()
    flow.expect("1 unsaved change from ")
    flow.press("Esc").expect("Not restored. U lists the changes; Enter there asks again.")
    flow.press("U", "Enter").expect("[Restore]")
    flow.press("Enter").expect("Restored 1 change.")
    flow.press("Esc")
    flow.quit()
    try flow.expect(author: "Durante")
  }

  @Test("Esc leaves it for the next time, Discard for ever", arguments: [true, false])
  func leave(_ isDiscarded: Bool) throws {
    try scratch.leaveEdit()
    flow.expect("1 unsaved change from ")
    if isDiscarded {
      flow.press("d").expect("Press Enter for “Discard”.")
      flow.press("Enter").expect("Discarded 1 unsaved change.")
    } else {
      flow.press("Esc")
    }
    flow.quit()
    try flow.expect(author: "Dante Alighieri")
    let found = try scratch.store().recovery.findAbandoned()
    #expect((found == nil) == isDiscarded)
  }

  @Test(
    "each way of leaving writes back and leaves nothing unsaved, even if another program sets the value back",
    arguments: [
      (Event.key(.character("q")), Ending.quit), (.closed, .signal(.hangUp, unwritten: nil)),
    ] + [Signal.terminate, .hangUp, .interrupt].map { (.signal($0), .signal($0, unwritten: nil)) })
  func writtenAtTheEnd(_ event: Event, _ ending: Ending) throws {
    let (store, terminal) = (try scratch.store(), QueuedTerminal(columns: 80, rows: 24))
    try store.set("Durante", at: 2, of: .rowid(3))
    terminal.events = [event]
    let end = Browser(store: store, terminal: terminal).run()
    #expect(end == ending)
    // As a death at this moment would leave it.
    let state = scratch.folder.appending(path: "after").path
    try FileManager.default.copyItem(atPath: scratch.logFolder, toPath: state)
    for name in try FileManager.default.contentsOfDirectory(atPath: state) where name.hasSuffix("-shm") {
      try FileManager.default.removeItem(atPath: state + "/" + name)
    }
    try flow.expect(author: "Durante")
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Dante Alighieri' WHERE pk = 3")
    let later = try BookStore(
      path: scratch.path, options: StoreOptions(editLog: EditLogOptions(folder: state)))
    #expect(try later.recovery.findAbandoned() == nil)
    #expect(try later.history.changes(limit: 9).map(\.state) == [.written])
    withExtendedLifetime(store) {}
  }

  @Test("an edit log that is removed is said to be, and a new one has what is not written")
  func removedLog() throws {
    flow.editAuthor()
    try FileManager.default.removeItem(at: scratch.folder.appending(path: "state"))
    flow.press("End", "Enter", "Enter", "End", "Enter").retype("Dante").expect("The edit log was removed.")
    #expect(FileManager.default.fileExists(atPath: scratch.logFolder))
    flow.end()
    try flow.expect(author: "Dante")
  }

  @Test("a restored field that another program has changed meanwhile is in conflict")
  func restoreConflict() throws {
    try scratch.leaveEdit()
    try OtherProgram(scratch.path).run("UPDATE book SET author = 'Boccaccio' WHERE pk = 3")
    flow.expect("1 unsaved change from ")
    flow.press("Enter").expect("Restored 1 change; 1 is in conflict: press C.", "! The Divine Comedy")
    flow.end()
    try flow.expect(author: "Boccaccio")
  }
}

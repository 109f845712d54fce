import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// What is done where edits cannot be kept.
struct EditLogFailureTests {
  private func expectNoLog(_ store: BookStore, sourceLocation: SourceLocation = #_sourceLocation) {
    if case .unavailable(.cannotOpen) = store.logState { return }
    Issue.record("\(store.logState)", sourceLocation: sourceLocation)
  }

  @Test("Where no log can be made, edits go on and it is said why") func noFolder() throws {
    let scratch = try Scratch()
    try "".write(toFile: scratch.folder + "/state", atomically: true, encoding: .utf8)
    let store = try scratch.loggedStore()
    #expect(store.logState == .ready)
    try store.set("a", at: Book.author, of: 1)
    expectNoLog(store)
    #expect(store.writeBack().isComplete)
    #expect(try store.insert(["Edda"]) == 4)
    try store.delete(4)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["a"])
  }

  @Test("A log that is something else is not used") func notALog() throws {
    let scratch = try Scratch()
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    try file.create()
    try String(repeating: "no database ", count: 1_000).write(
      toFile: file.path, atomically: true, encoding: .utf8)
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, of: 1)
    #expect(store.logState == .unavailable(.notADatabase))
    #expect(store.writeBack().isComplete)
  }

  @Test(
    "What a log has that failed afterwards is offered with the doubt that there may be something newer",
    arguments: [false, true])
  func doubt(_ hasFailed: Bool) throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.loggedStore()
      try store.set("a", at: Book.author, of: 1)
      if hasFailed { try store.journal.opened?.connection.run("PRAGMA max_page_count = 1") }
      try store.set(.blob([UInt8](repeating: 7, count: 100_000)), at: Book.author, of: 2)
      if hasFailed { try store.set("Leo Tolstoy", at: Book.author, of: 1) }
    }
    #expect(try scratch.locks().count == (hasFailed ? 1 : 0))
    let store = try scratch.loggedStore()
    let found = try #require(try store.recovery.findAbandoned())
    #expect(found.count == (hasFailed ? 1 : 2) && found.isDoubtful == hasFailed)
    try store.recovery.discardAbandoned()
    try store.set("b", at: Book.author, of: 3)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.locks().count == 1)
  }

  private func removeState(_ scratch: Scratch) throws {
    let (state, removed) = (scratch.folder + "/state", scratch.folder + "/removed-\(UUID().uuidString)")
    // The log's thread may add a file to a folder that is being emptied, which then stays.
    try FileManager.default.moveItem(atPath: state, toPath: removed)
    try? FileManager.default.removeItem(atPath: removed)
  }

  @Test("A log that is removed is noticed at the next edit, and a new one has all that is not written")
  func removed() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("w", at: Book.author, of: 3)
    #expect(store.writeBack().isComplete)
    try store.set("a", at: Book.author, of: 1)
    try store.set("x", at: Book.title, of: 2)
    try removeState(scratch)
    try store.set("b", at: Book.author, of: 1)
    #expect(store.logState == .ready)
    let other = try scratch.restored(2, in: scratch.logAfterDeath())
    #expect(try other.shelf.snapshot(of: 1).values[Book.author] == "b")
    #expect(try other.shelf.snapshot(of: 2).values[Book.title] == "x")
    #expect(try other.record(1).originals == [FieldValue(index: Book.author, value: "Leo Tolstoy")])
    #expect(try store.undo()?.id == 1)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "a")
    #expect(store.writeBack().isComplete)
    store.journal.opened?.keeper.flush()
    #expect(try scratch.abandonedCount(in: scratch.logAfterDeath()) == 0)
  }

  @Test("Where a log is removed and none can be made, each edit is to be written at once")
  func removedForGood() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    try removeState(scratch)
    try "".write(toFile: scratch.folder + "/state", atomically: true, encoding: .utf8)
    try store.set("b", at: Book.author, of: 2)
    expectNoLog(store)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk < 3") == ["a", "b"])
  }

  @Test("The log that another program has made in the place of a removed one is shared, or left alone")
  func removedAndMadeAgain() throws {
    for goesOn in [true, false] {
      let scratch = try Scratch()
      var store: BookStore? = try scratch.loggedStore()
      try store?.set("a", at: Book.author, of: 1)
      try removeState(scratch)
      let other = try scratch.loggedStore()
      try other.set("o", at: Book.author, of: 2)
      if goesOn { try store?.set("c", at: Book.author, of: 3) }
      store = nil
      #expect(try scratch.abandonedCount(in: scratch.logAfterDeath()) == (goesOn ? 3 : 1))
      try other.set("p", at: Book.title, of: 2)
      #expect(other.logState == .ready)
      #expect(other.writeBack().isComplete)
    }
  }

  @Test(
    "The first edit is logged although the file was moved away or replaced before it",
    arguments: [false, true])
  func movedBefore(isReplaced: Bool) throws {
    let scratch = try Scratch()
    let kept = scratch.path + ".kept"
    do {
      let store = try scratch.loggedStore()
      try FileManager.default.moveItem(atPath: scratch.path, toPath: kept)
      if isReplaced { try FileManager.default.copyItem(atPath: kept, toPath: scratch.path) }
      try store.set("a", at: Book.author, of: 1)
      #expect(store.logState == .ready)
      #expect(store.writeBack().error == .fileReplaced)
    }
    if isReplaced { try FileManager.default.removeItem(atPath: scratch.path) }
    try FileManager.default.moveItem(atPath: kept, toPath: scratch.path)
    _ = try scratch.restored(1)
  }

  @Test("A read-only store logs nothing") func readOnly() throws {
    let scratch = try Scratch()
    let store = try scratch.store(isReadOnly: true, editLog: EditLogOptions(folder: scratch.logFolder))
    #expect(store.logState == .off)
    #expect(try store.undo() == nil)
  }

  @Test(
    "Work on many rows stops where the log fails, and what is set until then is in the log",
    arguments: [40, 54, 60, 70])
  func many(pageCount: Int) throws {
    let store = try Scratch(Scratch.books(3_000)).loggedStore()
    let ids = RecordID.first(3_000)
    try store.set("a", at: Book.author, ofEach: Array(ids[..<10]))
    try store.journal.opened?.connection.run("PRAGMA max_page_count = \(pageCount)")
    #expect(throws: StoreError.full) {
      try store.set(.text(Text(String(repeating: "b", count: 100))), at: Book.author, ofEach: ids)
    }
    #expect(store.logState == .unavailable(.full) && store.unsafeCount == 0)
    #expect(store.counts.dirty < 3_000)
  }

  @Test("An edit that a full log does not take is accepted, and counted until the database has it")
  func full() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    try store.journal.opened?.connection.run("PRAGMA max_page_count = 1")
    try store.set(.blob([UInt8](repeating: 7, count: 100_000)), at: Book.author, of: 2)
    #expect(store.logState == .unavailable(.full))
    #expect(store.unsafeCount == 1 && store.counts.dirty == 2)
    try store.set("b", at: Book.title, of: 2)
    try store.set("c", at: Book.title, of: 3)
    #expect(store.unsafeCount == 3)
    store.editor.revert(3)
    #expect(store.unsafeCount == 2)
    try store.database.connection.run("PRAGMA max_page_count = 2")
    #expect(store.writeBack().error == .full)
    #expect(store.unsafeCount == 2)
    try store.database.connection.run("PRAGMA max_page_count = 1000")
    #expect(store.writeBack().isComplete)
    #expect(store.unsafeCount == 0)
    try store.delete(1)
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["2"])
  }

  @Test("An undo that cannot be logged does nothing, and says why") func undo() throws {
    let store = try Scratch(Scratch.books(2_000)).loggedStore()
    let value = Value.text(Text(String(repeating: "b", count: 500)))
    try store.set(value, at: Book.author, ofEach: RecordID.first(200))
    try store.journal.opened?.connection.run("PRAGMA max_page_count = 1")
    #expect(throws: StoreError.full) { try store.undo() }
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == value)
    #expect(store.logState == .unavailable(.full))
  }
}

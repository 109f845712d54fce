import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// What is kept of edits.
struct EditLogTests {
  @Test(
    "A log is named after its database in letters and digits of ASCII, so that an earlier version's log is found",
    arguments: [
      ("/a/books.sqlite", "books.sqlite"), ("/a b/Bücher №1 – neu.sqlite", "B_cher__1___neu.sqlite"),
      ("/a/u\u{308}x", "u_x"), ("/a/紅樓夢", "___"),
      ("/" + String(repeating: "x", count: 41), String(repeating: "x", count: 40)),
    ])
  func name(_ path: String, _ stem: String) {
    let log = EditLogFile(ofRealPath: path, in: "/logs", identity: nil)
    #expect(log.path.hasPrefix("/logs/\(stem)-") && log.path.hasSuffix(".edits"))
  }

  @Test("Looking makes no log; the first edit makes one for the owner alone") func files() throws {
    let (scratch, store) = try Scratch.logged()
    _ = try store.record(1)
    #expect(try store.undo() == nil)
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(!FileManager.default.fileExists(atPath: scratch.logFolder))
    try store.set("a", at: Book.author, of: 1)
    #expect(store.logState == .ready)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder)
    #expect(names.contains { $0.hasPrefix("books.sqlite-") && $0.hasSuffix(".edits") })
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: scratch.logFolder + "/" + name)
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let folder = try FileManager.default.attributesOfItem(atPath: scratch.logFolder)
    #expect(folder[.posixPermissions] as? Int == 0o700)
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: scratch.folder)) == ["books.sqlite", "state"])
  }

  @Test("An edit is in the log when Save answers, pending until the database has it") func pending() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("Lev Tolstoy", at: Book.author, of: 1)
    let entry = try #require(try store.history.changes(limit: 9).first)
    #expect(entry.kind == .edit && entry.cause == .edit && entry.id == 1 && entry.column == "author")
    #expect(entry.title == "War and Peace" && entry.table == "book")
    #expect(entry.before == "Leo Tolstoy" && entry.after == "Lev Tolstoy")
    #expect(entry.state == .pending && abs(entry.time - Date().timeIntervalSince1970) < 60)
    store.writeBack()
    store.journal.opened?.keeper.flush()
    #expect(try store.history.changes(limit: 9).map(\.state) == [.written])
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Lev Tolstoy"])
  }

  /// Edits a book, and makes the log that has the edit one of another format.
  ///
  /// - Returns: The path of the log.
  @discardableResult
  private func leaveLog(_ scratch: Scratch, ofFormat format: Int, _ edit: Int = 1) throws -> String {
    let store = try scratch.loggedStore()
    try store.set(.integer(Int64(edit)), at: Book.author, of: 1)
    store.writeBack()
    let log = try #require(store.journal.opened)
    try log.connection.run("PRAGMA user_version = \(format)")
    return log.file.path
  }

  @Test("A log of a newer format is left alone, and is not taken for a database of a newer SQLite")
  func newer() throws {
    let scratch = try Scratch()
    try leaveLog(scratch, ofFormat: 99)
    let store = try scratch.loggedStore()
    try store.set("b", at: Book.author, of: 1)
    #expect(store.logState == .unavailable(.newerEditLog))
    #expect(try store.recovery.findAbandoned() == nil)
  }

  @Test(
    "A log of a format that is not read any more gets another name, and a new one is begun",
    arguments: [1, 2])
  func older(count: Int) throws {
    let scratch = try Scratch()
    var paths: [String] = []
    for number in 1...count {
      paths.append(try leaveLog(scratch, ofFormat: 4, number) + (number == 1 ? ".old" : ".old\(number)"))
      let store = try scratch.loggedStore()
      try store.set("b", at: Book.author, of: 1)
      #expect(store.logState == .ready)
      #expect(store.takeLogRenewal() == .setAside(path: paths[number - 1]))
      #expect(store.takeLogRenewal() == nil)
      #expect(try store.undo()?.count == 1)
      #expect(try store.undo() == nil)
    }
    // The second one has what was undone before, too.
    let counts = try paths.flatMap { try OtherProgram($0).rows("SELECT count(*) FROM change") }
    #expect(counts == Array(["1", "3"].prefix(count)))
  }

  @Test("Of several programs that find such a log one sets it aside, and all use the new one")
  func olderForSeveral() throws {
    let scratch = try Scratch()
    for round in 1...10 {
      try leaveLog(scratch, ofFormat: 4, round)
      let (path, options) = (scratch.path, EditLogOptions(folder: scratch.logFolder))
      let found = Mutex<[EditLogState]>([])
      DispatchQueue.concurrentPerform(iterations: 4) { place in
        let store = try? BookStore(
          path: path, options: StoreOptions(busyTimeout: .seconds(9), editLog: options))
        try? store?.set(.integer(Int64(10 * round + place)), at: Book.copyright, of: 2)
        found.withLock { $0.append(store?.logState ?? .off) }
      }
      #expect(found.withLock(\.self) == [.ready, .ready, .ready, .ready])
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder)
      #expect(names.count { $0.contains(".edits.old") && !$0.hasSuffix(".lock") } == round)
      let store = try scratch.loggedStore()
      #expect(try store.history.changes(limit: 99).map(\.after).count == 4)
    }
  }

  @Test("A log of a format that is not read any more is left alone while another program uses it")
  func olderInUse() throws {
    let scratch = try Scratch()
    let holder = try scratch.loggedStore()
    try holder.set("a", at: Book.author, of: 1)
    try holder.journal.opened?.connection.run("PRAGMA user_version = 4")
    do {
      let store = try scratch.loggedStore()
      try store.set("b", at: Book.author, of: 2)
      #expect(store.logState == .unavailable(.olderEditLog))
    }
    #expect(try holder.history.changes(limit: 9).count == 1)
  }

  @Test("The value that is there already is not logged") func unchanged() throws {
    let store = try Scratch().loggedStore()
    try store.set("Leo Tolstoy", at: Book.author, of: 1)
    try store.set("Leo Tolstoy", at: Book.author, ofEach: [1])
    #expect(try store.history.changes(limit: 9).isEmpty)
  }

  @Test("A write-back that leaves some edits out leaves just those pending") func partly() throws {
    let (scratch, store) = try Scratch.logged(
      Scratch.books
        + "CREATE TRIGGER no BEFORE UPDATE ON book WHEN new.pk = 2 BEGIN SELECT RAISE(ABORT, 'not this one'); END"
    )
    for id in 1...3 { try store.set(.text(Text("new \(id)")), at: Book.author, of: .rowid(Int64(id))) }
    try store.set("Peace", at: Book.title, of: 1)
    try scratch.run("UPDATE book SET title = 'theirs' WHERE pk = 1")
    store.writeBack()
    store.journal.opened?.keeper.flush()
    #expect(try store.history.changes(limit: 9).map(\.state) == [.pending, .written, .pending, .written])
    try scratch.run("DROP TRIGGER no")
    try store.conflicts.resolveAll(.mine)
    #expect(store.writeBack().isComplete)
    store.journal.opened?.keeper.flush()
    let states = try store.history.changes(limit: 9).map(\.state)
    #expect(states == [.written, .discarded, .written, .written, .written])
  }

  @Test("Letting one record go marks its edits alone") func oneRecord() throws {
    let store = try Scratch(Scratch.books(3_000)).loggedStore()
    try store.set("all", at: Book.author, ofEach: RecordID.first(3_000))
    store.dehydrate(7)
    store.journal.opened?.keeper.flush()
    let entries = try store.history.changes(limit: 5_000)
    #expect(entries.count == 3_000)
    #expect(Set(entries.map(\.step)).count == 1)
    #expect(entries.filter { $0.state == .written }.map(\.id) == [7])
    store.writeBack()
    store.journal.opened?.keeper.flush()
    #expect(try store.history.changes(limit: 5_000).allSatisfy { $0.state == .written })
  }

  @Test("Inserts and deletions are in the log with their whole rows, and one that is refused is not")
  func rows() throws {
    let scratch = try Scratch()
    try scratch.run(
      "CREATE TRIGGER keep BEFORE DELETE ON book WHEN old.pk = 2 BEGIN SELECT RAISE(ABORT, 'kept'); END")
    let store = try scratch.loggedStore()
    let id = try store.insert(["Edda"])
    try store.delete(1)
    #expect(throws: StoreError.constraint(message: "kept")) { try store.delete(2) }
    let entries = try store.history.changes(limit: 9)
    #expect(entries.map(\.kind) == [.deletion, .insertion])
    #expect(entries.map(\.id) == [1, id])
    #expect(entries.map(\.title) == ["War and Peace", "Edda"])
    #expect(entries.map(\.state) == [.written, .written])
  }

  @Test("A long value is shortened in the history") func longValue() throws {
    let store = try Scratch().loggedStore()
    try store.set(.blob([UInt8](repeating: 7, count: 1_000)), at: Book.author, of: 1)
    try store.set(.text(Text(String(repeating: "é", count: 1_000))), at: Book.author, of: 2)
    let entries = try store.history.changes(limit: 9)
    #expect(entries[1].after == .blob([UInt8](repeating: 7, count: 256)))
    #expect(entries[0].after == .text(Text(String(repeating: "é", count: 256))))
    #expect(try store.history.changes(limit: 1, before: entries[0].number) == [entries[1]])
  }

  @Test("Opening the log once more in one process lets go of no lock that keeps other programs out")
  func locks() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("a", at: Book.author, of: 1)
    _ = try scratch.loggedStore().recovery.findAbandoned()
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    // Only who is alone with a database can take its write-ahead log away.
    let shell = try Command.outcome(of: ["sqlite3", file.path, "PRAGMA journal_mode = DELETE"])
    #expect(shell.status != 0)
    #expect(FileManager.default.fileExists(atPath: file.path + "-wal"))
    #expect(store.logState == .ready)
  }

  @Test("Old changes are dropped, and too many bytes of them, but never one that is not written")
  func retention() throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.loggedStore()
      for round in 1...5 {
        try store.set(.blob([UInt8](repeating: UInt8(round), count: 200_000)), at: Book.author, of: 1)
      }
      store.writeBack()
      try store.set("pending", at: Book.author, of: 2)
      try store.set("later", at: Book.title, of: 2)
      store.dehydrate(1)
    }
    do {
      let store = try scratch.loggedStore(byteCount: 900_000)
      #expect(try store.recovery.findAbandoned()?.count == 2)
      try store.wait { try store.history.changes(limit: 99).count < 7 }
      #expect(try store.history.changes(limit: 99).count > 2)
    }
    let store = try scratch.loggedStore(age: -1)
    #expect(try store.recovery.findAbandoned()?.count == 2)
    try store.wait { try store.history.changes(limit: 99).count == 2 }
    #expect(try store.history.changes(limit: 99).map(\.state) == [.abandoned, .abandoned])
  }

  @Test("What a session logs that began while another's change was in the log, and is out, is not lost")
  func begunMeanwhile() throws {
    let scratch = try Scratch()
    let other = try scratch.loggedStore()
    let row = try #require(try other.loggedRow(2, .deletion))
    let refused = try #require(other.journal.append([row], as: LogPurpose()))
    do {
      let store = try scratch.loggedStore()
      try store.journal.log()?.sessions.begin()
      _ = try other.journal.opened?.remove(refused)
      try store.set("a", at: Book.author, of: 1)
    }
    #expect(try other.recovery.findAbandoned()?.count == 1)
  }

  @Test("Keys of several values, with every storage class in them, are kept") func keys() throws {
    let values: [Value] = [.null, .integer(.min), .real(-0.5), "é", .blob([0, 255]), "", .blob([])]
    for key in [RecordID.Key.columns(values), .columns([]), .rowid(-7)] {
      #expect(PackedKey.key(of: PackedKey.value(of: key)) == key)
    }
    #expect(PackedKey.key(of: .blob([3, 9, 0, 0, 0, 0, 0, 0, 0, 65])) == nil)
    #expect(PackedKey.key(of: "text") == nil)
  }
}

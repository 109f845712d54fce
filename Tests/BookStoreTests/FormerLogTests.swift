import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// The edit log of a database whose file was moved.
struct FormerLogTests {
  private let scratch: Scratch
  private var moved: String { scratch.folder + "/moved.sqlite" }
  private var formerPath: String {
    get throws { try EditLogFile(for: scratch.folder, in: scratch.logFolder).database + "/books.sqlite" }
  }

  init() throws { scratch = try Scratch() }

  private func store(at path: String) throws -> BookStore {
    let log = EditLogOptions(folder: scratch.logFolder, longestAge: 1e9)
    return try BookStore(path: path, options: StoreOptions(busyTimeout: .zero, editLog: log))
  }

  private func leaveEdit() throws { try scratch.loggedStore().set("mine", at: Book.author, of: 1) }

  /// Waits until nobody has the log of the former path open: what a store does in the background ends a little later than it.
  private func waitForEnd() throws {
    let path =
      scratch.logFolder + "/"
      + (try logs().first { $0.hasPrefix("books.sqlite-") && $0.hasSuffix(".edits") } ?? "")
    for _ in 0..<1_000 where FileManager.default.fileExists(atPath: path + "-wal") { usleep(10_000) }
  }

  private func move() throws {
    try waitForEnd()
    try rename()
  }

  private func rename() throws { try FileManager.default.moveItem(atPath: scratch.path, toPath: moved) }

  private func find(_ store: BookStore) throws -> FormerLog? {
    guard let search = store.recovery.startFindingFormerLog() else { return nil }
    while try search.step() {}
    return search.found
  }

  private func logs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder).sorted()
  }

  @Test("It is found by the file's identity, taken over whole, and offered then") func takeOver() throws {
    do {
      let store = try scratch.loggedStore()
      try store.delete(3)
      try store.set("mine", at: Book.author, of: 1)
      try store.set("yours", at: Book.author, of: 1)
      try store.set("mine", at: Book.author, of: 2)
      // The sign of it is the mode of the session's lock.
      store.journal.opened?.sessions.doubt()
    }
    let path = try formerPath
    let old = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    try move()
    let new = try EditLogFile(for: moved, in: scratch.logFolder)
    do {
      let store = try store(at: moved)
      #expect(try store.recovery.findAbandoned() == nil)
      let found = try #require(try find(store))
      #expect(found.database == path && found.unsavedCount == 2)
      try store.recovery.takeOver(found)
      #expect(try logs().allSatisfy { $0.hasPrefix("moved.sqlite-") })
      #expect(try !old.exists && new.exists && scratch.locks().count == 1)
      let abandoned = try #require(try store.recovery.findAbandoned())
      #expect(abandoned.count == 2 && abandoned.isDoubtful)
      #expect(try store.recovery.restore() == Restoration(restoredCount: 2))
      #expect(store.writeBack().isComplete)
      for _ in 0..<4 { #expect(try store.undo() != nil) }
      #expect(store.writeBack().isComplete)
    }
    // Moved once more it is found again, though all is written.
    try FileManager.default.moveItem(atPath: moved, toPath: scratch.path)
    let found = try #require(try find(try scratch.loggedStore()))
    #expect(found.database == new.database && found.unsavedCount == 0)
  }

  @Test("It is found also where another file is at the former path, which begins a log of its own")
  func otherFileThere() throws {
    try leaveEdit()
    try move()
    try scratch.run(
      "CREATE TABLE coffee (id INTEGER PRIMARY KEY, name); INSERT INTO coffee VALUES (1, 'Kona');")
    #expect(try scratch.abandonedCount() == 0)
    try waitForEnd()
    let store = try store(at: moved)
    try store.recovery.takeOver(try #require(try find(store)))
    try scratch.loggedStore().set("Mocha", at: 1, of: 1)
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(try scratch.abandonedCount() == 1)
  }

  /// What keeps a log from being the one of a file that was moved.
  enum Other: CaseIterable {
    case copy, otherCopy, hardLink, living, unrelatedRows, otherOwner, garbage, empty, ownLog, movedLog
  }

  @Test("It is not found where no file was moved, or the log is nobody's to take", arguments: Other.allCases)
  func notFound(_ other: Other) throws {
    if other == .empty {
      _ = try scratch.loggedStore().journal.log()
    } else if other != .living {
      try leaveEdit()
    }
    let living = other == .living ? try scratch.loggedStore() : nil
    try living?.set("mine", at: Book.author, of: 1)
    try prepare(other)
    try withExtendedLifetime(living) {
      let store = try store(at: moved)
      if other == .ownLog { try store.set("x", at: Book.author, of: 2) }
      let before = try logs()
      #expect(try find(store) == nil)
      #expect(try logs() == before)
    }
  }

  private func prepare(_ other: Other) throws {
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    switch other {
    case .copy: try FileManager.default.copyItem(atPath: scratch.path, toPath: moved)
    case .otherCopy:
      try FileManager.default.copyItem(atPath: scratch.path, toPath: moved)
      try OtherProgram(moved).run("UPDATE book SET title = 'Another ' || title")
      try FileManager.default.removeItem(atPath: scratch.path)
    case .hardLink: #expect(link(scratch.path, moved) == 0)
    case .living: try rename()
    case .empty, .ownLog: try move()
    case .unrelatedRows:
      try move()
      // As where the inode of a file that was removed is given to another one.
      try OtherProgram(moved).run("UPDATE book SET title = 'Another ' || title")
    case .otherOwner:
      try move()
      // Only root can give a file away; others make it one that a link leads to.
      if geteuid() == 0 {
        #expect(lchown(file.path, 4_321, 4_321) == 0)
      } else {
        try FileManager.default.moveItem(atPath: file.path, toPath: scratch.folder + "/log")
        try FileManager.default.createSymbolicLink(
          atPath: file.path, withDestinationPath: scratch.folder + "/log")
      }
    case .garbage:
      try move()
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) }
      try Data("no log".utf8).write(to: URL(fileURLWithPath: file.path))
    case .movedLog:
      try move()
      for end in ["", "-wal", "-shm"] {
        try? FileManager.default.moveItem(
          atPath: file.path + end, toPath: scratch.logFolder + "/copy.edits" + end)
      }
    }
  }

  @Test("It is found by the content of a file that was moved to another disk, under whatever name")
  func otherDisk() throws {
    try leaveEdit()
    try waitForEnd()
    // A copy beside the original has another inode, as on another disk.
    try FileManager.default.copyItem(atPath: scratch.path, toPath: moved)
    #expect(try find(try store(at: moved)) == nil)
    try FileManager.default.removeItem(atPath: scratch.path)
    let store = try store(at: moved)
    try store.recovery.takeOver(try #require(try find(store)))
    #expect(try store.recovery.findAbandoned()?.count == 1)
    #expect(try store.recovery.restore().restoredCount == 1)
    #expect(store.writeBack().isComplete)
    #expect(try OtherProgram(moved).rows("SELECT author FROM book WHERE pk = 1") == ["mine"])
  }

  @Test("It is not put over a log that has come into being meanwhile") func meanwhile() throws {
    try leaveEdit()
    try move()
    let store = try store(at: moved)
    let found = try #require(try find(store))
    try store.set("x", at: Book.author, of: 2)
    let file = try EditLogFile(for: moved, in: scratch.logFolder)
    #expect(throws: StoreError.alreadyExists(path: file.path)) { try store.recovery.takeOver(found) }
    #expect(try store.history.changes(limit: 9).map(\.id) == [2])
    #expect(FileManager.default.fileExists(atPath: found.file.path))
  }

  @Test("It stays where it is while another program has it open") func inUse() throws {
    try leaveEdit()
    try move()
    let store = try store(at: moved)
    let found = try #require(try find(store))
    do {
      let other = try LogSchema.connect(to: found.file.path)
      _ = try other.statement("SELECT 1 FROM change").firstRow(binding: []) { _ in true }
      #expect(throws: StoreError.busy) { try store.recovery.takeOver(found) }
    }
    try waitForEnd()
    #expect(try logs().contains { $0.hasPrefix("books.sqlite-") && $0.hasSuffix(".edits") })
    try store.recovery.takeOver(found)
    #expect(try store.recovery.findAbandoned()?.count == 1)
  }

  @Test("Not taken over it stays as it is, and is found the next time, also one of the fifth format")
  func again() throws {
    try leaveEdit()
    let file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
    try move()
    do { try LogSchema.connect(to: file.path).makeLogOfFifthFormat() }
    // A log of an older format is carried over by the look for it.
    for _ in 0..<2 { #expect(try find(try store(at: moved))?.unsavedCount == 1) }
    try FileManager.default.moveItem(atPath: moved, toPath: scratch.path)
    #expect(try scratch.abandonedCount() == 1)
  }
}

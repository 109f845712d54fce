import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Databases that would reach outside, and those of which nothing may be written.
struct DefenceTests {
  @Test("A trigger with a function that reaches outside keeps its table from being edited, and is named")
  func trigger() throws {
    let (scratch, store) = try Scratch.opened(
      Scratch.books
        + "CREATE TRIGGER evil BEFORE UPDATE ON book BEGIN SELECT load_extension('/tmp/evil'); END")
    #expect(
      throws: StoreError.cannotChange(
        table: "book", .trigger(name: "evil", detail: "not authorized to use function: load_extension"))
    ) { try store.set("new", at: Book.author, of: 1) }
    #expect(store.shelf.state(of: 1) != .dirty)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["Leo Tolstoy"])
  }

  @Test("No connection attaches a file, maps one or writes to the schema") func limits() throws {
    let scratch = try Scratch()
    let connection = try Connection(path: scratch.path, options: ConnectionOptions())
    for sql in [
      "ATTACH '\(scratch.folder)/other' AS other", "SELECT load_extension('/tmp/evil')",
      "UPDATE sqlite_schema SET sql = ''",
    ] {
      #expect(throws: StoreError.self) {
        try connection.run("PRAGMA writable_schema = ON"); try connection.run(sql)
      }
    }
    func value(_ pragma: String) throws -> Value? {
      try connection.uncachedStatement("PRAGMA \(pragma)").firstRow(binding: []) { $0.value(at: 0) }
    }
    #expect(try value("foreign_keys") == 1)
    #expect(try value("trusted_schema") == 1)
    #expect(try value("cell_size_check") == 1)
    #expect(try value("mmap_size") ?? 0 == 0)
  }

  @Test("A database that is only read gets no file and no changed byte", arguments: ["delete", "wal"])
  func readOnly(mode: String) throws {
    let scratch = try Scratch(mode: mode)
    let before = try scratch.bytes()
    let store = try scratch.store(isReadOnly: true)
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Leo Tolstoy")
    try store.arranged(by: ListOrder(field: Book.author))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["books.sqlite"])
    #expect(try scratch.bytes() == before)
  }

  @Test("What another program has in its log is read, and its files stay as they are")
  func foreignLog() throws {
    let scratch = try Scratch(mode: "wal")
    // Of a copy, for connections of one process share what they know of the log.
    let copy = scratch.folder + "/copy.sqlite"
    try StockDatabase(scratch.path).use { other in
      try other.run("UPDATE book SET author = 'Tolstoi' WHERE pk = 1")
      for end in ["", "-wal", "-shm"] {
        try FileManager.default.copyItem(atPath: scratch.path + end, toPath: copy + end)
      }
    }
    func files() throws -> [Data] {
      try ["", "-wal", "-shm"].map { try Data(contentsOf: URL(fileURLWithPath: copy + $0)) }
    }
    let before = try files()
    let store = try BookStore(path: copy, options: StoreOptions(isReadOnly: true))
    #expect(try store.shelf.snapshot(of: 1).values[Book.author] == "Tolstoi")
    #expect(try files() == before)
  }

  @Test("A log that was left behind is not taken in by who only reads, and the error says so")
  func leftLog() throws {
    let scratch = try Scratch(mode: "wal")
    let copy = scratch.folder + "/copy?100%#.sqlite"
    try StockDatabase(scratch.path).use { other in
      try other.run("UPDATE book SET author = 'Tolstoi' WHERE pk = 1")
      try FileManager.default.copyItem(atPath: scratch.path, toPath: copy)
      try FileManager.default.copyItem(atPath: scratch.path + "-wal", toPath: copy + "-wal")
    }
    #expect(throws: StoreError.unfinishedWrite) {
      try BookStore(path: copy, options: StoreOptions(isReadOnly: true))
    }
    #expect(try BookStore(path: copy).shelf.snapshot(of: 1).values[Book.author] == "Tolstoi")
    // The last store that is closed takes the log in; now there is nothing to be mended.
    let reader = try BookStore(path: copy, options: StoreOptions(isReadOnly: true))
    #expect(try reader.shelf.snapshot(of: 1).values[Book.author] == "Tolstoi")
  }

  @Test(
    "What lies beside a file that was cut off to nothing stays there", arguments: [0, 1, 511],
    ["-wal", "-journal"])
  func besideNothing(byteCount: Int, end: String) throws {
    let scratch = try Scratch()
    let content = try scratch.bytes().prefix(byteCount)
    try content.write(to: URL(fileURLWithPath: scratch.path))
    let log = Data(repeating: 7, count: 100)
    try log.write(to: URL(fileURLWithPath: scratch.path + end))
    for isReadOnly in [true, false] {
      #expect(throws: StoreError.notADatabase) { try scratch.store(isReadOnly: isReadOnly) }
      #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.path + end)) == log)
      #expect(try scratch.bytes() == content)
    }
  }

  @Test("A rollback journal that was left is rolled back by who may write, and only said by who may not")
  func hotJournal() throws {
    let scratch = try Scratch(Scratch.books(2_000))
    let copy = scratch.folder + "/copy.sqlite"
    try StockDatabase(scratch.path).use { other in
      // A small cache makes SQLite write to the file before the end of the transaction.
      try other.run("PRAGMA cache_size = 1; BEGIN; UPDATE book SET author = 'lost'")
      try FileManager.default.copyItem(atPath: scratch.path, toPath: copy)
      try FileManager.default.copyItem(atPath: scratch.path + "-journal", toPath: copy + "-journal")
      try other.run("ROLLBACK")
    }
    #expect(throws: StoreError.unfinishedWrite) {
      _ = try BookStore(path: copy, options: StoreOptions(isReadOnly: true)).shelf.snapshot(of: 1)
    }
    #expect(try BookStore(path: copy).shelf.snapshot(of: 1).values[Book.author] == "Author 1")
  }

  @Test("A file that was removed or replaced underneath takes no write, says so, and the edit stays")
  func replaced() throws {
    let (scratch, store) = try Scratch.opened()
    try store.set("new", at: Book.author, of: 1)
    let kept = scratch.folder + "/kept.sqlite"
    try FileManager.default.moveItem(atPath: scratch.path, toPath: kept)
    #expect(store.isFileReplaced)
    #expect(store.writeBack().error == .fileReplaced)
    #expect(store.shelf.state(of: 1) == .dirty)
    try FileManager.default.moveItem(atPath: kept, toPath: scratch.path)
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT author FROM book WHERE pk = 1") == ["new"])
  }

  enum Replacement: String, CaseIterable {
    case moved, deleted, replaced, restored, withoutLog

    func happen(to scratch: Scratch, other: String) throws {
      let (files, path) = (FileManager.default, scratch.path)
      switch self {
      case .moved: try files.moveItem(atPath: path, toPath: path + ".moved")
      case .deleted: try files.removeItem(atPath: path)
      case .replaced:
        try files.removeItem(atPath: path)
        try files.moveItem(atPath: other, toPath: path)
      case .restored:
        // As cp does: the file stays, and what is in it is of before.
        let data = try Data(contentsOf: URL(fileURLWithPath: other))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: data)
        try file.close()
      case .withoutLog:
        for suffix in ["", "-wal", "-shm"] { try files.removeItem(atPath: path + suffix) }
        try files.moveItem(atPath: other, toPath: path)
      }
    }
  }

  @Test(
    "Nothing is written to a WAL database that was replaced, nor to the one in its place; the edits stay",
    arguments: Replacement.allCases, [false, true])
  func replacedInWALMode(_ replacement: Replacement, inBackground: Bool) throws {
    for (hasWritten, isLinked) in [(true, false), (false, false), (true, true), (false, true)] {
      try replace(replacement, inBackground, hasWritten: hasWritten, isLinked: isLinked)
    }
  }

  @Test(
    "What was open is written to a copy with all edits, wherever the file is by now",
    arguments: [Replacement.moved, .deleted, .replaced], ["WAL", "DELETE"])
  func rescue(_ replacement: Replacement, mode: String) throws {
    let scratch = try Scratch(Scratch.books(5))
    let other = scratch.folder + "/other.sqlite"
    try FileManager.default.copyItem(atPath: scratch.path, toPath: other)
    _ = try scratch.setJournalMode(mode)
    let store = try scratch.loggedStore()
    try store.set("written", at: Book.author, of: 1)
    #expect(store.writeBack().isComplete)
    try store.set("unwritten", at: Book.author, of: 2)
    try store.set(.text("renamed"), at: Book.title, of: 3)
    try replacement.happen(to: scratch, other: other)
    let path = scratch.folder + "/rescued.sqlite"
    try store.rescue(to: path)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
    let copy = try BookStore(path: path)
    #expect(try copy.shelf.snapshot(of: 1).values[Book.author] == "written")
    #expect(try copy.shelf.snapshot(of: 2).values[Book.author] == "unwritten")
    #expect(try copy.shelf.snapshot(of: 3).values[Book.title] == "renamed")
    #expect(try copy.listing.resolveCount() == 5)
    #expect(store.counts.dirty == 2)
    #expect(throws: StoreError.alreadyExists(path: path)) { try store.rescue(to: path) }
  }

  private func replace(
    _ replacement: Replacement, _ inBackground: Bool, hasWritten: Bool, isLinked: Bool
  ) throws {
    let scratch = try Scratch(Scratch.books(1_200))
    let other = scratch.folder + "/other.sqlite"
    try FileManager.default.copyItem(atPath: scratch.path, toPath: other)
    _ = try scratch.setJournalMode("WAL")
    try scratch.run("UPDATE book SET copyright = 1")
    try scratch.run("UPDATE book SET copyright = 2")
    do {
      let link = scratch.folder + "/link.sqlite"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: scratch.path)
      let log = EditLogOptions(folder: scratch.logFolder)
      let store = try BookStore(path: isLinked ? link : scratch.path, options: StoreOptions(editLog: log))
      if hasWritten {
        try store.set("written", at: Book.author, of: 1)
        #expect(store.writeBack().isComplete)
      }
      try store.set("lost?", at: Book.author, ofEach: RecordID.first(inBackground ? 1_100 : 2))
      try replacement.happen(to: scratch, other: other)
      #expect(store.isFileReplaced)
      if inBackground {
        store.writer.startDehydratingAll()
        store.writer.finishWriteBack()
        #expect(store.writer.takeWriteBack()?.dehydration.writeBack.error == .fileReplaced)
      } else {
        #expect(store.writeBack().error == .fileReplaced)
      }
      #expect(throws: StoreError.fileReplaced) { try store.delete(3) }
      #expect(throws: StoreError.fileReplaced) { try store.insert(["new", nil, nil]) }
      #expect(store.counts.dirty == (inBackground ? 1_100 : 2))
      #expect(try store.history.steps(limit: 1).map(\.main.state) == [.pending])
    }
    // Nor when it is closed.
    guard [.replaced, .restored, .withoutLog].contains(replacement) else { return }
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: scratch.path + suffix) }
    #expect(try scratch.rows("SELECT count(*) FROM book WHERE author NOT LIKE 'Author %'") == ["0"])
    #expect(try scratch.rows("SELECT count(*) FROM book") == ["1200"])
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
  }

  private static func put(_ file: String, at path: String, after time: Duration = .zero) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {}
    link(file, path + ".new")
    rename(path + ".new", path)
  }

  @Test("A thread's connection is to the store's file, at whatever moment another one takes its place")
  func replacedWhileOpening() throws {
    let (scratch, other) = (try Scratch(), try Scratch())
    try other.run("UPDATE book SET author = 'other'")
    var options = ConnectionOptions()
    options.identity = FileIdentity(scratch.path)
    let (path, otherPath) = (scratch.folder + "/either.sqlite", other.path)
    let replaced = DispatchSemaphore(value: 0)
    for number in 0..<4_000 {
      Self.put(scratch.path, at: path)
      DispatchQueue.global().async {
        Self.put(otherPath, at: path, after: .microseconds(number % 100))
        replaced.signal()
      }
      defer { replaced.wait() }
      guard let connection = try? Connection(path: path, options: options) else { continue }
      let count = try connection.uncachedStatement("SELECT count(*) FROM book WHERE author = 'other'")
        .firstRow(binding: []) { $0.integer(at: 0) }
      try #require(count == 0)
    }
  }
}

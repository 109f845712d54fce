import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog
@testable import SQLite

/// Values that go into files, and files that become values.
struct FileTransferTests {
  private static let possessions = """
    CREATE TABLE possessions (id INTEGER PRIMARY KEY, name TEXT, description TEXT, photo BLOB);
    INSERT INTO possessions VALUES (1, 'Lamp', CAST(x'61FF00' AS TEXT), randomblob(3000001)), (2, 'Key', NULL, x'01');
    """

  private func end(_ store: BookStore) throws -> TransferNews {
    var end: TransferNews?
    try store.wait {
      guard let news = store.files.takeTransfer() else { return false }
      if case .progress = news { return false }
      end = news
      return true
    }
    #expect(!store.files.isTransferring)
    return try #require(end)
  }

  private func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func names(_ scratch: Scratch) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder).filter {
      !$0.hasPrefix("books.sqlite")
    }
  }

  @Test("A large value is written as it is, and the record does not hold it for that") func export() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    _ = try store.record(1)
    let before = store.counts.byteCount
    try store.files.startExport(2, of: 1, to: Text(scratch.folder + "/lamp.png"))
    #expect(try end(store) == .exported(path: Text(scratch.folder + "/lamp.png"), byteCount: 3_000_001))
    let written = try bytes(scratch.folder + "/lamp.png")
    #expect(store.counts.byteCount == before)
    #expect(try .blob(written) == store.shelf.read(2, of: 1))
    #expect(try names(scratch) == ["lamp.png"])
    let mask = umask(0)
    umask(mask)
    let mode = try FileManager.default.attributesOfItem(atPath: scratch.folder + "/lamp.png")[
      .posixPermissions]
    #expect(mode as? Int == 0o666 & ~Int(mask))
  }

  @Test("What is shown is written: an edit, bytes that are no text, nothing for NULL; a file is replaced")
  func exportOfSmallValues() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    let path = scratch.folder + "/file"
    try store.set("Lantern", at: 0, of: 1)
    for (field, id, expected) in [
      (0, 1, Array("Lantern".utf8)), (1, 1, [0x61, 0xFF, 0]), (1, 2, []), (2, 2, [1]),
    ] {
      try store.files.startExport(field, of: .rowid(Int64(id)), to: Text(path))
      #expect(try end(store) == .exported(path: Text(path), byteCount: expected.count))
      #expect(try bytes(path) == expected)
    }
    #expect(try names(scratch) == ["file"])
  }

  @Test("What cannot be written says why and leaves nothing behind") func failures() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    func failure(_ path: String, _ id: RecordID = 1) throws -> TransferNews {
      try store.files.startExport(2, of: id, to: Text(path))
      return try end(store)
    }
    let missing = scratch.folder + "/no/file"
    #expect(try failure(missing) == .failed(.cannotOpen(path: missing, reason: .folderMissing)))
    #expect(try failure(scratch.folder) == .failed(.cannotOpen(path: scratch.folder, reason: .directory)))
    #expect(mkfifo(scratch.folder + "/pipe", 0o600) == 0)
    let pipe = scratch.folder + "/pipe"
    #expect(try failure(pipe) == .failed(.cannotOpen(path: pipe, reason: .unreadPipe)))
    unlink(pipe)
    #expect(try failure(scratch.folder + "/file", 9) == .failed(.rowGone))
    if access("/dev/full", F_OK) == 0, access("/proc/self", W_OK) != 0 {
      let refused = "/proc/file"
      guard case .failed(.cannotOpen(refused, _)) = try failure(refused) else {
        Issue.record("a file was made in /proc")
        return
      }
    }
    #expect(try names(scratch).isEmpty)
  }

  @Test("The open database, what SQLite keeps beside it and the edit log are neither read nor replaced")
  func own() throws {
    let (scratch, store) = try Scratch.logged(Self.possessions, mode: "wal")
    try store.set("Lantern", at: 0, of: 1)
    let log = try EditLogFile(for: scratch.path, in: scratch.logFolder).path
    func inode(_ path: String) -> UInt64? {
      var status = stat()
      return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }
    let (hard, soft, hardLog) = (scratch.folder + "/hard", scratch.folder + "/soft", scratch.folder + "/log")
    #expect(link(scratch.path, hard) == 0 && symlink(scratch.path, soft) == 0 && link(log, hardLog) == 0)
    let paths =
      ["", "-wal", "-shm", "-journal"].flatMap { [scratch.path + $0, log + $0] }
      + [scratch.folder + "/state/../books.sqlite", hard, soft, hardLog, log + "-abc.lock"]
    let before = paths.map(inode)
    for path in paths {
      #expect(throws: StoreError.self, "\(path)") { try store.files.byteCount(ofFile: Text(path)) }
      #expect(throws: StoreError.self, "\(path)") { try store.files.startExport(2, of: 2, to: Text(path)) }
      store.files.cancelTransfer(waiting: true)
      store.files.startImport(of: Text(path))
      guard case .failed(.cannotOpen) = try end(store) else {
        Issue.record("\(path) was read")
        continue
      }
    }
    #expect(paths.map(inode) == before)
    try store.files.startExport(2, of: 2, to: Text(scratch.folder + "/books.sqlite-other"))
    #expect(try end(store) == .exported(path: Text(scratch.folder + "/books.sqlite-other"), byteCount: 1))
    #expect(store.writeBack().isComplete)
    #expect(try scratch.rows("SELECT name FROM possessions") == ["Lantern", "Key"])
  }

  @Test("A cancelled transfer says nothing more, and leaves no file") func cancelled() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    try store.files.startExport(2, of: 1, to: Text(scratch.folder + "/one"))
    store.files.cancelTransfer()
    #expect(!store.files.isTransferring)
    try store.files.startExport(2, of: 2, to: Text(scratch.folder + "/two"))
    #expect(try end(store) == .exported(path: Text(scratch.folder + "/two"), byteCount: 1))
    #expect(try names(scratch).filter { $0 != "one" } == ["two"])
    try store.files.startExport(2, of: 1, to: Text(scratch.folder + "/three"))
    store.files.cancelTransfer(waiting: true)
    #expect(try names(scratch).allSatisfy { !$0.hasPrefix(".") })
    #expect(store.files.takeTransfer() == nil)
  }

  @Test("A file becomes a blob or a text") func imported() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    let path = scratch.folder + "/file"
    let content = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
    try Data(content).write(to: URL(fileURLWithPath: path))
    #expect(try store.files.byteCount(ofFile: Text(path)) == content.count)
    store.files.startImport(of: Text(path))
    #expect(try end(store) == .imported(path: Text(path), .blob(content)))
    store.files.startImport(of: Text(path), asText: true)
    #expect(try end(store) == .imported(path: Text(path), .text(Text(bytes: content))))
    try Data().write(to: URL(fileURLWithPath: path))
    store.files.startImport(of: Text(path))
    #expect(try end(store) == .imported(path: Text(path), .blob([])))
  }

  @Test("A file that cannot be read, or is larger than SQLite holds, says so before it is read")
  func importFailures() throws {
    let (scratch, store) = try Scratch.opened(Self.possessions)
    let path = scratch.folder + "/file"
    for (path, reason) in [
      (path, StoreError.OpenFailure.missing), (scratch.folder, .directory), ("/dev/null", .notAFile),
    ] {
      #expect(throws: StoreError.cannotOpen(path: path, reason: reason)) {
        try store.files.byteCount(ofFile: Text(path))
      }
      store.files.startImport(of: Text(path))
      #expect(try end(store) == .failed(.cannotOpen(path: path, reason: reason)))
    }
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 1_000_000_001)
    try file.close()
    let error = StoreError.tooLarge(byteCount: 1_000_000_001, limit: 1_000_000_000)
    #expect(throws: error) { try store.files.byteCount(ofFile: Text(path)) }
    store.files.startImport(of: Text(path))
    #expect(try end(store) == .failed(error))
  }
}

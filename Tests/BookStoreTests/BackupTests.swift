import Foundation
import Records
import TestSupport
import Testing

@testable import BookStore
@testable import SQLite

/// Copies of databases that are in use.
struct BackupTests {
  @Test("The copy holds what the database holds, and is its owner's alone", arguments: ["delete", "wal"])
  func copy(mode: String) throws {
    let scratch = try Scratch(Scratch.books(5_000), mode: mode)
    let to = scratch.folder + "/copy.sqlite"
    var parts: [Double] = []
    try Backup(of: scratch.path).run(to: to) { parts.append($0) }
    #expect(parts.last == 1)
    let sql = "SELECT count(*), sum(pk), max(title), sum(length(author)) FROM book"
    let copied = try StockDatabase(to).read { try $0.rows(sql).first }
    #expect(try copied == StockDatabase(scratch.path).read { try $0.rows(sql).first })
    let attributes = try FileManager.default.attributesOfItem(atPath: to)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.folder).allSatisfy { !$0.hasPrefix(".") })
  }

  @Test("What another program has not committed is not in the copy") func uncommitted() throws {
    let scratch = try Scratch(mode: "wal")
    let to = scratch.folder + "/copy.sqlite"
    try StockDatabase(scratch.path).use { other in
      try other.run("BEGIN IMMEDIATE; UPDATE book SET author = 'nobody'")
      try Backup(of: scratch.path).run(to: to) { _ in }
      try other.run("ROLLBACK")
    }
    let author = try StockDatabase(to).text("SELECT author FROM book WHERE pk = 1")
    #expect(author == "Leo Tolstoy")
  }

  @Test("Nothing is replaced, and a copy that fails leaves nothing") func refused() throws {
    let scratch = try Scratch()
    let to = scratch.folder + "/copy.sqlite"
    try "a letter".write(toFile: to, atomically: true, encoding: .utf8)
    #expect(throws: StoreError.alreadyExists(path: to)) { try Backup(of: scratch.path).run(to: to) { _ in } }
    #expect(try String(contentsOfFile: to, encoding: .utf8) == "a letter")
    let nowhere = scratch.folder + "/nowhere/copy.sqlite"
    #expect(throws: StoreError.cannotOpen(path: nowhere, reason: .folderMissing)) {
      try Backup(of: scratch.path).run(to: nowhere) { _ in }
    }
    // SQLite would take a copy of such a name for a part of the database.
    for end in ["-wal", "-journal", "-shm"] {
      #expect(throws: StoreError.self) { try Backup(of: scratch.path).run(to: scratch.path + end) { _ in } }
    }
    #expect(throws: StoreError.notADatabase) { try Backup(of: to).run(to: to + "2") { _ in } }
    let files = try FileManager.default.contentsOfDirectory(atPath: scratch.folder)
    #expect(Set(files) == ["books.sqlite", "copy.sqlite"])
  }
}

import Foundation
import TestSupport
import Testing

/// Databases that were in write-ahead mode, in a folder that one may not write in: SQLite can make no file beside them.
@Suite(
  "A folder that one may not write in",
  .enabled(if: ReadOnlyFolder.canBeMade, "no folder can be made read-only here"))
struct ReadOnlyFolderTests {
  private let temporary: TemporaryFolder
  private var folder: URL { temporary.url.appending(path: "sealed") }
  private var copy: URL { temporary.url.appending(path: "copy.sqlite") }

  init() throws {
    temporary = try TemporaryFolder()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private var names: [String] { get throws { try ReadOnlyFolder(url: folder).names } }

  /// Makes a database in the folder as a program that is killed leaves it: its second row is in the log only.
  private func leaveLog() throws {
    let open = temporary.url.appending(path: "open.sqlite")
    let parts = ["", "-wal", "-shm"].map { "cp '\(open.path)\($0)' '\(folder.path)/books.sqlite\($0)'" }
    try SQLiteShell.run(
      """
      PRAGMA journal_mode = wal; CREATE TABLE book (pk INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO book VALUES (1, 'Emma');
      PRAGMA wal_checkpoint(TRUNCATE);
      INSERT INTO book VALUES (2, 'Persuasion');
      .shell \(parts.joined(separator: " && "))
      """, on: open)
  }

  @Test("A database that is closed is copied") func closed() throws {
    let books = folder.appending(path: "books.sqlite")
    try SQLiteShell.run(
      "PRAGMA journal_mode = wal; CREATE TABLE book (title); INSERT INTO book VALUES ('Emma')", on: books)
    let outcome = try ReadOnlyFolder(url: folder).run("backup", books.path, copy.path)
    #expect(outcome.status == 0 && outcome.text == "Copied \(books.path) to \(copy.path).\n")
    #expect(try SQLiteShell.run("SELECT title FROM book; PRAGMA integrity_check", on: copy) == "Emma\nok")
    #expect(try names == ["books.sqlite"])
  }

  @Test("What is only in the log is in the copy, too") func log() throws {
    try leaveLog()
    let before = try names
    #expect(before.count == 3)
    let outcome = try ReadOnlyFolder(url: folder).run("backup", folder.path + "/books.sqlite", copy.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try SQLiteShell.run("SELECT title FROM book", on: copy) == "Emma\nPersuasion")
    #expect(try names == before)
  }

  @Test("A log that could be read only by writing is named, and no copy is made without it")
  func logWithoutIndex() throws {
    try leaveLog()
    try FileManager.default.removeItem(at: folder.appending(path: "books.sqlite-shm"))
    let outcome = try ReadOnlyFolder(url: folder).run("backup", folder.path + "/books.sqlite", copy.path)
    #expect(outcome.status == 1 && outcome.errors.contains("A program ended in the middle of a write"))
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(try names == ["books.sqlite", "books.sqlite-wal"])
  }

  @Test("No copy is made in it, and nothing of one is left") func into() throws {
    let books = temporary.url.appending(path: "books.sqlite")
    try SQLiteShell.run("CREATE TABLE book (title)", on: books)
    let outcome = try ReadOnlyFolder(url: folder).run("backup", books.path, folder.path + "/copy.sqlite")
    #expect(outcome.status == 1 && outcome.errors.contains("Cannot open \(folder.path)/copy.sqlite"))
    #expect(try names == [])
  }
}

/// A folder that nobody may write in while the program runs.
struct ReadOnlyFolder {
  let url: URL

  /// Root may write in every folder but one that is mounted to be read only, which is done in a name space of its own.
  private static let mount = [
    "unshare", "-m", "sh", "-c",
    #"mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && ! touch "$0/x" 2>/dev/null && exec "$@""#,
  ]

  /// Whether there is a way to have such a folder.
  static let canBeMade: Bool = {
    guard geteuid() == 0 else { return true }
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? Command.run(mount + [folder.url.path, "true"])) != nil
  }()

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  func run(_ arguments: String...) throws -> Command.Outcome {
    if geteuid() == 0 { return try Command.outcome(of: Self.mount + [url.path, Program.path] + arguments) }
    chmod(url.path, 0o500)
    defer { chmod(url.path, 0o700) }
    return try Program.outcome(of: arguments)
  }
}

import Foundation
import TestSupport
import Testing

@Suite("What cannot be opened is said in a sentence, and left as it is")
struct RefusalTests {
  @Test(
    "A file that is no sound database",
    arguments: [
      "empty", "format-to-come", "header-only", "magic", "page-count-large", "page-size-impossible",
      "page-size-wrong", "random", "schema", "schema-format-to-come", "text", "truncated",
    ])
  func damaged(_ name: String) async throws {
    let terminal = try await TmuxSession()
    let file = terminal.home.appending(path: "books.sqlite")
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "damaged/\(name).sqlite"), to: file)
    let before = try Untouched(file)
    try await terminal.expect(status: 1, of: "\(Program.path) books.sqlite")
    #expect(try Untouched(file) == before)
  }

  @Test(
    "Other things than a database, no terminal, and wrong arguments",
    arguments: [
      ("booklist .", 1), ("booklist /dev/null/books.sqlite", 1),
      ("booklist nowhere/books.sqlite", 1), ("booklist --read-only none.sqlite", 1),
      ("booklist none.sqlite </dev/null", 2), ("booklist none.sqlite | cat; (exit 2)", 2),
      ("TERM=dumb booklist none.sqlite", 2), ("TERM=nonsense booklist none.sqlite", 2),
      ("booklist --wrong", 64), ("booklist --save-on never", 64),
    ])
  func others(_ command: String, _ status: Int32) async throws {
    let terminal = try await TmuxSession()
    let line = command.replacing("booklist ", with: "\(Program.path) ", maxReplacements: 1)
    try await terminal.expect(status: status, of: line)
    #expect(!FileManager.default.fileExists(atPath: terminal.home.appending(path: "none.sqlite").path))
  }

  @Test("A file that is not there is made, with an empty table, and that is said")
  func created() async throws {
    let terminal = try await TmuxSession()
    try terminal.start("\(Program.path) new.sqlite \(Library.undisturbed)")
    try await terminal.waitUntil("it is said") { $0.contains("Made a new library, new.sqlite.") }
    let rows = try SQLiteShell.run(
      "SELECT count(*) FROM book", on: terminal.home.appending(path: "new.sqlite"))
    #expect(rows == "0")
  }

  @Test(
    "The default library is made below XDG_DATA_HOME, else HOME, for its owner alone",
    arguments: ["data", ""])
  func library(_ data: String) async throws {
    let terminal = try await TmuxSession()
    let folder = terminal.home.appending(path: data.isEmpty ? ".local/share/booklist" : "data/booklist")
    try terminal.run(data.isEmpty ? "unset XDG_DATA_HOME" : "export XDG_DATA_HOME=\"$HOME/data\"")
    try terminal.start("\(Program.path) \(Library.undisturbed)")
    try await terminal.waitUntil("the books are there") {
      $0.contains("War and Peace") && $0.contains("3 books")
    }
    let file = folder.appending(path: "books.sqlite")
    #expect(try Untouched.mode(of: folder) == 0o700)
    #expect(try Untouched.mode(of: file) == 0o600)
    #expect(
      try SQLiteShell.run("SELECT count(*), count(status), count(added) FROM book", on: file) == "3|0|0")
    try await terminal.waitUntil("the way on is said") { $0.contains(":import FILE brings yours") }
  }

  @Test("A list is no database, and the way to import it is said")
  func list() async throws {
    let terminal = try await TmuxSession()
    try "title,author\nEmma,Jane Austen\n".write(
      to: terminal.home.appending(path: "mine.csv"), atomically: true, encoding: .utf8)
    try await terminal.expect(status: 1, of: "\(Program.path) mine.csv")
    let said = try String(contentsOf: terminal.home.appending(path: "errors"), encoding: .utf8)
    #expect(said.contains("booklist import mine.csv adds its rows to your library."))
  }
}

/// What must be the same of a file that nobody touched.
private struct Untouched: Equatable {
  let bytes: Data
  let date: Date?
  let names: [String]

  init(_ file: URL) throws {
    bytes = try Data(contentsOf: file)
    date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
    // A journal or a lock beside it counts as well.
    names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
      .filter { $0.hasPrefix(file.lastPathComponent) }.sorted()
  }

  static func mode(of file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }
}

extension TmuxSession {
  /// Runs a command that ends at once, and checks its status, and that it said something on standard error alone.
  fileprivate func expect(status: Int32, of command: String) async throws {
    let script = "{ \(command); } 2>errors; echo $? >status\n"
    try script.write(to: home.appending(path: "command"), atomically: true, encoding: .utf8)
    try run("sh ./command")
    var found: String?
    try await waitUntil("the status is written") { _ in
      found = try? String(contentsOf: home.appending(path: "status"), encoding: .utf8)
      return found?.hasSuffix("\n") == true
    }
    #expect(found == "\(status)\n")
    let errors = try String(contentsOf: home.appending(path: "errors"), encoding: .utf8)
    #expect(errors.hasSuffix("\n") && errors.count > 20)
    if status != 64 {
      #expect(errors.hasPrefix("booklist: ") && errors.split(separator: "\n").count == 1)
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite("What cannot be opened is said in a sentence, and left as it is") struct RefusalTests {
  private let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  /// Opens a file line by line, and expects one sentence, the status 1, and nothing on standard output.
  private func expectRefusal(of path: String, _ options: String = "", says text: String = "booklist: ") throws
  {
    let outcome = try desk.expect("--plain \(path) \(options)", "", says: text, status: 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(
      lines.count == 1 && outcome.errors.hasPrefix("booklist: ") && outcome.errors.count > 20, "\(lines)")
  }

  @Test(
    "A file that is no sound database",
    arguments: [
      "empty", "format-to-come", "header-only", "magic", "page-count-large", "page-size-impossible",
      "page-size-wrong", "random", "schema", "schema-format-to-come", "text", "truncated",
    ])
  func damaged(_ name: String) throws {
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "damaged/\(name).sqlite"), to: desk.library)
    let before = try Untouched(desk.library)
    try expectRefusal(of: desk.library.path)
    #expect(try Untouched(desk.library) == before)
  }

  @Test("Other things than a database, and a list, of which the way to import it is said")
  func others() throws {
    for path in [desk.folder.path, "/dev/null/books.sqlite", "\(desk.folder.path)/nowhere/books.sqlite"] {
      try expectRefusal(of: path)
    }
    try expectRefusal(of: desk.library.path, "--read-only")
    #expect(!FileManager.default.fileExists(atPath: desk.library.path))
    let list = try desk.write("title,author\nEmma,Jane Austen\n", to: "mine.csv")
    try expectRefusal(of: list, says: "booklist import \(list) adds its rows to your library.")
  }

  @Test(
    "A screen without a terminal for keys or for output is refused with what to use instead, and no library is made",
    arguments: [
      (
        "</dev/null",
        "Standard input is not a terminal; booklist reads keys from it and cannot use a file or a pipe. Use --plain, which shows line by line."
      ), ("| cat", "Standard output is not a terminal"),
    ])
  func noTerminal(_ end: String, _ reason: String) async throws {
    let folder = try TemporaryFolder()
    let script = "{ \"$0\" \"$@\"; echo \"status $?\" >&2; } "
    let terminal = try RawTerminal(["none.sqlite"], in: folder, by: script + end)
    try await terminal.waitFor("status 2")
    let said = terminal.sent
    #expect(said.contains("booklist: " + reason) && said.contains("Use --plain"), "\(said)")
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/none.sqlite"))
  }

  @Test("What --title and --kind cannot mean is said with what they can") func options() throws {
    let file = Repository.fixtures.appending(path: "coffee.sqlite").path
    for (option, said) in [
      ("--title nope", "it has CoffeeName, Price"), ("--kind price=money", "kinds are text, long, integer"),
    ] { try expectRefusal(of: file, "--read-only \(option)", says: said) }
  }

  @Test("A file that is not there is made, with an empty table, and that is said") func created() throws {
    let said = try desk.expect("--plain \(desk.library.path)", input: "quit\n").text
    #expect(said.contains("Made a new library, \(desk.library.path)."), "\(said)")
    #expect(try desk.query("SELECT count(*) FROM book") == "0")
  }

  @Test("The default library is made below XDG_DATA_HOME, else HOME, for its owner alone")
  func library() throws {
    for data in ["data", ""] {
      let folder = desk.folder.appending(path: data.isEmpty ? ".local/share/booklist" : "data/booklist")
      var environment = desk.environment
      environment["BOOKLIST_FILE"] = nil
      if !data.isEmpty { environment["XDG_DATA_HOME"] = desk.folder.path + "/data" }
      let outcome = try Program.outcome(of: ["--plain"], input: Data("quit\n".utf8), environment: environment)
      #expect(outcome.status == 0 && outcome.text.contains("War and Peace"), "\(outcome)")
      #expect(outcome.text.contains(":import FILE brings yours"), "\(outcome.text)")
      let file = folder.appending(path: "books.sqlite")
      #expect(try Untouched.mode(of: folder) == 0o700 && Untouched.mode(of: file) == 0o600)
      #expect(
        try SQLiteShell.run("SELECT count(*), count(status), count(added) FROM book", on: file) == "3|0|0")
    }
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
    names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).filter
    { $0.hasPrefix(file.lastPathComponent) }.sorted()
  }

  static func mode(of file: URL) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
  }
}

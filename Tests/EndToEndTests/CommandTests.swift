import Foundation
import TestSupport
import Testing

@Suite("Commands that need no screen") struct CommandTests {
  private static let books = Repository.fixtures.appending(path: "books.sqlite").path
  private static let damaged = Repository.fixtures.appending(path: "damaged/truncated.sqlite").path

  private let desk: CommandDesk

  init() throws { desk = try CommandDesk() }

  @Test("check says whether a database is sound, in words and by its exit status") func check() throws {
    try desk.expect("check \(Self.books)", "\(Self.books) is sound.\n")
    try desk.expect("check \(Self.damaged)", says: "is damaged", status: 1)
    try desk.expect(
      "check nowhere.sqlite", "", says: "booklist: Cannot open nowhere.sqlite: there is no such file.\n",
      status: 1)
    try desk.expect("check", status: 64)
  }

  @Test("backup makes a copy once, and replaces nothing") func backup() throws {
    let copy = desk.folder.appending(path: "copy.sqlite")
    try desk.expect("backup \(Self.books) \(copy.path)", "Copied \(Self.books) to \(copy.path).\n")
    #expect(try SQLiteShell.run("SELECT author FROM book WHERE pk = 1", on: copy) == "Leo Tolstoy")
    let before = try Data(contentsOf: copy)
    try desk.expect(
      "backup \(Self.books) \(copy.path)", says: "already exists and was left as it is.", status: 1)
    #expect(try Data(contentsOf: copy) == before)
  }

  @Test("A backup that is interrupted leaves nothing", arguments: [SIGINT, SIGTERM]) func interrupted(
    _ number: Int32
  ) throws {
    try desk.sql("CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(400000000))")
    let folder = desk.folder.appending(path: "copies")
    // The signal comes as soon as there is something of the copy; to look takes the shell no other program.
    let script = """
      cd "$HOME"; rm -rf copies; mkdir copies
      (while :; do for file in copies/* copies/.[!.]*; do [ ! -e "$file" ] || break 2; done; done; kill -\(number) $$) &
      exec "$0" backup library.sqlite copies/copy.sqlite
      """
    // On a machine that is busy the copy may be whole before the signal is there.
    for _ in 0..<10 {
      let status = try Command.outcome(of: ["sh", "-c", script, Program.path], environment: desk.environment)
        .status
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(files == (status == 0 ? ["copy.sqlite"] : []))
      if status == 128 + number { return }
      #expect(status == 0)
    }
    Issue.record("No copy was interrupted.")
  }

  @Test("No database is made under a name that SQLite has for the files beside another")
  func companion() throws {
    for end in ["-wal", "-shm", "-journal"] {
      try desk.expect(
        "backup \(Self.books) \(desk.folder.path)/copy.sqlite\(end)",
        says: "SQLite keeps its own files under names that end in \(end)", status: 1)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path).isEmpty)
  }

  @Test("new makes a library from a template once, and replaces nothing") func new() throws {
    let path = desk.library.path
    try desk.expect("new \(path) --template contacts", "Made \(path). To open it: booklist \(path)\n")
    #expect(try desk.query("SELECT name FROM sqlite_schema WHERE type = 'table'") == "contacts")
    let before = try Data(contentsOf: desk.library)
    try desk.expect("new \(path)", says: "already exists and was left as it is.", status: 1)
    #expect(try Data(contentsOf: desk.library) == before)
  }

  @Test("new takes reading unless it is told otherwise, and knows which templates there are")
  func templates() throws {
    try desk.expect("new \(desk.library.path)")
    #expect(
      try desk.query(
        "SELECT group_concat(name) FROM (SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1)")
        == "book,book_shelf,loan,progress,quote,reading,shelf,source")
    let listed = try desk.expect("new --list-templates").text
    #expect(listed.contains("coffees      Coffees and their prices.\n"))
    #expect(listed.split(separator: "\n").count == 5)
    try desk.expect("new", status: 64)
    try desk.expect("new \(desk.library.path)2 --template nothing", status: 64)
    #expect(!FileManager.default.fileExists(atPath: desk.library.path + "2"))
  }

  @Test("export writes rows to standard output, or a file once, and replaces one only by force")
  func exporting() throws {
    let output = desk.folder.appending(path: "mine.csv")
    let printed = try desk.expect("export tolstoy --file \(Self.books)").text
    #expect(printed.hasPrefix("title,copyright,author\nWar and Peace,"))
    #expect(printed.split(separator: "\n").count == 2)
    let line = "export --file \(Self.books) -o \(output.path) --sort author:desc"
    try desk.expect(line)
    #expect(try String(contentsOf: output, encoding: .utf8).split(separator: "\n")[1].hasPrefix("War"))
    try desk.expect(line, status: 1)
    try desk.expect(line + " --force")
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.folder.path) == ["mine.csv"])
    try desk.expect("export nofield: --file \(Self.books) --sort nothing", status: 64)
    try desk.expect("export --file \(desk.folder.path)/nowhere.sqlite", status: 66)
    #expect(
      try desk.expect("export --file \(Self.books) --format goodreads").text.contains("Exclusive Shelf"))
  }

  @Test("help tells of every command") func help() throws {
    #expect(try desk.expect("--help").text.hasPrefix("OVERVIEW: Browse and edit"))
    for command in try CommandDescription.ofProgram().subcommands.map(\.commandName) {
      #expect(try desk.expect("help \(command)").text.contains("USAGE: booklist \(command)"), "\(command)")
    }
    #expect(try desk.expect("--generate-completion-script zsh").text.contains("#compdef"))
  }
}

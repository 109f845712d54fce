import Foundation
import TestSupport
import Testing

@Suite("Commands that need no screen")
struct CommandTests {
  private static let books = Repository.fixtures.appending(path: "books.sqlite").path
  private static let damaged = Repository.fixtures.appending(path: "damaged/truncated.sqlite").path

  /// What a run of the program said, and what it ended with.
  private struct Run {
    var output: String
    var status: Int32 = 0

    init(_ arguments: String...) throws { try self.init(arguments) }

    init(_ arguments: [String]) throws {
      do {
        output = try Program.run(arguments)
      } catch Command.Failure.failed(_, let status, let output) {
        (self.output, self.status) = (output, status)
      }
    }
  }

  @Test("check says whether a database is sound, in words and by its exit status")
  func check() throws {
    let sound = try Run("check", Self.books)
    #expect(sound.output == "\(Self.books) is sound.\n")
    #expect(sound.status == 0)
    let damaged = try Run("check", Self.damaged)
    #expect(damaged.output.contains("is damaged"))
    #expect(damaged.status == 1)
    let missing = try Run("check", "nowhere.sqlite")
    #expect(missing.output == "booklist: Cannot open nowhere.sqlite: there is no such file.\n")
    #expect(missing.status == 1)
    #expect(try Run("check").status == 64)
  }

  @Test("backup makes a copy once, and replaces nothing")
  func backup() throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: "copy.sqlite")
    let made = try Run("backup", Self.books, copy.path)
    #expect(made.output == "Copied \(Self.books) to \(copy.path).\n")
    #expect(made.status == 0)
    #expect(try SQLiteShell.run("SELECT author FROM book WHERE pk = 1", on: copy) == "Leo Tolstoy")
    let before = try Data(contentsOf: copy)
    let refused = try Run("backup", Self.books, copy.path)
    #expect(refused.output.contains("already exists and was left as it is."))
    #expect(refused.status == 1)
    #expect(try Data(contentsOf: copy) == before)
  }

  @Test("A backup that is interrupted leaves nothing", arguments: [SIGINT, SIGTERM])
  func interrupted(_ number: Int32) async throws {
    let terminal = try await TmuxSession()
    let folder = terminal.home.appending(path: "copies")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try SQLiteShell.run(
      "CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(400000000))",
      on: terminal.home.appending(path: "large.sqlite"))
    // On a machine that is busy the copy may be whole before the signal is there.
    for _ in 0..<10 {
      try terminal.start("\(Program.path) backup large.sqlite copies/copy.sqlite")
      try await interruptCopy(to: folder, in: terminal, number)
      let (status, files) = (
        try await terminal.exitStatus(), try FileManager.default.contentsOfDirectory(atPath: folder.path)
      )
      #expect(files == (status == 0 ? ["copy.sqlite"] : []))
      if status == 128 + number { return }
      #expect(status == 0)
      for file in files { try FileManager.default.removeItem(at: folder.appending(path: file)) }
    }
    Issue.record("No copy was interrupted.")
  }

  /// Sends a signal to the program as soon as there is something of the copy.
  private func interruptCopy(to folder: URL, in terminal: TmuxSession, _ number: Int32) async throws {
    let process = try await terminal.processIdentifier()
    // To ask the terminal meanwhile would take as long as the copy.
    let end = ContinuousClock.now + patience
    while try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty, ContinuousClock.now < end
    {
      try await Task.sleep(for: .milliseconds(1))
    }
    kill(process, number)
  }

  @Test(
    "No database is made under a name that SQLite has for the files beside another",
    arguments: ["-wal", "-shm", "-journal"])
  func companion(_ end: String) throws {
    let folder = try TemporaryFolder()
    let copy = folder.url.appending(path: "copy.sqlite" + end)
    let run = try Run("backup", Self.books, copy.path)
    #expect(run.output.contains("SQLite keeps its own files under names that end in \(end)"))
    #expect(run.status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("new makes a library from a template once, and replaces nothing")
  func new() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "mine.sqlite")
    let made = try Run("new", file.path, "--template", "contacts")
    #expect(made.output == "Made \(file.path). To open it: booklist \(file.path)\n")
    #expect(made.status == 0)
    #expect(
      try SQLiteShell.run("SELECT name FROM sqlite_schema WHERE type = 'table'", on: file) == "contacts")
    let before = try Data(contentsOf: file)
    let refused = try Run("new", file.path)
    #expect(refused.output.contains("already exists and was left as it is."))
    #expect(refused.status == 1)
    #expect(try Data(contentsOf: file) == before)
  }

  @Test("new takes reading unless it is told otherwise, and knows which templates there are")
  func templates() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "mine.sqlite")
    #expect(try Run("new", file.path).status == 0)
    #expect(
      try SQLiteShell.run("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name", on: file)
        == "book\nbook_shelf\nloan\nprogress\nquote\nreading\nshelf\nsource")
    let listed = try Run("new", "--list-templates")
    #expect(listed.output.contains("coffees      Coffees and their prices.\n"))
    #expect(listed.output.split(separator: "\n").count == 5)
    #expect(try Run("new").status == 64)
    #expect(try Run("new", file.path + "2", "--template", "nothing").status == 64)
    #expect(!FileManager.default.fileExists(atPath: file.path + "2"))
  }

  @Test("import makes a library of a file, once, and undoes nothing of it the second time")
  func importing() throws {
    let folder = try TemporaryFolder()
    let (source, file) = (folder.url.appending(path: "mine.csv"), folder.url.appending(path: "mine.sqlite"))
    try Data("title,author\nEmma,Jane Austen\n".utf8).write(to: source)
    let arguments = ["import", source.path, "--file", file.path]
    let trial = try Run(arguments + ["--dry-run"])
    #expect(
      trial.output.hasSuffix(
        "1 new · 0 completed · 0 unchanged · 0 unclear · 0 refused (dry run: nothing was changed)\n"))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    for counts in ["1 new · 0 completed · 0 unchanged", "0 new · 0 completed · 1 unchanged"] {
      #expect(try Run(arguments).output.hasSuffix(counts + " · 0 unclear · 0 refused\n"))
    }
    let lines = try Run(arguments + ["--json"])
    #expect(lines.output.contains(#"{"line":2,"outcome":"same","title":"Emma","key":1}"#))
    #expect(try Run("import", "--list-formats").output.contains("goodreads"))
  }

  @Test("import says what is wrong by its exit status, and leaves no file")
  func importingWrongly() throws {
    let folder = try TemporaryFolder()
    let (source, file) = (folder.url.appending(path: "mine.csv"), folder.url.appending(path: "mine.sqlite"))
    #expect(try Run("import", source.path, "--file", file.path).status == 66)
    #expect(try Run("import", folder.path, "--file", file.path).status == 66)
    try Data("title,author\nEmma,\"Jane\n".utf8).write(to: source)
    let broken = try Run("import", source.path, "--file", file.path)
    #expect(broken.output.contains("line 2, column 6: a quote begins here and is never closed."))
    #expect(broken.status == 65)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data("mood,title\nsad,\n\n".utf8).write(to: source)
    let refused = try Run("import", source.path, "--file", file.path)
    #expect(refused.output.contains("line 2: “sad” was refused: none of its cells has anything for a field"))
    #expect(refused.status == 65)
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data("mood,title\nsad,\n,Emma\n,\n".utf8).write(to: source)
    let partly = try Run("import", source.path, "--file", file.path)
    #expect(partly.status == 3)
    #expect(
      partly.output.contains(
        "1 new · 0 completed · 0 unchanged · 0 unclear · 1 refused · 1 blank row left out\n")
    )
    try Data("title,status\nPersuasion,nonsense\n".utf8).write(to: source)
    let unknown = try Run("import", source.path, "--file", file.path, "--json")
    #expect(
      unknown.output.contains("“nonsense” in “status” is not one of to read, reading, read, stopped"))
    #expect(unknown.status == 0)
    try SQLiteShell.run("CREATE UNIQUE INDEX once ON book (location)", on: file)
    try Data("title,location\nA,here\nB,here\n".utf8).write(to: source)
    #expect(try Run("import", source.path, "--file", file.path).status == 1)
    #expect(try Run("import", source.path, "--file", file.path, "--keep-going").status == 3)
    #expect(try Run("import", source.path, "--file", file.path, "--map", "x").status == 64)
    #expect(try Run("import").status == 64)
  }

  @Test("export writes rows to standard output, or a file once, and replaces one only by force")
  func exporting() throws {
    let folder = try TemporaryFolder()
    let output = folder.url.appending(path: "mine.csv")
    let printed = try Run("export", "tolstoy", "--file", Self.books)
    #expect(printed.output.hasPrefix("title,copyright,author\nWar and Peace,"))
    #expect(printed.output.split(separator: "\n").count == 2)
    let arguments = ["export", "--file", Self.books, "-o", output.path, "--sort", "author:desc"]
    #expect(try Run(arguments).status == 0)
    #expect(try String(contentsOf: output, encoding: .utf8).split(separator: "\n")[1].hasPrefix("War"))
    #expect(try Run(arguments).status == 1)
    #expect(try Run(arguments + ["--force"]).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["mine.csv"])
    #expect(try Run("export", "nofield:", "--file", Self.books, "--sort", "nothing").status == 64)
    #expect(try Run("export", "--file", folder.path + "/nowhere.sqlite").status == 66)
    #expect(
      try Run("export", "--file", Self.books, "--format", "goodreads").output.contains("Exclusive Shelf"))
  }

  @Test(
    "help tells of every command",
    arguments: [
      ["help"], ["--help"], ["help", "new"], ["help", "import"], ["help", "export"], ["help", "check"],
      ["help", "backup"], ["help", "demo"],
    ])
  func help(_ arguments: [String]) throws {
    let run = try arguments.count == 1 ? Run(arguments[0]) : Run(arguments[0], arguments[1])
    #expect(run.output.contains("USAGE: booklist"))
    #expect(run.status == 0)
  }
}

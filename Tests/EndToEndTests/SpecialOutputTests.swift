import Foundation
import TestSupport
import Testing

@Suite("Where commands write to") struct SpecialOutputTests {
  private let desk: CommandDesk

  init() throws {
    desk = try CommandDesk()
    try desk.sql("CREATE TABLE t (id INTEGER PRIMARY KEY, name); INSERT INTO t VALUES (1, 'ä')")
  }

  /// A command that writes to a file, and what it writes.
  enum Writer: CaseIterable, CustomTestStringConvertible {
    case export, show

    var testDescription: String { "\(self)" }

    var arguments: [String] {
      switch self {
      case .export: ["export", "--format", "csv"]
      case .show: ["show", "1", "--field", "name"]
      }
    }

    var output: Data { Data((self == .export ? "id,name\n1,ä\n" : "ä").utf8) }
  }

  private func path(_ name: String) -> String {
    desk.folder.appending(path: name).path(percentEncoded: false)
  }

  private func mode(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : nil
  }

  private func run(_ writer: Writer, to path: String, force: Bool = true) throws -> Command.Outcome {
    try desk.run(writer.arguments + (force ? ["--force"] : []) + ["-o", path])
  }

  @Test("A pipe and a device are written to and stay what they are", arguments: Writer.allCases) func special(
    _ writer: Writer
  ) throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let unread = try run(writer, to: path("pipe"))
    #expect(unread.status == 1 && unread.errors.contains("no program reads from this pipe"))
    let reader = FileHandle(
      fileDescriptor: open(path("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC), closeOnDealloc: true)
    #expect(try run(writer, to: path("pipe")).status == 0)
    #expect(try reader.readToEnd() == writer.output)
    #expect(mode(path("pipe")) == S_IFIFO | 0o600)
    let device = try #require(NullDevice.make(in: desk.folder.path(percentEncoded: false)))
    #expect(try run(writer, to: device).status == 0)
    #expect(mode(device).map { $0 & S_IFMT } == S_IFCHR)
  }

  @Test("A link stays a link, and the file behind it keeps its mode", arguments: Writer.allCases) func link(
    _ writer: Writer
  ) throws {
    try Data("old".utf8).write(to: URL(filePath: path("real")))
    chmod(path("real"), 0o600)
    #expect(symlink("real", path("link")) == 0)
    #expect(try run(writer, to: path("link"), force: false).status == 1)
    #expect(try run(writer, to: path("link")).status == 0)
    #expect(mode(path("link")).map { $0 & S_IFMT } == S_IFLNK)
    #expect(mode(path("real")) == S_IFREG | 0o600)
    #expect(try Data(contentsOf: URL(filePath: path("real"))) == writer.output)
  }

  @Test(
    "A folder that is missing is named, and the status is not that of a missing library",
    arguments: Writer.allCases)
  func noFolder(_ writer: Writer) throws {
    let outcome = try run(writer, to: path("no/file"))
    #expect(outcome.status == 1 && outcome.errors.contains("/no/file: its folder does not exist"))
  }

  @Test("A hyphen is standard output", arguments: Writer.allCases) func hyphen(_ writer: Writer) throws {
    let outcome = try run(writer, to: "-", force: false)
    #expect(outcome.status == 0 && outcome.output == writer.output && outcome.errors.isEmpty)
    #expect(mode("-") == nil)
  }

  @Test(
    "Neither the library nor what belongs to it is replaced, whatever its name", arguments: Writer.allCases)
  func own(_ writer: Writer) throws {
    for path in try ownPaths() { expectRefusal(try run(writer, to: path), of: path) }
    try expectUnharmed()
  }

  @Test("The demonstration puts nothing in their place either", arguments: ["--html", "--record"])
  func ownOfDemonstration(_ option: String) throws {
    for path in try ownPaths() {
      let outcome = try desk.run("demo", "--script", "--books", "100", "--force", option, path)
      expectRefusal(outcome, of: path)
    }
    try expectUnharmed()
  }

  @Test(
    "What is written down for those who look into the program goes to none of them",
    arguments: ["--log", "--trace"])
  func ownOfDiagnostics(_ option: String) throws {
    for path in try ownPaths() {
      let before = try Data(contentsOf: desk.library).count
      #expect(try desk.run("--plain", option, path, input: Data("q\n".utf8)).status == 0, "\(path)")
      #expect(try Data(contentsOf: desk.library).count == before, "\(path)")
    }
    try expectUnharmed()
  }

  @Test("No backup gets a name among the edit logs") func ownOfBackup() throws {
    for path in try ownPaths() + [path("state/booklist/other.edits")] {
      let isThere = FileManager.default.fileExists(atPath: path)
      let outcome = try desk.run("backup", desk.library.path, path)
      #expect(outcome.status == 1, "\(path)")
      #expect(FileManager.default.fileExists(atPath: path) == isThere, "\(path)")
    }
    try expectUnharmed()
  }

  /// The paths of the library, of its edit log and of what SQLite keeps beside them, and others that lead there; the library
  /// has a row more than at first.
  private func ownPaths() throws -> [String] {
    try desk.sql("PRAGMA journal_mode = wal")
    try desk.run("set", "1", "name=ä")
    try desk.run("add", "name=b")
    let state = path("state/booklist")
    let log = try #require(
      try FileManager.default.contentsOfDirectory(atPath: state).first { $0.hasSuffix(".edits") })
    #expect(symlink(desk.library.path, path("soft")) == 0)
    #expect(Foundation.link(desk.library.path, path("hard")) == 0)
    #expect(symlink(state + "/" + log, path("log")) == 0)
    return ["", "-wal", "-shm", "-journal"].flatMap { [desk.library.path + $0, state + "/" + log + $0] } + [
      path("soft"), path("hard"), path("log"), path("state/../library.sqlite"),
    ]
  }

  private func expectRefusal(_ outcome: Command.Outcome, of path: String) {
    #expect(outcome.status == 1, "\(path)")
    #expect(
      outcome.errors.contains("open database") || outcome.errors.contains("edit log"), "\(outcome.errors)")
  }

  /// Expects that the library has its rows, and the edit log the last step.
  private func expectUnharmed() throws {
    #expect(try desk.query("SELECT count(*) FROM t") == "2")
    #expect(try desk.run("undo").status == 0)
    #expect(try desk.query("SELECT count(*) FROM t") == "1")
    #expect(try desk.query("PRAGMA integrity_check") == "ok")
  }

  @Test(
    "A standard output that is full is what the sentence is about",
    .enabled(if: access("/dev/full", W_OK) == 0))
  func full() throws {
    for line in [
      "export", "list", "list --json", "list --count", "show 1", "show 1 --field name", "info", "history",
      "values name",
      "config", "--help", "--version", "export --help", "new --list-templates", "import --list-formats",
    ] {
      let words = line.split(separator: " ").map(String.init)
      let outcome = try Program.outcome(of: words, environment: desk.environment, output: "/dev/full")
      #expect(
        outcome.errors == "booklist: Cannot write to standard output: no space left on device.\n", "\(line)")
      #expect(outcome.status == 1, "\(line)")
    }
  }

}

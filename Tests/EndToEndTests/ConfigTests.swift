import Foundation
import Testing

@testable import booklist

/// The settings: their file, the environment and the command line.
@Suite("The settings") struct ConfigTests {
  let desk: CommandDesk

  init() throws {
    desk = try CommandDesk()
    try desk.make("sample")
  }

  private func write(_ text: String) throws {
    let folder = desk.folder.appending(path: ".config/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: folder.appending(path: "config.toml"), atomically: true, encoding: .utf8)
  }

  private var path: String { desk.folder.path + "/.config/booklist/config.toml" }

  @Test("A file that is printed is whole, is right, and says the same again") func printed() throws {
    try write("write-after = 5\ncolumns = [\"author\", \"copyright\"]\n[keys]\ncopy = [\"x\"]\n")
    let text = try desk.run("config", "--print").text
    #expect(
      text.contains("\nwrite-after = 5\n") && text.contains("\ncolumns = [\"author\", \"copyright\"]\n"))
    #expect(text.contains("# memory-warning = [\"m\"]") && text.contains("# save-on = \"pressure\""))
    try write(text)
    try desk.expect("config --check", "\(path) has no errors.\n")
    try desk.expect("config --print", text)
  }

  @Test("An argument comes before the environment, that before the file, and that before the default")
  func origins() throws {
    try write("# mine\nsave-on = \"edit\"\nwrite-after = 5\n")
    var environment = desk.environment
    environment["BOOKLIST_WRITE_AFTER"] = "7"
    let run = try Program.outcome(of: ["config", "--origin"], environment: environment)
    let lines = run.text.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true)
    }
    func line(_ name: String) -> [Substring]? { lines.first { $0.first == Substring(name) } }
    #expect(line("save-on") == ["save-on", "\"edit\"", "\(path):2"])
    #expect(line("write-after") == ["write-after", "7", "$BOOKLIST_WRITE_AFTER"])
    #expect(line("memory-budget") == ["memory-budget", "\"32MB\"", "default"])
    #expect(line("file")?.last == "$BOOKLIST_FILE")
  }

  @Test("What is wrong has its line and column, and what was perhaps meant") func wrong() throws {
    try write(
      "write-aftr = 3\nplain = \"yes\"\nmemory-budget = \"lots\"\n[keys]\ncopy = \"m\"\n[colours]\na = 1\n")
    let run = try desk.run("config", "--check")
    #expect(run.status == 65 && run.text.isEmpty)
    #expect(
      run.errors == """
        booklist: \(path):1:1: there is no setting “write-aftr”; did you mean “write-after”?
        booklist: \(path):2:1: plain is true or false.
        booklist: \(path):3:1: memory-budget is a size, like "32MB".
        booklist: \(path):7:1: there is no table [colours]; there are [keys], [colors] and [commands.NAME].
        booklist: \(path):5:1: m would be both “copy” and “memory-warning” (List): give one of them another key.

        """)
    try write("a = [1,\n")
    #expect(try desk.run("config", "--check").errors == "booklist: \(path):2:1: a value is missing.\n")
  }

  @Test("A file that is none, or that cannot be read, is named and not waited for") func unreadable() throws {
    let folder = desk.folder.appending(path: ".config/booklist")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(try desk.run("list", "--count").text == "0\n")
    // Somebody who keeps it open for writing, and writes nothing.
    let pipe = open(path, O_RDWR)
    defer { close(pipe) }
    #expect(try desk.run("config", "--check").errors.contains("\(path):1:1: the file cannot be read:"))
    #expect(try desk.run("list", "--count").text == "0\n")
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(try desk.run("config", "--check").errors.contains("the file cannot be read: Is a directory."))
  }

  @Test(
    "Keys of the settings are pressed in the screens; with two meanings they are left out, and that is said")
  func keys() throws {
    try write("[keys]\nmemory-warning = \"Q\"\n")
    let run = try desk.expect("--plain", input: "Q\nm\nquit\n")
    #expect(run.text.contains("Memory warning: wrote 0 books") && run.text.contains("There is no “m” here."))
    try write("[keys]\nmemory-warning = \"s\"\n")
    let refused = try desk.expect("--plain", input: "m\nquit\n")
    #expect(
      refused.text.contains(
        "Your key settings are ignored: s would be both “sort” and “memory-warning” (Tables)"))
    #expect(refused.text.contains("Memory warning: wrote 0 books"))
  }

  @Test(
    "List and book start side by side if the settings say so, unless an argument says otherwise",
    arguments: [("yes", true), ("no", false), ("as-left", nil), (nil, nil)] as [(String?, Bool?)])
  func split(_ setting: String?, _ isSplit: Bool?) {
    func split(_ given: GivenSettings) -> Bool? {
      let file = SettingFile(text: setting.map { "split = \"\($0)\"\n" } ?? "")
      return Preferences(given: given, file: file) { _ in nil }.session.settings.isSplit
    }
    #expect(split(GivenSettings()) == isSplit)
    for choice in ["yes", "no"] {
      var given = GivenSettings()
      given.give("split", choice)
      #expect(split(given) == (choice == "yes"))
    }
  }

  @Test("The database of the settings is opened where none is named") func file() throws {
    let other = desk.folder.appending(path: "other.sqlite")
    try SQLiteShell.run("CREATE TABLE t (a); INSERT INTO t VALUES (5)", on: other)
    try write("file = \"~/other.sqlite\"\n")
    var environment = desk.environment
    environment["BOOKLIST_FILE"] = nil
    let run = try Program.outcome(of: ["list", "--csv"], environment: environment)
    #expect(run.text == "rowid,a\n1,5\n")
    try desk.expect("list --count", "0\n")
    try write("read-only = true\n")
    try desk.expect("add title=x", status: 1)
  }
}

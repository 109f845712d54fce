import Foundation
import TestSupport
import Testing

@Suite("What a terminal can do to the program") struct HardTerminalTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var file: URL { RawTerminal.books(in: folder) }

  private func open(_ environment: [String] = []) async throws -> RawTerminal {
    try await .openBooks(in: folder, environment: environment)
  }

  @Test("A window of any size is drawn, as far as it can be") func size() async throws {
    let terminal = try await RawTerminal.openBooks(in: folder, columns: 40_000, rows: 30)
    for (columns, rows) in [(65_535, 24), (33_000, 33_000), (65_535, 65_535), (24, 40_000), (80, 24)] {
      terminal.resize(columns: columns, rows: rows)
      terminal.type("\u{0C}")
      try await terminal.waitFor("The Divine Comedy")
    }
    try await terminal.quit()
  }

  @Test("With eight colours, too, the theme is that of the background: cyan cannot be read on white")
  func lightBackground() async throws {
    let terminal = try await open(["TERM=xterm"])
    terminal.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
    try await terminal.waitFor("\u{1B}[34m")
    try await terminal.quit()
  }

  @Test(
    "While nobody reads what the program draws, a signal still ends it: written, and the terminal given back",
    arguments: [SIGTERM, SIGHUP, SIGINT, SIGUSR2])
  func blocked(_ number: Int32) async throws {
    let terminal = try await open()
    try await terminal.changeAuthor()
    terminal.type(String(repeating: "\u{0C}", count: 500))
    try await terminal.waitUntilBlocked()
    kill(terminal.process, number)
    let status = try await terminal.exitStatus(isReading: false, limit: .seconds(15))
    #expect(status == 128 + number)
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("\u{1B}[?1049l"))
    let author = try SQLiteShell.run("SELECT author FROM book WHERE pk = 3", on: file)
    #expect(author == (number == SIGUSR2 ? "Dante Alighieri" : "Durante"))
  }

  @Test("A program that is continued takes no Enter for another key: its terminal never leaves the raw mode")
  func continued() async throws {
    let terminal = try await open()
    for _ in 0..<50 {
      kill(terminal.process, SIGCONT)
      let end = ContinuousClock.now + .milliseconds(5)
      while ContinuousClock.now < end { #expect(terminal.isRaw) }
      // It has been drawn anew.
      try await terminal.waitFor("The Divine Comedy")
    }
    try await terminal.quit()
    #expect(terminal.isAsFound)
  }

  @Test(
    "What is copied is sent to the terminal, or the line says that the terminal has no clipboard",
    arguments: [("linux", false), ("vt100", false), ("xterm-256color", true)])
  func clipboard(_ name: String, _ hasClipboard: Bool) async throws {
    // Some systems describe few terminals.
    guard (try? Command.run(["infocmp", name])) != nil else { return }
    let terminal = try await open(["TERM=\(name)", "PATH=\(folder.path)"])
    terminal.type("y")
    try await terminal.waitFor(hasClipboard ? "through the terminal." : "this terminal has no clipboard.")
    try await terminal.quit()
    #expect(terminal.sent.contains("\u{1B}]52;c;") == hasClipboard)
  }

  @Test("An editor that ignores that its terminal is gone is ended", arguments: ["HUP", "HUP TERM"])
  func editor(_ ignored: String) async throws {
    // A file that this process has just written cannot always be run at once: a child may still have it open.
    let script = "trap '' \(ignored)\necho $$ >number\necho ready\nwhile :; do sleep 0.1; done\n"
    let editor = folder.url.appending(path: "ed")
    try script.write(to: editor, atomically: true, encoding: .utf8)
    let terminal = try await open(["EDITOR=sh ./ed", "VISUAL="])
    try await terminal.editAuthor()
    terminal.type("\u{0F}")
    try await terminal.waitFor("ready")
    let text = try String(contentsOf: folder.url.appending(path: "number"), encoding: .utf8)
    let number = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
    defer { kill(number, SIGKILL) }
    terminal.goAway()
    #expect(try await terminal.exitStatus(limit: .seconds(20)) == 128 + SIGHUP)
    #expect(kill(number, 0) != 0)
  }

  @Test("Started several times at once the first time, the program makes one library and shows it every time")
  func firstStarts() async throws {
    let terminals = try (0..<4).map { _ in try RawTerminal(in: folder) }
    for terminal in terminals { try await terminal.waitFor("War and Peace") }
    for terminal in terminals { try await terminal.quit() }
    let library = folder.url.appending(path: ".local/share/booklist")
    #expect(try FileManager.default.contentsOfDirectory(atPath: library.path) == ["books.sqlite"])
    let count = try SQLiteShell.run("SELECT count(*) FROM book", on: library.appending(path: "books.sqlite"))
    #expect(count == "3")
  }

  #if os(Linux)
    @Test("To delete a row takes as much memory as SQLite needs to report it, and `u` brings all of it back")
    func largeRow() async throws {
      let size = 128 << 20
      try SQLiteShell.run(
        """
        CREATE TABLE photo (id INTEGER PRIMARY KEY, name TEXT, data BLOB, note TEXT);
        INSERT INTO photo VALUES (1, 'small', x'00', 'one'), (2, 'large', zeroblob(\(size)), 'two');
        """, on: file)
      let terminal = try RawTerminal(["books.sqlite", "--write-after", "3600"], in: folder)
      try await terminal.waitFor("large")
      let before = try terminal.largestMemory()
      terminal.type("j-")
      try await terminal.waitFor("Delete “large”?")
      terminal.type("\u{1B}[C\r")
      try await terminal.waitFor("Deleted")
      #expect(try terminal.largestMemory() - before < size + size / 2)
      #expect(try SQLiteShell.run("SELECT count(*) FROM photo", on: file) == "1")
      terminal.type("u")
      try await terminal.waitFor("Undone")
      try await terminal.quit()
      let rows = try SQLiteShell.run(
        "SELECT id, name, length(data), data = zeroblob(\(size)), note FROM photo ORDER BY id", on: file)
      #expect(rows == "1|small|1|0|one\n2|large|\(size)|1|two")
    }
  #endif
}

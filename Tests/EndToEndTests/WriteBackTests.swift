import Foundation
import TestSupport
import Testing

@Suite("An edit reaches the database when it should, and the terminal goes back") struct WriteBackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ sql: String) throws -> String {
    try SQLiteShell.run(sql, on: RawTerminal.books(in: folder))
  }

  private func author() throws -> String { try read("SELECT author FROM book WHERE pk = 3") }

  @Test("SIGUSR1 is a memory warning and leaves the book on screen as it is") func userSignal() async throws {
    let terminal = try await RawTerminal.openBooks(in: folder)
    try await terminal.changeAuthor()
    kill(terminal.process, SIGUSR1)
    try await terminal.waitFor("wrote 1 book")
    #expect(try author() == "Durante")
    terminal.type("\u{0C}")
    try await terminal.waitFor("Durante")
  }

  /// Signals that the program does not answer, and whose course is its end.
  private static var others: [Int32] {
    var signals = [SIGSEGV, SIGABRT, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPIPE]
    #if os(Linux)
      // 40 is one of those for real time.
      signals += [SIGIO, SIGPWR, 40]
    #endif
    return signals
  }

  /// The signals that may end it; nil for the person's own way out.
  private static var ends: [Int32?] { [nil, SIGTERM, SIGHUP, SIGINT] + others.map(Optional.some) }

  @Test(
    "Every end gives the terminal back and is what the shell sees, and all but a crash write",
    arguments: ends)
  func end(by signal: Int32?) async throws {
    let terminal = try await RawTerminal.openBooks(in: folder)
    try await terminal.changeAuthor()
    #expect(try author() == "Dante Alighieri" && terminal.isRaw)
    if let signal { kill(terminal.process, signal) } else { terminal.type("\u{13}qq") }
    #expect(try await terminal.exitStatus() == signal.map { 128 + $0 } ?? 0)
    let isCrash = signal.map(Self.others.contains) ?? false
    #expect(try author() == (isCrash ? "Dante Alighieri" : "Durante"))
    #expect(try read("PRAGMA integrity_check") == "ok")
    #expect(terminal.isAsFound)
    // The alternate screen is left, and then the cursor is shown.
    for (mode, last) in [(1049, "l"), (25, "h")] {
      #expect(terminal.sent.matches(of: /\e\[\?(\d+)([hl])/).last { $0.1 == "\(mode)" }?.2 == Substring(last))
    }
  }

  @Test("Where a file may not grow that is said, and ends nothing") func fileSizeLimit() async throws {
    let terminal = try await RawTerminal.openBooks(in: folder, by: "ulimit -f 0; exec \"$0\" \"$@\"")
    terminal.type("-")
    try await terminal.waitFor("Delete “")
    terminal.type("\u{1B}[C\r")
    try await terminal.waitFor("The disk ")
    try await terminal.quit()
    #expect(try read("SELECT count(*) FROM book") == "3")
  }

  @Test("Suspending writes, stops and gives the terminal back; fg goes on") func suspend() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try await library.changeAuthor()
    try terminal.press("C-z")
    #expect(try await terminal.exitStatus() == 128 + SIGTSTP)
    #expect(try library.author() == "Durante")
    #expect(try !terminal.isFullScreen() && terminal.isCursorVisible())
    #expect(try terminal.modes() == library.foundModes)
    try terminal.run("fg")
    try await terminal.waitUntil("the detail is back") {
      try terminal.isFullScreen() && $0.contains("Durante") && $0.contains("0 dirty")
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite("An edit reaches the database when it should")
struct WriteBackTests {
  @Test("A memory warning writes what is dirty, and not before")
  func warning() async throws {
    let library = try await Library.open()
    try await library.changeAuthor()
    try await library.terminal.waitUntil("the meter says 1 dirty") { $0.contains("1 hydrated · 1 dirty") }
    #expect(try library.author() == "Dante Alighieri")
    try await backToList(library.terminal)
    try library.terminal.press("m")
    try await library.terminal.waitUntil("the meter says 0") {
      $0.contains("3 books · 0 hydrated · 0 dirty · 0 B")
    }
    #expect(try library.author() == "Durante")
    let screen = try library.terminal.screen()
    #expect(screen.contains("Memory warning: wrote 1 book, freed "))
  }

  @Test("SIGUSR1 is a memory warning and leaves the book on screen as it is")
  func userSignal() async throws {
    let library = try await Library.open()
    try await library.changeAuthor()
    kill(try await library.terminal.processIdentifier(), SIGUSR1)
    try await library.terminal.waitUntil("the meter says 0 dirty") {
      $0.contains("0 dirty") && $0.contains("wrote 1 book") && $0.contains("Durante")
    }
    #expect(try library.author() == "Durante")
  }

  @Test("Quitting writes and gives the terminal back")
  func quit() async throws {
    let terminal = try await TmuxSession()
    let modes = try terminal.modes()
    let library = try await Library.open()
    try await library.changeAuthor()
    #expect(try library.author() == "Dante Alighieri")
    try await backToList(library.terminal)
    try library.terminal.press("q")
    let status = try await library.terminal.exitStatus()
    #expect(status == 0)
    #expect(try library.author() == "Durante")
    #expect(try library.isRestored(to: modes))
  }

  @Test(
    "A terminating signal writes, gives the terminal back and is what the shell sees",
    arguments: [SIGTERM, SIGHUP, SIGINT])
  func signal(_ number: Int32) async throws {
    let terminal = try await TmuxSession()
    let modes = try terminal.modes()
    let library = try await Library.open()
    try await library.changeAuthor()
    #expect(try library.author() == "Dante Alighieri")
    kill(try await library.terminal.processIdentifier(), number)
    let status = try await library.terminal.exitStatus()
    #expect(status == 128 + number)
    #expect(try library.author() == "Durante")
    #expect(try library.isRestored(to: modes))
  }

  @Test("A crash gives the terminal back and leaves the file whole", arguments: [SIGSEGV, SIGABRT])
  func crash(_ number: Int32) async throws {
    let terminal = try await TmuxSession()
    let modes = try terminal.modes()
    let library = try await Library.open()
    try await library.changeAuthor()
    kill(try await library.terminal.processIdentifier(), number)
    let status = try await library.terminal.exitStatus()
    #expect(status == 128 + number)
    #expect(try library.isRestored(to: modes))
    #expect(try SQLiteShell.run("PRAGMA integrity_check", on: library.file) == "ok")
  }

  /// Signals that the program does not answer, and whose course is its end.
  private static var others: [Int32] {
    var signals = [SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGPIPE]
    #if os(Linux)
      // 40 is one of those for real time.
      signals += [SIGIO, SIGPWR, 40]
    #endif
    return signals
  }

  @Test("Any other signal that ends the program gives the terminal back, too", arguments: others)
  func otherSignal(_ number: Int32) async throws {
    let terminal = try await TmuxSession()
    let modes = try terminal.modes()
    let library = try await Library.open()
    kill(try await library.terminal.processIdentifier(), number)
    #expect(try await library.terminal.exitStatus() == 128 + number)
    #expect(try library.isRestored(to: modes))
  }

  @Test("Where a file may not grow that is said, and ends nothing")
  func fileSizeLimit() async throws {
    let terminal = try await TmuxSession()
    let library = Library(terminal: terminal, file: terminal.home.appending(path: "books.sqlite"))
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: library.file)
    let program = "\(Program.path) books.sqlite \(Library.undisturbed)"
    try terminal.start("sh -c 'ulimit -f 0; exec \(program)'")
    try await terminal.waitUntil("the list is there") { $0.contains("The Divine Comedy") }
    try terminal.press("-", "Right", "Enter")
    try await terminal.waitUntil("it is said") { $0.contains("The disk ") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try library.author() == "Dante Alighieri")
  }

  @Test("Suspending writes, stops and gives the terminal back; fg goes on")
  func suspend() async throws {
    let library = try await Library.open()
    let modes = try await TmuxSession().modes()
    try await library.changeAuthor()
    try library.terminal.press("C-z")
    let status = try await library.terminal.exitStatus()
    #expect(status == 128 + SIGTSTP)
    #expect(try library.author() == "Durante")
    #expect(try library.isRestored(to: modes))
    try library.terminal.run("fg")
    try await library.terminal.waitUntil("the detail is back") {
      try library.terminal.isFullScreen() && $0.contains("Durante") && $0.contains("0 dirty")
    }
  }

  @Test("With --save-on edit each Save writes at once")
  func saveOnEdit() async throws {
    let library = try await Library.open("--save-on edit")
    try await library.changeAuthor(isSavedAtOnce: true)
    try await library.terminal.waitUntil("it is written") { $0.contains("0 dirty") }
    #expect(try library.author() == "Durante")
  }

  private func backToList(_ terminal: TmuxSession) async throws {
    try terminal.press("Escape")
    try await terminal.waitUntil("editing is off") { !$0.contains("Done") }
    try terminal.press("Escape")
    try await terminal.waitUntil("the list is back") { $0.contains("Mac OS X Internals") }
  }
}

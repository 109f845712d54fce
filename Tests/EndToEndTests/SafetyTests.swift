import Foundation
import TestSupport
import Testing

@Suite("Nothing is lost, and nothing is written over what others wrote")
struct SafetyTests {
  /// Starts the program again in the same terminal.
  private func startAgain(_ library: Library, _ name: String = "books.sqlite") throws {
    try library.terminal.start("\(Program.path) \(name) \(Library.undisturbed)")
  }

  private func backToList(_ terminal: TmuxSession) async throws {
    try terminal.press("Escape")
    try await terminal.waitUntil("editing is off") { $0.contains("Edit") && !$0.contains("Done") }
    try terminal.press("Escape")
    try await terminal.waitUntil("the list is back") { $0.contains("War and Peace") }
  }

  @Test(
    "An edit survives kill -9, is offered at the next start, restored, written and undone after a restart")
  func crash() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try await library.changeAuthor()
    let process = try await terminal.processIdentifier()
    kill(process, SIGKILL)
    try await terminal.waitUntil("it is dead") { _ in kill(process, 0) != 0 }
    // Nobody gave the terminal back, to which a line ends with a newline still.
    try terminal.type("stty sane; printf '\\033[?1049l'; clear")
    try terminal.press("C-j")
    try await terminal.waitForShell()
    #expect(try library.author() == "Dante Alighieri")
    try startAgain(library)
    try await terminal.waitUntil("the question is there") { $0.contains("1 unsaved change from ") }
    try terminal.press("Right", "Enter")
    try await terminal.waitUntil("the change is shown") { $0.contains("Dante Alighieri → Durante") }
    try terminal.press("Escape")
    try await terminal.waitUntil("the question is back") { $0.contains("[R]estore") }
    try terminal.press("Enter")
    try await terminal.waitUntil("it is restored") {
      $0.contains("Restored 1 change.") && $0.contains("1 dirty")
    }
    try terminal.press("m")
    try await terminal.waitUntil("it is written") { $0.contains("wrote 1 book") }
    #expect(try library.author() == "Durante")
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    try startAgain(library)
    try await terminal.waitUntil("the list is there") { $0.contains("War and Peace") }
    try terminal.press("u")
    try await terminal.waitUntil("it is undone") { $0.contains("Undone: Author of “The Divine Comedy”.") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try library.author() == "Dante Alighieri")
    // The log lies in the folder for state, and nothing beside the database.
    let state = terminal.home.appending(path: "state/booklist")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: state.path).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: library.file.path + "-journal"))
  }

  @Test("Undo gives a deleted possession back with its photo, byte for byte")
  func possession() async throws {
    let terminal = try await TmuxSession()
    let file = terminal.home.appending(path: "possessions.sqlite")
    try SQLiteShell.run(Repository.text("Fixtures/possessions.sql"), on: file)
    let query =
      "SELECT group_concat(quote(rowid) || hex(CAST(photo AS BLOB)) || typeof(photo)) FROM possessions"
    let before = try SQLiteShell.run(query, on: file)
    try terminal.start("\(Program.path) possessions.sqlite \(Library.undisturbed)")
    try await terminal.waitUntil("the list is there") { $0.contains("possessions ·") }
    try terminal.press("-", "Right", "Enter")
    try await terminal.waitUntil("it is deleted") { $0.contains("Deleted the possession.") }
    #expect(try SQLiteShell.run(query, on: file) != before)
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    try terminal.start("\(Program.path) possessions.sqlite \(Library.undisturbed)")
    try await terminal.waitUntil("the list is there") { $0.contains("possessions ·") }
    try terminal.press("u")
    try await terminal.waitUntil("it is back") { $0.contains("Undone: deletion of “") }
    #expect(try SQLiteShell.run(query, on: file) == before)
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test("A conflict made with SQLite's shell is settled each way", arguments: ["Mine", "Theirs", "Original"])
  func conflict(_ choice: String) async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try await library.changeAuthor()
    try await backToList(terminal)
    try SQLiteShell.run("UPDATE book SET author = 'Boccaccio' WHERE pk = 3", on: library.file)
    try terminal.press("q")
    try await terminal.waitUntil("it is said") {
      $0.contains("1 field was changed by another program meanwhile") && $0.contains("[S]ettle")
    }
    try terminal.press("Enter")
    try await terminal.waitUntil("the values are there") {
      $0.contains("Mine") && $0.contains("Boccaccio") && $0.contains("Original")
    }
    for _ in 0..<(["Mine", "Theirs", "Original"].firstIndex(of: choice) ?? 0) { try terminal.press("Down") }
    try terminal.press("Enter")
    try await terminal.waitUntil("it is settled") { $0.contains("All conflicts are settled") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    let values = ["Mine": "Durante", "Theirs": "Boccaccio", "Original": "Dante Alighieri"]
    #expect(try library.author() == values[choice])
  }

  @Test("A deletion waits while another shell holds the database, and is done when that lets go")
  func lock() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    let other = try await TmuxSession()
    try other.start("sqlite3 \(library.file.path)")
    try await other.waitUntil("the shell is there") { $0.contains("sqlite>") }
    try other.run("BEGIN IMMEDIATE; SELECT 'lock' || 'ed'; --")
    try await other.waitUntil("it holds the lock") { $0.contains("\nlocked") }
    try terminal.press("-", "Right", "Enter")
    try await terminal.waitUntil("it waits") { $0.contains("Waiting for another program…  Esc cancels") }
    try other.run("ROLLBACK; --")
    try await terminal.waitUntil("it is done") { $0.contains("Deleted the book.") && $0.contains("2 books") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
  }

  @Test("What another program writes is there by itself")
  func others() async throws {
    let library = try await Library.open()
    try SQLiteShell.run("UPDATE book SET title = 'La Commedia' WHERE pk = 3", on: library.file)
    try await library.terminal.waitUntil("it shows") { $0.contains("La Commedia") }
  }

  @Test("Where the file is removed underneath that is said, and the edit is kept")
  func removed() async throws {
    let library = try await Library.open()
    let terminal = library.terminal
    try await library.changeAuthor()
    try await backToList(terminal)
    let copy = try Data(contentsOf: library.file)
    try FileManager.default.removeItem(at: library.file)
    // The program looks by itself whether the file is there; a key that comes later answers what it asks then.
    try await terminal.waitUntil("it is asked") { $0.contains("The database was moved,") }
    try terminal.press("Escape")
    try await terminal.waitUntil("it is said") { $0.contains("Nothing is written until the file is back.") }
    try terminal.press("q")
    try await terminal.waitUntil("it is said again") {
      $0.contains("The database was moved,") && $0.contains("[K]eep for later")
    }
    try terminal.press("Right", "Enter")
    #expect(try await terminal.exitStatus() == 0)
    try copy.write(to: library.file)
    try startAgain(library)
    try await terminal.waitUntil("it is offered") { $0.contains("1 unsaved change from ") }
    try terminal.press("Enter")
    try await terminal.waitUntil("it is restored") { $0.contains("Restored 1 change.") }
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    #expect(try library.author() == "Durante")
  }
}

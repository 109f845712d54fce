import Foundation
import Testing

@Suite("Nothing is lost, and nothing is written over what others wrote") struct SafetyTests {
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
    try library.start()
    try await terminal.waitUntil("the question is there") { $0.contains("1 unsaved change from ") }
    try terminal.press("Right", "Enter")
    try await terminal.waitUntil("the change is shown") { $0.contains("Dante Alighieri → Durante") }
    try terminal.press("Escape")
    try await terminal.waitUntil("the question is back") { $0.contains("[Restore]") }
    try terminal.press("Enter")
    try await terminal.waitUntil("it is restored") {
      $0.contains("Restored 1 change.") && $0.contains("1 dirty")
    }
    try terminal.press("m")
    try await terminal.waitUntil("it is written") { $0.contains("wrote 1 book") }
    #expect(try library.author() == "Durante")
    try terminal.press("q")
    #expect(try await terminal.exitStatus() == 0)
    try library.start()
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
}

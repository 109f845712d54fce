import Foundation
import TestSupport
import Testing

/// A database in a terminal's home, and the program running on it.
struct Library {
  let terminal: TmuxSession
  let file: URL
  /// The modes of the terminal before the program began.
  let foundModes: String

  /// Copies a fixture, and starts the program on it; returns when a text is on the screen.
  static func open(
    _ sample: String = "books", _ arguments: String = "", showing text: String = "The Divine Comedy",
    environment: [String: String] = [:]
  ) async throws -> Library {
    let terminal = try await TmuxSession(environment: environment)
    let library = Library(
      terminal: terminal, file: terminal.home.appending(path: "\(sample).sqlite"),
      foundModes: try terminal.modes())
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "\(sample).sqlite"), to: library.file)
    try library.start(arguments)
    try await terminal.waitUntil("the list is there") { $0.contains(text) }
    return library
  }

  /// Starts the program, and has nothing written but by a key: a test may come to its turn after so long that an edit would
  /// have been written quietly, and the system may be short of memory.
  func start(_ arguments: String = "") throws {
    let undisturbed = "--write-after 3600 --pressure off"
    try terminal.start("\(Program.path) \(file.lastPathComponent) \(undisturbed) \(arguments)")
  }

  /// What SQLite's shell reads as the author of The Divine Comedy.
  func author() throws -> String { try SQLiteShell.run("SELECT author FROM book WHERE pk = 3", on: file) }

  /// Opens the editor of the author of The Divine Comedy.
  func editAuthor() async throws {
    try terminal.press("End", "Enter")
    try await terminal.waitUntil("the date is there") {
      $0.contains("1321-06-07") && $0.contains("Dante Alighieri")
    }
    try terminal.press("e")
    try await terminal.waitUntil("editing is on") { $0.contains("Done") }
    try terminal.press("End", "Enter")
    try await terminal.waitUntil("the editor is there") { $0.contains("Cancel") && $0.contains("Author") }
  }

  /// Changes the author of The Divine Comedy to `Durante`.
  func changeAuthor() async throws {
    try await editAuthor()
    try terminal.press("C-u")
    try terminal.type("Durante")
    try terminal.press("Enter")
    try await terminal.waitUntil("it is saved") { $0.contains("Author changed, not yet written.") }
  }
}

import Foundation
import TestSupport
import Testing

/// A database in a terminal's home, and the program running on it.
struct Library {
  let terminal: TmuxSession
  let file: URL

  /// Makes `books.sqlite` with SQLite's shell from a fixture, and starts the program on it; returns when the list is there.
  static func open(
    _ arguments: String = "", environment: [String: String] = [:], on terminal: TmuxSession? = nil
  ) async throws -> Library {
    let terminal = if let terminal { terminal } else { try await TmuxSession(environment: environment) }
    let library = Library(terminal: terminal, file: terminal.home.appending(path: "books.sqlite"))
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: library.file)
    try terminal.start("\(Program.path) books.sqlite \(undisturbed) \(arguments)")
    try await terminal.waitUntil("the list is there") { $0.contains("The Divine Comedy") }
    return library
  }

  /// Copies a fixture, and starts the program on it; returns when a text is on the screen.
  static func open(sample: String, showing text: String, environment: [String: String] = [:]) async throws
    -> Library
  {
    let terminal = try await TmuxSession(environment: environment)
    let library = Library(terminal: terminal, file: terminal.home.appending(path: "\(sample).sqlite"))
    try FileManager.default.copyItem(
      at: Repository.fixtures.appending(path: "\(sample).sqlite"), to: library.file)
    try terminal.start("\(Program.path) \(sample).sqlite \(undisturbed)")
    try await terminal.waitUntil("the list is there") { $0.contains(text) }
    return library
  }

  /// Has nothing written but by a key: a test may come to its turn after so long that an edit would have been written
  /// quietly, and the system may be short of memory.
  static let undisturbed = "--write-after 3600 --pressure off"

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

import Foundation
import TestSupport
import Testing

extension RawTerminal {
  /// The sample in a folder.
  static func books(in folder: TemporaryFolder) -> URL { folder.url.appending(path: "books.sqlite") }

  /// Makes the sample in a folder, and starts the program on it; returns when the list is there.
  static func openBooks(
    in folder: TemporaryFolder, _ arguments: [String] = [], columns: Int = 80, rows: Int = 24,
    environment: [String] = [], by script: String = "exec \"$0\" \"$@\""
  ) async throws -> RawTerminal {
    try SQLiteShell.run(Repository.text("Fixtures/books.sql"), on: books(in: folder))
    let terminal = try RawTerminal(
      ["books.sqlite", "--write-after", "3600"] + arguments, in: folder, columns: columns, rows: rows,
      environment: environment, by: script)
    try await terminal.waitFor("Comedy")
    return terminal
  }

  func editAuthor() async throws {
    type("\u{1B}[F\r")
    try await waitFor("Dante Alighieri")
    type("e")
    try await waitFor("Done")
    type("\u{1B}[F\r")
    try await waitFor("add another")
  }

  func changeAuthor() async throws {
    try await editAuthor()
    type("\u{15}Durante\r")
    try await waitFor("Author changed, not yet written.")
  }

  /// Leaves the list.
  func quit() async throws {
    type("q")
    #expect(try await exitStatus() == 0)
  }

  var sent: String { String(decoding: wholeOutput, as: UTF8.self) }
}

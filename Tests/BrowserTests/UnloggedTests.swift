import BookStore
import Browser
import Foundation
import Testing

/// Edits that cannot be logged.
@Suite final class UnloggedTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)
  private var kept: String { scratch.path + ".kept" }

  /// A file is where the folder of the log should be.
  init() throws {
    scratch = try Scratch()
    try "".write(toFile: scratch.folder.appending(path: "state").path, atomically: true, encoding: .utf8)
  }

  private func move(_ path: String, to other: String) throws {
    flow.expect("War and Peace")
    try FileManager.default.moveItem(atPath: path, toPath: other)
  }

  @Test("that the log cannot be written is said once, and each Save writes") func noLog() throws {
    flow.editAuthor()
    try flow.expect(author: "Durante")
    flow.expect("The Divine Comedy")
    flow.editAuthor("Dante")
    try flow.expect(author: "Dante")
    flow.press("u").expect("There is no edit log, so nothing can be undone.")
    flow.end()
    let said = flow.frames.filter { $0.textPlane.contains("Edits are now written at each Save:") }
    #expect(!said.isEmpty && said.count <= 2)
  }

  @Test(
    "an edit that neither the log nor the database takes is said to be in memory only, until it is written"
  )
  func edit() throws {
    try move(scratch.path, to: kept)
    flow.press("End", "Enter", "Enter", "End", "Enter").retype("Durante").expect("1 edit is in memory only")
    flow.press("Esc", "Esc")
    try move(kept, to: scratch.path)
    flow.press("m").expect("Memory warning: wrote 1 book")
    flow.quit()
    try flow.expect(author: "Durante")
  }

  @Test(
    "work on many rows is written as it goes, stops where that fails, and says how much is in memory only"
  )
  func many() throws {
    try scratch.insertMany()
    flow.expect("War and Peace")
    try move(scratch.path, to: kept)
    flow.press("*", "=", "End", "Enter").type("Anon", "Enter", "Enter").expect("256 edits are in memory only")
    try move(kept, to: scratch.path)
    flow.press("m").expect("Memory warning: wrote 256 books")
    flow.quit()
    try flow.expect(sql: "SELECT count(*) FROM book WHERE author = 'Anon'", ["256"])
  }
}

import BookStore
import Browser
import Foundation
import Testing

/// What is typed and not saved outlives the program.
@Suite("Unsaved input") final class InputKeeperTests {
  private let scratch: Scratch
  private let folder: String
  private lazy var flow = open()

  init() throws {
    scratch = try Scratch()
    folder = scratch.folder.appending(path: "state").path
  }

  private func open() -> Flow {
    var settings = Settings.onRows
    settings.stateFile = folder + "/view"
    return Flow(scratch, settings)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder + "/typed")) ?? []
  }

  @Test("A text and a new record are there again after a signal, and once only") func signalled() throws {
    flow.press("+").type("Emma", "Tab", "Tab").type("Jane Au").expect("Jane Au")
    #expect(files.count <= 1)
    flow.end()
    #expect(files.count == 1)
    flow = open()
    flow.expect("Your unsaved new record is back", "Emma")
    flow.press("End", "^Y").expect("Jane Au")
    flow.type("sten", "^S").expect("Added the book.")
    flow.end()
    #expect(files.isEmpty)
    try flow.expect(sql: "SELECT title, author FROM book WHERE pk = 4", ["Emma|Jane Austen"])
  }

  @Test("What was saved or discarded is gone from the file at once", arguments: [true, false])
  func forgotten(isSaved: Bool) throws {
    flow.press("+").type("Emma")
    flow.wait(for: "the file") { files.count == 1 }
    if isSaved { flow.press("^S") } else { flow.press("Esc", "d") }
    // Without an idle second in between.
    #expect(files.isEmpty)
    try flow.expect(sql: "SELECT count(*) FROM book", [isSaved ? "4" : "3"])
  }

  @Test("A file of another database, of a program that runs, or of garbage is left alone or passed over")
  func others() throws {
    try FileManager.default.createDirectory(atPath: folder + "/typed", withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(filePath: folder + "/typed/0000-1"))
    flow.expect("War and Peace")
    flow.end()
    #expect(files == ["0000-1"])
  }
}

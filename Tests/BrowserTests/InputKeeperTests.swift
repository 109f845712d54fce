import BookStore
import Browser
import Cells
import Foundation
import Testing

/// What is typed and not saved outlives the program.
@Suite("Unsaved input")
struct InputKeeperTests {
  private let scratch: Scratch
  private let folder: String

  init() throws {
    scratch = try Scratch()
    folder = URL(filePath: scratch.path).deletingLastPathComponent().path + "/state"
  }

  /// Runs the program on a terminal until that hangs up.
  private func run(_ terminal: ScriptedTerminal) throws {
    var settings = Settings(stateFile: folder + "/view")
    settings.startsWithTables = false
    #expect(Browser(store: try scratch.store(), terminal: terminal, settings: settings).run() != .quit)
  }

  private var files: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder + "/typed")) ?? []
  }

  @Test("A text and a new record are there again after a signal, and once only")
  func signalled() throws {
    let first = ScriptedTerminal()
    first.waitFor("War and Peace")
    first.press(.character("+"))
    first.type("Emma")
    first.press(.tab, .tab)
    first.type("Jane Au")
    first.waitFor("Jane Au")
    first.then { #expect(files.isEmpty || files.count == 1) }
    try run(first)
    #expect(files.count == 1)
    let second = ScriptedTerminal()
    second.waitFor("Your unsaved new record is back")
    second.waitFor("Emma")
    second.press(.end, .control("y"))
    second.waitFor("Jane Au")
    second.type("sten")
    second.press(.control("s"))
    second.waitFor("Added the book.")
    try run(second)
    #expect(files.isEmpty)
    #expect(try scratch.sql("SELECT title, author FROM book WHERE pk = 4") == ["Emma|Jane Austen"])
  }

  @Test("What was saved or discarded is gone from the file at once", arguments: [true, false])
  func forgotten(isSaved: Bool) throws {
    let terminal = ScriptedTerminal()
    terminal.waitFor("War and Peace")
    terminal.press(.character("+"))
    terminal.type("Emma")
    terminal.waitUntil { files.count == 1 }
    if isSaved { terminal.press(.control("s")) } else { terminal.press(.escape, .character("d")) }
    // Without an idle second in between.
    terminal.then { #expect(files.isEmpty) }
    try run(terminal)
    #expect(try scratch.sql("SELECT count(*) FROM book") == [isSaved ? "4" : "3"])
  }

  @Test("A file of another database, of a program that runs, or of garbage is left alone or passed over")
  func others() throws {
    try FileManager.default.createDirectory(atPath: folder + "/typed", withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(filePath: folder + "/typed/0000-1"))
    let terminal = ScriptedTerminal()
    terminal.waitFor("War and Peace")
    try run(terminal)
    #expect(files == ["0000-1"])
  }
}

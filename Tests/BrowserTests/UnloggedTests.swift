import BookStore
import Browser
import Foundation
import Testing

/// Edits that cannot be logged.
@Suite struct UnloggedTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }
  private var kept: String { net.scratch.path + ".kept" }

  /// A file is where the folder of the log should be.
  init() throws {
    net = try SafetyNet()
    try "".write(toFile: net.scratch.folder.appending(path: "state").path, atomically: true, encoding: .utf8)
  }

  private func move(_ path: String, to other: String) {
    terminal.then { try FileManager.default.moveItem(atPath: path, toPath: other) }
  }

  @Test(
    "an edit that neither the log nor the database takes is said to be in memory only, until it is written")
  func edit() throws {
    terminal.waitFor("War and Peace")
    move(net.scratch.path, to: kept)
    terminal.press(.end, .enter, .enter, .end, .enter, .control("u"))
    terminal.type("Durante")
    terminal.press(.enter)
    terminal.waitFor("1 edit is in memory only")
    terminal.press(.escape, .escape)
    move(kept, to: net.scratch.path)
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote 1 book")
    terminal.press(.character("q"))
    try net.run()
    try net.expect(author: "Durante")
  }

  @Test(
    "work on many rows is written as it goes, stops where that fails, and says how much is in memory only")
  func many() throws {
    try net.insertMany()
    terminal.waitFor("War and Peace")
    move(net.scratch.path, to: kept)
    terminal.press(.character("*"), .character("="), .end, .enter)
    terminal.type("Anon")
    terminal.press(.enter, .enter)
    terminal.waitFor("256 edits are in memory only")
    move(kept, to: net.scratch.path)
    terminal.press(.character("m"))
    terminal.waitFor("Memory warning: wrote 256 books")
    terminal.press(.character("q"))
    try net.run()
    try net.scratch.expect("SELECT count(*) FROM book WHERE author = 'Anon'", ["256"])
  }
}

import Browser
import Foundation
import Records
import Testing

/// A database whose file does not stay where it was.
@Suite struct MovedFileTests {
  private let net: SafetyNet
  private var terminal: ScriptedTerminal { net.terminal }

  init() throws {
    net = try SafetyNet()
  }

  @Test("a file that is moved away is noticed before anything is written")
  func movedAway() throws {
    let kept = net.scratch.path + ".kept"
    terminal.waitFor("War and Peace")
    terminal.then { try FileManager.default.moveItem(atPath: net.scratch.path, toPath: kept) }
    terminal.press(.control("l"))
    terminal.waitFor("The database was moved, replaced or removed while it was open.")
    terminal.press(.end)
    terminal.waitUntil { [unowned terminal] in !terminal.screen.contains("was moved") }
    terminal.then { try FileManager.default.moveItem(atPath: kept, toPath: net.scratch.path) }
    net.editAuthor()
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: "Durante")
  }
}

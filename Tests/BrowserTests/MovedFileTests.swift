import BookStore
import Browser
import Cells
import Foundation
import Records
import TestSupport
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

  /// Edits, and puts a copy with another edit in the place of the file.
  private func replaceEdited() {
    net.editAuthor()
    terminal.then {
      let (path, copy) = (net.scratch.path, net.scratch.path + ".copy")
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: copy, toPath: path)
    }
    terminal.press(.control("l"))
    terminal.waitFor("1 row has unsaved changes.")
  }

  @Test("what is in the place of the file can be opened, and the edits are offered there")
  func openReplacement() throws {
    replaceEdited()
    terminal.press(.right, .enter)
    terminal.waitFor("1 unsaved change from")
    terminal.press(.enter)
    terminal.waitFor("1 dirty")
    terminal.press(.character("q"))
    #expect(try net.run() == .quit)
    try net.expect(author: "Durante")
  }

  @Test("what was open can be written to a copy, and the edits stay for the file itself")
  func rescue() throws {
    replaceEdited()
    terminal.press(.right, .right, .enter)
    terminal.waitFor("-rescued.sqlite, in the same folder, with the changes of 1 row.")
    terminal.then { #expect(terminal.screen.contains("1 dirty")) }
    try net.run()
    try net.expect(author: "Dante Alighieri")
    let name = "\(net.scratch.path.dropLast(7))-rescued.sqlite"
    #expect(try OtherProgram(name).rows("SELECT author FROM book WHERE pk = 3") == ["Durante"])
  }

  private var moved: String { net.scratch.folder.appending(path: "moved.sqlite").path }

  /// Leaves an edit, moves the file, and opens it under its new name.
  private func runMoved() throws {
    try net.leaveEdit()
    // What the store does in the background ends a little later than the store.
    for _ in 0..<200 where try isLogOpen { usleep(10_000) }
    try FileManager.default.moveItem(atPath: net.scratch.path, toPath: moved)
    let options = StoreOptions(
      busyTimeout: .milliseconds(1), editLog: EditLogOptions(folder: net.scratch.logFolder))
    _ = Browser(store: try BookStore(path: moved, options: options), terminal: terminal).run()
  }

  private var isLogOpen: Bool {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: net.scratch.logFolder).contains {
        $0.hasSuffix("-wal")
      }
    }
  }

  private func logs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: net.scratch.logFolder).filter {
      $0.hasSuffix(".edits")
    }
  }

  @Test("what was not saved in a file before it was moved is asked about, taken over and restored")
  func takeOver() throws {
    terminal.waitFor("File moved: take over its edit log with 1 unsaved change?")
    terminal.press(.right, .enter)
    terminal.waitFor("1 unsaved change from ")
    terminal.press(.enter)
    terminal.waitFor("Restored 1 change.")
    terminal.waitFor("1 dirty")
    terminal.press(.character("q"))
    try runMoved()
    #expect(try OtherProgram(moved).rows("SELECT author FROM book WHERE pk = 3") == ["Durante"])
    #expect(try logs().map { $0.hasPrefix("moved.sqlite-") } == [true])
  }

  @Test("not now leaves the edit log where it is", arguments: [Key.enter, .escape])
  func notNow(_ key: Key) throws {
    terminal.waitFor("File moved: take over its edit log")
    terminal.press(key)
    terminal.waitFor("Not taken over. The next start asks again")
    terminal.press(.character("q"))
    try runMoved()
    #expect(try logs().map { $0.hasPrefix("books.sqlite-") } == [true])
    #expect(try OtherProgram(moved).rows("SELECT author FROM book WHERE pk = 3") == ["Dante Alighieri"])
  }

  @Test("it is said why an edit log could not be taken over")
  func inUse() throws {
    let folder = net.scratch.logFolder
    terminal.waitFor("File moved: take over its edit log")
    terminal.then {
      let log = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      try FileManager.default.removeItem(atPath: folder + "/" + log)
    }
    terminal.press(.right, .enter)
    terminal.waitFor("The edit log was not taken over.")
    terminal.press(.character("q"))
    try runMoved()
  }
}

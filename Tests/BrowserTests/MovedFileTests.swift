import BookStore
import Browser
import Foundation
import TestSupport
import Testing

/// A database whose file does not stay where it was.
@Suite final class MovedFileTests {
  private let scratch: Scratch
  private lazy var flow = Flow(scratch)

  init() throws { scratch = try Scratch() }

  @Test("a file that is moved away is noticed before anything is written") func movedAway() throws {
    let kept = scratch.path + ".kept"
    flow.expect("War and Peace")
    try FileManager.default.moveItem(atPath: scratch.path, toPath: kept)
    flow.press("^L").expect("The database was moved, replaced or removed while it was open.")
    flow.press("End").expect(gone: "was moved")
    try FileManager.default.moveItem(atPath: kept, toPath: scratch.path)
    flow.editAuthor()
    flow.quit()
    try flow.expect(author: "Durante")
  }

  /// Edits, and puts a copy with another edit in the place of the file.
  private func replaceEdited() throws {
    flow.editAuthor()
    let (path, copy) = (scratch.path, scratch.path + ".copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: copy, toPath: path)
    flow.press("^L").expect("1 row has unsaved changes.")
  }

  @Test("what is in the place of the file can be opened, and the edits are offered there")
  func openReplacement() throws {
    try replaceEdited()
    flow.press("Right", "Enter").expect("1 unsaved change from")
    flow.press("Enter").expect("◆")
    flow.quit()
    try flow.expect(author: "Durante")
  }

  @Test("what was open can be written to a copy, and the edits stay for the file itself")
  func rescue() throws {
    try replaceEdited()
    flow.press("Right", "Right", "Enter")
    flow.expect("-rescued.sqlite, in the same folder, with the changes of 1 row.", "◆")
    flow.end()
    try flow.expect(author: "Dante Alighieri")
    let name = "\(scratch.path.dropLast(7))-rescued.sqlite"
    #expect(try OtherProgram(name).rows("SELECT author FROM book WHERE pk = 3") == ["Durante"])
  }

  private var moved: String { scratch.folder.appending(path: "moved.sqlite").path }

  /// Leaves an edit, moves the file, and opens it under its new name.
  private func openMoved() throws {
    try scratch.leaveEdit()
    // What the store does in the background ends a little later than the store.
    let end = ContinuousClock.now + patience
    while try isLogOpen, ContinuousClock.now < end { sched_yield() }
    try FileManager.default.moveItem(atPath: scratch.path, toPath: moved)
    let (path, log) = (moved, EditLogOptions(folder: scratch.logFolder))
    flow = Flow(
      scratch,
      store: { try BookStore(path: path, options: StoreOptions(busyTimeout: .milliseconds(1), editLog: log)) }
    )
    flow.expect("File moved: take over its edit log with 1 unsaved change?")
  }

  private var isLogOpen: Bool {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder).contains {
        $0.hasSuffix("-wal")
      }
    }
  }

  private func logs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.logFolder).filter { $0.hasSuffix(".edits") }
  }

  @Test("what was not saved in a file before it was moved is asked about, taken over and restored")
  func takeOver() throws {
    try openMoved()
    flow.press("Right", "Enter").expect("1 unsaved change from ")
    flow.press("Enter").expect("Restored 1 change.", "◆")
    flow.quit()
    #expect(try OtherProgram(moved).rows("SELECT author FROM book WHERE pk = 3") == ["Durante"])
    #expect(try logs().map { $0.hasPrefix("moved.sqlite-") } == [true])
  }

  @Test("not now leaves the edit log where it is", arguments: ["Enter", "Esc"])
  func notNow(_ key: String) throws {
    try openMoved()
    flow.press(key).expect("Not taken over. The next start asks again")
    flow.quit()
    #expect(try logs().map { $0.hasPrefix("books.sqlite-") } == [true])
    #expect(try OtherProgram(moved).rows("SELECT author FROM book WHERE pk = 3") == ["Dante Alighieri"])
  }

  @Test("it is said why an edit log could not be taken over") func inUse() throws {
    let folder = scratch.logFolder
    try openMoved()
    let log = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try FileManager.default.removeItem(atPath: folder + "/" + log)
    flow.press("Right", "Enter").expect("The edit log was not taken over.")
    flow.quit()
  }
}

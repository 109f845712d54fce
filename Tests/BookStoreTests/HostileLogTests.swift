import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog

/// Whether the tests may give files away.
private let isRoot = geteuid() == 0

/// Edit logs that no `booklist` has written.
struct HostileLogTests {
  private let scratch: Scratch
  private let file: EditLogFile

  init() throws {
    scratch = try Scratch(Scratch.books(100))
    file = try EditLogFile(for: scratch.path, in: scratch.logFolder)
  }

  /// Logs edits, of which some are not written, a deletion and something undone.
  private func makeLog() throws {
    let store = try scratch.loggedStore()
    try store.set("a", at: Book.author, ofEach: [1, 2, 3])
    store.writeBack()
    try store.delete((40...90).map { RecordID(.rowid($0)) })
    try store.undo()
    try store.set("b", at: Book.author, of: 4)
    try store.set("c", at: Book.title, of: 4)
  }

  private func waitForEnd() {
    let end = ContinuousClock.now + .seconds(10)
    while FileManager.default.fileExists(atPath: file.path + "-wal"), ContinuousClock.now < end {
      usleep(1_000)
    }
  }

  /// Does with a log all that can be done; what is refused is refused.
  private func use() {
    guard let store = try? scratch.loggedStore() else { return }
    _ = try? store.recovery.findAbandoned()
    _ = store.recovery.abandonedChanges(in: 0..<10)
    _ = try? store.history.steps(limit: 10)
    _ = try? store.history.steps(limit: 10, after: 0)
    _ = try? store.history.changes(limit: 10)
    _ = try? store.recovery.restore()
    _ = store.history.canUndo
    for _ in 0..<3 { _ = try? store.undo() }
    _ = try? store.redo()
    _ = try? store.set("d", at: Book.author, ofEach: [1, 5, 6])
    _ = try? store.delete(7)
    store.writeBack()
    _ = try? store.set("e", at: Book.author, of: 8)
    try? store.history.discardUnwritten()
  }

  private static let columns = [
    "session.id", "session.written", "step.id", "step.session", "step.time", "step.cause", "step.undone",
    "change.id", "change.step", "change.key", "change.kind", "change.state", "change.depth", "change.rows",
    "image.change", "image.layout", "image.falling", "draft.first", "draft.last", "draft.step",
  ]

  @Test("Numbers as no log has them end nothing and take no time", .endsInTime, arguments: columns)
  func numbers(place: String) throws {
    let parts = place.split(separator: ".")
    for number in [Int64.min, -1, 0, 1 << 61, .max] {
      try? FileManager.default.removeItem(atPath: scratch.logFolder)
      try makeLog()
      let log = try LogSchema.connect(to: file.path)
      try log.run("INSERT INTO draft SELECT id, id, step, step, step, id, id FROM change LIMIT 1")
      // Of the rows the first one, and the last one where the first must not be alike.
      for order in ["", "DESC"] {
        _ = try? log.run(
          """
          UPDATE "\(parts[0])" SET "\(parts[1])" = \(number == .min ? "-9223372036854775807 - 1" : "\(number)")
          WHERE rowid = (SELECT rowid FROM "\(parts[0])" ORDER BY rowid \(order) LIMIT 1)
          """)
      }
      let start = ContinuousClock.now
      use()
      #expect(ContinuousClock.now - start < .seconds(20))
    }
  }

  @Test(
    "A mark and numbers that lie very far apart do not keep the program from ending",
    .endsInTime)
  func farApart() throws {
    try makeLog()
    let log = try LogSchema.connect(to: file.path)
    try log.run("UPDATE change SET id = -9223372036854775807 WHERE id = 1")
    try log.run("UPDATE change SET id = 9223372036854775806 WHERE id = (SELECT max(id) FROM change)")
    try log.run("UPDATE session SET written = -9223372036854775807 - 1")
    use()
  }

  @Test("A log of another user is not used, nor one that a link leads to", arguments: ["owner", "link"])
  func planted(how: String) throws {
    if how == "owner", !isRoot { return }
    try makeLog()
    waitForEnd()
    let target = scratch.folder + "/target"
    if how == "owner" {
      #expect(lchown(file.path, 4_321, 4_321) == 0)
    } else {
      try FileManager.default.moveItem(atPath: file.path, toPath: target)
      for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: target)
    }
    let before = try? Data(contentsOf: URL(fileURLWithPath: target))
    let store = try scratch.loggedStore()
    #expect(try store.recovery.findAbandoned() == nil)
    #expect(try store.history.changes(limit: 9).isEmpty)
    guard case .unavailable(.cannotOpen(file.path, _)) = store.logState else {
      Issue.record("\(store.logState)")
      return
    }
    try store.set("e", at: Book.author, of: 8)
    #expect(store.writeBack().isComplete)
    let after = try? Data(contentsOf: URL(fileURLWithPath: target))
    #expect(after == before)
  }

  @Test("A log in a folder that all can write to is not used, unless nobody can replace another's files")
  func openFolder() throws {
    try makeLog()
    for (mode, isUsed) in [(0o777, false), (0o1777, true), (0o700, true)] as [(mode_t, Bool)] {
      chmod(scratch.logFolder, mode)
      let store = try scratch.loggedStore()
      _ = try store.history.changes(limit: 9)
      #expect((store.logState == .ready) == isUsed, "\(mode)")
    }
  }

  @Test("A write-ahead log of another user beside the log is not taken in", .enabled(if: isRoot))
  func plantedBeside() throws {
    try makeLog()
    waitForEnd()
    try Data([1]).write(to: URL(fileURLWithPath: file.path + "-wal"))
    #expect(lchown(file.path + "-wal", 4_321, 4_321) == 0)
    let store = try scratch.loggedStore()
    _ = try store.history.changes(limit: 9)
    #expect(store.logState != .ready)
  }
}

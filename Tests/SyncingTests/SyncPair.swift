import Syncing
import TestSupport
import Testing

/// Two machines, whose files are carried in memory.
struct SyncPair {
  let folder: TemporaryFolder
  let carrier = MemoryCarrier()

  init() throws { folder = try TemporaryFolder() }

  /// A machine that has not synced yet.
  func machine(_ name: String, schema: String? = SyncMachine.schema) throws -> SyncMachine {
    try SyncMachine(name, in: folder.path, carrier, schema: schema)
  }

  /// The laptop, which began, and the desk, which got everything from it.
  func machines() throws -> (SyncMachine, SyncMachine) {
    let one = try machine("laptop")
    #expect(try one.sync().beginning == .founded)
    let other = try machine("desk", schema: nil)
    #expect(try other.sync().beginning == .created)
    return (one, other)
  }

  /// Carries everything to everybody.
  func carry(_ one: SyncMachine, _ other: SyncMachine) throws {
    for _ in 0..<2 {
      try one.sync()
      try other.sync()
    }
  }

  func expectSame(_ one: SyncMachine, _ other: SyncMachine) throws {
    for table in ["author", "book", "reading", "shelf", "log"] {
      #expect(try one.rows("SELECT * FROM \(table)") == other.rows("SELECT * FROM \(table)"), "\(table)")
    }
  }
}

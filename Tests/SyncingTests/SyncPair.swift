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

  func expectSame(
    _ one: SyncMachine, _ other: SyncMachine, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for table in ["author", "book", "reading", "shelf", "log"] {
      let sql = "SELECT * FROM \(table)"
      #expect(try one.rows(sql) == other.rows(sql), "\(table)", sourceLocation: sourceLocation)
    }
  }

  /// Carries everything, after which both must hold the same.
  func agree(
    _ one: SyncMachine, _ other: SyncMachine, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try carry(one, other)
    try expectSame(one, other, sourceLocation: sourceLocation)
  }
}

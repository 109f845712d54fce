import Foundation
import Records
import Testing

@testable import BookStore
@testable import EditLog

/// The files of locks that killed sessions leave.
extension RecoveryTests {
  /// What can become of what a dead session has left.
  enum Outcome: CaseIterable { case restored, discarded, foundWritten }

  private func locks(in folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".lock") })
  }

  @Test(
    "The lock of a session that died goes once nothing of it is left, and no sooner",
    arguments: Outcome.allCases)
  func lockFile(_ outcome: Outcome) throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    let folder = try scratch.logAfterDeath()
    let left = try locks(in: folder)
    #expect(left.count == 1)
    let other = try scratch.loggedStore(in: folder)
    #expect(try other.recovery.findAbandoned()?.count == 1)
    #expect(try locks(in: folder) == left)
    switch outcome {
    case .restored: _ = try other.recovery.restore()
    case .discarded: try other.recovery.discardAbandoned()
    case .foundWritten:
      try scratch.run("UPDATE book SET author = 'mine' WHERE pk = 1")
      #expect(try other.recovery.findAbandoned() == nil)
    }
    #expect(try locks(in: folder).isDisjoint(with: left))
  }

  @Test("A lock that cannot be looked at is taken for held, and one that is not there is not")
  func unknownLock() throws {
    let scratch = try Scratch()
    let path = scratch.folder + "/loop"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(SessionLock.isHeld(path))
    #expect(!SessionLock.isHeld(scratch.folder + "/nothing"))
  }

  @Test("The lock of a session that lives stays, whoever looks for what is left")
  func lockOfTheLiving() throws {
    let (scratch, store) = try Scratch.logged()
    try store.set("mine", at: Book.author, of: 1)
    let held = try locks(in: scratch.logFolder)
    #expect(try scratch.loggedStore().recovery.findAbandoned() == nil)
    #expect(try locks(in: scratch.logFolder) == held)
    #expect(held.count == 1)
  }
}

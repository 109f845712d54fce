import SyncSupport
import TestSupport
import Testing

/// Machines that edit and sync at random; Tests/Torture walks without end.
@Suite("Walks of syncs") struct SyncWalkTests {
  /// The seeds of walks that have shown faults, and of some others.
  private static let seeds: [UInt64] = [0, 1, 2, 7, 31, 87, 98, 133, 208, 304, 307, 330, 354, 364]

  @Test("All libraries end alike, with the same questions, and nothing accepted is lost", arguments: seeds)
  func walks(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let finding = SyncWalk.finding(seed: seed, in: folder.path)
    #expect(finding == nil, "\(finding ?? "")")
  }

  @Test("So do those of machines whose commits git carries", arguments: [17, 177_210_311])
  func walksWithGit(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let finding = SyncWalk.finding(seed: seed, in: folder.path, isCarried: true)
    #expect(finding == nil, "\(finding ?? "")")
  }
}

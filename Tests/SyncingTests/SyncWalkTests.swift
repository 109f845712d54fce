import SyncSupport
import TestSupport
import Testing

/// Machines that edit and sync at random; Tests/Torture walks without end.
@Suite("Walks of syncs") struct SyncWalkTests {
  @Test("All libraries end alike, with the same questions, and nothing accepted is lost", arguments: 0..<6)
  func walks(_ part: UInt64) throws {
    let folder = try TemporaryFolder()
    for seed in part * 6..<part * 6 + 6 {
      let finding = SyncWalk.finding(seed: seed, in: folder.path)
      #expect(finding == nil, "\(finding ?? "")")
    }
  }
}

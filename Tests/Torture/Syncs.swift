import ArgumentParser
import SyncSupport

/// Walks with several machines that edit and sync one library, and merges of trees, each from a seed of its own.
struct Syncs: Part {
  static let configuration = CommandConfiguration(
    abstract: "Sync machines that edit one library at random, and whose commits come late and in any order.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.wrong.isEmpty {
      let seed = UInt64.random(in: 0..<1_000_000_000, using: &run.generator)
      // Starting git takes most of the time of a walk that it carries.
      let isCarried = run.tally.syncs % 8 == 7
      let finding = SyncWalk.finding(seed: seed, in: run.folder, isCarried: isCarried)
      run.tally.wrong += TreeTrial.problems(seed: seed, cases: 20) + (finding.map { [$0] } ?? [])
      run.tally.syncs += 1
    }
  }
}

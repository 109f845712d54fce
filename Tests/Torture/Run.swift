import Foundation
import SeededRandom

/// A run of one part: where it works, how long, and what it has done and found so far.
struct Run {
  let folder: String
  let end: ContinuousClock.Instant
  var tally = Tally()
  var generator: SeededGenerator

  /// Whether its time is not over.
  var hasTime: Bool { .now < end }

  /// What is left of its time, as a process is told that does a share of it; never so little that it could do nothing.
  var secondsLeft: String { "\(max(0.5, (end - .now) / .seconds(1)))" }
}

extension RunOptions {
  /// Has a part work in a folder that goes afterwards, and answers what it has done and found.
  func run(_ body: (inout Run) throws -> Void) throws -> Tally {
    try inFolder { folder in
      var run = Run(folder: folder, end: .now + .seconds(seconds), generator: SeededGenerator(seed: seed))
      try body(&run)
      return run.tally
    }
  }
}

import ArgumentParser
import CTorture
import Foundation
import SeededRandom

/// Fails the n-th call to the system, or the n-th allocation, for every n.
struct Faults: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Fail each write, sync, open and allocation.")

  @OptionGroup var options: RunOptions

  @Option(help: "Run this fault alone, as it was printed.")
  var only: String?

  func run() throws {
    Line.say("seed \(options.seed)")
    if let only, let fault = Fault(text: only) {
      var tally = Tally()
      try options.inFolder { _ = try FaultScript(fault, in: $0).run(&tally) }
      return try options.finish(tally)
    }
    try options.finish(Self.look(options))
  }

  static func look(_ options: RunOptions) throws -> Tally {
    try options.inFolder { folder in
      var tally = Tally()
      var generator = SeededGenerator(seed: options.seed)
      let end = options.end()
      // Each kind goes on until nothing is left to fail; a round takes the numbers in strides, so that a short run
      // has a look at all of them.
      var rounds = Fault.kinds.shuffled(using: &generator).map { FaultRound($0, using: &generator) }
      while ContinuousClock.now < end, !rounds.isEmpty {
        for index in rounds.indices where ContinuousClock.now < end {
          let hits = try FaultScript(rounds[index].next(), in: folder).run(&tally)
          rounds[index].note(hits: hits)
        }
        rounds.removeAll(where: \.isDone)
      }
      if rounds.isEmpty { Line.say("every fault was tried") }
      return tally
    }
  }
}

import ArgumentParser
import CTorture

/// Fails the n-th call to the system, or the n-th allocation, for every n.
struct Faults: Part {
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
    try options.run { run in
      // Each kind goes on until nothing is left to fail; a round takes the numbers in strides, so that a short run
      // has a look at all of them.
      var rounds = Fault.kinds.shuffled(using: &run.generator)
        .map { FaultRound($0, using: &run.generator) }
      while run.hasTime, !rounds.isEmpty {
        for index in rounds.indices where run.hasTime {
          let hits = try FaultScript(rounds[index].next(), in: run.folder).run(&run.tally)
          rounds[index].note(hits: hits)
        }
        rounds.removeAll(where: \.isDone)
      }
      if rounds.isEmpty { Line.say("every fault was tried") }
    }
  }
}

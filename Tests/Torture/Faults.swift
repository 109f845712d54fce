import ArgumentParser
import CTorture
import SeededRandom

/// Fails the n-th call to the system, or the n-th allocation, for every n.
struct Faults: Part {
  static let configuration = CommandConfiguration(abstract: "Fail each write, sync, open and allocation.")

  @OptionGroup var options: RunOptions

  @Option(help: "Run this fault alone, as it was printed.")
  var only: String?

  @Flag(
    help: "Take every number of each kind in turn until the script is over before, however long that takes.")
  var toEnd = false

  @Option(help: "With --to-end, only faults of this manner.")
  var manner: Fault.Manner?

  func run() throws {
    if toEnd { return try options.finish(try options.inFolder(lookAtAll)) }
    Line.say("seed \(options.seed)")
    if let only, let fault = Fault(text: only) {
      var tally = Tally()
      try options.inFolder { _ = try FaultScript(fault, in: $0).run(&tally) }
      return try options.finish(tally)
    }
    try options.finish(Self.look(options))
  }

  /// Fails the first call, the second and so on, until several numbers in a row are never reached: what the log does in
  /// the background comes at other moments each time.
  private func lookAtAll(_ folder: String) throws -> Tally {
    var tally = Tally()
    for kind in Fault.kinds where manner.map({ $0 == kind.manner }) ?? true {
      var (fault, last) = (kind, 0)
      while fault.number <= last + Self.missesAtEnd {
        if try FaultScript(fault, in: folder).run(&tally) > 0 { last = fault.number }
        fault.number += 1
      }
      Line.say("\(kind.kind.padding(toLength: 32, withPad: " ", startingAt: 0))1...\(last)")
    }
    return tally
  }

  /// The numbers in a row that have to be out of reach.
  private static let missesAtEnd = 5

  static func look(_ run: inout Run) throws {
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

extension Fault.Manner: ExpressibleByArgument {}

/// The faults of one kind, in an order that soon has some from everywhere.
struct FaultRound {
  private let kind: Fault
  private let stride: Int
  private var start: Int
  private var number: Int
  private var startsLeft: Int

  init(_ kind: Fault, using generator: inout SeededGenerator) {
    self.kind = kind
    stride = kind.isAllocation ? 997 : 37
    start = Int.random(in: 1...stride, using: &generator)
    number = start
    startsLeft = stride
  }

  /// Whether every number was tried.
  var isDone: Bool { startsLeft == 0 }

  mutating func next() -> Fault {
    var fault = kind
    fault.number = number
    return fault
  }

  /// Goes on; a script in which nothing failed was over before.
  mutating func note(hits: Int) {
    if hits > 0 {
      number += stride
    } else {
      // Further on by a step that reaches all others before it comes back.
      start = (start + 12) % stride + 1
      number = start
      startsLeft -= 1
    }
  }
}

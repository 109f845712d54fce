import ArgumentParser
import Foundation
import SeededRandom

/// A part of the torture, which can be run by itself.
protocol Part: ParsableCommand {
  var options: RunOptions { get }

  /// Looks for trouble until its time is over.
  static func look(_ run: inout Run) throws
}

extension Part {
  static func look(_ options: RunOptions) throws -> Tally { try options.run { try look(&$0) } }

  func run() throws {
    Line.say("seed \(options.seed)")
    try options.finish(Self.look(options))
  }
}

/// What all parts are told.
struct RunOptions: ParsableArguments {
  @Option(help: "How long to look.")
  var seconds = 10.0

  @Option(help: "What to begin with; the same seed does the same again, as far as time allows.")
  var seed = UInt64.random(in: 0..<1_000_000)

  @Flag(help: "Leave the databases where they are, and copies from before they were looked at.")
  var keep = false

  /// Prints what a part has done, and ends with 1 where something was wrong.
  func finish(_ tally: Tally) throws {
    Line.say(tally.text)
    for line in (tally.wrong.prefix(25) + tally.lost.prefix(25)) { Line.say("! " + line) }
    if !tally.lost.isEmpty || !tally.wrong.isEmpty { throw ExitCode(1) }
  }

  /// Does something in a folder that goes afterwards.
  func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "booklist-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if !keep { try? FileManager.default.removeItem(atPath: folder) } }
    return try body(folder)
  }
}

/// A run of one part: where it works, how long, and what it has done and found so far.
struct Run {
  let options: RunOptions
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
      var run = Run(
        options: self, folder: folder, end: .now + .seconds(seconds), generator: SeededGenerator(seed: seed))
      try body(&run)
      return run.tally
    }
  }
}

/// Every part, one after the other.
struct All: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "Run every part for a share of the time.")

  @OptionGroup var options: RunOptions

  func run() throws {
    Line.say("seed \(options.seed)")
    var tally = Tally()
    let parts: [(share: Double, run: (RunOptions) throws -> Tally)] = [
      (0.1, Faults.look), (0.1, Kills.look), (0.1, Syncs.look), (0.1, Others.look), (0.05, Reused.look),
      (0.05, Undos.look), (0.05, KilledUndos.look), (0.05, Replaced.look), (0.05, Power.look),
      (0.05, Damage.look), (0.05, Signals.look), (0.05, Commands.look), (0.05, Keys.look),
      (0.05, TerminalKeys.look), (0.05, TerminalBytes.look),
      (0.1, Files.look),
    ]
    for part in parts {
      var options = options
      options.seconds *= part.share
      tally += try part.run(options)
    }
    try options.finish(tally)
  }
}

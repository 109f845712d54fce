import ArgumentParser
import BookStore
import Foundation
import SeededRandom

/// Kills a process that edits, warns and quits, at random times, and compares what is left with what it had accepted.
struct Kills: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Kill a process that edits, and look what is left.")

  @OptionGroup var options: RunOptions

  func run() throws {
    Line.say("seed \(options.seed)")
    try options.finish(Self.look(options))
  }

  static func look(_ options: RunOptions) throws -> Tally {
    try options.inFolder { folder in
      var tally = Tally()
      var generator = SeededGenerator(seed: options.seed)
      let end = options.end()
      while ContinuousClock.now < end {
        var shelf = try KilledShelf(in: folder, hasWriteAheadLog: .random(using: &generator))
        // A log that has seen many deaths grows, and so a new one now and then.
        for _ in 0..<100 where ContinuousClock.now < end && tally.lost.isEmpty {
          try shelf.killOnce(&tally, keepsCopy: options.keep, using: &generator)
        }
        if !tally.lost.isEmpty { return tally }
        shelf.bookcase.remove()
      }
      return tally
    }
  }
}

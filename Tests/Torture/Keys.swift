import ArgumentParser
import Foundation

/// Gives the screens keys, pastes, sizes and signals, over a real store.
struct Keys: Part {
  static let configuration = CommandConfiguration(abstract: "Press random keys.")

  @OptionGroup var options: RunOptions

  func run() throws {
    Line.say("seed \(options.seed)")
    var tally = try Self.look(options)
    tally += try TerminalKeys.look(options)
    try options.finish(tally)
  }

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      var seed = options.seed
      while run.hasTime {
        let child = try Child(["keys-child", run.folder, "\(seed)", run.secondsLeft])
        seed =
          1
          + child.follow("keys", from: seed, &run.tally) { words, tally in
            if words.first == "keys" { tally.keys += Int(words[1]) ?? 0 }
          }
      }
    }
  }
}

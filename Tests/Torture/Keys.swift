import ArgumentParser
import BookStore
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
        seed = try listen(to: child, from: seed, &run.tally) + 1
      }
    }
  }

  /// Counts the keys, and says which seed was the last one.
  private static func listen(to child: Child, from first: UInt64, _ tally: inout Tally) throws -> UInt64 {
    var seed = first
    while true {
      switch child.next(within: .seconds(30)) {
      case .line(let line):
        let words = line.split(separator: " ")
        if words.first == "seed" { seed = UInt64(words[1]) ?? seed }
        if words.first == "keys" { tally.keys += Int(words[1]) ?? 0 }
        if words.first == "unsound" { tally.wrong.append("keys of seed \(seed): \(line)") }
      case .silence:
        tally.wrong.append("keys of seed \(seed) hang")
        child.stop()
      case .end:
        let status = child.wait()
        if status != 0 { tally.wrong.append("keys of seed \(seed) end with \(status)") }
        return seed
      }
    }
  }
}

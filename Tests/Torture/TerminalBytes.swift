import ArgumentParser

/// Gives the decoder of the terminal's bytes all that a terminal can send, however it comes.
struct TerminalBytes: Part {
  static let configuration = CommandConfiguration(abstract: "Decode what terminals send, cut and late.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      var seed = options.seed
      while run.hasTime {
        // In another process, for a trap ends it.
        let child = try Child(["terminal-bytes-child", "\(seed)", run.secondsLeft])
        seed =
          1
          + child.follow("bytes", from: seed, &run.tally) { words, tally in
            if words.first == "sequences" { tally.sequences += Int(words[1]) ?? 0 }
          }
      }
    }
  }
}

import ArgumentParser

/// Gives the decoder of the terminal's bytes all that a terminal can send, however it comes.
struct TerminalBytes: Part {
  static let configuration = CommandConfiguration(abstract: "Decode what terminals send, cut and late.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    var seed = run.options.seed
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

/// Decodes one stream of bytes after the other until its time is over.
struct TerminalBytesChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "terminal-bytes-child", shouldDisplay: false)

  @Argument var seed: UInt64
  @Argument var seconds: Double

  func run() throws {
    let end = ContinuousClock.now + .seconds(seconds)
    var seed = seed
    repeat {
      Line.say("seed \(seed)")
      var trial = DecoderTrial(seed: seed)
      for _ in 0..<10 { trial.run() }
      for line in trial.wrong { Line.say("wrong " + line) }
      Line.say("sequences \(trial.sequenceCount)")
      seed += 1
    } while ContinuousClock.now < end
  }
}

import ArgumentParser

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

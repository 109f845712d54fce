import ArgumentParser

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

import ArgumentParser
import Foundation

/// Runs every command, sends it a signal at a random moment, and looks what is left.
struct Commands: Part {
  static let configuration = CommandConfiguration(
    abstract: "Send signals to commands, and look what is left.")

  @OptionGroup var options: RunOptions

  @Option(help: "Run only the commands that begin with these words.")
  var only = ""

  @Flag(help: "Print the commands, and run none of them.")
  var list = false

  /// How long a command may take to end, in seconds.
  private static let usualPatience = 1.0

  @Option(help: "How long a command may take to end, besides the time that the machine takes to start one.")
  var patience = usualPatience

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  func run() throws {
    let scenes = SignalledScene.all.filter { $0.name.hasPrefix(only) }
    if list { return scenes.forEach { Line.say($0.name) } }
    Line.say("seed \(options.seed)")
    try options.finish(options.run { try Self.look(&$0, at: scenes, patience: patience) })
  }

  static func look(_ run: inout Run) throws {
    try look(&run, at: SignalledScene.all, patience: usualPatience)
  }

  private static func look(_ run: inout Run, at scenes: [SignalledScene], patience: Double) throws {
    // A shell that starts a program in the background has it ignore SIGINT, which the commands would inherit.
    for number in signals { signal(number, SIG_DFL) }
    let desk = try SignalledDesk(in: run.folder, patience: patience)
    // Each of them once before any for the second time, in another order each time.
    while run.hasTime, run.tally.wrong.isEmpty, !scenes.isEmpty {
      for scene in scenes.shuffled(using: &run.generator) where run.hasTime {
        guard let number = signals.randomElement(using: &run.generator) else { continue }
        let moment = Double.random(in: 0...1, using: &run.generator)
        try desk.run(scene, signal: number, moment: moment, &run.tally)
      }
    }
  }
}

import ArgumentParser
import Foundation
import SeededRandom

/// Runs every command that takes a while, sends it a signal at a random moment, and looks what is left.
struct Commands: Part {
  static let configuration = CommandConfiguration(
    abstract: "Send signals to commands, and look what is left.")

  @OptionGroup var options: RunOptions

  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  static func look(_ options: RunOptions) throws -> Tally {
    // A shell that starts a program in the background has it ignore SIGINT, which the commands would inherit.
    for number in signals { signal(number, SIG_DFL) }
    return try options.run { run in
      let desk = try SignalledDesk(in: run.folder)
      // Each of them once before any for the second time, in another order each time.
      while run.hasTime, run.tally.wrong.isEmpty {
        for scene in SignalledScene.allCases.shuffled(using: &run.generator) where run.hasTime {
          guard let number = signals.randomElement(using: &run.generator) else { continue }
          let moment = Double.random(in: 0...1, using: &run.generator)
          try desk.run(scene, signal: number, moment: moment, &run.tally)
        }
      }
    }
  }
}

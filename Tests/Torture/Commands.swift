import ArgumentParser
import Foundation
import SeededRandom

/// Runs every command that takes a while, sends it a signal at a random moment, and looks what is left.
struct Commands: Part {
  static let configuration = CommandConfiguration(
    abstract: "Send signals to commands, and look what is left.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      let desk = try SignalledDesk(in: run.folder)
      // Each of them once before any for the second time, in another order each time.
      while run.hasTime, run.tally.wrong.isEmpty {
        for scene in SignalledScene.allCases.shuffled(using: &run.generator) where run.hasTime {
          guard let number = [SIGINT, SIGTERM, SIGHUP].randomElement(using: &run.generator) else { continue }
          let moment = Double.random(in: 0...1, using: &run.generator)
          try desk.run(scene, signal: number, moment: moment, &run.tally)
        }
      }
    }
  }
}

import ArgumentParser
import CTorture
import Foundation

/// Cuts the power: what was accepted a second before is there afterwards, whatever of the rest is on the disk.
struct Power: Part {
  static let configuration = CommandConfiguration(
    abstract: "Forget what was not synced, and look what is left.")

  @OptionGroup var options: RunOptions

  /// How often the power goes in one script.
  private static let cuts = 100

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
        let hasLog = Bool.random(using: &run.generator)
        let bookcase = try Bookcase(in: run.folder, count: 8, hasWriteAheadLog: hasLog)
        var script = PowerScript(bookcase)
        try script.play(&run)
        for _ in 0..<cuts where run.hasTime || run.tally.restorations == 0 {
          try script.cut(&run)
        }
        bookcase.remove()
      }
    }
  }
}

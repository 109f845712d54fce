import ArgumentParser
import Foundation

/// Overwrites a part of a database's file while a process edits it, and looks what that process and its log make of it.
struct Damage: Part {
  static let configuration = CommandConfiguration(abstract: "Damage a database while it is edited.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
        let notebook = try Notebook(in: run.folder, mode: Bool.random(using: &run.generator) ? .wal : .delete)
        var round = DamageRound(notebook)
        try round.run(&run.tally, using: &run.generator)
        if !options.keep { notebook.remove() }
      }
    }
  }
}

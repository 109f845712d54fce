import ArgumentParser

/// Kills a process that edits, warns and quits, at random times, and compares what is left with what it had accepted.
struct Kills: Part {
  static let configuration = CommandConfiguration(
    abstract: "Kill a process that edits, and look what is left.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime {
        var shelf = try KilledShelf(in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
        // A log that has seen many deaths grows, and so a new one now and then.
        for _ in 0..<100 where run.hasTime && run.tally.lost.isEmpty {
          try shelf.killOnce(&run.tally, keepsCopy: options.keep, using: &run.generator)
        }
        if !run.tally.lost.isEmpty { return }
        shelf.bookcase.remove()
      }
    }
  }
}

import ArgumentParser

/// A part of the torture, which can be run by itself.
protocol Part: ParsableCommand {
  var options: RunOptions { get }

  /// Looks for trouble until its time is over.
  static func look(_ options: RunOptions) throws -> Tally
}

extension Part {
  func run() throws {
    Line.say("seed \(options.seed)")
    try options.finish(Self.look(options))
  }
}

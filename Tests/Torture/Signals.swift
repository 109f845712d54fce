import ArgumentParser
import Foundation

/// Edits with the program itself on a terminal, and ends it by signals or takes its terminal away.
struct Signals: Part {
  static let configuration = CommandConfiguration(
    abstract: "Send signals to the program while it edits, and look what is left.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    // Some of the signals would leave the program's memory behind as a file.
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(Self.core, &limit)
    return try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
        let seed = UInt64.random(in: 0..<1 << 32, using: &run.generator)
        var session = try SignalledSession(in: run.folder, seed: seed)
        try session.run(&run.tally)
      }
    }
  }

  #if canImport(Glibc)
    private static let core = __rlimit_resource_t(4)
  #else
    private static let core = RLIMIT_CORE
  #endif
}

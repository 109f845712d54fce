import ArgumentParser
import Foundation

/// What all parts are told.
struct RunOptions: ParsableArguments {
  @Option(help: "How long to look.")
  var seconds = 10.0

  @Option(help: "What to begin with; the same seed does the same again, as far as time allows.")
  var seed = UInt64.random(in: 0..<1_000_000)

  @Flag(help: "Leave the databases where they are, and copies from before they were looked at.")
  var keep = false

  /// Prints what a part has done, and ends with 1 where something was wrong.
  func finish(_ tally: Tally) throws {
    Line.say(tally.text)
    for line in (tally.wrong.prefix(25) + tally.lost.prefix(25)) { Line.say("! " + line) }
    if !tally.lost.isEmpty || !tally.wrong.isEmpty { throw ExitCode(1) }
  }

  /// Does something in a folder that goes afterwards.
  func inFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = NSTemporaryDirectory() + "booklist-torture-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { if !keep { try? FileManager.default.removeItem(atPath: folder) } }
    return try body(folder)
  }
}

import ArgumentParser
import Foundation
import SeededRandom

/// The other process: after some time it does something with the file, and says so.
struct ReplacedChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "replaced-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var replacement: String
  @Argument var seed: UInt64

  func run() throws {
    guard let replacement = Replacement(rawValue: replacement) else {
      throw TortureError.notUnderstood(replacement)
    }
    var generator = SeededGenerator(seed: seed)
    usleep(.random(in: 0..<30_000, using: &generator))
    try replacement.happen(to: Notebook(folder: folder), takesLog: .random(using: &generator))
    Line.say("done")
  }
}

import ArgumentParser
import Foundation

/// Opens and browses databases that are broken in every way.
struct Files: Part {
  static let configuration = CommandConfiguration(abstract: "Open databases that are broken.")

  @OptionGroup var options: RunOptions

  @Option(help: "Keep the files that something was wrong with in this folder.")
  var finds: String?

  func run() throws {
    Line.say("seed \(options.seed)")
    try options.finish(Self.look(options, keeping: finds))
  }

  static func look(_ options: RunOptions) throws -> Tally { try look(options, keeping: nil) }

  private static func look(_ options: RunOptions, keeping finds: String?) throws -> Tally {
    try options.run { run in
      var seed = options.seed
      while run.hasTime {
        let child = try Child(["files-child", run.folder, "\(seed)", run.secondsLeft])
        let count = run.tally.wrong.count
        // A file takes two seconds at most, which the child measures; one that never ends has to be found from here.
        seed =
          1
          + child.follow("file", from: seed, within: .seconds(10), &run.tally) { words, tally in
            if words.first == "tried" { tally.files += 1 }
          }
        if run.tally.wrong.count > count, let finds {
          try? FileManager.default.createDirectory(atPath: finds, withIntermediateDirectories: true)
          try? FileManager.default.copyItem(
            atPath: Mutant.path(in: run.folder, seed - 1), toPath: "\(finds)/seed-\(seed - 1).sqlite")
        }
      }
    }
  }
}

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
        seed = try listen(to: child, from: seed, &run.tally) + 1
        if run.tally.wrong.count > count, let finds {
          try? FileManager.default.createDirectory(atPath: finds, withIntermediateDirectories: true)
          try? FileManager.default.copyItem(
            atPath: Mutant.path(in: run.folder, seed - 1), toPath: "\(finds)/seed-\(seed - 1).sqlite")
        }
      }
    }
  }

  private static func listen(to child: Child, from first: UInt64, _ tally: inout Tally) throws -> UInt64 {
    var seed = first
    while true {
      // A file takes two seconds at most, which the child measures; one that never ends has to be found from here.
      switch child.next(within: .seconds(10)) {
      case .line(let line):
        let words = line.split(separator: " ")
        if words.first == "seed" { seed = UInt64(words[1]) ?? seed }
        if words.first == "tried" { tally.files += 1 }
        if words.first == "wrong" { tally.wrong.append("file of seed \(seed): \(line)") }
      case .silence:
        tally.wrong.append("file of seed \(seed) hangs")
        child.stop()
      case .end:
        let status = child.wait()
        if status != 0 { tally.wrong.append("file of seed \(seed) ends with \(status)") }
        return seed
      }
    }
  }
}

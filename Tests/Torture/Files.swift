import ArgumentParser
import Foundation
import SeededRandom

/// Opens and browses databases that are broken in every way.
struct Files: Part {
  static let configuration = CommandConfiguration(abstract: "Open databases that are broken.")

  @OptionGroup var options: RunOptions

  @Option(help: "Keep the files that something was wrong with in this folder.")
  var finds: String?

  func run() throws {
    Line.say("seed \(options.seed)")
    try options.finish(options.run { try Self.look(&$0, keeping: finds) })
  }

  static func look(_ run: inout Run) throws { try look(&run, keeping: nil) }

  private static func look(_ run: inout Run, keeping finds: String?) throws {
    var seed = run.options.seed
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

/// Opens one mutant after the other until its time is over.
struct FilesChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "files-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var seed: UInt64
  @Argument var seconds: Double

  func run() throws {
    let end = ContinuousClock.now + .seconds(seconds)
    let originals = try Mutant.originals()
    var seed = seed
    repeat {
      Line.say("seed \(seed)")
      try tryOne(originals, seed)
      Line.say("tried")
      seed += 1
    } while ContinuousClock.now < end
  }

  private func tryOne(_ originals: [Mutant], _ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    guard var mutant = originals.randomElement(using: &generator) else { return }
    mutant.mutate(using: &generator)
    // A name of its own, for a thread that looks at the one before may not have ended yet.
    let path = Mutant.path(in: folder, seed)
    try mutant.write(to: path)
    // What a crash has left beside a database is rolled back by who may write, as it should be.
    let isReadOnly = !mutant.sidecars.isEmpty || Bool.random(using: &generator)
    let time = BrowsedFile.browse(path, isReadOnly: isReadOnly)
    if time > .seconds(2) { Line.say("wrong it took \(time) from \(mutant.name)") }
    if try !mutant.isHeld(at: path) { Line.say("wrong the file was changed, from \(mutant.name)") }
    Mutant.remove(Mutant.path(in: folder, seed &- Mutant.keptCount))
  }
}

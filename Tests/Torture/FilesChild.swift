import ArgumentParser
import Foundation
import SeededRandom

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

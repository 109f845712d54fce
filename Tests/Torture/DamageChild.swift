import ArgumentParser
import Foundation
import SeededRandom

/// Edits a notebook whose file is damaged in the middle of it, until it finds that out or nothing is left to do.
///
/// It asks by a word, and goes on when a file of that name is there.
struct DamageChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "damage-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var seed: UInt64

  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let scribe = try Scribe(Notebook(folder: folder)) { Line.say("\($0)") }
    for _ in 0..<Int.random(in: 3..<40, using: &generator) { _ = scribe.step(using: &generator) }
    try ask("damage")
    // The sound copy has none of the rows that come and go from now on.
    scribe.isCautious = true
    for _ in 0..<60 where scribe.store.damage == nil { _ = scribe.step(using: &generator) }
    guard scribe.store.damage != nil else { return }
    scribe.isCautious = false
    try ask("look")
    for _ in 0..<20 {
      let count = scribe.step(using: &generator)
      if count > 0 { Line.say("wrong \(count) rows are said to be in a file that is damaged") }
    }
    try ask("compare")
  }

  private func ask(_ word: String) throws {
    Line.say(word)
    while access("\(folder)/\(word)", F_OK) != 0 { usleep(500) }
  }
}

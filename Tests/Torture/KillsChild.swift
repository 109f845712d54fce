import ArgumentParser
import SeededRandom

/// The editor that is killed: it says what it tries, and what was accepted after it was.
struct KillsChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "kills-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var round: Int
  @Argument var seed: UInt64

  func run() throws {
    var generator = SeededGenerator(seed: seed)
    let player = Player(Bookcase(folder: folder), waiting: .seconds(2))
    Line.say("open")
    try player.open()
    var number = 0
    while true {
      number += 1
      let ids = try player.store?.lists.rows(in: 0..<100).compactMap { $0?.id.rowid } ?? []
      let step = Step.random(ids, "r\(round)n\(number)", using: &generator)
      Line.say("try \(step)")
      switch player.play(step) {
      case .accepted(let done):
        if step == .undo || step == .redo { say(player.shownRows(), before: ids) }
        Line.say("done \(done)")
      case .unsaved, .refused: Line.say("refused")
      }
    }
  }

  private func say(_ rows: Shelf.Rows?, before ids: [Int64]) {
    guard let rows else { return }
    for (id, row) in rows { Line.say("row \(id) \(row.joined(separator: " "))") }
    for id in ids where rows[id] == nil { Line.say("norow \(id)") }
  }
}

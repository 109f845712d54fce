import ArgumentParser
import SeededRandom

/// Has two or three processes edit the same rows at once, and explains what is there in the end by what they wrote.
struct Others: Part {
  static let configuration = CommandConfiguration(abstract: "Have several processes edit the same rows.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      while run.hasTime, run.tally.lost.isEmpty {
        let bookcase = try Bookcase(
          in: run.folder, count: 3, hasWriteAheadLog: .random(using: &run.generator),
          reacts: .random(using: &run.generator))
        let count = Int.random(in: 2...3, using: &run.generator)
        try edit(bookcase, count: count, &run.tally, using: &run.generator)
        bookcase.remove()
      }
    }
  }

  private static func edit(
    _ bookcase: Bookcase, count: Int, _ tally: inout Tally, using generator: inout SeededGenerator
  ) throws {
    var chains = Chains(try bookcase.rows())
    let children = try (0..<count).map { index in
      try Child([
        "others-child", bookcase.folder, "p\(index)", "\(UInt64.random(in: 0..<1 << 32, using: &generator))",
      ])
    }
    for child in children {
      while case .line(let line) = child.next(within: .seconds(60)) {
        if line == "conflict" {
          tally.conflicts += 1
        } else {
          try chains.note(line)
          tally.writes += 1
          tally.accepted += 1
        }
      }
      child.stop()
      let status = child.wait()
      if status != 0 { tally.wrong.append("an editor beside others ended with \(status)") }
    }
    if let damage = try bookcase.damage() { tally.wrong.append(damage) }
    tally.lost += chains.losses(in: try bookcase.rows())
  }
}

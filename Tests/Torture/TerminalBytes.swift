import ArgumentParser

/// Gives the decoder of the terminal's bytes all that a terminal can send, however it comes.
struct TerminalBytes: Part {
  static let configuration = CommandConfiguration(
    abstract: "Decode what terminals send, cut and late.")

  @OptionGroup var options: RunOptions

  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      var seed = options.seed
      while run.hasTime {
        // In another process, for a trap ends it.
        let child = try Child(["terminal-bytes-child", "\(seed)", run.secondsLeft])
        seed = listen(to: child, from: seed, &run.tally) + 1
      }
    }
  }

  private static func listen(to child: Child, from first: UInt64, _ tally: inout Tally) -> UInt64 {
    var seed = first
    while true {
      switch child.next(within: .seconds(30)) {
      case .line(let line):
        let words = line.split(separator: " ")
        if words.first == "seed" { seed = UInt64(words[1]) ?? seed }
        if words.first == "sequences" { tally.sequences += Int(words[1]) ?? 0 }
        if words.first == "wrong" { tally.wrong.append("bytes of seed \(seed): \(line.dropFirst(6))") }
      case .silence:
        tally.wrong.append("bytes of seed \(seed) hang")
        child.stop()
      case .end:
        let status = child.wait()
        if status != 0 { tally.wrong.append("bytes of seed \(seed) end with \(status)") }
        return seed
      }
    }
  }
}

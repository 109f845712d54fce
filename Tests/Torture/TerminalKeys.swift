import Foundation
import SeededRandom

/// Gives the program itself random bytes through a terminal.
enum TerminalKeys {
  static func look(_ options: RunOptions) throws -> Tally {
    try options.run { run in
      var seed = options.seed
      while run.hasTime, run.tally.wrong.isEmpty {
        try press(seed, in: run.folder, until: run.end, &run.tally)
        seed += 1
      }
    }
  }

  private static func press(
    _ seed: UInt64, in folder: String, until end: ContinuousClock.Instant, _ tally: inout Tally
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let path = "\(folder)/\(seed).sqlite"
    try KeysChild.make(path, rows: [0, 3, 40][Int(seed % 3)], seed: seed)
    let terminal = try PseudoTerminal(
      [program, path, "--pressure", "off", "--write-after", "1"],
      environment: environment(home: folder))
    var isRunning = terminal.reaction(within: 10_000) == .drawn
    if !isRunning { tally.wrong.append("the program does not start on seed \(seed)") }
    for round in 0..<200 where isRunning && ContinuousClock.now < end {
      let keys = (0..<10).map { _ in bytes(using: &generator) }
      isRunning = terminal.type(keys.flatMap { $0 })
      tally.terminalKeys += keys.count
      terminal.settle()
      // Another size is drawn in any case.
      terminal.resize(columns: round % 2 == 0 ? 61 : 80, rows: 24)
      if isRunning, case .none = terminal.reaction(within: 10_000) {
        tally.wrong.append("no reaction within 10 s on seed \(seed), round \(round)")
        isRunning = false
      }
    }
    let status = terminal.end()
    if let sent = terminal.unsound { tally.wrong.append("on seed \(seed) the terminal was sent \(sent)") }
    // By itself it ends when it is asked to, and else by the signal.
    if status != 0, status != 128 + SIGHUP {
      tally.wrong.append("the program ended with \(status ?? -1) on seed \(seed)")
    }
  }

  /// The variables that the program gets.
  static func environment(home: String) -> [String] {
    [
      "TERM=xterm-256color", "HOME=\(home)", "LANG=C.UTF-8", "VISUAL=true", "EDITOR=true",
      "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=enable=no",
    ]
  }

  /// The program, which lies where this one does.
  static var program: String {
    let own = URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    return own.deletingLastPathComponent().appending(path: "booklist").path
  }

  /// What a key sends, or a paste, or what no terminal sends; nothing that stops the program or writes a file.
  private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
    let sent: [UInt8]
    switch Int.random(in: 0..<40, using: &generator) {
    case 0:
      let text = HostileTexts.all.randomElement(using: &generator) ?? ""
      sent = Array("\u{1B}[200~\(text.prefix(500))\u{1B}[201~".utf8)
    case 1: sent = (0..<6).map { _ in .random(in: 0...255, using: &generator) }
    case 2: sent = [0x1B] + (0..<3).map { _ in .random(in: 32...126, using: &generator) }
    case 3...8: sent = [.random(in: 1...31, using: &generator)]
    case 9...20: sent = Array((sequences.randomElement(using: &generator) ?? "").utf8)
    default: sent = Array(String(EventSource.characters.randomElement(using: &generator) ?? "?").utf8)
    }
    // ^Z, ^\\, w and q.
    return sent.filter { ![0x1A, 0x1C, 0x77, 0x71].contains($0) }
  }

  private static let sequences = [
    "\r", "\r", "\r", "\u{1B}[A", "\u{1B}[B", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[F",
    "\u{1B}[5~",
    "\u{1B}[6~", "\u{1B}[3~", "\t", "\u{1B}[Z", "\u{7F}", "\u{1B}OA", "\u{1B}OB", "\u{1B}[1;5C",
    "\u{1B}[<0;3;4M", "\u{1B}[<0;9;2M", "\u{1B}[<0;20;24M", "\u{1B}[<65;5;5M",
    "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}",
    "\u{1B}[?2026;2$y", "\u{1B}[?62;4c", "\u{1B}]11;rgb:00",
  ]
}

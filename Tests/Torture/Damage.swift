import ArgumentParser
import Foundation
import SeededRandom

/// Overwrites a part of a database's file while a process edits it, and looks what that process and its log make of it.
struct Damage: Part {
  static let configuration = CommandConfiguration(abstract: "Damage a database while it is edited.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let notebook = try Notebook(in: run.folder, mode: Bool.random(using: &run.generator) ? .wal : .delete)
      var round = DamageRound(notebook)
      try round.run(&run.tally, using: &run.generator)
      if !run.options.keep { notebook.remove() }
    }
  }
}

/// One process whose database is damaged, and what it was told.
struct DamageRound {
  private let notebook: Notebook
  private var notes = Notes()
  private var isDamaged = false
  /// The files as they were when the process had found the damage.
  private var found: [Data?] = []

  init(_ notebook: Notebook) { self.notebook = notebook }

  /// Damages the file, and looks whether a sound copy of it gets all that was accepted.
  mutating func run(_ tally: inout Tally, using generator: inout SeededGenerator) throws {
    let seed = UInt64.random(in: 0..<1 << 32, using: &generator)
    let child = try Child(["damage-child", notebook.folder, "\(seed)"])
    try listen(to: child, &tally, using: &generator)
    let status = child.wait()
    if status != 0 {
      tally.wrong.append("the process whose file was damaged ended with \(status), seed \(seed)")
    }
    guard isDamaged else { return }
    tally.damages += 1
    for suffix in ["", "-wal", "-shm", "-journal"] {
      unlink(notebook.path + suffix)
      rename(sound + suffix, notebook.path + suffix)
    }
    // What was set in a damaged row may have been set over what was never in it.
    try notebook.recover(isAlone: false, &tally)
    tally.wrong += try Notebook.faults(in: notebook.path)
    tally.lost += notes.losses(in: try Notebook.notes(in: notebook.path)).map { "\($0), seed \(seed)" }
  }

  private var sound: String { notebook.folder + "/sound.sqlite" }

  private mutating func listen(
    to child: Child, _ tally: inout Tally, using generator: inout SeededGenerator
  ) throws {
    while true {
      switch child.next(within: .seconds(30)) {
      case .line(let line): try take(line, &tally, using: &generator)
      case .silence:
        tally.wrong.append("the process whose file was damaged hangs")
        child.stop()
      case .end: return
      }
    }
  }

  private mutating func take(
    _ line: String, _ tally: inout Tally, using generator: inout SeededGenerator
  ) throws {
    switch line {
    case "damage":
      try damage(using: &generator)
      answer(line)
    case "look":
      found = files
      answer(line)
    case "compare":
      if found != files { tally.wrong.append("a file was written after it was found to be damaged") }
      answer(line)
    case _ where line.hasPrefix("wrong "): tally.wrong.append(line)
    default:
      guard let deed = Deed(line) else { throw TortureError.notUnderstood(line) }
      note(deed, &tally)
    }
  }

  private mutating func note(_ deed: Deed, _ tally: inout Tally) {
    if case .noted = deed { tally.accepted += 1 }
    // The sound copy does not have what is written into the damaged file.
    if isDamaged, case .written(let title) = deed { return notes.take(.doubted(title)) }
    notes.take(deed)
  }

  /// Keeps a sound copy, and overwrites a part of the file; the process that has it open waits meanwhile.
  private mutating func damage(using generator: inout SeededGenerator) throws {
    isDamaged = true
    for suffix in ["", "-wal"] {
      try? FileManager.default.copyItem(atPath: notebook.path + suffix, toPath: sound + suffix)
    }
    let file = try FileHandle(forUpdating: URL(filePath: notebook.path))
    let size = try file.seekToEnd()
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let page = UInt64.random(in: 0..<max(1, size / 1024), using: &generator) * 1024
      let isWhole = Bool.random(using: &generator)
      let start = isWhole ? 0 : UInt64.random(in: 0..<1000, using: &generator)
      let isZero = Bool.random(using: &generator)
      try file.seek(toOffset: page + start)
      try file.write(
        contentsOf: Data(
          (0..<(isWhole ? 1024 : 24)).map { _ in isZero ? 0 : .random(in: 0...255, using: &generator) }))
    }
    try file.close()
  }

  private var files: [Data?] {
    ["", "-wal"].map { try? Data(contentsOf: URL(filePath: notebook.path + $0)) }
  }

  private func answer(_ word: String) {
    _ = FileManager.default.createFile(atPath: "\(notebook.folder)/\(word)", contents: nil)
  }
}

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

import ArgumentParser
import Foundation
import SeededRandom

/// Kills a process that edits, warns and quits, at random times, and compares what is left with what it had accepted.
struct Kills: Part {
  static let configuration = CommandConfiguration(
    abstract: "Kill a process that edits, and look what is left.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime {
      var shelf = try KilledShelf(in: run.folder, hasWriteAheadLog: .random(using: &run.generator))
      // A log that has seen many deaths grows, and so a new one now and then.
      for _ in 0..<100 where run.hasTime && run.tally.lost.isEmpty {
        try shelf.killOnce(&run.tally, keepsCopy: run.options.keep, using: &run.generator)
      }
      if !run.tally.lost.isEmpty { return }
      shelf.bookcase.remove()
    }
  }
}

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

/// A database whose editors are killed, and what they said that they had accepted.
struct KilledShelf {
  let bookcase: Bookcase
  private var shelf: Shelf
  private var round = 0

  init(in folder: String, hasWriteAheadLog: Bool) throws {
    bookcase = try Bookcase(in: folder, count: 12, hasWriteAheadLog: hasWriteAheadLog, isStubborn: true)
    shelf = Shelf(try bookcase.rows())
  }

  /// Starts an editor, kills it, and mostly looks what is left; else the next editor finds it.
  mutating func killOnce(
    _ tally: inout Tally, keepsCopy: Bool, using generator: inout SeededGenerator
  ) throws {
    round += 1
    let child = try Child([
      "kills-child", bookcase.folder, "\(round)", "\(UInt64.random(in: 0..<1 << 32, using: &generator))",
    ])
    try listen(to: child, for: .microseconds(Int.random(in: 0..<60_000, using: &generator)), &tally)
    tally.kills += 1
    if keepsCopy { try bookcase.copy() }
    if Int.random(in: 0..<3, using: &generator) > 0 { try look(&tally) }
  }

  /// Takes down what the child says until it is killed after a time, which begins when it has opened the database or is
  /// just about to.
  private mutating func listen(to child: Child, for time: Duration, _ tally: inout Tally) throws {
    var end: ContinuousClock.Instant?
    var tried: Step?
    while true {
      let output = child.next(within: max(.zero, end.map { $0 - .now } ?? .seconds(10)))
      switch output {
      case .line("open"): end = .now + time
      case .line(let line): try note(line, &tried, &tally)
      case .silence:
        child.stop()
        end = .now + .seconds(10)
      case .end:
        let status = child.wait()
        if status != 128 + SIGKILL { tally.wrong.append("an editor ended by itself with \(status)") }
        if let tried { shelf.note(tried, isCertain: false) }
        return
      }
    }
  }

  private mutating func note(_ line: String, _ tried: inout Step?, _ tally: inout Tally) throws {
    let words = line.split(separator: " ")
    switch words.first {
    case "try": tried = Step(words: Array(words.dropFirst()))
    case "done":
      guard let step = Step(words: Array(words.dropFirst())) else { throw TortureError.notUnderstood(line) }
      shelf.note(step, isCertain: true)
      tally.accepted += 1
      tried = nil
    case "refused":
      // An undo that cannot be done changes nothing.
      if let tried, tried != .undo, tried != .redo { shelf.note(tried, isCertain: false) }
      tried = nil
    case "row":
      // What an undo has left in a row, which is seen on the screen.
      guard words.count == 4, let id = Int64(words[1]) else { throw TortureError.notUnderstood(line) }
      for field in 0...1 { shelf.note(.set(id, field: field, String(words[2 + field])), isCertain: true) }
    case "norow": if words.count == 2, let id = Int64(words[1]) { shelf.note(.delete(id), isCertain: true) }
    default: throw TortureError.notUnderstood(line)
    }
  }

  /// Opens the database, restores, compares, and begins anew with what there is.
  private mutating func look(_ tally: inout Tally) throws {
    do {
      let store = try bookcase.store(waiting: .seconds(2))
      if try store.recovery.findAbandoned() != nil {
        tally.restorations += 1
        let restoration = try store.recovery.restore()
        if !restoration.conflicts.isEmpty { tally.wrong.append("a conflict with nobody: \(restoration)") }
        // A deletion that was tried when the process died is tried again, and may be refused again.
        if restoration.failures.contains(where: { $0.error != .constraint(message: Bookcase.refusal) }) {
          tally.wrong.append("not restored: \(restoration)")
        }
      }
      let rows = try store.shownRows()
      tally.lost += shelf.losses(in: rows).map { "round \(round) of \(bookcase.path): \($0)" }
      if !store.writeBack().isComplete { tally.wrong.append("cannot be written after a kill") }
      if let damage = try bookcase.damage() { tally.wrong.append(damage) }
      if try bookcase.rows() != rows { tally.lost.append("what was shown is not what was written") }
      shelf = Shelf(rows)
    } catch {
      tally.lost.append("cannot be opened and restored after a kill: \(error)")
    }
  }
}

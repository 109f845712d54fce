import ArgumentParser
import CTorture
import Foundation
import Platform

/// Cuts the power: what was accepted a second before is there afterwards, whatever of the rest is on the disk.
struct Power: Part {
  static let configuration = CommandConfiguration(
    abstract: "Forget what was not synced, and look what is left.")

  @OptionGroup var options: RunOptions

  /// How often the power goes in one script.
  private static let cuts = 100

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let hasLog = Bool.random(using: &run.generator)
      let bookcase = try Bookcase(in: run.folder, count: 8, hasWriteAheadLog: hasLog)
      var script = PowerScript(bookcase)
      try script.play(&run)
      for _ in 0..<cuts where run.hasTime || run.tally.restorations == 0 { try script.cut(&run) }
      bookcase.remove()
    }
  }
}

/// A person's steps, between which the power goes.
struct PowerScript {
  private let bookcase: Bookcase
  private let rows: Shelf.Rows
  private var notes: [Note] = []
  /// The calls of the disk before and after each time in which the log has come onto it.
  private var rests: [Range<Int>] = []
  private var trace: DiskTrace?

  /// A step, the calls that the disk had got before and after it, and what was seen then.
  private struct Note {
    var step: Step
    var calls: Range<Int>
    var isAccepted: Bool
    var seen: Shelf.Rows?
  }

  init(_ bookcase: Bookcase) {
    self.bookcase = bookcase
    rows = (try? bookcase.rows()) ?? [:]
  }

  /// Does some steps; now and then the person takes so long that the log is on the disk.
  mutating func play(_ run: inout Run) throws {
    let initial = try DiskTrace.begin(in: bookcase.folder)
    let player = Player(bookcase, waiting: .seconds(2))
    try player.open()
    for number in 1...Int.random(in: 5...40, using: &run.generator) {
      let ids = try player.store?.lists.rows(in: 0..<100).compactMap { $0?.id.rowid } ?? []
      let step = Step.random(ids, "n\(number)", using: &run.generator)
      play(step, player, &run.tally)
      if Int.random(in: 0..<12, using: &run.generator) == 0 { rest() }
    }
    if Bool.random(using: &run.generator) { rest() }
    player.abandon()
    trace = DiskTrace(since: initial)
    run.tally.scripts += 1
    if let first = notes.first, case .set = first.step, trace?.hasSync(in: first.calls) == true {
      run.tally.wrong.append("power: the first Save waits for the disk")
    }
  }

  /// Waits until the log is on the disk and the disk has nothing to do.
  ///
  /// The thread that syncs the log has a low priority, so beside other programs it may start late. A log that is not synced after
  /// ten quiet seconds stays so, and the cuts find what is missing.
  private mutating func rest() {
    let start = Int(power_count())
    usleep(700_000)
    var (count, pauses) = (-1, 0)
    while pauses < (power_is_synced(".edits-wal") != 0 ? 1 : 33) {
      let now = Int(power_count())
      (count, pauses) = (now, now == count ? pauses + 1 : 0)
      usleep(300_000)
    }
    rests.append(start..<max(start, count))
  }

  private mutating func play(_ step: Step, _ player: Player, _ tally: inout Tally) {
    let start = Int(power_count())
    var note = Note(step: step, calls: start..<start, isAccepted: false)
    if case .accepted(let done) = player.play(step) {
      (note.step, note.isAccepted) = (done, true)
      tally.accepted += 1
    }
    note.calls = start..<max(start, Int(power_count()))
    if step == .undo || step == .redo { note.seen = player.shownRows() }
    notes.append(note)
  }

  /// Has the power go at some moment, and looks what a program finds afterwards.
  func cut(_ run: inout Run) throws {
    guard let trace else { return }
    let count = Int.random(in: 0...trace.count, using: &run.generator)
    try restore(trace.files(after: count, using: &run.generator))
    run.tally.kills += 1
    let shelf = shelf(after: count)
    let place = "power, after \(count) of \(trace.count) calls"
    do {
      // The system starts again; otherwise what it was given before would count as on the disk.
      try SystemBoot.$id.withValue("after the cut") {
        let store = try bookcase.store(waiting: .seconds(2))
        if try store.recovery.findAbandoned() != nil {
          run.tally.restorations += 1
          _ = try store.recovery.restore()
        }
        let rows = try store.shownRows()
        run.tally.lost += shelf.losses(in: rows, conflicts: store.conflictingTexts).map { "\(place): \($0)" }
      }
      if let damage = try bookcase.damage() { run.tally.wrong.append("\(place): \(damage)") }
    } catch {
      run.tally.lost.append("\(place): cannot be opened and restored: \(error)")
    }
  }

  /// What the person counts on: what was accepted a second before.
  private func shelf(after count: Int) -> Shelf {
    var shelf = Shelf(rows)
    let end = rests.last { $0.upperBound <= count }?.lowerBound ?? 0
    for note in notes where note.calls.lowerBound < count || note.calls.upperBound <= count {
      let isCertain = note.isAccepted && note.calls.upperBound <= end
      if note.step == .undo || note.step == .redo {
        if isCertain { shelf.note(seen: note.seen) } else { shelf.note(note.step, isCertain: false) }
      } else {
        shelf.note(note.step, isCertain: isCertain)
      }
    }
    return shelf
  }

  /// Has the folder hold some files and nothing else.
  private func restore(_ files: [String: [UInt8]]) throws {
    let manager = FileManager.default
    for name in try manager.contentsOfDirectory(atPath: bookcase.folder) {
      try manager.removeItem(atPath: bookcase.folder + "/" + name)
    }
    for (path, bytes) in files {
      try manager.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: path))
    }
  }
}

import ArgumentParser
import Foundation
import SeededRandom

/// Edits a database whose file another process moves, deletes, replaces or restores meanwhile.
struct Replaced: Part {
  static let configuration = CommandConfiguration(
    abstract: "Edit a database whose file another process moves or replaces.")

  @OptionGroup var options: RunOptions

  static func look(_ run: inout Run) throws {
    while run.hasTime, run.tally.lost.isEmpty, run.tally.wrong.isEmpty {
      let mode = Notebook.Mode.allCases.randomElement(using: &run.generator) ?? .delete
      let notebook = try Notebook(in: run.folder, mode: mode)
      let replacement = Replacement.all(in: mode).randomElement(using: &run.generator) ?? .moved
      try Notebook.make(
        Replacement.other(notebook), marker: "other", count: 90,
        Bool.random(using: &run.generator) ? mode : .delete)
      let found = run.tally.lost.count + run.tally.wrong.count
      try look(notebook, replacement, &run.tally, using: &run.generator)
      if run.tally.lost.count + run.tally.wrong.count > found {
        run.tally.wrong.append("that was in mode \(mode), \(replacement)")
      }
      if !run.options.keep { notebook.remove() }
    }
  }

  private static func look(
    _ notebook: Notebook, _ replacement: Replacement, _ tally: inout Tally,
    using generator: inout SeededGenerator
  ) throws {
    var notes = Notes()
    let isBack = try edit(notebook, replacement, &notes, &tally, using: &generator)
    tally.replacements += 1
    if replacement == .copied {
      tally.wrong += try Notebook.faults(in: notebook.path)
      tally.wrong += try strangers(in: notebook.path, notes)
      // The file's own content is nowhere any more; what was not written can be in a new one.
      try replacement.reset(notebook)
    } else {
      if !isBack { replacement.undo(notebook) }
      tally.wrong += try changes(of: Replacement.other(notebook))
    }
    try notebook.recover(isAlone: replacement != .copied, &tally)
    tally.wrong += try Notebook.faults(in: notebook.path)
    tally.lost += notes.losses(in: try Notebook.notes(in: notebook.path), isReset: replacement == .copied)
  }

  /// Edits until it has happened, and on; answers whether the file is back in its place.
  private static func edit(
    _ notebook: Notebook, _ replacement: Replacement, _ notes: inout Notes, _ tally: inout Tally,
    using generator: inout SeededGenerator
  ) throws -> Bool {
    var deeds: [Deed] = []
    let scribe = try Scribe(notebook) { deeds.append($0) }
    defer {
      for deed in deeds { notes.take(deed) }
      tally.accepted += deeds.count { if case .noted = $0 { true } else { false } }
    }
    let seed = UInt64.random(in: 0..<1 << 32, using: &generator)
    let child = try Child(["replaced-child", notebook.folder, replacement.rawValue, "\(seed)"])
    while case .silence = child.next(within: .zero) { tally.writes += scribe.step(using: &generator) }
    let status = child.wait()
    if status != 0 { tally.wrong.append("the process that was to do it ended with \(status)") }
    for _ in 0..<12 {
      let count = scribe.step(using: &generator)
      if count > 0, replacement != .copied {
        tally.wrong.append("\(count) rows are said to be in a file that is not at its path")
      }
    }
    guard replacement != .copied, Bool.random(using: &generator) else { return false }
    replacement.undo(notebook)
    for _ in 0..<12 { tally.writes += scribe.step(using: &generator) }
    return true
  }

  /// What was changed in the other file, which nobody but the child has written.
  private static func changes(of other: String) throws -> [String] {
    try Notebook.faults(in: other)
      + Notebook.queue(other).read { database in
        try database.texts(
          """
          SELECT 'the other file holds ' || title || ' with ' || ifnull(note, 'no note') FROM book
            WHERE note IS NOT NULL OR title NOT LIKE 'other%' AND title NOT LIKE 'backup%'
          UNION ALL SELECT 'the other file has ' || count(*) || ' rows' FROM book
            HAVING count(*) <> (SELECT user_version FROM pragma_user_version)
          """)
      }
  }

  /// What is in a file that was copied over the notebook's and should not be there, or is missing.
  private static func strangers(in path: String, _ notes: Notes) throws -> [String] {
    let titles = Set(try Notebook.notes(in: path).keys)
    let missing = (1...90).map { "other\($0)" }.filter { !titles.contains($0) && !notes.mayLack($0) }
    return missing.map { "\($0) was deleted in the place of another book" }
      + titles.filter { $0.hasPrefix(Notebook.marker) }.map { "\($0) has come into the copy" }
  }
}

/// The other process: after some time it does something with the file, and says so.
struct ReplacedChild: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "replaced-child", shouldDisplay: false)

  @Argument var folder: String
  @Argument var replacement: String
  @Argument var seed: UInt64

  func run() throws {
    guard let replacement = Replacement(rawValue: replacement) else {
      throw TortureError.notUnderstood(replacement)
    }
    var generator = SeededGenerator(seed: seed)
    usleep(.random(in: 0..<30_000, using: &generator))
    try replacement.happen(to: Notebook(folder: folder), takesLog: .random(using: &generator))
    Line.say("done")
  }
}

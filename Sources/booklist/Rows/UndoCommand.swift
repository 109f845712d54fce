import ArgumentParser
import BookStore
import Browser
import Platform
import Screens

struct UndoCommand: DescribedCommand {
  static let effect = CommandEffect.moves(opposite: "redo")

  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last step.",
    usage: "booklist undo [--skip] [--file <path>]",
    discussion: """
      Undoes the last step of the screens or of a command; booklist history lists the steps. While a booklist is open, only it \
      can undo its own steps. What another program has changed since stays as it is and is named; the next booklist undo tries \
      the rest again. If a program died in the middle of an undo, booklist undo finishes it.

      Exit status: 0 if a step was undone; 3 if some of it could not be undone; 1 if there is none, or if nothing of it can be \
      undone; 75 if another program has locked the library.
      """)

  @Flag(help: "Pass over the last step if nothing of it can be undone, and undo the one before it.")
  var skip = false

  @OptionGroup var library: FileOptions

  func run() throws { try StepReversal(library: library, cause: .undo, skips: skip).run() }
}

struct RedoCommand: DescribedCommand {
  static let effect = CommandEffect.moves(opposite: "undo")

  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the last undone change.",
    usage: "booklist redo [--skip] [--file <path>]",
    discussion: """
      Nothing can be redone after a later change.

      Exit status: as for booklist undo.
      """)

  @Flag(help: "Pass over the step if nothing of it can be redone, and redo the one before it.")
  var skip = false

  @OptionGroup var library: FileOptions

  func run() throws { try StepReversal(library: library, cause: .redo, skips: skip).run() }
}

struct StepReversal {
  let library: FileOptions
  let cause: ChangeEntry.Cause
  let skips: Bool

  private var isRedo: Bool { cause == .redo }
  /// How many fields may wait for a write-back; if the program is killed, at most this many stay unwritten.
  private static let batchSize = 16_384

  func run() throws {
    try CommandRun(library: library).withLog { store in
      do {
        try reverse(store)
      } catch let error as StoreError {
        guard let step = try store.history.stuckStep() else { throw error }
        let schema = step.main.id.flatMap { try? store.schema(of: $0.table) }
        try CommandFailure.unless(
          skips, LogWording.stuck(step, schema, error, isRedo: isRedo), CommandStatus.nothingDone)
        try store.history.passOver()
        StandardError.say("Passed over: \(HistoryWording.line(step, schema)).")
        try reverse(store)
      }
    }
  }

  private func reverse(_ store: BookStore) throws {
    let job = try start(store)
    job.answersKeys = false
    do throws(StoreError) {
      var goesOn = true
      while goesOn, !Interruption.isAsked {
        goesOn = try job.step()
        if store.counts.dirty >= Self.batchSize { try write(job, store) }
      }
      try write(job, store)
      if goesOn { throw .interrupted }
    } catch {
      try write(job, store)
      if job.hasBegun {
        try say(job, store)
        StandardError.say("booklist \(isRedo ? "redo" : "undo") goes on with the rest.")
      }
      throw error
    }
    try say(job, store)
    if job.isIncomplete { throw CommandStatus.partlyDone }
  }

  private func start(_ store: BookStore) throws -> UndoJob {
    if try store.history.isLastElsewhere(cause) {
      throw CommandFailure(
        "The last step was made in a booklist that is still open. Press \(isRedo ? "U" : "u") there, or quit it first.",
        CommandStatus.nothingDone)
    }
    let job = try store.history.start(cause)
    if let count = store.recovery.abandoned?.count { StandardError.say(LogWording.unsaved(count)) }
    guard let job else {
      if case .unavailable(let error) = store.logState {
        throw CommandFailure(LogWording.logUnreadable(error), CommandStatus.nothingDone)
      }
      throw CommandFailure(HistoryWording.nothingUndone(isRedo: isRedo).text, CommandStatus.nothingDone)
    }
    if job.resumedCount > 0 { StandardError.say(LogWording.resumed(job.resumedCount, isRedo: isRedo)) }
    return job
  }

  /// Writes what was reversed so far; what the database refuses stays part of the step.
  private func write(_ job: UndoJob, _ store: BookStore) throws(StoreError) {
    if store.counts.dirty == 0 { return }
    let result = store.dehydrateAll().writeBack
    if result.isComplete { return }
    try store.history.giveUp(job, after: result)
    if result.conflicts.isEmpty, result.failures.isEmpty, let reason = result.reason { throw reason }
  }

  private func say(_ job: UndoJob, _ store: BookStore) throws {
    let schema = try job.isOfField ? store.schema : store.schema(of: job.undone.id.table)
    StandardError.say(HistoryWording.undone(job.undone, schema, isRedo: isRedo).text)
    for line in LogWording.leftOut(job, schema) { StandardError.say(line) }
  }
}

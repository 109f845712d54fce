import ArgumentParser
import BookStore
import Browser
import Demo
import Records
import Screens

/// The last step, taken back.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Undo the last step.",
    usage: "booklist undo [--file <path>]",
    discussion: """
      Undoes the last step of the screens or of a command; booklist history lists the steps. While a booklist is open, only it \
      can undo its own steps.

      Exit status: 0 if a step was undone; 1 if there is none, or if it cannot be undone; 75 if another program has locked the \
      library.
      """)

  @OptionGroup var library: FileOptions

  func run() throws { try StepReversal(library: library, cause: .undo).run() }
}

/// What was undone, done again.
struct RedoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Redo the last undone change.",
    usage: "booklist redo [--file <path>]",
    discussion: """
      Nothing can be redone after a later change.

      Exit status: as for booklist undo.
      """)

  @OptionGroup var library: FileOptions

  func run() throws { try StepReversal(library: library, cause: .redo).run() }
}

/// One run of `undo` or `redo`.
struct StepReversal {
  let library: FileOptions
  let cause: ChangeEntry.Cause

  private var isRedo: Bool { cause == .redo }

  /// Takes the step back, and writes that to the database.
  func run() throws {
    try CommandRun(library: library).change { store in
      if try store.history.isLastElsewhere(cause) {
        throw CommandFailure(
          "The last step was made in a booklist that is still open. Press \(isRedo ? "U" : "u") there, or quit it first.",
          CommandStatus.nothingDone)
      }
      guard let job = try store.history.start(cause) else {
        throw CommandFailure(Wording.nothingUndone(isRedo: isRedo).text, CommandStatus.nothingDone)
      }
      job.answersKeys = false
      while try job.step() { if Interruption.isAsked { throw StoreError.interrupted } }
      if let reason = store.writeBack().reason { throw reason }
      let schema = try job.isOfField ? store.schema : store.schema(of: job.undone.id.table)
      StandardError.say(Wording.undone(job.undone, schema, isRedo: isRedo).text)
    }
  }
}

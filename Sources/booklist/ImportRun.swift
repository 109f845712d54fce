import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Records
import Screens
import Transfers

struct ImportRun {
  let source: String
  let path: String
  let command: ImportCommand

  private var name: String { source == "-" ? "Standard input" : source }

  /// - Throws: The exit status, after an error message on standard error.
  func run() throws {
    let bar = ProgressBar("Importing")
    Interruption.listen()
    // A helper program may exit before it has read all its input.
    Interruption.ignoreClosedPipes()
    let made = try BookLibrary.make(at: path, isTrial: command.dryRun)
    var run = FileImport(of: source, into: made.path, storeOptions: command.library.storeOptions)
    run.options = command.options
    run.foreignEncoding = command.encoding?.foreignName
    if command.addFields {
      do { try addFields(for: run) } catch {
        made.remove()
        throw error
      }
      // Values that still have no field would need another table, and are reported.
      run.options.fits = true
    }
    var lines: [UInt8] = []
    let outcome: FileImport.Outcome
    do throws(ImportError) {
      outcome = try run.run(
        .init(
          isCancelled: CommandWorld.current.isStopped, progress: bar.show,
          onRow: command.json ? { lines += ImportLine($0).bytes } : nil))
    } catch {
      bar.clear()
      made.remove()
      Interruption.followSignal()
      StandardError.say(ImportWording.sentence(error, in: name))
      throw CommandStatus.status(of: error)
    }
    bar.clear()
    if command.dryRun || outcome.report.isAllRefused { made.remove() }
    try say(outcome, lines)
  }

  /// Adds the fields that the table lacks for the file, each as a step of its own.
  private func addFields(for run: FileImport) throws {
    do {
      for change in try run.additions(.init(isCancelled: CommandWorld.current.isStopped, progress: { _ in }))
      {
        try CommandRun(library: command.library).change { store in
          StandardError.say(StoreWording.runs(try store.fields.statement(for: change, of: store.schema.id)))
          if !command.dryRun { try store.fields.start(change, of: store.schema.id).finish() }
        }
      }
    } catch let error as ImportError {
      StandardError.say(ImportWording.sentence(error, in: name))
      throw CommandStatus.status(of: error)
    }
  }

  private func say(_ outcome: FileImport.Outcome, _ lines: [UInt8]) throws {
    let report = outcome.report
    if let taken = ImportWording.taken(report) { StandardError.say(taken) }
    if let odd = ImportWording.odd(report) { StandardError.say(odd) }
    let missing = ImportWording.withoutField(
      report.columnsWithoutField, outcome.schema,
      hasSources: outcome.hasSources && command.onMatch != .skip)
    if let missing { StandardError.say(missing) }
    let unfit = ImportWording.unfit(report, hasSources: outcome.hasSources)
    if let unfit { StandardError.say(unfit) }
    for unclear in ImportWording.unclear(report) { StandardError.say(unclear) }
    if let differing = ImportWording.differing(report) { StandardError.say(differing) }
    for row in report.notable { StandardError.say(ImportWording.note(row)) }
    let leftOut = report.count(.doubtful) + report.count(.refused)
    let named = report.notable.count { $0.outcome == .doubtful || $0.outcome == .refused }
    if leftOut > named { StandardError.say(ImportWording.more(leftOut - named)) }
    let line = ImportWording.line(report, isTrial: command.dryRun)
    if command.json {
      try? DescriptorBytes.writeAll(lines, to: CommandWorld.current.output.descriptor)
      StandardError.say(line)
    } else {
      StandardOutput.say(line)
    }
    if let renewal = outcome.logRenewal { StandardError.say(LogWording.logRenewed(renewal).text) }
    if let error = outcome.logFailure { StandardError.say(LogWording.notUndoable(error)) }
    if report.isAllRefused { throw CommandStatus.unreadableInput }
    if leftOut > 0 { throw CommandStatus.partlyDone }
  }
}

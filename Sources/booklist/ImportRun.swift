import ArgumentParser
import BookStore
import Browser
import Demo
import Formats
import Platform
import Records
import Screens

/// One run of the command `import`.
struct ImportRun {
  let source: String
  /// The library's path.
  let path: String
  let command: ImportCommand

  private var name: String { source == "-" ? "Standard input" : source }

  /// Imports, and says what was done.
  ///
  /// - Throws: The exit status, after a sentence on standard error.
  func run() throws {
    let bar = ProgressBar("Importing")
    Interruption.listen()
    let made = try BookLibrary.make(at: path, isTrial: command.dryRun)
    let (outcome, lines): (Outcome, [UInt8])
    do throws(ImportError) {
      (outcome, lines) = try importAll(into: made.path, bar)
    } catch {
      bar.clear()
      made.remove()
      Interruption.followSignal()
      StandardError.say(ImportWording.sentence(error, in: name))
      throw CommandStatus.status(of: error)
    }
    bar.clear()
    if command.dryRun { made.remove() }
    try say(outcome, lines)
  }

  private func importAll(into path: String, _ bar: ProgressBar) throws(ImportError) -> (Outcome, [UInt8]) {
    let input = try InputFile(source)
    var (options, first) = (command.options, try input.next())
    let isCalibre = first.starts(with: CalibreLibrary.signature)
    if isCalibre { first = try calibre(&options) }
    let next = { () throws(ImportError) -> [UInt8] in
      defer { first = [] }
      return try first.isEmpty && !isCalibre ? input.next() : first
    }
    let store: BookStore
    do throws(StoreError) {
      store = try BookStore(path: path, options: command.library.storeOptions)
    } catch {
      throw .store(error, line: nil)
    }
    var lines: [UInt8] = []
    let importer = Importer(into: store, options: options)
    let read = { () throws(ImportError) -> [UInt8] in
      if Interruption.isAsked { throw .store(.interrupted, line: nil) }
      bar.show(input.fraction)
      return try next()
    }
    let report = try importer.run(read, onRow: command.json ? { lines += ImportLine($0).bytes } : nil)
    defer { _ = store.close() }
    return (Outcome(report: report, schema: store.schema, hasSources: store.hasSources), lines)
  }

  /// The books of a library of Calibre's, whose covers are in the folders beside it.
  private func calibre(_ options: inout ImportOptions) throws(ImportError) -> [UInt8] {
    let folder = source.lastIndex(of: "/").map { String(source[..<$0]) } ?? "."
    options.cover = { try? DescriptorBytes.readAll("\(folder)/\($0)") }
    options.reading.format = .calibre
    do throws(StoreError) {
      return try CalibreLibrary(path: source).json()
    } catch {
      throw .store(error, line: nil)
    }
  }

  /// What is said of an import.
  private struct Outcome {
    let report: ImportReport
    let schema: Schema
    let hasSources: Bool
  }

  private func say(_ outcome: Outcome, _ lines: [UInt8]) throws {
    let report = outcome.report
    if let taken = ImportWording.taken(report) { StandardError.say(taken) }
    let missing = ImportWording.withoutField(
      report.columnsWithoutField, outcome.schema, hasSources: outcome.hasSources)
    if let missing { StandardError.say(missing) }
    for row in report.notable { StandardError.say(ImportWording.note(row)) }
    let leftOut = report.count(.doubtful) + report.count(.refused)
    let named = report.notable.count { $0.outcome == .doubtful || $0.outcome == .refused }
    if leftOut > named { StandardError.say(ImportWording.more(leftOut - named)) }
    let line = ImportWording.line(report, isTrial: command.dryRun)
    if command.json {
      try? DescriptorBytes.writeAll(lines, to: STDOUT_FILENO)
      StandardError.say(line)
    } else {
      StandardOutput.say(line)
    }
    if leftOut > 0 { throw CommandStatus.partlyDone }
  }
}

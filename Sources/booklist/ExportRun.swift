import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Transfers

struct ExportRun {
  let command: ExportCommand

  private var path: String { command.library.path }

  private var format: Format { command.format ?? output.flatMap(Format.init(writing:)) ?? .csv }

  private var output: String? { command.file.path }

  /// - Throws: The exit status, after an error message on standard error.
  func run() throws {
    Interruption.listen()
    var export = FileExport(from: path, storeOptions: command.library.storeOptions)
    export.storeOptions.isUnwanted = CommandWorld.current.isStopped
    (export.output, export.replaces) = (output, command.file.force)
    do {
      let store = try export.open()
      export.options = try exportOptions(store)
      let end = try export.run(of: store)
      if case .written(let count, let schema, let losses) = end {
        if let output { StandardError.say(ImportWording.exported(count, schema, to: output)) }
        if let lost = ImportWording.lost(losses, format, schema) { StandardError.say(lost) }
      }
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(OpeningWording.sentence(error, in: path))
      throw CommandStatus.status(of: error, output: output)
    }
  }

  private func exportOptions(_ store: BookStore) throws -> ExportOptions {
    let arguments = RowArguments(store: store)
    do {
      var options = ExportOptions()
      (options.format, options.rows) = (format, try arguments.query(command.query, sort: command.sort))
      options.columns = try command.columns.map(arguments.fields)
      options.group = try command.group.map(arguments.listField)
      if options.group != nil, format != .html {
        throw CommandFailure("--group needs a page: --format html, or -o with a name that ends in .html.")
      }
      options.display = Reader.display(command.readers.reader, in: format)
      options.isSafeForSpreadsheets = command.spreadsheetSafe
      return options
    } catch let failure as CommandFailure {
      throw failure.said
    }
  }
}

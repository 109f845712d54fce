import ArgumentParser
import BookStore
import Browser
import Demo
import Formats
import Platform
import Queries
import Records
import Screens

/// One run of the command `export`.
struct ExportRun {
  let command: ExportCommand

  private var path: String { command.library.path }

  /// The format that was named, or that the file's name ends in.
  private var format: Format { command.format ?? command.output.flatMap(Format.init(writing:)) ?? .csv }

  /// Writes the rows.
  ///
  /// - Throws: The exit status, after a sentence on standard error.
  func run() throws {
    Interruption.listen()
    var export = FileExport(from: path, storeOptions: command.library.storeOptions)
    (export.output, export.replaces) = (command.output, command.force)
    do {
      let store = try export.open()
      export.options = try exportOptions(store.schema)
      let query = Query(export.options.query, fields: store.schema.fields)
      if let problem = query.problems.first {
        StandardError.say(Wording.explanation(of: problem.kind).text)
        throw ExitCode.validationFailure
      }
      let end = try export.run(of: store) { Interruption.isAsked }
      if case .written(let count, let schema) = end, let output = command.output {
        StandardError.say(ImportWording.exported(count, schema, to: output))
      }
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(StoreWording.sentence(error, in: path))
      throw CommandStatus.status(of: error)
    }
  }

  private func exportOptions(_ schema: Schema) throws -> ExportOptions {
    var options = ExportOptions()
    (options.format, options.query) = (format, command.query ?? "")
    options.isSafeForSpreadsheets = command.spreadsheetSafe
    options.order = try ListOrder(command.sort.map { try term($0, schema) })
    return options
  }

  private func term(_ text: String, _ schema: Schema) throws -> ListOrder.Term {
    let parts = text.split(separator: ":", maxSplits: 1)
    let name = parts.first.map { $0.lowercased() } ?? ""
    let field = schema.fields.firstIndex { $0.column.lowercased() == name || $0.label.lowercased() == name }
    guard let field, parts.count < 2 || parts[1] == "desc" || parts[1] == "asc" else {
      let names = schema.fields.map(\.column).joined(separator: ", ")
      StandardError.say("--sort takes a field, and perhaps :desc behind it. The fields are \(names).")
      throw ExitCode.validationFailure
    }
    return ListOrder.Term(field: field, isDescending: parts.last == "desc" && parts.count == 2)
  }
}

import ArgumentParser
import BookStore
import Browser
import Demo
import Formats
import Platform
import Records
import Screens

/// One run of the command `export`.
struct ExportRun {
  let command: ExportCommand

  private var path: String { command.library.path }

  /// Writes the rows.
  ///
  /// - Throws: The exit status, after a sentence on standard error.
  func run() throws {
    Interruption.listen()
    var options = command.library.storeOptions
    (options.isReadOnly, options.editLog) = (true, nil)
    do {
      let store = try BookStore(path: path, options: options)
      let exporter = try Exporter(of: store, options: try exportOptions(store.schema))
      if let problem = exporter.problems.first {
        StandardError.say(Wording.explanation(of: problem.kind).text)
        throw ExitCode.validationFailure
      }
      let count = try write(exporter)
      if let output = command.output {
        StandardError.say(ImportWording.exported(count, store.schema, to: output))
      }
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(StoreWording.sentence(error, in: path))
      throw CommandStatus.status(of: error)
    }
  }

  private func exportOptions(_ schema: Schema) throws -> ExportOptions {
    var options = ExportOptions()
    (options.format, options.query) = (command.format, command.query ?? "")
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

  private func write(_ exporter: Exporter) throws -> Int {
    guard let output = command.output else {
      return try exporter.run { bytes throws(StoreError) in try Self.write(bytes, to: STDOUT_FILENO) }
    }
    let file = try OutputFile(output, replaces: command.force)
    do {
      let count = try exporter.run { bytes throws(StoreError) in try Self.write(bytes, to: file.descriptor) }
      try file.finish()
      return count
    } catch {
      file.discard()
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(StoreError) {
    if Interruption.isAsked { throw .interrupted }
    do throws(SystemError) {
      try DescriptorBytes.writeAll(bytes, to: descriptor)
    } catch {
      // Whoever read it has seen enough.
      if error.number == EPIPE { exit(0) }
      throw error.number == ENOSPC
        ? .full : .cannotOpen(path: "the output", reason: .system(errno: error.number))
    }
  }
}

import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Transfers

struct ExportCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the rows of a library to a file.",
    usage:
      "booklist export [<query>] [--file <path>] [--format <name>] [-o <path>] [--columns <field>,…] [--sort <field>[:desc]]… [--group <field>]",
    discussion: """
      The query is in the finder's language; without one, all rows are written. Importing the file again changes nothing. \
      Cells that a spreadsheet would take for formulas are written as they are, unless --spreadsheet-safe puts an \
      apostrophe before them.

      Exit status: 0 if all rows were written, otherwise 1; 64 for an invalid query; 66 if there is no such library; 75 if \
      another program has locked it.
      """)

  @Argument(help: "What the rows must match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions

  @Option(
    help: ArgumentHelp(
      "The format: \(Format.allCases.filter(\.canWrite).map(\.rawValue).joined(separator: ", ")); by default the file name's ending decides, otherwise csv.",
      valueName: "name"))
  var format: Format?

  @OptionGroup var file: FileOutputOptions

  @Option(
    help: ArgumentHelp(
      "The fields, separated by commas; * is all of them. Formats of books have all that they can say.",
      valueName: "fields"))
  var columns: String?

  @OptionGroup var readers: ReaderOptions

  @Option(help: ArgumentHelp("The field to sort by; may be given several times.", valueName: "field[:desc]"))
  var sort: [String] = []

  @Option(
    help: ArgumentHelp(
      "In a page, the field whose values get headings; rows are sorted by it first.", valueName: "field"))
  var group: String?

  @Flag(help: "Put an apostrophe before cells that a spreadsheet would take for formulas.")
  var spreadsheetSafe = false

  func validate() throws {
    if let format, !format.canWrite {
      throw ValidationError("booklist can only import \(format.rawValue), not export it.")
    }
    if format == nil, file.ending != nil, let path = file.path, Format(writing: path) == nil {
      throw ValidationError(ImportWording.wrongEnding(of: path))
    }
  }

  private var chosenFormat: Format { format ?? file.path.flatMap(Format.init(writing:)) ?? .csv }

  func run() throws {
    Interruption.listen()
    var export = FileExport(from: library.path, storeOptions: library.storeOptions)
    export.storeOptions.isUnwanted = CommandWorld.current.isStopped
    (export.output, export.replaces) = (file.path, file.force)
    do {
      let store = try export.open()
      export.options = try exportOptions(store)
      let end = try export.run(of: store)
      if case .written(let count, let schema, let losses) = end {
        if let output = file.path { StandardError.say(ImportWording.exported(count, schema, to: output)) }
        if let lost = ImportWording.lost(losses, chosenFormat, schema) { StandardError.say(lost) }
      }
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(OpeningWording.sentence(error, in: library.path))
      throw CommandStatus.status(of: error, output: file.path)
    }
  }

  private func exportOptions(_ store: BookStore) throws -> ExportOptions {
    let arguments = RowArguments(store: store)
    do {
      var options = ExportOptions()
      (options.format, options.rows) = (chosenFormat, try arguments.query(query, sort: sort))
      options.columns = try columns.map(arguments.fields)
      options.group = try group.map(arguments.listField)
      if options.group != nil, chosenFormat != .html {
        throw CommandFailure("--group needs a page: --format html, or -o with a name that ends in .html.")
      }
      options.display = Reader.display(readers.reader, in: chosenFormat)
      options.isSafeForSpreadsheets = spreadsheetSafe
      return options
    } catch let failure as CommandFailure { throw failure.said }
  }
}

extension Format: ExpressibleByArgument {}

import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Screens
import Transfers

struct ImportCommand: DescribedCommand {
  static let effect = CommandEffect.adds

  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Import the rows of a file into a library.",
    usage: """
      booklist import <source>|- [--file <path>] [--format <name>] [--map <header>=<field>]… [--dry-run]
      booklist import <source> --to-new <path>|--add-fields|--fit
      booklist import --list-formats
      """,
    discussion: """
      Reads CSV, TSV, JSON, NDJSON, BibTeX, RIS, CSL-JSON, MARC, and the files of Goodreads, The StoryGraph, LibraryThing, \
      Calibre, BookBuddy, Book Catalogue, Hardcover, Libib, openreads, BookWyrm, Open Library, Zotero, Kobo, KOReader, Kindle, Readwise and \
      Libby; the format is detected. A library that does not exist is created from the template reading.

      An import is one step: u in the screens undoes it. Importing the same file again changes nothing. Rows are matched by \
      the table's key, by the service's own name for the book, by ISBN, by title and first author, or, without a title, by \
      all that they say. A row that matches several is left out, and the output names it.

      If the table has no place for more than a third of the values, nothing is imported unless you say how: into a new \
      library, with new fields, or only what fits.

      Exit status: 0 if all rows are in the library; 3 if some were left out; 1 if nothing was done; 64 if too much of the \
      file would be lost; 65 if the file cannot \
      be read as rows; 66 if it does not exist; 75 if another program has locked the library.
      """)

  @Argument(help: "The file; - is standard input.", completion: .file())
  var source: String?

  @OptionGroup var library: FileOptions

  @Option(help: ArgumentHelp("The format; auto detects it.", valueName: "name"))
  var format = FormatChoice.automatic

  @Option(
    help: ArgumentHelp(
      "A column of the file, and the field to read it into; may be given several times.",
      valueName: "header=field"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp(
      "How to find existing rows: key, source, isbn, title, or several separated by commas.", valueName: "how"
    ))
  var match = MatchList()

  @Option(
    help: ArgumentHelp(
      "What to change in an existing row: fill (its empty fields), update (all fields), skip, or add (a second row).",
      valueName: "action"))
  var onMatch = ImportOptions.MatchAction.fill

  @Option(
    help: ArgumentHelp(
      "The encoding, such as windows-1251, macintosh, or any that iconv knows; by default the file is inspected.",
      valueName: "name"))
  var encoding: EncodingChoice?

  @Option(help: ArgumentHelp("Leave out the first lines of the file.", valueName: "count"))
  var skip = 0

  @Flag(
    name: .customLong("no-header"),
    help: "Treat the first row of a table as data, not as column names.")
  var hasNoHeader = false

  @Option(
    help: ArgumentHelp("Import into a new library, made from the template reading.", valueName: "path"),
    completion: .file())
  var toNew: String?

  @Flag(help: "Add the fields that the table lacks for this file, and print their statements.")
  var addFields = false

  @Flag(help: "Import although the table has no place for more than a third of the values.")
  var fit = false

  @Flag(help: "Report what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Leave out rows that the database refuses.")
  var keepGoing = false

  @Flag(help: "Take values as they are, even if they do not fit their field.")
  var exact = false

  @Flag(help: "Print the outcome of each row, as one JSON object per line.")
  var json = false

  @Flag(help: "Print the formats, and which of them can be read and written.")
  var listFormats = false

  func validate() throws {
    try require(
      listFormats || source != nil,
      "Name the file to import, as in booklist import goodreads_library_export.csv")
    if let toNew, Library.exists(toNew) {
      throw ValidationError("\(toNew) exists already. To import into it: --file \(toNew)")
    }
    if addFields, source == "-" {
      throw ValidationError("--add-fields reads the input twice, so it needs a file and not standard input.")
    }
    if skip < 0 { throw ValidationError("--skip takes a number of lines, such as 2.") }
    for pair in map where Self.mapping(pair) == nil {
      throw ValidationError("--map takes a column and a field: --map \"Their header=title\"")
    }
  }

  /// Parses a column and its field, which is empty to leave the column out; nil if the text is invalid.
  private static func mapping(_ text: String) -> (column: String, field: String)? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && !parts[0].isEmpty ? (parts[0], parts[1]) : nil
  }

  func run() throws {
    guard let source, !listFormats else { return FormatList().show() }
    try ImportRun(source: source, path: toNew ?? library.path, command: self).run()
  }

  var options: ImportOptions {
    var options = ImportOptions()
    options.reading = ReadOptions(
      format: format.format, encoding: encoding?.encoding, hasHeader: !hasNoHeader, skippedLineCount: skip)
    for (column, field) in map.compactMap(Self.mapping) { options.columns[column] = field }
    options.matches = match.matches
    options.action = onMatch
    (options.isTrial, options.keepsGoing, options.isExact) = (dryRun, keepGoing, exact)
    options.fits = fit
    return options
  }
}

extension ImportOptions.MatchAction: ExpressibleByArgument {}

struct FormatList {
  func show() {
    let width = Format.allCases.map(\.rawValue.count).max() ?? 0
    for format in Format.allCases {
      let ways = format.canRead && format.canWrite ? "in, out" : format.canRead ? "in" : "out"
      let line = format.rawValue.padded(to: width + 2) + ways.padded(to: 9) + format.summary
      StandardOutput.say(line)
    }
  }
}

enum FormatChoice: Hashable, ExpressibleByArgument, CustomStringConvertible {
  case automatic
  case named(Format)

  init?(argument: String) {
    if argument == "auto" { self = .automatic; return }
    guard let format = Format(rawValue: argument), format.canRead else { return nil }
    self = .named(format)
  }

  var format: Format? { if case .named(let format) = self { format } else { nil } }

  var description: String { format?.rawValue ?? "auto" }

  static var allValueStrings: [String] { ["auto"] + Format.allCases.filter(\.canRead).map(\.rawValue) }
}

struct MatchList: ExpressibleByArgument, CustomStringConvertible {
  var matches = ImportOptions.Match.allCases

  init() {}

  init?(argument: String) {
    matches = []
    for name in argument.split(separator: ",") {
      guard let match = ImportOptions.Match(rawValue: String(name)) else { return nil }
      matches.append(match)
    }
    if matches.isEmpty { return nil }
  }

  var description: String { matches.map(\.rawValue).joined(separator: ",") }
}

struct ImportRun {
  let source, path: String
  let command: ImportCommand

  private var name: String { source == "-" ? "Standard input" : source }

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
      throw CommandFailure(ImportWording.sentence(error, in: name), CommandStatus.status(of: error)).said
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
      throw CommandFailure(ImportWording.sentence(error, in: name), CommandStatus.status(of: error)).said
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

struct ImportLine {
  let bytes: [UInt8]

  init(_ row: ImportReport.Row) {
    func text(_ string: String) -> JSONValue { JSONValue(.text(Text(string))) }
    var members: [(String, JSONValue)] = [
      ("line", JSONValue(.integer(Int64(row.line)))), ("outcome", text(row.outcome.rawValue)),
      ("title", text(row.title)),
    ]
    if !row.differing.isEmpty { members.append(("differing", .list(row.differing.map(text)))) }
    if let key = row.key { members.append(("key", JSONValue(.integer(key)))) }
    if row.outcome == .doubtful || row.refusal != nil || !row.problems.isEmpty {
      members.append(("note", text(ImportWording.note(row))))
    }
    bytes = Array((JSONValue.object(members).text + "\n").utf8)
  }
}

enum EncodingChoice: Hashable, ExpressibleByArgument {
  case known(TextEncoding)
  case foreign(String)

  init?(argument: String) {
    guard !argument.isEmpty else { return nil }
    self = TextEncoding(name: argument).map(Self.known) ?? .foreign(argument)
  }

  var encoding: TextEncoding? { if case .known(let encoding) = self { encoding } else { nil } }

  var foreignName: String? { if case .foreign(let name) = self { name } else { nil } }

  static var allValueStrings: [String] { TextEncoding.allCases.map(\.rawValue) }
}

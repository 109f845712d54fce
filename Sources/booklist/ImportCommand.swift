import ArgumentParser
import BookStore
import Browser
import Demo
import Formats
import Platform
import Screens

/// The way in: the rows of a file become rows of a library.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Take the rows of a file into a library.",
    usage: """
      booklist import <source>|- [--file <path>] [--format <name>] [--map <header>=<field>]… [--dry-run]
      booklist import --list-formats
      """,
    discussion: """
      Reads CSV, TSV, JSON, NDJSON, BibTeX, RIS, CSL-JSON, MARC, and the files of Goodreads, The StoryGraph, LibraryThing, \
      Calibre, BookBuddy, openreads, BookWyrm and Open Library; which one it is, the file says itself. A library that is not there \
      is made from the template reading.

      Everything is one step: u in the screens takes it back. The same file once more changes nothing. A row is recognised \
      by the service's own name for the book, by its ISBN, or by its title and first author. One that could be several is \
      left out and named.

      Exit status: 0 when all rows are in the library; 3 when some were left out; 1 when nothing was done; 65 for a file \
      that cannot be read as rows; 66 for one that is not there; 75 when another program has locked the library.
      """)

  @Argument(help: "The file; - is standard input.", completion: .file())
  var source: String?

  @OptionGroup var library: FileOptions

  @Option(help: ArgumentHelp("The format; auto finds it out.", valueName: "name"))
  var format = FormatChoice.automatic

  @Option(
    help: ArgumentHelp(
      "A column of the file and the field that gets it; may be given several times.",
      valueName: "header=field"))
  var map: [String] = []

  @Option(
    help: ArgumentHelp(
      "How rows are recognised: source, isbn, title, or several parted by commas.", valueName: "how"))
  var match = MatchList()

  @Option(
    help: ArgumentHelp(
      "What a row gets that is there already: fill (its empty fields), update (all fields), skip, or add (a second row).",
      valueName: "action"))
  var onMatch = ImportOptions.MatchAction.fill

  @Option(
    help: ArgumentHelp(
      "The encoding: \(TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")); without it the file is looked at.",
      valueName: "name"))
  var encoding: TextEncoding?

  @Flag(
    name: .customLong("no-header"),
    help: "The first row of a table is a row, and not the names of its columns.")
  var hasNoHeader = false

  @Flag(help: "Say what would be done, and change nothing.")
  var dryRun = false

  @Flag(help: "Leave out rows that the database refuses.")
  var keepGoing = false

  @Flag(help: "Print what became of each row, as an object of JSON on a line of its own.")
  var json = false

  @Flag(help: "Print the formats that can be read and written.")
  var listFormats = false

  func validate() throws {
    guard listFormats || source != nil else {
      throw ValidationError("Say which file to import: booklist import goodreads_library_export.csv")
    }
    for pair in map where pair.split(separator: "=").count != 2 {
      throw ValidationError("--map takes a column and a field: --map \"Their header=title\"")
    }
  }

  func run() throws {
    guard let source, !listFormats else { return FormatList().show() }
    try ImportRun(source: source, path: library.path, command: self).run()
  }

  /// What was asked for.
  var options: ImportOptions {
    var options = ImportOptions()
    options.reading = ReadOptions(format: format.format, encoding: encoding, hasHeader: !hasNoHeader)
    for pair in map {
      let parts = pair.split(separator: "=")
      options.columns[String(parts[0])] = String(parts[1])
    }
    options.matches = match.matches
    options.action = onMatch
    (options.isTrial, options.keepsGoing) = (dryRun, keepGoing)
    return options
  }
}

extension ImportOptions.MatchAction: ExpressibleByArgument {}

extension TextEncoding: ExpressibleByArgument {}

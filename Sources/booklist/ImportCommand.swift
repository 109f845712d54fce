import ArgumentParser
import BookStore
import Browser
import Formats
import Platform
import Screens
import Transfers

struct ImportCommand: ParsableCommand {
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
    guard listFormats || source != nil else {
      throw ValidationError("Name the file to import, as in booklist import goodreads_library_export.csv")
    }
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

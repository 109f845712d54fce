import ArgumentParser
import BookStore
import Browser
import Formats

/// The way out: the rows of a library as a file.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the rows of a library to a file.",
    usage: "booklist export [<query>] [--file <path>] [--format <name>] [-o <path>] [--sort <field>[:desc]]…",
    discussion: """
      The query is in the finder's language; without one all rows are written. What is written can be imported again and \
      changes nothing then. Cells that a spreadsheet would take for formulas stay as they are, unless --spreadsheet-safe \
      puts an apostrophe before them.

      Exit status: 0 when all rows are written; 1 when they are not; 64 for a query that makes no sense; 66 when there is no \
      such library; 75 when another program has locked it.
      """)

  @Argument(help: "What rows have to match, as in the finder.")
  var query: String?

  @OptionGroup var library: FileOptions

  @Option(
    help: ArgumentHelp(
      "The format: \(Format.allCases.filter(\.canWrite).map(\.rawValue).joined(separator: ", ")); without it the end of the file's name says it, and otherwise it is csv.",
      valueName: "name"))
  var format: Format?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file, once it is whole, and not to standard output.", valueName: "path"),
    completion: .file())
  var output: String?

  @Flag(help: "Replace the file that is there.")
  var force = false

  @Option(help: ArgumentHelp("The field to sort by; may be given several times.", valueName: "field[:desc]"))
  var sort: [String] = []

  @Flag(help: "Put an apostrophe before cells that a spreadsheet would take for formulas.")
  var spreadsheetSafe = false

  func validate() throws {
    if let format, !format.canWrite { throw ValidationError("\(format.rawValue) can be read only.") }
  }

  func run() throws { try ExportRun(command: self).run() }
}

extension Format: ExpressibleByArgument {}

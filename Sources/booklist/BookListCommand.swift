import ArgumentParser
import Browser
import Queries
import Records
import Screens

struct BookListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "booklist",
    abstract: "Browse and edit a book database in the terminal.",
    usage: """
      booklist [<file>] [<options>]
      booklist list|show|values|stats|add|set|move|rm … [--file <path>]
      booklist sql <statement> [--file <path>]
      booklist duplicates|merge … [--file <path>]
      booklist start|progress|finish|lend <key> … [--file <path>]
      booklist loans [<query>] [--file <path>]
      booklist undo|redo|history|fields|info [--file <path>]
      booklist new <file> [--template <name>]
      booklist import <source> [--file <path>]
      booklist export [<query>] [--file <path>] [-o <path>]
      booklist check <file>
      booklist backup <file> <to>
      booklist sync [<where>] [--file <path>]
      booklist config [--print | --check]
      booklist demo [<options>]
      booklist mcp [--file <path>] [--read-only]
      """,
    discussion: """
      The list knows only keys and titles. The other fields of a book are hydrated from SQLite when you look at it. A \
      memory warning, by the key m or the signal SIGUSR1, writes your changes back and releases the rest.

      The last line shows the most useful keys. ? shows all of them; F1 does so while you type.

      Your own library is booklist/books.sqlite in $XDG_DATA_HOME, by default ~/.local/share. Edits are logged in \
      booklist in $XDG_STATE_HOME, by default ~/.local/state, until the database has them, and after that for undo. \
      Settings are in booklist/config.toml in $XDG_CONFIG_HOME, by default ~/.config. If NO_COLOR is set, there are no \
      colours.

      Exit status of browsing: 0 after quitting; 1 if the database cannot be opened or created; 2 if there is no \
      terminal that can show a full screen; 64 for wrong arguments. When a signal ends the program, it writes back \
      first, and the shell then sees the signal.
      """,
    version: Version.text,
    subcommands: commands)

  /// The commands in the order of the help.
  static let commands: [any DescribedCommand.Type] = [
    RowListCommand.self, ShowCommand.self, ValuesCommand.self, StatsCommand.self, SQLCommand.self,
    AddCommand.self, SetCommand.self, MoveCommand.self, RemoveCommand.self, DuplicatesCommand.self,
    MergeCommand.self, StartCommand.self, ProgressCommand.self, FinishCommand.self, LendCommand.self,
    LoansCommand.self, UndoCommand.self, RedoCommand.self, HistoryCommand.self, FieldsCommand.self,
    InfoCommand.self, NewCommand.self, ImportCommand.self, ExportCommand.self, CheckCommand.self,
    BackupCommand.self, SyncCommand.self, ConfigCommand.self, DemoCommand.self, MCPCommand.self,
  ]

  /// A file named like a command needs a path, such as `./check`.
  static func command(named name: String?) -> (any ParsableCommand.Type)? {
    ([CompleteCommand.self] + configuration.subcommands).first { $0.configuration.commandName == name }
  }

  @Argument(
    help: "The database, which is created if it does not exist. The default is your own library.",
    completion: .file())
  var file: String?

  @Option(
    name: [.customShort("f"), .customLong("file")],
    help: ArgumentHelp("The same. The default is $BOOKLIST_FILE.", valueName: "path"), completion: .file())
  var namedFile: String?

  @Flag(help: "Open the database read-only.")
  var readOnly = false

  @Option(
    help: ArgumentHelp(
      "Start with this table or view. By default, a database with several starts with a list of them.",
      valueName: "name"))
  var table: String?

  @Option(
    help: ArgumentHelp(
      "Show this column as the title of a row, or several that are separated by commas.", valueName: "column")
  )
  var title: String?

  @Option(
    help: ArgumentHelp(
      "Show these columns beside the titles, separated by commas.", valueName: "column"))
  var columns: String?

  @Flag(help: "Ignore articles at the beginning of titles when sorting.")
  var ignoreArticles = false

  @Option(
    help: ArgumentHelp(
      "The articles to ignore when sorting titles, separated by commas; --ignore-articles alone ignores "
        + "\(Articles.standard.joined(separator: ",")).",
      valueName: "words"))
  var articles: String?

  @Flag(help: "Start without the columns, the sort and the filter of your last session.")
  var fresh = false

  @Option(
    help: ArgumentHelp(
      "Start with this view: one that you have saved, or a ready one such as To read.", valueName: "name"))
  var view: String?

  @Option(
    help: ArgumentHelp(
      "Treat a column as one of these kinds: \(Field.Kind.plainNames.map(\.name).joined(separator: ", "));"
        + " date and date-time also with -2001, -1904 or -1601, followed by -ms, -us or -ns;"
        + " may be given several times.",
      valueName: "column=kind"))
  var kind: [ColumnKind] = []

  @Option(
    help: ArgumentHelp(
      """
      When an edit reaches the database: pressure (on a memory warning, on quitting, on suspending and on a \
      terminating signal), which is the default, or edit (at each Save).
      """, valueName: "moment"))
  var saveOn: SaveMoment?

  @Option(
    help: ArgumentHelp(
      "The bytes that hydrated books may hold, 32MB by default. Beyond that, the least recently used are dropped.",
      valueName: "size"))
  var memoryBudget: ByteSize?

  @Option(
    help: ArgumentHelp(
      "Write a book back quietly once it has been dirty for this long, 30 by default, whatever --save-on says.",
      valueName: "seconds"))
  var writeAfter: Seconds?

  @Option(
    help: ArgumentHelp(
      """
      Where memory warnings come from: auto, which is the default (the service manager if it sets \
      MEMORY_PRESSURE_WATCH, otherwise the kernel), off, or the path of a pressure file, a FIFO or a socket.
      """, valueName: "source"), completion: .file())
  var pressure: String?

  @Flag
  var split: PaneChoice?

  @Flag(help: "One line at a time instead of a full screen: for screen readers, teletypes and scripts.")
  var plain = false

  @Option(
    help: ArgumentHelp("Write decisions and their reasons to a file.", valueName: "path"), completion: .file()
  )
  var log: String?

  @Option(
    help: ArgumentHelp(
      "Write each statement, look and memory warning to a file, as lines of JSON without values.",
      valueName: "path"),
    completion: .file())
  var trace: String?

  /// Used by the build to put the keys into the manual page.
  @Option(help: .private)
  var printKeys: KeyDocument.Form?

  func validate() throws {
    if file != nil, namedFile != nil { throw ValidationError("Name only one database.") }
    try require(writeAfter.map({ $0.count >= 0 }) ?? true, "--write-after takes seconds, 0 or more.")
  }

  func run() throws {
    if let file, let problem = FileArgument.problem(with: file) { throw CommandFailure(problem).said }
    if let printKeys { return StandardOutput.write(KeyDocument().text(printKeys)) }
    throw ExitCode(Preferences(given: given).session.run())
  }

  private var given: GivenSettings {
    var given = GivenSettings(file: file ?? namedFile, table: table, isReadOnly: readOnly)
    for (name, list) in [("title", title), ("columns", columns), ("articles", articles)] {
      given.give(name, list?.split(separator: ",").map(String.init) ?? [])
    }
    given.give("kind", kind.map(\.text))
    given.give("ignore-articles", ignoreArticles)
    given.give("plain", plain)
    given.give("split", split.map { $0 == .split ? "yes" : "no" })
    given.give("save-on", saveOn?.rawValue)
    given.give("write-after", writeAfter.map { "\($0.count)" })
    given.give("memory-budget", memoryBudget.map { "\($0.bytes)" })
    given.give("pressure", pressure)
    (given.isFresh, given.view, given.log, given.trace) = (fresh, view, log, trace)
    return given
  }
}

extension SaveMoment: ExpressibleByArgument {}

extension KeyDocument.Form: ExpressibleByArgument {}

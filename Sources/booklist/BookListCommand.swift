import ArgumentParser
import BookStore
import Browser
import CursesTerminal
import Screens

/// The command: arguments in, exit code out.
@main
struct BookListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "booklist",
    abstract: "Browse and edit a book database in the terminal.",
    discussion: """
      The list knows only keys and titles. A book's other fields are hydrated from SQLite when the book is looked \
      at; a memory warning, which is the key m or the signal SIGUSR1, writes back what was changed and lets go of \
      the rest.

      The last line shows the keys that work, and ? shows all of them, but where it is a character that is typed.

      Your own library is booklist/books.sqlite in $XDG_DATA_HOME, or in ~/.local/share where that is not set. Where \
      NO_COLOR is set there are no colours.

      Exit status: 0 after quitting; 1 when the database cannot be opened or made; 2 when there is no \
      terminal that can show a full screen; 64 for wrong arguments. A signal that ends the program writes back \
      first and is then what the shell sees.
      """,
    version: Version.text)

  @Argument(
    help: "The database; one that does not exist is made. Without it, your own library is opened.",
    completion: .file())
  var file: String?

  @Flag(help: "Open the database so that nothing can be changed.")
  var readOnly = false

  @Option(
    help: """
      When an edit reaches the database: pressure (on a memory warning, on quitting, on suspending and on a \
      terminating signal) or edit (at each Save).
      """)
  var saveOn = SaveMoment.pressure

  @Option(
    help: ArgumentHelp(
      "The bytes that hydrated books may hold; the least recently used are let go beyond that.",
      valueName: "size"))
  var memoryBudget = ByteSize(bytes: Settings().memoryBudget)

  @Option(
    help: ArgumentHelp(
      "Write a book back quietly when it has been dirty for so long, whatever --save-on says.",
      valueName: "seconds"))
  var writeAfter = Settings().writeAfter

  /// For those who build the program: the manual page gets its keys by this.
  @Option(help: .private)
  var printKeys: KeyDocument.Form?

  func validate() throws {
    guard writeAfter >= 0 else { throw ValidationError("--write-after takes seconds, 0 or more.") }
  }

  func run() throws {
    if let printKeys { return print(KeyDocument().text(printKeys), terminator: "") }
    let library = try open()
    let terminal = try takeTerminal()
    let browser = Browser(
      store: library.store, terminal: terminal, settings: settings, greeting: library.greeting)
    let ending = browser.run()
    terminal.close()
    guard case .signal(let signal, let unwritten) = ending else { return }
    if let unwritten {
      StandardError.say(Wording.notWritten(unwritten.count, library.store.schema, unwritten.reason).text)
    }
    terminal.die(of: signal)
  }

  private var settings: Settings {
    Settings(saveOn: saveOn, memoryBudget: memoryBudget.bytes, writeAfter: writeAfter)
  }

  /// Opens the database, once it is sure that there is a terminal to show it on: without one nothing is made.
  private func open() throws -> Library {
    do {
      try CursesTerminal.check()
      return try Library(path: file, isReadOnly: readOnly)
    } catch {
      throw exit(error)
    }
  }

  private func takeTerminal() throws -> CursesTerminal {
    do {
      return try CursesTerminal()
    } catch {
      throw exit(error)
    }
  }

  /// Says what is wrong and chooses the exit status.
  private func exit(_ error: any Error) -> ExitCode {
    switch error {
    case let error as TerminalError:
      StandardError.say(Wording.sentence(error))
      return ExitCode(2)
    case let error as StoreError: StandardError.say(Wording.sentence(error, in: file ?? Library.defaultPath))
    default: StandardError.say("\(error)")
    }
    return ExitCode(1)
  }
}

extension SaveMoment: ExpressibleByArgument {}

extension KeyDocument.Form: ExpressibleByArgument {}

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

      Press ? on any screen for its keys.

      Exit status: 0 after quitting; 1 when the database cannot be opened or written; 2 when there is no \
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

  func run() throws {
    let opened = try opened()
    let ending = try browse(opened)
    switch ending {
    case .quit: return
    case .signal(let signal, let unwritten):
      if let unwritten { StandardError.say(sentence(unwritten, opened)) }
      CursesTerminal.die(of: signal)
    }
  }

  /// Opens the database, after it is sure that there is a terminal to show it on.
  private func opened() throws -> Library {
    do {
      try CursesTerminal.check()
      return try Library(path: file, isReadOnly: readOnly)
    } catch let error as TerminalError {
      StandardError.say(Wording.sentence(error))
      throw ExitCode(2)
    } catch let error as StoreError {
      StandardError.say(Wording.sentence(error))
      throw ExitCode(1)
    }
  }

  private func browse(_ library: Library) throws -> Ending {
    do {
      let terminal = try CursesTerminal()
      defer { terminal.close() }
      let browser = Browser(
        store: library.store, terminal: terminal, saveOn: saveOn, greeting: library.greeting)
      return browser.run()
    } catch {
      StandardError.say(Wording.sentence(error))
      throw ExitCode(2)
    }
  }

  private func sentence(_ unwritten: Ending.Unwritten, _ library: Library) -> String {
    guard let reason = unwritten.reason else { return "" }
    return Wording.notWritten(unwritten.count, library.store.schema, reason).text
  }
}

extension SaveMoment: ExpressibleByArgument {}

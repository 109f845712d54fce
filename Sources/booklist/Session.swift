import BookStore
import Browser
import CursesTerminal
import Screens

/// One run of the program on a terminal.
struct Session {
  /// The database, or nil for the person's own library.
  var file: String?
  /// How it is opened, and what was said of its table by hand.
  var options = StoreOptions()
  var settings = Settings(pressure: .automatic, stateFile: Library.viewPath)

  /// Shows the database until the person or a signal ends that, and answers the exit status.
  func run() -> Int32 {
    do {
      // Without a terminal to show it on, no database is made.
      try CursesTerminal.check()
      let library = try Library(path: file, options: loggingOptions)
      browse(library, try CursesTerminal())
      return 0
    } catch {
      return status(of: error)
    }
  }

  /// The options with the person's own edit log.
  private var loggingOptions: StoreOptions {
    var options = options
    if !options.isReadOnly { options.editLog = EditLogOptions(folder: Library.stateFolder) }
    return options
  }

  private func browse(_ library: Library, _ terminal: CursesTerminal) {
    let browser = Browser(
      store: library.store, terminal: terminal, settings: settings, greeting: library.greeting)
    let ending = browser.run()
    terminal.close()
    if let farewell = browser.farewell { StandardError.say(farewell.text) }
    guard case .signal(let signal, let unwritten) = ending else { return }
    if let unwritten {
      StandardError.say(
        Wording.notWritten(unwritten.count, library.store.recordSchema, unwritten.reason).text)
    }
    terminal.die(of: signal)
  }

  /// Says what is wrong and chooses the exit status.
  private func status(of error: any Error) -> Int32 {
    switch error {
    case let error as TerminalError:
      StandardError.say(Wording.sentence(error))
      return 2
    case let error as StoreError: StandardError.say(Wording.sentence(error, in: file ?? Library.defaultPath))
    default: StandardError.say("\(error)")
    }
    return 1
  }
}

import BookStore
import Browser
import Cells
import CursesTerminal
import PlainTerminal
import Platform
import Screens
import Synchronization

/// What the program starts with, as options, environment and settings file say.
struct Session {
  var file: String?
  var options = StoreOptions()
  var settings = Settings()
  var theme = Theme.auto
  var styles: [Role: Style] = [:]
  var takesPixels = true
  var marksFrames = FrameMarks.auto

  /// Shows the database until the person or a signal ends it, and returns the exit status.
  func run() -> Int32 {
    do {
      if settings.isPlain { return try PlainSession(session: self).run() }
      // A database is created only if there is a terminal to show it on.
      try CursesTerminal.check()
      SystemThread.start("old folders") { WorkFolder.removeAbandoned() }
      let (terminal, signal) = try browse()
      // The database is closed now, with its files in their final state.
      if let signal { terminal.die(of: signal) }
      return 0
    } catch { return status(of: error) }
  }

  var loggingOptions: StoreOptions {
    var options = options
    options.arrangements = settings.arrangements(of: file ?? Library.defaultPath)
    if !options.isReadOnly { options.editLog = EditLogOptions(folder: Library.stateFolder) }
    return options
  }

  private func browse() throws -> (terminal: CursesTerminal, signal: Signal?) {
    let library = try Library(path: file, options: loggingOptions)
    let terminal = try CursesTerminal(
      theme: theme, styles: styles, takesPixels: takesPixels, marksFrames: marksFrames)
    let browser = Browser(
      store: library.store, terminal: terminal, settings: settings,
      greeting: settings.greeting ?? library.greeting)
    let ending = browser.run()
    terminal.close()
    return (terminal, close(browser, library, after: ending).signal)
  }

  fileprivate func close(
    _ browser: Browser, _ library: Library, after ending: Ending
  ) -> (signal: Signal?, isWritten: Bool) {
    if let farewell = browser.farewell { StandardError.say(farewell.text) }
    if let warning = browser.close() { StandardError.say(warning.text) }
    guard case .signal(let signal, let unwritten) = ending else { return (nil, true) }
    guard let unwritten else { return (signal, true) }
    StandardError.say(
      StoreWording.notWritten(unwritten.count, library.store.recordSchema, unwritten.reason).text)
    return (signal, false)
  }

  private func status(of error: any Error) -> Int32 {
    switch error {
    case let error as TerminalError:
      StandardError.say(TerminalWording.sentence(error, or: .plain))
      return 2
    case let error as StoreError:
      StandardError.say(OpeningWording.sentence(error, in: file ?? Library.defaultPath))
    default: StandardError.say("\(error)")
    }
    return 1
  }
}

struct PlainSession {
  let session: Session

  private static let isWarned = Atomic<Bool>(false)

  func run() throws -> Int32 {
    Interruption.listen()
    // Made before its first use in a handler; see `Interruption.listen()`.
    Self.isWarned.store(false, ordering: .relaxed)
    Interruption.handle(SIGUSR1) { _ in PlainSession.isWarned.store(true, ordering: .relaxed) }
    let library = try Library(path: session.file, options: session.loggingOptions)
    let terminal = try PlainTerminal(takeSignal: Self.takeSignal)
    let browser = Browser(
      store: library.store, terminal: terminal, settings: session.settings,
      greeting: session.settings.greeting ?? library.greeting)
    terminal.screens = { [unowned browser] in (browser.speech, browser.mode, browser.keys) }
    let ending = browser.run()
    terminal.close()
    let (signal, isWritten) = session.close(browser, library, after: ending)
    if !isWritten { return 1 }
    if signal != nil { Interruption.followSignal() }
    return 0
  }

  private static func takeSignal() -> Signal? {
    if isWarned.exchange(false, ordering: .relaxed) { return .memoryWarning }
    return Interruption.isAsked ? .interrupt : nil
  }
}

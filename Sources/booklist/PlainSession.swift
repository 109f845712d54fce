import Browser
import Cells
import PlainTerminal
import Platform
import Screens
import Synchronization

/// A session that prints plain lines instead of a full screen.
struct PlainSession {
  let session: Session

  private static let isWarned = Atomic<Bool>(false)

  /// Shows the database until the input ends, or the person or a signal ends it, and returns the exit status.
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
    if let farewell = browser.farewell { StandardError.say(farewell.text) }
    if let warning = browser.close() { StandardError.say(warning.text) }
    guard case .signal(_, let unwritten) = ending else { return 0 }
    if let unwritten {
      StandardError.say(
        StoreWording.notWritten(unwritten.count, library.store.recordSchema, unwritten.reason).text)
      return 1
    }
    Interruption.followSignal()
    return 0
  }

  private static func takeSignal() -> Signal? {
    if isWarned.exchange(false, ordering: .relaxed) { return .memoryWarning }
    return Interruption.isAsked ? .interrupt : nil
  }
}

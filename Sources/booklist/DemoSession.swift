import BookStore
import Browser
import CursesTerminal
import Demo
import Records
import Screens

/// The demonstration in a terminal: the browser on the scratch library, below the strip of the tour.
struct DemoSession {
  let library: ScratchLibrary
  let folder: ScratchFolder
  let victim: Victim?
  /// How long a first look at a book waits.
  var latency = Duration.zero
  /// The time between two keys that the tour presses.
  let pace: Duration
  /// Whether each step begins with a question.
  let isQuiz: Bool

  /// Goes through the tour until the person quits or a signal ends that, and answers the exit status.
  ///
  /// - Throws: Why the terminal or the library cannot be opened.
  func run() throws -> Int32 {
    let terminal = try CursesTerminal()
    defer { terminal.close() }
    let tour = TourTerminal(
      over: terminal, steps: steps, bookCount: library.count, pace: pace, asksFirst: isQuiz)
    var greeting: Message? = DemoWording.demoGreeting
    var account: SessionAccount?
    while true {
      let store = try tour.open(folder, victim: victim)
      let browser = Browser(
        store: store, terminal: tour, settings: settings(for: tour.step), greeting: greeting)
      tour.isWorking = { [weak browser] in browser?.isWorking ?? false }
      tour.isAwaitingLook = { [weak browser] in browser?.isAwaitingLook ?? false }
      tour.onStepwise = { [weak browser] in browser?.isStepwise = $0 }
      browser.isStepwise = tour.isStepwise
      let ending = browser.run()
      account = account.map { $0 + store.account.ended } ?? store.account.ended
      if tour.isStartingAnew {
        greeting = nil
        continue
      }
      terminal.close()
      guard case .signal(let signal, _) = ending else {
        if let score = tour.score { StandardOutput.say(score) }
        if let account { AccountWording.sentences(account).forEach(StandardOutput.say) }
        return 0
      }
      folder.remove()
      terminal.die(of: signal)
    }
  }

  private var steps: [DemoStep] { DemoStep.allCases.filter { victim != nil || $0 != .recovery } }

  /// Edits stay dirty until the tour has come to their write-back, and one step is about a budget.
  private func settings(for step: DemoStep?) -> Settings {
    var settings = Settings(writeAfter: .greatestFiniteMagnitude)
    settings.opensInspector = true
    settings.lookLatency = latency
    settings.isSplit = true
    // Walking through the list is to hydrate nothing.
    settings.followsCursor = false
    // The tour counts the statements of what it shows, and of nothing else.
    settings.suggests = false
    if step == .budget { settings.memoryBudget = DemoScript.budget }
    return settings
  }
}

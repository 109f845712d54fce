import BookStore
import Browser
import Cells
import CursesTerminal
import Demo
import Platform
import Records
import Screens

/// The demonstration in a terminal: the browser on the scratch library, below the tour's strip.
struct DemoSession {
  let library: ScratchLibrary
  let folder: ScratchFolder
  let victim: Victim?
  var latency = Duration.zero
  let pace: Duration
  /// Whether each predictable step starts with a question.
  let isQuiz: Bool

  /// Shows the tour until the person or a signal ends it, and returns the exit status.
  func run(_ takingHome: TakingHome?) throws -> Int32 {
    let terminal = try CursesTerminal()
    defer { terminal.close() }
    let tour = takingHome?.tour(over: terminal, makeTour) ?? makeTour(over: terminal)
    let (ending, account) = try browse(tour)
    terminal.close()
    guard case .signal(let signal, _) = ending else {
      if let score = tour.score { StandardOutput.say(score) }
      if let account { DemoTable.lines(of: account).forEach(StandardOutput.say) }
      return 0
    }
    takingHome?.discard()
    folder.remove()
    terminal.die(of: signal)
  }

  /// - Throws: Why the library cannot be opened; `interrupted` if a signal has arrived.
  func play(_ takingHome: TakingHome) throws {
    let player = TourPlayer()
    let tour = takingHome.tour(over: player, makeTour) { recorder in
      player.willGoOn = { recorder.rest(Self.readingTime) }
    }
    player.tour = tour
    _ = try browse(tour)
    if Interruption.isAsked { throw StoreError.interrupted }
  }

  private static let readingTime = Duration.seconds(3)

  private func makeTour(over terminal: any Terminal) -> TourTerminal {
    TourTerminal(over: terminal, steps: steps, bookCount: library.count, pace: pace, asksFirst: isQuiz)
  }

  /// Runs the tour on a terminal, with as many browsers as its steps need.
  private func browse(_ tour: TourTerminal) throws -> (ending: Ending, account: SessionAccount?) {
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
      if !tour.isStartingAnew { return (ending, account) }
      greeting = nil
    }
  }

  private var steps: [DemoStep] { DemoStep.allCases.filter { victim != nil || $0 != .recovery } }

  /// Edits stay dirty until the tour reaches their write-back, and one step is about a budget.
  private func settings(for step: DemoStep?) -> Settings {
    var settings = Settings(writeAfter: .greatestFiniteMagnitude)
    settings.opensInspector = true
    settings.hasLongMeter = true
    settings.showsReadAhead = false
    settings.lookLatency = latency
    settings.isSplit = true
    // Moving through the list must not hydrate records.
    settings.followsCursor = false
    // The tour counts only the statements of what it shows.
    settings.suggests = false
    if step == .budget { settings.memoryBudget = DemoScript.budget(ofTourWith: library.count) }
    return settings
  }
}

import ArgumentParser
import BookStore
import Browser
import Cells
import CursesTerminal
import Demo
import Platform
import Screens

struct DemoCommand: DescribedCommand {
  static let effect = CommandEffect.elsewhere

  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Demonstrate the store's promises on a scratch library.",
    usage: """
      booklist demo [--books <n>] [--latency <time>] [--pace <time>] [--quiz] [--record <path>] [--html <path>] \
      [--script [--json]]
      booklist demo compare [--latency <time>] [--budget <n>] [--books <n>] [--script [--json]]
      booklist demo check <exercise> [<answer> …]
      """,
    discussion: """
      Makes a library of invented books in a temporary folder, which is removed at the end, and shows in a few steps how \
      hydration works. You press the keys, or the key . does a step for you. The key , goes back to the beginning \
      of the step and then to the previous one, and < to the start; \
      [ and ] make the tour slower and faster; ; makes it stop at each hydration, write or eviction; # asks you how many \
      statements the step will run, and --quiz asks before each step that can be foretold \
      and keeps score. The store, SQLite and the system \
      count all figures. Your own library is not touched. At the end booklist prints the session's account: its cost, and \
      what the sample of 2008 would have run. With --latency each first look at a book waits, so that you see its fields as \
      faults before they arrive.

      demo compare runs the same task with five ways of loading, side by side, each in its own process and on its own \
      library: show the list, look at 200 books, change 20 of them, answer a memory warning. With --latency each statement \
      waits, as with a server.

      demo check prints an exercise of docs/lesson.md, and tells whether your answer is right.

      Exit status: as for browsing; with --script, 0 if every promise holds, otherwise 1; for demo check, 0 for the \
      question and for a right answer, 1 for a wrong one.
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case tour, compare, check
  }

  @Argument(help: "What to run: tour, compare or check.")
  var action = Action.tour

  @Argument(help: "The number of an exercise, and the answer to it.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp(
      "How many books the library has: 100 to 10,000,000, by default 100,000; to compare 1,000 to 1,000,000, by default 5,000.",
      valueName: "n"))
  var books: Int?

  @Option(
    help: ArgumentHelp(
      "How long each first look of the tour waits, or each statement of compare: 2ms, 500us, 0.1s.",
      valueName: "time"))
  var latency: Latency?

  @Option(
    help: ArgumentHelp("How many records compare may hold under a budget; 32 by default.", valueName: "n"))
  var budget: Int?

  @Option(
    help: ArgumentHelp("The time between two keys that the tour presses: 300ms, 1s.", valueName: "time"))
  var pace: Latency?

  @Flag(help: "Have the steps 2 to 6 of the tour ask first how many statements they will run.")
  var quiz = false

  @Flag(help: "Run all of it without a terminal, and print the figures.")
  var script = false

  @Flag(help: "Print the figures of --script as JSON.")
  var json = false

  @OptionGroup var takeHome: TakeHomeOptions

  /// Used by the demonstration itself: the scratch folder of the process that is killed.
  @Option(help: .private)
  var victim: String?

  /// Used by the comparison itself: the strategy that a process runs, and the scratch folder.
  @Option(help: .private)
  var runner: String?
  @Option(help: .private)
  var folder: String?

  func validate() throws {
    guard script || !json else { throw ValidationError("--json needs --script.") }
    switch action {
    case .tour:
      try require((100...10_000_000).contains(books ?? 100), "--books takes a number from 100 to 10,000,000.")
    case .compare:
      try require(
        (1_000...1_000_000).contains(books ?? 1_000), "--books takes a number from 1,000 to 1,000,000 here.")
      try require(CompareOptions.budgets.contains(budget ?? 2), "--budget takes a number from 2 to 4,096.")
      // N+1 would take hours.
      try require(
        (latency?.duration ?? .zero) <= .seconds(1),
        "--latency takes at most 1s here, since each statement waits.")
    case .check:
      guard let number = words.first.flatMap({ Int($0) }), Exercise.all.indices.contains(number - 1) else {
        throw ValidationError(
          "demo check takes the number of an exercise, 1 to \(Exercise.all.count), and an answer.")
      }
    }
    try require(
      action == .tour && !script || pace == nil && !quiz, "--pace and --quiz are for the tour in a terminal.")
    if action != .compare, budget != nil { throw ValidationError("--budget is for demo compare.") }
    if action == .check || action == .tour && script, latency != nil {
      throw ValidationError("--latency is for the tour and for demo compare.")
    }
    if action != .tour, takeHome.isWanted { throw ValidationError("--record and --html are for the tour.") }
    if takeHome.force, !takeHome.isWanted { throw ValidationError("--force is for --record and --html.") }
    if action != .check, !words.isEmpty { throw ValidationError("Unexpected argument '\(words[0])'") }
  }

  func run() throws {
    var status: Int32 = 1
    do {
      if !script, victim == nil, runner == nil, action != .check { try CursesTerminal.check() }
      status = try demonstrate()
    } catch let error as TerminalError {
      StandardError.say(TerminalWording.sentence(error, or: .script))
      status = 2
    } catch let error as StoreError {
      Interruption.followSignal()
      StandardError.say(RecordingWording.sentence(error))
    }
    if status != 0 { throw ExitCode(status) }
  }

  private func demonstrate() throws -> Int32 {
    if let victim {
      try Victim.live(in: ScratchFolder(madeByAnother: victim))
      return 0
    }
    if let runner, let folder, let strategy = LoadingStrategy(rawValue: runner) {
      try CompareRace.live(strategy, compareOptions, in: ScratchFolder(madeByAnother: folder))
      return 0
    }
    Interruption.listen()
    // Must be read before the home folder is replaced.
    let own = OpenFiles(
      database: Preferences().session.file ?? Library.defaultPath, logFolder: Library.stateFolder)
    let folder = try ScratchFolder()
    folder.useAsHome()
    switch action {
    case .tour: return try tour(in: folder, sparing: own)
    case .compare: return try compare(in: folder)
    case .check: return try check(in: folder)
    }
  }

  private func tour(in folder: ScratchFolder, sparing own: OpenFiles) throws -> Int32 {
    let takingHome = takeHome.isWanted ? try TakingHome(takeHome, sparing: own) : nil
    let library = ScratchLibrary(count: books ?? 100_000)
    return try script ? runScript(library, folder, takingHome) : runTour(library, folder, takingHome)
  }

  /// Shows the tour, then measures the claims on a page with a library of their own.
  private func runTour(
    _ library: ScratchLibrary, _ folder: ScratchFolder, _ takingHome: TakingHome?
  ) throws -> Int32 {
    try make(library, in: folder)
    Interruption.stopListening()
    let status = try DemoSession(
      library: library, folder: folder, victim: victimProgram, latency: latency?.duration ?? .zero,
      pace: pace?.duration ?? TourTerminal.defaultPace, isQuiz: quiz
    ).run(takingHome)
    guard let takingHome else { return status }
    var report: DemoReport?
    if takingHome.hasPage {
      Interruption.listen()
      report = try measure(library, in: ScratchFolder())
    }
    try takingHome.finish(library, report)
    return status
  }

  /// Measures the claims, then plays the tour off screen with a library of its own, for the files to take home.
  private func runScript(
    _ library: ScratchLibrary, _ folder: ScratchFolder, _ takingHome: TakingHome?
  ) throws -> Int32 {
    let report = try measure(library, in: folder)
    show(report.json, DemoTable(report).lines)
    if let takingHome {
      let other = try ScratchFolder()
      try make(library, in: other)
      try DemoSession(
        library: library, folder: other, victim: victimProgram, pace: .milliseconds(100), isQuiz: false
      ).play(takingHome)
      try takingHome.finish(library, report)
    }
    return report.holds ? 0 : 1
  }

  private func make(_ library: ScratchLibrary, in folder: ScratchFolder) throws {
    let bar = ProgressBar(DemoWording.makingBooks)
    defer { bar.clear() }
    try library.make(at: folder.library) { bar.show($0) }
  }

  private func measure(_ library: ScratchLibrary, in folder: ScratchFolder) throws -> DemoReport {
    try make(library, in: folder)
    let bar = ProgressBar(RecordingWording.measuring)
    defer { bar.clear() }
    bar.show()
    return try DemoScript(library, in: folder, victim: victimProgram).run()
  }

  private var victimProgram: Victim? { Environment.executablePath.map(Victim.init) }

  private func show(_ json: String, _ lines: [String]) {
    if self.json { StandardOutput.write(json + "\n") } else { lines.forEach(StandardOutput.say) }
  }

  private var compareOptions: CompareOptions {
    var options = CompareOptions()
    options.books = books ?? options.books
    options.latency = latency?.duration ?? options.latency
    options.budget = budget ?? options.budget
    return options
  }

  private func compare(in folder: ScratchFolder) throws -> Int32 {
    let bar = ProgressBar(CompareWording.making)
    defer { bar.clear() }
    let program = Environment.executablePath ?? CommandLine.arguments[0]
    let race = try CompareRace(compareOptions, in: folder, program: program) { bar.show($0) }
    bar.clear()
    guard script else {
      Interruption.stopListening()
      return try CompareSession(race: race, folder: folder).run()
    }
    let report = try CompareScript(race).run()
    show(report.json, CompareTable(report).lines)
    return report.holds ? 0 : 1
  }

  private func check(in folder: ScratchFolder) throws -> Int32 {
    let exercise = Exercise.all[(words.first.flatMap { Int($0) } ?? 1) - 1]
    let answer = words.dropFirst().joined(separator: " ")
    if answer.isEmpty {
      exercise.question.forEach(StandardOutput.say)
      return 0
    }
    let (isRight, lines) = try exercise.check(answer, in: folder)
    lines.forEach(StandardOutput.say)
    return isRight ? 0 : 1
  }
}

/// The delay of a statement or a key, as typed: `2ms`, `500us`, `0.5s`, `0`; a bare number is in milliseconds.
struct Latency: ExpressibleByArgument {
  let duration: Duration

  private static let limit = Duration.seconds(10)

  init?(argument: String) {
    let units = [("ms", 0.001), ("us", 0.000_001), ("µs", 0.000_001), ("s", 1)]
    let unit = units.first { argument.hasSuffix($0.0) } ?? ("", 0.001)
    guard let number = Double(argument.dropLast(unit.0.count)), number >= 0, number <= 1_000_000 else {
      return nil
    }
    duration = .seconds(number * unit.1)
    if duration > Self.limit { return nil }
  }
}

struct CompareSession {
  let race: CompareRace
  let folder: ScratchFolder

  func run() throws -> Int32 {
    let terminal = try CursesTerminal()
    defer { terminal.close() }
    var view = CompareView(race.options)
    try race.start()
    while true {
      try race.look()
      view.look(at: race)
      terminal.draw(view.draw(on: terminal.size))
      let isStill = race.isOver && !view.isMoving
      switch terminal.nextEvent(timeout: isStill ? nil : .milliseconds(50)) {
      case .key(.control("z")): terminal.suspend()
      case .key(let key):
        switch view.press(key) {
        case .quit: return 0
        case .run(let options): try race.start(options)
        case .runBudget(let options): try race.startBudget(options)
        case nil: break
        }
      case .signal(let signal):
        terminal.close()
        folder.remove()
        terminal.die(of: signal)
      case .closed: return 0
      default: break
      }
    }
  }
}

struct DemoSession {
  let library: ScratchLibrary
  let folder: ScratchFolder
  let victim: Victim?
  var latency = Duration.zero
  let pace: Duration
  let isQuiz: Bool

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

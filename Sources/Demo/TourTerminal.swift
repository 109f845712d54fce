import BookStore
import Cells

/// A terminal with the tour's strip above: the browser draws on what is below, and does not know of it.
///
/// Where no text is typed some keys are the tour's (`TourKey`). The key `.` goes on: it presses the keys of a step, and when
/// that is done goes to the next one. All other keys are the browser's.
///
/// The tour stops and goes back between two frames only, when the browser is between two events.
public final class TourTerminal: Terminal {
  private let terminal: any Terminal
  private var tour: Tour
  private var store: BookStore?
  private let meter = StatementMeter()
  private var player: KeyPlayer
  private var quiz: Quiz
  private var stop = StatementStop()
  /// Why the tour has stopped, if it has.
  private var halt: StatementStop.Halt?
  /// What the store held when each step began.
  private var starts: [DemoStep: StepStart] = [:]
  /// The place of the step for which the browser is to end, since it needs a new one.
  private var destination: Int?
  /// Whether the list of a new browser is still being read, which is no part of the step that the tour went back to.
  private var isSettling = false
  /// Whether the browser was opened for an earlier step, so that it has the first row selected.
  private var isReopened = false
  /// Whether the tour has gone back, and nothing was done since.
  private var hasReturned = false
  /// Whether a dot came while the browser worked, and is answered after that.
  private var isDotKept = false
  /// The browser's last frame.
  private var frame: Frame?
  /// Whether the browser works on something that it shows the progress of, which the tour waits for.
  public var isWorking: () -> Bool = { false }
  /// Whether a record waits for its fields, before which the tour presses no key.
  public var isAwaitingLook: () -> Bool = { false }
  /// Is told whether the browser should do one step of its work at a time, since the tour stops between them.
  public var onStepwise: (Bool) -> Void = { _ in }
  /// Is told before each frame what the tour shows, for those who take it home.
  public var observer: ((TourMoment) -> Void)? {
    didSet {
      // From now on the texts of statements are kept.
      _ = meter.takeTexts()
    }
  }

  /// Puts a tour over a terminal.
  ///
  /// - Parameters:
  ///   - steps: The steps to go through.
  ///   - pace: The time between two keys that the tour presses, so that they can be seen.
  ///   - asksFirst: Whether each step that can be foretold begins with the question how many statements it will run.
  public init(
    over terminal: any Terminal, steps: [DemoStep], bookCount: Int, pace: Duration = defaultPace,
    asksFirst: Bool = false
  ) {
    self.terminal = terminal
    (player, quiz) = (KeyPlayer(pace: pace), Quiz(asksFirst: asksFirst))
    tour = Tour(steps: steps, bookCount: bookCount)
  }

  /// The time between two keys if nobody says otherwise.
  public static let defaultPace = Duration.milliseconds(300)

  /// Whether the browser should end because the step that comes now needs a new one.
  public var isStartingAnew: Bool { destination != nil }

  /// Whether the browser is to do one step of its work at a time.
  public var isStepwise: Bool { stop.point != .nothing }

  /// How many guesses were right, in a sentence; nil if there was none.
  public var score: String? { DemoWording.score(right: quiz.score.right, total: quiz.score.total) }

  /// Opens the library for a browser, with its statements counted, and begins the step that is due.
  ///
  /// For the last step another program changes books before, and is killed; its edits are taken over. For an earlier step
  /// than the last one the store gets what it held when that step began.
  ///
  /// - Throws: As opening a store does.
  public func open(_ folder: ScratchFolder, victim: Victim? = nil) throws(StoreError) -> BookStore {
    if let destination { tour.go(to: destination) }
    destination = nil
    if tour.step == .recovery { _ = try victim?.kill(in: folder) }
    begin(Figures())
    var options = StoreOptions(editLog: folder.editLog, trace: { [meter] in meter.count($0) })
    // The inspector below the strip is to know the same statements.
    options.isObserved = true
    let store = try BookStore(path: folder.library, options: options)
    if tour.step == .recovery, try store.recovery.findAbandoned() != nil { _ = try store.recovery.restore() }
    if hasReturned, let start = tour.step.flatMap({ starts[$0] }) {
      try start.restore(in: store, pass: tour.pass)
      (isSettling, isReopened) = (true, true)
    }
    // The tour stops at nothing of this.
    _ = stop.look(Figures(store), meter)
    self.store = store
    return store
  }

  /// Begins the step that the tour is at.
  private func begin(_ figures: Figures) {
    tour.begin(figures, meter.tally)
    player.clear()
    isReopened = false
    quiz.begin()
    if quiz.asksFirst, tour.step?.isForetellable == true { quiz.ask() }
  }

  /// The step that the tour is at, or nil when it is over.
  public var step: DemoStep? { tour.step }

  /// Whether a dot would begin the step or end it, so that nothing is left to wait for.
  var invitesDot: Bool {
    mayPress && !player.isPlaying && !isDotKept && !isSettling && isCounted
      && (tour.isDone || tour.isAwaitingDot)
  }

  /// Whether the thread that counts the rows has come to their end, or cannot.
  private var isCounted: Bool { store.map { $0.listing.total.isExact || $0.listing.hasScanFailed } ?? true }

  /// The step that comes next, which may need a new browser.
  private var nextStep: DemoStep? {
    tour.steps.indices.contains(tour.index + 1) ? tour.steps[tour.index + 1] : nil
  }

  /// The rows of the strip.
  private var stripHeight: Int { tour.step == nil ? 0 : TourStrip.height(on: terminal.size) }

  /// What is left below the strip.
  public var size: Size { below(terminal.size) }

  private func below(_ size: Size) -> Size {
    Size(columns: size.columns, rows: size.rows - (tour.step == nil ? 0 : TourStrip.height(on: size)))
  }

  /// As the terminal.
  public var isUnicode: Bool { terminal.isUnicode }
  /// As the terminal.
  public var colors: Int { terminal.colors }
  /// The terminal's.
  public var waker: Waker { terminal.waker }
  /// Makes the next frame be drawn whole.
  public func invalidate() { terminal.invalidate() }
  /// Passes a request on.
  public func send(_ request: TerminalRequest) { terminal.send(request) }
  /// Whether the terminal has a clipboard.
  public var hasClipboard: Bool { terminal.hasClipboard }
  /// Whether the terminal reports the mouse.
  public var hasMouse: Bool { terminal.hasMouse }
  /// Stops the process as the terminal does.
  public func suspend() { terminal.suspend() }
  /// Lends the terminal to another program, which has the whole of it.
  public func run(_ command: [String]) -> ProgramEnd { terminal.run(command) }
  /// Closes the terminal.
  public func close() { terminal.close() }

  /// Shows a frame of the browser with the strip above.
  public func draw(_ frame: Frame) {
    self.frame = frame
    look()
    compose()
  }

  /// Takes in the figures of the moment.
  private func look() {
    let figures = Figures(store)
    let isBusy = isWorking() || store?.writer.isWritingBack ?? false
    let hasSettled = isSettling && !isBusy
    if hasSettled {
      isSettling = false
      tour.begin(figures, meter.tally)
    }
    tour.look(figures, meter.tally, isBusy: isBusy || isSettling)
    if tour.isDone, !player.isPlaying { quiz.settle(tour.ran.recordStatements) }
    let newHalt = stop.look(figures, meter)
    if !isSettling, !isStartingAnew, tour.step != nil { halt = halt ?? newHalt }
    let texts = meter.takeTexts()
    observer?(TourMoment(tour: tour, texts: isSettling || hasSettled ? StatementTexts() : texts))
  }

  /// Shows the browser's last frame below the strip of this moment.
  private func compose() {
    guard let frame else { return }
    guard stripHeight > 0 else { return terminal.draw(frame) }
    var whole = Frame(size: terminal.size)
    whole.overlay(frame, at: Position(column: 0, row: stripHeight))
    TourStrip(tour: tour, line: line, pace: player.pace, stop: stop.point).draw(on: &whole)
    terminal.draw(whole)
  }

  private var line: StripLine {
    if let typed = quiz.typed { return .question(typed: typed) }
    if let halt { return .halt(halt) }
    if player.isPlaying || tour.isBusy { return .playing(player.pressed) }
    if let result = quiz.result { return .result(result, right: quiz.score.right, total: quiz.score.total) }
    return hasReturned ? .returned(tour.before) : .rest(player.pressed)
  }

  // MARK: - Events

  /// The next event for the browser: the person's, or a key that the tour presses.
  public func nextEvent(timeout: Duration?) -> Event? {
    if isStartingAnew { return .closed }
    while halt != nil {
      // What wakes the browser would have it go on with its work.
      guard let event = terminal.nextEvent(timeout: nil), event != .woken else { continue }
      if let event = answer(event) { return event }
      compose()
    }
    if isDotKept, !tour.isBusy { return goOn() }
    guard let event = terminal.nextEvent(timeout: wait(timeout)) else { return playedKey(timeout) }
    return answer(event) ?? .woken
  }

  /// Whether nothing goes on that a key of the tour's would disturb.
  private var mayPress: Bool { !quiz.isAsking && !tour.isBusy && !isAwaitingLook() }

  /// How long to wait for the person, who comes before the tour's next key.
  private func wait(_ timeout: Duration?) -> Duration? {
    guard mayPress, let left = player.wait else { return timeout }
    return timeout.map { min($0, left) } ?? left
  }

  /// The next key that the tour presses, once it is time and the browser has no work under way.
  private func playedKey(_ timeout: Duration?) -> Event? {
    guard timeout != .zero, mayPress, let key = player.next() else { return nil }
    tour.note(key)
    return .key(key)
  }

  /// What an event of the person's means to the browser; nil if it was for the tour, and the strip is to show that.
  private func answer(_ event: Event) -> Event? {
    switch event {
    case .resized(let size): .resized(below(size))
    case .key(let key): answer(key)
    default: event
    }
  }

  /// The person's key: the tour's own, or the browser's, which ends what the tour is pressing.
  private func answer(_ key: Key) -> Event? {
    if quiz.take(key) { return nil }
    // An impatient person must not type into the tour's text.
    let isForTour = tour.step != nil && (player.isPlaying || halt != nil || frame?.cursor == nil)
    guard isForTour, let tourKey = TourKey(key) else {
      player.stop()
      (isDotKept, halt, hasReturned) = (false, nil, false)
      tour.note(key)
      return .key(key)
    }
    switch tourKey {
    case .goOn: return dot()
    case .back: return goBack(to: tour.hasBegun ? tour.index : max(0, tour.index - 1))
    case .start: return goBack(to: 0)
    case .slower: player.slowDown(by: 1.5)
    case .faster: player.slowDown(by: 1 / 1.5)
    case .stopAt:
      stop.turn()
      if !isStepwise { halt = nil }
      onStepwise(isStepwise)
    case .ask: if !tour.isDone, tour.step?.isForetellable == true { quiz.ask() }
    }
    return nil
  }

  /// Goes on after a halt, or else with the tour once the browser is done with its work.
  private func dot() -> Event? {
    if halt != nil {
      halt = nil
      return .woken
    }
    if player.isPlaying { return nil }
    guard !tour.isBusy else {
      isDotKept = tour.isAwaitingDot
      return nil
    }
    return goOn()
  }

  /// Begins to press the keys of the step, or goes to the next one when that is done; after the last one the browser
  /// has the whole terminal.
  private func goOn() -> Event {
    (isDotKept, hasReturned) = (false, false)
    guard tour.isDone else {
      player.play(tour.step?.keys(pass: tour.pass, row: row) ?? [])
      return .woken
    }
    if nextStep?.startsAnew == true {
      (destination, store) = (tour.index + 1, nil)
      return .closed
    }
    tour.go(to: tour.index + 1)
    begin(Figures(store))
    if let step = tour.step { starts[step] = store.map(StepStart.init) }
    return tour.step == nil ? .resized(terminal.size) : .woken
  }

  /// The row of the book that the step is about: one that is not held for a first look, and one that is held for later ones
  /// where none is selected.
  private var row: Int? {
    guard let store else { return nil }
    switch tour.step {
    case .look:
      return (2...tour.bookCount).first { store.state(of: .rowid(Int64($0))) == .known }
    case .again where isReopened, .edit where isReopened:
      return store.heldRecords.compactMap(\.id.rowid).min().map { Int($0) }
    default: return nil
    }
  }

  /// Has the browser end for an earlier step, without what is not written yet, so that the database stays as it is.
  private func goBack(to index: Int) -> Event? {
    guard !tour.isBusy else { return nil }
    (halt, isDotKept, hasReturned) = (nil, false, true)
    player.stop()
    for record in store?.heldRecords ?? [] where record.state == .dirty { store?.revert(record.id) }
    (destination, store) = (index, nil)
    return .closed
  }
}

import BookStore
import Cells

/// A terminal with the tour's strip above: the browser draws on what is below, and does not know of it.
///
/// The key `.` goes on, if no text is being typed: it presses the keys of a step, and when that is done goes to the
/// next one. All other keys are the browser's.
public final class TourTerminal: Terminal {
  private let terminal: any Terminal
  private let pause: Duration
  private var tour: Tour
  private var store: BookStore?
  private let meter = StatementMeter()
  /// Keys that the tour is pressing.
  private var keys: [Key] = []
  private var lastKey = ContinuousClock.now
  /// Whether a dot came while the browser worked, and is answered after that.
  private var isDotKept = false
  /// The browser's last frame.
  private var frame: Frame?
  /// Whether the browser works on something that it shows the progress of, which the tour waits for.
  public var isWorking: () -> Bool = { false }
  /// Whether a record waits for its fields, before which the tour presses no key.
  public var isAwaitingLook: () -> Bool = { false }
  /// Whether the browser should end because the next step needs a new one.
  public private(set) var isStartingAnew = false

  /// Puts a tour over a terminal.
  ///
  /// - Parameters:
  ///   - steps: The steps to go through.
  ///   - pause: The time between two keys that the tour presses, so that they can be seen.
  public init(
    over terminal: any Terminal, steps: [DemoStep], bookCount: Int, pause: Duration = .milliseconds(60)
  ) {
    (self.terminal, self.pause) = (terminal, pause)
    tour = Tour(steps: steps, bookCount: bookCount)
  }

  /// Opens the library for a browser, with its statements counted, and begins the step that is due.
  ///
  /// For the last step another program changes books before, and is killed; its edits are taken over.
  ///
  /// - Throws: As opening a store does.
  public func open(_ folder: ScratchFolder, victim: Victim? = nil) throws(StoreError) -> BookStore {
    if nextStep == .recovery { _ = try victim?.kill(in: folder) }
    tour.begin(Figures(), meter.tally, next: isStartingAnew)
    isStartingAnew = false
    var options = StoreOptions(editLog: folder.editLog, trace: { [meter] in meter.count($0) })
    // The inspector below the strip is to know the same statements.
    options.isObserved = true
    let store = try BookStore(path: folder.library, options: options)
    if tour.step == .recovery, try store.recovery.findAbandoned() != nil { _ = try store.recovery.restore() }
    self.store = store
    return store
  }

  /// The step that the tour is at, or nil when it is over.
  public var step: DemoStep? { tour.step }

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
  /// Stops the process as the terminal does.
  public func suspend() { terminal.suspend() }
  /// Lends the terminal to another program, which has the whole of it.
  public func run(_ command: [String]) -> ProgramEnd { terminal.run(command) }
  /// Closes the terminal.
  public func close() { terminal.close() }

  /// Shows a frame of the browser with the strip above.
  public func draw(_ frame: Frame) {
    self.frame = frame
    tour.look(Figures(store), meter.tally, isBusy: isWorking() || store?.writer.isWritingBack ?? false)
    guard stripHeight > 0 else { return terminal.draw(frame) }
    var whole = Frame(size: terminal.size)
    whole.overlay(frame, at: Position(column: 0, row: stripHeight))
    TourStrip(tour: tour, isPlaying: !keys.isEmpty || tour.isBusy).draw(on: &whole)
    terminal.draw(whole)
  }

  /// The next event for the browser: the person's, or a key that the tour presses.
  public func nextEvent(timeout: Duration?) -> Event? {
    if isStartingAnew { return .closed }
    if isDotKept, !tour.isBusy { return goOn() }
    guard let event = terminal.nextEvent(timeout: wait(timeout)) else { return playedKey(timeout) }
    switch event {
    case .resized(let size): return .resized(below(size))
    case .key(let key): return answer(key)
    default: return event
    }
  }

  /// How long to wait for the person, who comes before the tour's next key.
  private func wait(_ timeout: Duration?) -> Duration? {
    guard !keys.isEmpty, !isAwaitingLook() else { return timeout }
    let left = max(.zero, pause - (.now - lastKey))
    return timeout.map { min($0, left) } ?? left
  }

  /// The next key that the tour presses, once it is time and the browser has no work under way.
  private func playedKey(_ timeout: Duration?) -> Event? {
    guard let key = keys.first, timeout != .zero, .now - lastKey >= pause, !isAwaitingLook() else {
      return nil
    }
    lastKey = .now
    keys.removeFirst()
    tour.note(key)
    return .key(key)
  }

  /// The person's key: the tour's own, or the browser's, which ends what the tour is pressing.
  private func answer(_ key: Key) -> Event? {
    let isDot = key == .character(".")
    // An impatient person must not type into the tour's text.
    if isDot, !keys.isEmpty { return .woken }
    guard isDot, frame?.cursor == nil, tour.step != nil else {
      (keys, isDotKept) = ([], false)
      tour.note(key)
      return .key(key)
    }
    guard !tour.isBusy else {
      isDotKept = tour.isAwaitingDot
      return .woken
    }
    return goOn()
  }

  /// Begins to press the keys of the step, or goes to the next one when that is done; after the last one the browser
  /// has the whole terminal.
  private func goOn() -> Event {
    isDotKept = false
    guard tour.isDone else {
      (keys, lastKey) = (tour.step?.keys ?? [], .now - pause)
      return .woken
    }
    if nextStep?.startsAnew == true {
      (isStartingAnew, store) = (true, nil)
      return .closed
    }
    tour.begin(Figures(store), meter.tally, next: true)
    return tour.step == nil ? .resized(terminal.size) : .woken
  }
}

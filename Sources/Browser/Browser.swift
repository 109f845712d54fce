import BookStore
import Cells
import MemoryPressure
import Records
import Screens

/// The loop that joins a store, the screens and a terminal: an event in, its effects done, a frame out.
///
/// Not sendable: it lives on the thread that made its store and its terminal.
public final class Browser {
  private(set) var store: BookStore
  let terminal: any Terminal
  let settings: Settings
  var stack: ScreenStack
  var ending: Ending?
  /// The work on many rows that is done between the keys, if any.
  var work: (any Work)?
  /// Whether the program ends as soon as that work is over.
  var quitsAfterWork = false
  /// What is still to be said once the terminal is closed: what became of work that was under way.
  public internal(set) var farewell: Message?
  /// What is to be selected as soon as the list shows it.
  var seeking: Seeking?
  /// The jump that waits until the number of rows is known.
  var pendingJump: Jump?
  /// The lists of the screens, from the bottom up.
  var lists: [Listing] = []
  /// What goes on with files and pictures.
  var errands = FileErrands()
  /// What draws pictures; it is looked for when the first one is wanted.
  lazy var pictureMaker = givenPictureMaker ?? PictureMaker()
  private let givenPictureMaker: PictureMaker?
  /// What listens for the system's warnings that memory is short, once the first frame is out.
  var pressure: PressureMonitor?
  /// Who gave the memory warning that is being answered; nobody but the person's key where it is nil.
  var warningOrigin: MemoryWarning.Origin?
  /// What is tried again until another program lets go of the database.
  var waiting: Waiting?
  /// Whether the record on screen could not be read because of a lock.
  var isLookLocked = false
  /// Whether the work on many rows waits for a lock.
  var isWorkLocked = false
  /// When the browser was made.
  let start = ContinuousClock.now
  /// Whether it is still to be looked for what a dead session has left.
  var isRecoveryDue = true
  /// The look for it that goes on.
  var finding: RecoveryJob?
  /// Whether it is still to be looked for the edit log of a file that was moved here.
  var isSearchDue = true
  /// The look for it that goes on.
  var searching: LogSearchJob?
  /// The log that was found, and that the person is asked about.
  var formerLog: FormerLog?
  /// Whether it was said that edits cannot be logged.
  var hasSaidLogState = false
  /// Whether it was said that the file is not where it was.
  var hasSaidReplacement = false
  /// Whether something that was chosen for a field in conflict is still to be written.
  var isChoiceUnwritten = false
  /// What the history on screen was read after.
  var historyStamp: HistoryStamp?
  /// When it is looked again whether another program has written.
  var nextOthersCheck = ContinuousClock.now
  /// What the rows were called that the last question before a deletion was about.
  var askedTitles: SeenTitles?
  /// Whether a signal or the end of the terminal has said that the program must end.
  private(set) var mustEnd = false
  /// What was said last of a write-back that nobody asked for.
  var saidUnwritten: Message?
  /// What is kept while the inspector is open.
  var watch: Watch?
  /// What came from the terminal while a statement ran that the loop waited for.
  var delayedEvents: [Event] = []
  /// When the last key came.
  var lastKey = ContinuousClock.now
  /// When edits that have been dirty for long are looked for again.
  private var nextAgeCheck = ContinuousClock.now
  /// Whether the rows could not be read because another connection has locked the database.
  private(set) var isLockedOut = false

  /// Makes a browser over an open store; `greeting` is said on the status line of the first frame, and `pictureMaker` is
  /// the one that PATH leads to where none is given.
  public init(
    store: BookStore, terminal: any Terminal, settings: Settings = Settings(), greeting: Message? = nil,
    pictureMaker: PictureMaker? = nil
  ) {
    self.store = store
    self.terminal = terminal
    self.settings = settings
    givenPictureMaker = pictureMaker
    stack = Self.makeStack(store, terminal, settings)
    if !stack.lists.isEmpty { lists = [store.listing] }
    stack.message = greeting
    stack.isSplit = settings.isSplit ?? stateFile?.isSplit() ?? false
    if settings.opensInspector { stack.toggleInspector() }
  }

  private var stateFile: StateFile? { settings.stateFile.map(StateFile.init) }

  /// Shows the list and answers events until the person or a signal ends it.
  ///
  /// What is dirty has been written back when this returns, or the ending says why not. The terminal is still open.
  public func run() -> Ending {
    defer {
      // However it ends: the terminal may be gone, and the process may be ended before the store is closed.
      store.flushLog()
      errands.cancelAll()
      // No half-made file stays.
      store.files.cancelTransfer(waiting: true)
    }
    watchStatements()
    store.listing.countIfSmall()
    show()
    listenForWarnings(terminal.waker)
    followStore()
    // What is there now is what later looks are compared with.
    noticeOthers()
    if lookForAbandoned() { show() }
    while true {
      let event = nextEvent()
      if let event { handle(event) }
      if let ending { return ending }
      takeNews()
      takeFiles()
      if let warning = pressure?.take() { answer(warning) }
      // What a key did is shown before anything else is gone on with, but for the search that it asked for.
      if event == nil || event == .woken || work?.isSearch == true { goOnWithWork() }
      quitIfFinished()
      if event == nil { tryAgain() }
      _ = lookForAbandoned()
      keepUp()
      noticeOthers()
      restIfDue()
      if let ending { return ending }
      show()
    }
  }

  /// How long nothing happens unless there is an event: work goes on at once, a lock is tried again soon, and what has
  /// been dirty for long, and what others have written, is looked for once a second.
  var timeout: Duration? {
    [ownTimeout, timeoutBeside].compactMap { $0 }.min()
  }

  private var ownTimeout: Duration {
    if let work, !work.isWaiting, !isWorkLocked { return .zero }
    if finding != nil || searching != nil { return .zero }
    return isWaiting || work != nil ? .milliseconds(50) : .seconds(1)
  }

  /// Ends the store's threads once `run()` is over; the store is to be let go of then.
  ///
  /// - Returns: What is to be known of the file that was written, where it has not all that was.
  public func close() -> Message? {
    store.close() ? nil : Wording.isPartlyInLog(store.path)
  }

  /// Follows what the store's threads find out.
  private func followStore() {
    store.waitForLocks(Self.lockTimeout)
    store.onNews { [waker = terminal.waker] in waker.wake() }
    listing.scoutAhead()
    if lists.isEmpty { store.lists.countTables() }
  }

  /// Goes on with a store that was opened anew, from the first screen.
  func goOn(with store: BookStore) {
    let selected = selectedRecord.flatMap { store.schema.table == self.store.schema.table ? $0 : nil }
    cancelWork()
    self.store = store
    watchStatements()
    (isChoiceUnwritten, finding, searching) = (false, nil, nil)
    let isSplit = stack.isSplit
    stack = Self.makeStack(store, terminal, settings)
    stack.isSplit = isSplit
    if watch != nil { stack.toggleInspector() }
    lists = stack.lists.isEmpty ? [] : [store.listing]
    (pendingJump, waiting) = (nil, nil)
    seeking = lists.isEmpty ? nil : selected.map { Seeking(id: $0, isAtTop: true) }
    followStore()
    seek()
  }

  /// Answers one event.
  func handle(_ event: Event) {
    switch event {
    case .key(let key): press(key)
    case .paste(let text): perform(stack.paste(text))
    case .pasteCut(let taken, let leftOut): stack.message = Wording.pasteCut(taken: taken, leftOut: leftOut)
    case .resized(let size): stack.resize(size)
    case .continued: terminal.invalidate()
    case .woken: break
    case .closed: end(by: .hangUp)
    case .signal(.memoryWarning): answer(MemoryWarning(level: .full, origin: .signal))
    case .signal(.stop): perform([.suspend])
    case .signal(let signal): end(by: signal)
    }
  }

  private func press(_ key: Key) {
    if takeWhileWaiting(key) { return }
    let (place, isSplit) = (stack.selectedPlace, stack.isSplit)
    pendingJump = nil
    lastKey = .now
    perform(stack.press(key))
    dropLists()
    if stack.isSplit != isSplit { stateFile?.setSplit(stack.isSplit) }
    // Whoever moves on is not called back to where they were.
    if stack.selectedPlace != place { seeking = nil }
  }

  /// Does what size and time ask for: the budget, and the write-back of old edits, which are looked for once a second.
  private func keepUp() {
    sayLogState()
    if let reason = store.writer.keepWithin(bytes: settings.memoryBudget, keeping: stack.shownRecords) {
      say(unwritten: Wording.notWritten(store.counts.dirty, store.recordSchema, reason), reason)
    }
    guard store.counts.dirty > 0, ContinuousClock.now >= nextAgeCheck else { return }
    nextAgeCheck = .now + .seconds(1)
    if store.writer.hasDirty(olderThan: settings.writeAfter) {
      store.writer.startWritingBack(olderThan: settings.writeAfter)
    }
  }

  /// Ends a write-back in the background; it is not begun again at once, since a trigger may never end.
  func stopWritingBack() {
    store.writer.stopWritingBack()
    nextAgeCheck = .now + .seconds(60)
  }

  /// Brings the screens up to date with the store and draws them.
  private func show() {
    refresh()
    drawPictures()
    terminal.draw(stack.frame())
  }

  /// Gives the screens the rows that they show and the figures of the meter.
  func refresh() {
    stack.isReadOnly = store.isReadOnly
    // A window that turns out to be shorter than was thought can move the view once more.
    for _ in 0..<2 {
      let places = stack.visiblePlaces
      if !lists.isEmpty { stack.receive(.window(window(places))) }
      if stack.visiblePlaces == places { break }
    }
    if lists.isEmpty { stack.receive(.tables(store.tables)) }
    stack.meter = meter
    stack.receive(.progress(progress))
    refreshHistory()
    refreshInspector()
  }

  private func window(_ places: Range<Int>) -> ListWindow {
    var rows: [ListRow?] = places.map { _ in nil }
    do {
      rows = try store.rows(in: places, of: listing, forFrame: true)
      isLockedOut = false
    } catch {
      isLockedOut = error == .busy
      if !isLockedOut { stack.message = .problem(Wording.sentence(error)) }
    }
    return ListWindow(
      start: places.lowerBound, rows: rows, count: listing.count, order: listing.order,
      latestOrder: listing.latestOrder, filter: listing.words)
  }

  /// Writes back because a signal says that the program must end.
  private func end(by signal: Signal) {
    mustEnd = true
    // There is nobody left to try again.
    store.waitForLocks(.milliseconds(250))
    ending = .signal(signal, unwritten: Ending.Unwritten(store.writeBack(), of: store))
  }
}

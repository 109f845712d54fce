import BookStore
import Cells
import Screens

/// A terminal with the tour's strip at the top: the browser draws below it, and does not know about it.
///
/// Unless text is typed, some keys belong to the tour (`TourKey`). The key `.` continues: it presses the keys of a step and,
/// when that is done, goes to the next one. All other keys go to the browser.
///
/// The tour stops and goes back only between two frames, when the browser is between two events.
package final class TourTerminal: TerminalOverlay {
  package let terminal: any Terminal
  private var tour: Tour
  private var store: BookStore?
  private let meter = StatementMeter()
  private var player: KeyPlayer
  private var quiz: Quiz
  private var stop = StatementStop()
  private var halt: StatementStop.Halt?
  private var starts: [DemoStep: StepStart] = [:]
  /// The index of the step that needs a new browser, for which the current one has to end.
  private var destination: Int?
  /// Whether a new browser is still reading its list, which does not count for the step.
  private var isSettling = false
  /// Whether the browser was opened for an earlier step, so that the first row is selected.
  private var isReopened = false
  private var hasReturned = false
  private var isComparing = false
  private var path = ""
  /// Whether a dot was pressed while the browser was busy, to be handled afterwards.
  private var isDotKept = false
  private var frame: Frame?
  /// Whether the browser shows progress of some work, which the tour waits for.
  package var isWorking: () -> Bool = { false }
  /// Whether a record is waiting for its fields; the tour presses no key before they arrive.
  package var isAwaitingLook: () -> Bool = { false }
  /// Receives whether the browser should do one step of its work at a time, because the tour stops in between.
  package var onStepwise: (Bool) -> Void = { _ in }
  /// Called before each frame with what the tour shows, to collect it for a page.
  package var observer: ((TourMoment) -> Void)? {
    didSet {
      // Starts collecting the texts of statements.
      _ = meter.takeTexts()
    }
  }

  /// Runs a tour on a terminal; `pace` is the time between two keys, and `asksFirst` turns the quiz on.
  package init(
    over terminal: any Terminal, steps: [DemoStep], bookCount: Int, pace: Duration = defaultPace,
    asksFirst: Bool = false
  ) {
    self.terminal = terminal
    (player, quiz) = (KeyPlayer(pace: pace), Quiz(asksFirst: asksFirst))
    tour = Tour(steps: steps, bookCount: bookCount)
  }

  package static let defaultPace = Duration.milliseconds(300)

  /// Whether the browser should end because the next step needs a new one.
  package var isStartingAnew: Bool { destination != nil }

  /// Whether the browser should do one step of its work at a time.
  package var isStepwise: Bool { stop.point != .nothing }

  /// How many guesses were right, as a sentence; nil without a guess.
  package var score: String? { DemoWording.score(right: quiz.score.right, total: quiz.score.total) }

  /// Opens the library for a browser, counting its statements, and starts the step that is due.
  ///
  /// For the last step, another program changes books first and is killed; its edits are restored. For an earlier step, the
  /// store gets what it held at the start of that step.
  package func open(_ folder: ScratchFolder, victim: Victim? = nil) throws(StoreError) -> BookStore {
    if let destination { tour.go(to: destination) }
    destination = nil
    if tour.step == .recovery { _ = try victim?.kill(in: folder) }
    begin(Figures())
    var options = StoreOptions(editLog: folder.editLog, trace: { [meter] in meter.count($0) })
    // The inspector below the strip should show the same statements.
    options.isObserved = true
    let store = try BookStore(path: folder.library, options: options)
    (path, isComparing) = (folder.library, false)
    if tour.step == .recovery, try store.recovery.findAbandoned() != nil { _ = try store.recovery.restore() }
    if hasReturned, let start = tour.step.flatMap({ starts[$0] }) {
      try start.restore(in: store, pass: tour.pass)
      (isSettling, isReopened) = (true, true)
    }
    // The tour does not stop at any of these.
    _ = stop.look(Figures(store), meter)
    self.store = store
    return store
  }

  private func begin(_ figures: Figures) {
    tour.begin(figures, meter.tally)
    player.clear()
    isReopened = false
    quiz.begin()
    if quiz.asksFirst, tour.step?.isForetellable == true { quiz.ask() }
  }

  package var step: DemoStep? { tour.step }

  /// Whether a dot would start or end the step, so that there is nothing left to wait for.
  var invitesDot: Bool {
    mayPress && !player.isPlaying && !isDotKept && !isSettling && isCounted
      && (tour.isDone || tour.isAwaitingDot)
  }

  private var isCounted: Bool { store.map { $0.listing.total.isExact || $0.listing.hasScanFailed } ?? true }

  private var nextStep: DemoStep? {
    tour.steps.indices.contains(tour.index + 1) ? tour.steps[tour.index + 1] : nil
  }

  private var stripHeight: Int { tour.step == nil ? 0 : TourStrip.height(on: terminal.size) }

  package var size: Size { below(terminal.size) }

  private func below(_ size: Size) -> Size {
    Size(columns: size.columns, rows: size.rows - (tour.step == nil ? 0 : TourStrip.height(on: size)))
  }

  /// Shows a frame of the browser with the strip at the top.
  package func draw(_ frame: Frame) {
    self.frame = frame
    look()
    compose()
  }

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

  private func compose() {
    guard let frame else { return }
    guard stripHeight > 0 else { return terminal.draw(frame) }
    var whole = Frame(size: terminal.size)
    whole.overlay(frame, at: Position(column: 0, row: stripHeight))
    TourStrip(tour: tour, line: line, path: path, pace: player.pace, stop: stop.point).draw(on: &whole)
    terminal.draw(whole)
  }

  private var line: StripLine {
    if let typed = quiz.typed { return .question(typed: typed) }
    if let halt { return .halt(halt) }
    if player.isPlaying || tour.isBusy { return .playing(player.shown) }
    if let result = quiz.result, let step = tour.step {
      return .result(result, of: step, right: quiz.score.right, total: quiz.score.total)
    }
    return hasReturned ? .returned(tour.before) : .rest(player.shown)
  }

  // MARK: - Events

  /// The next event for the browser: the person's, or a key that the tour presses.
  package func nextEvent(timeout: Duration?) -> Event? {
    if isStartingAnew { return .closed }
    while halt != nil {
      // Waking the browser would make it continue its work.
      guard let event = terminal.nextEvent(timeout: nil), event != .woken else { continue }
      if let event = answer(event) { return event }
      compose()
    }
    if isDotKept, !tour.isBusy { return goOn() }
    guard let event = terminal.nextEvent(timeout: wait(timeout)) else { return playedKey(timeout) }
    return answer(event) ?? .woken
  }

  /// Whether nothing is in progress that a key from the tour would disturb.
  private var mayPress: Bool { !quiz.isAsking && !tour.isBusy && !isAwaitingLook() }

  /// The person's keys come before the tour's.
  private func wait(_ timeout: Duration?) -> Duration? {
    guard mayPress, let left = player.wait else { return timeout }
    return timeout.map { min($0, left) } ?? left
  }

  private func playedKey(_ timeout: Duration?) -> Event? {
    guard timeout != .zero, mayPress, let key = player.next() else { return nil }
    tour.note(key)
    return .key(key)
  }

  /// The event for the browser; nil if the tour has handled it, and the strip has to be redrawn.
  private func answer(_ event: Event) -> Event? {
    switch event {
    case .resized(let size): .resized(below(size))
    case .key(let key): answer(key)
    default: event
    }
  }

  /// Handles a user's key, for the tour or for the browser; the latter stops the tour's own keys.
  private func answer(_ key: Key) -> Event? {
    if quiz.take(key) { return nil }
    // An impatient user must not type into the tour's text.
    let isForTour = tour.step != nil && (player.isPlaying || halt != nil || frame?.cursor == nil)
    guard isForTour, let tourKey = TourKey(key) else {
      player.stop()
      (isDotKept, halt, hasReturned) = (false, nil, false)
      tour.note(key)
      notePane(key)
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

  private func notePane(_ key: Key) {
    guard frame?.cursor == nil else { return }
    switch key {
    case DemoStep.compare: isComparing.toggle()
    case DemoStep.inspect: isComparing = false
    default: break
    }
  }

  /// Continues after a halt, or otherwise with the tour once the browser is idle.
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

  /// Presses the keys of the step, or goes to the next step if it is done; after the last, the browser gets the whole
  /// terminal.
  private func goOn() -> Event {
    (isDotKept, hasReturned) = (false, false)
    guard tour.isDone else {
      play()
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

  /// Presses the keys of the step; if the inspector compares a record, its statements are shown again first.
  private func play() {
    guard let step = tour.step else { return }
    let before = isComparing ? [DemoStep.inspect] : []
    isComparing = step == .edit
    let keys = step.keys(pass: tour.pass, row: row)
    player.play(before + keys, hiding: before.count + step.preparationCount)
  }

  /// The row of the step's book: a record not held for a first access; for later ones, a held record if no row is selected.
  private var row: Int? {
    guard let store else { return nil }
    switch tour.step {
    case .look:
      return (2...tour.bookCount).first { store.shelf.state(of: .rowid(Int64($0))) == .known }
    case .again where isReopened, .edit where isReopened:
      return store.heldRecords.compactMap(\.id.rowid).min().map { Int($0) }
    default: return nil
    }
  }

  /// Ends the browser without writing its edits, so that the database stays as it is.
  private func goBack(to index: Int) -> Event? {
    guard !tour.isBusy else { return nil }
    (halt, isDotKept, hasReturned) = (nil, false, true)
    player.stop()
    for record in store?.heldRecords ?? [] where record.state == .dirty { store?.editor.revert(record.id) }
    (destination, store) = (index, nil)
    return .closed
  }
}

/// The keys of the tour, which the browser does not use unless text is typed.
enum TourKey: Character {
  case goOn = "."
  case back = ","
  case start = "<"
  case slower = "["
  case faster = "]"
  case stopAt = ";"
  case ask = "#"

  init?(_ key: Key) {
    guard case .character(let character) = KeyMap.standard.meaning(of: key, in: .list) else { return nil }
    self.init(rawValue: character)
  }
}

/// The state of a store at the start of a step of the tour, so that it can be restored.
struct StepStart {
  private struct Edit: Hashable {
    let field: Int
    let value: Value
  }

  private let hydrated: [RecordID]
  private let edits: [Edit: [RecordID]]

  init(_ store: BookStore) {
    let records = store.heldRecords.sorted { $0.id.rowid ?? 0 < $1.id.rowid ?? 0 }
    var edits: [Edit: [RecordID]] = [:]
    for record in records {
      for original in record.originals {
        guard let value = record.value(at: original.index) else { continue }
        edits[Edit(field: original.index, value: value), default: []].append(record.id)
      }
    }
    (hydrated, self.edits) = (records.map(\.id), edits)
  }

  /// If the database already has an edit of a text, the number of the pass is appended, so that the record is dirty again;
  /// other values stay as they are.
  func restore(in store: BookStore, pass: Int) throws(StoreError) {
    try store.shelf.hydrate(hydrated)
    for (edit, ids) in edits {
      try store.set(edit.value, at: edit.field, ofEach: ids)
      guard case .text(let text) = edit.value else { continue }
      var written: [RecordID] = []
      for id in ids where try !store.record(id).originals.contains(where: { $0.index == edit.field }) {
        written.append(id)
      }
      guard !written.isEmpty else { continue }
      let other = AuthorName.numbered(text.string, pass)
      try store.set(.text(Text(other)), at: edit.field, ofEach: written)
    }
  }
}

/// The strip above the browser: the step with its figures and statements, and what the tour is doing.
struct TourStrip {
  let tour: Tour
  let line: StripLine
  let path: String
  let pace: Duration
  let stop: StopPoint

  static func height(on size: Size) -> Int { size.rows >= 16 && size.columns >= 40 ? 8 : 0 }

  func draw(on frame: inout Frame) {
    let width = frame.size.columns - 2
    guard let step = tour.step else { return }
    frame.fill(row: 0, role: .bar)
    drawHead("\(tour.index + 1) of \(tour.steps.count)  \(step.title)", on: &frame, width: width)
    let isSplit = frame.size.columns >= ScreenSettings.splitColumns
    let isAsking = if case .question = line { true } else { false }
    let texts = isAsking ? [DemoWording.guessFirst] : text(of: step, isSplit: isSplit, width: width)
    for (row, text) in texts.enumerated() {
      frame.write(text, at: place(row + 1), width: width, role: .content)
    }
    func figures(_ label: String, _ figures: Figures) -> String {
      label + DemoWording.figures(figures, columns: width - label.count)
    }
    frame.write(figures("before  ", tour.before), at: place(3), width: width, role: .dim)
    frame.write(figures("now     ", tour.now), at: place(4), width: width, role: .message)
    frame.write("ran     " + DemoWording.statements(tour.ran), at: place(5), width: width, role: .message)
    frame.write(DemoWording.line(line, columns: width), at: place(6), width: width, role: lineRole)
    let rule = String(repeating: "─", count: frame.size.columns)
    frame.write(rule, at: Position(column: 0, row: 7), role: .border)
    let keys = DemoWording.tourKeys(pace: pace, stop: stop)
    frame.write(keys, at: Position(column: 0, row: 7), width: width, role: .border)
  }

  private func drawHead(_ head: String, on frame: inout Frame, width: Int) {
    let hint = DemoWording.tourHint(line, isDone: tour.isDone, isLast: tour.index + 1 == tour.steps.count)
    frame.write(head, at: place(0), width: width, role: .title)
    frame.write(hint, at: place(0), width: width, role: .action, align: .right)
    let (start, gap) = (TextWidth.width(of: head) + 3, 3)
    let room = width - start - gap - TextWidth.width(of: hint)
    guard width >= Self.wideWidth, TextWidth.width(of: path) <= room else { return }
    frame.write(path, at: Position(column: 1 + start, row: 0), width: room, role: .bar)
  }

  private func text(of step: DemoStep, isSplit: Bool, width: Int) -> [String] {
    let lines = DemoWording.text(of: step, bookCount: tour.bookCount, isSplit: isSplit)
    let isWide = width >= Self.wideWidth
    return isWide ? Wrap.lines(of: lines.joined(separator: " "), width: width, limit: 2) : lines
  }

  private static let wideWidth = 110

  private var lineRole: Role {
    switch line {
    case .question, .halt: .action
    case .playing, .result, .returned: .message
    case .rest: .dim
    }
  }

  private func place(_ row: Int) -> Position { Position(column: 1, row: row) }
}

enum StripLine: Hashable {
  case question(typed: String)
  case halt(StatementStop.Halt)
  case playing([Key])
  case result(Quiz.Result, of: DemoStep, right: Int, total: Int)
  case returned(Figures)
  /// The tour is idle; it has pressed these keys.
  case rest([Key])
}

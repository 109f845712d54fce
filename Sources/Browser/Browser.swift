import BookStore
import Cells
import MemoryPressure
import Platform
import Queries
import Records
import Screens

/// Connects a store, the screens and a terminal: takes an event, performs its effects, draws a frame.
///
/// Not sendable: it lives on the thread that made its store and its terminal.
public final class Browser {
  /// How long the keys must rest before the record beside the list follows the cursor, and covers are read.
  private static let rest = Duration.milliseconds(150)

  private let workspace: Workspace
  private let events: EventQueue
  private let runner: WorkRunner
  private let deletions: Deletions
  private let editor: RowCommands
  private let history: HistoryReader
  private let conflicts: ConflictChoices
  private let undoing: Undoing
  private let navigation: Navigation
  private let copies: CopyCommands
  private let departure: Departure
  private let deadSessions: DeadSessionSearch
  private let others: OtherPrograms
  private let files: FileErrands
  private let pictures: PictureErrands
  private let inspector: InspectorFeed
  private let lateLooks: LateLooks
  private let warnings: MemoryWarnings
  private let upkeep: Upkeep
  private let views: ViewMemory
  // Lazy, because Swift searches all conformances of the program to make their generic class.
  private lazy var values = ValueReport(workspace, runner)
  private lazy var statistics = StatisticsReport(workspace, navigation)
  private lazy var groups = GroupReport(workspace, navigation)
  private lazy var duplicates = DuplicateReport(workspace, runner)
  private let fields: FieldCommands
  private let suggestions: SuggestionErrands
  private let related: RelatedErrands
  private let reading: ReadingCommands
  private let quick: QuickCommands
  private let inputs: InputKeeper
  private let transfers: TransferErrands
  private let libraries: Libraries
  private let clipboard: Clipboard
  private let diagnostics: Diagnostics
  /// The message to print after the terminal is closed, about work that was in progress.
  public var farewell: Message? { departure.farewell }
  private var strayKeys = StrayKeys()
  private var isFinding = false
  private var lastKey = ContinuousClock.now
  /// Whether the event has only moved the list's cursor; then only rows have to be read.
  private var hasOnlyMoved = false
  private var shownPlaces = 0..<0
  private var nextChores = ContinuousClock.now

  /// Makes a browser over an open store; without a picture maker, it uses the program found in PATH.
  public convenience init(
    store: BookStore, terminal: any Terminal, settings: Settings = Settings(), greeting: Message? = nil,
    pictureMaker: PictureMaker? = nil
  ) {
    self.init(
      store: store, terminal: terminal, settings: settings, greeting: greeting, pictureMaker: pictureMaker,
      ways: nil)
  }

  init(
    store: BookStore, terminal: any Terminal, settings: Settings = Settings(), greeting: Message? = nil,
    pictureMaker: PictureMaker? = nil, ways: [ClipboardWay]?
  ) {
    workspace = Workspace(store: store, terminal: terminal, settings: settings)
    events = EventQueue(workspace)
    runner = WorkRunner(workspace)
    deletions = Deletions(workspace)
    editor = RowCommands(workspace: workspace, deletions: deletions)
    history = HistoryReader(workspace)
    conflicts = ConflictChoices(workspace, runner)
    transfers = TransferErrands(workspace)
    conflicts.machineLines = { [unowned syncs = transfers.syncs] in syncs.lines }
    transfers.syncs.whenRead = { [unowned conflicts] () throws(StoreError) in try conflicts.open() }
    transfers.syncs.whenSettled = { [unowned conflicts] in conflicts.refresh() }
    deadSessions = DeadSessionSearch(workspace)
    others = OtherPrograms(workspace)
    files = FileErrands(workspace)
    pictures = PictureErrands(workspace, maker: pictureMaker)
    inspector = InspectorFeed(workspace)
    lateLooks = LateLooks(workspace)
    diagnostics = Diagnostics(workspace)
    warnings = MemoryWarnings(workspace, inspector, diagnostics)
    upkeep = Upkeep(workspace, diagnostics)
    workspace.stack.message = greeting
    views = ViewMemory(workspace)
    fields = FieldCommands(workspace: workspace, runner: runner)
    suggestions = SuggestionErrands(workspace)
    related = RelatedErrands(workspace, editor)
    inputs = InputKeeper(workspace)
    clipboard = Clipboard(workspace, ways: settings.copiesThroughTerminal ? [.terminal] : ways)
    navigation = Navigation(workspace, runner, views, lateLooks)
    undoing = Undoing(workspace: workspace, runner: runner, history: history, conflicts: conflicts)
    reading = ReadingCommands(workspace, navigation, runner)
    quick = QuickCommands(workspace, runner)
    copies = CopyCommands(workspace: workspace, runner: runner, clipboard: clipboard)
    departure = Departure(workspace, runner)
    libraries = Libraries(workspace, departure, views, transfers)
    if settings.opensInspector { workspace.stack.toggleInspector() }
    departure.open = { [unowned self] path throws(StoreError) in try openLibrary(path) }
  }

  private var store: BookStore { workspace.store }
  private var terminal: any Terminal { workspace.terminal }
  private var listing: Listing { workspace.listing }
  private var focus: ListFocus { workspace.focus }
  private var errands: Errands { workspace.errands }

  /// Whether work on many rows does a single step between two frames.
  public var isStepwise: Bool {
    get { runner.isStepwise }
    set { runner.isStepwise = newValue }
  }

  // MARK: - In words

  /// The spoken form of the screens.
  public var speech: Speech { workspace.stack.speech }

  /// What the top screen is doing, which determines what a key means.
  public var mode: Mode { workspace.stack.mode }

  /// The keys of the top screen and what they do.
  public var keys: KeyMap { workspace.stack.keysThere }

  // MARK: - The loop

  /// Shows the list and handles events until the person or a signal ends it.
  ///
  /// When it returns, all edits have been written back, unless the ending says otherwise. The terminal is still open.
  public func run() -> Ending {
    defer {
      leaveResult()
      views.remember()
      // The terminal may be gone, and the process may be killed before the store is closed.
      store.flushLog()
      errands.end()
      // No partly written file may remain.
      store.files.cancelTransfer(waiting: true)
    }
    events.watchStatements()
    store.listing.countIfSmall()
    openFirstList()
    workspace.stack.isSplit = workspace.settings.isSplit ?? views.wasSplit
    views.restore()
    showFirstView()
    show()
    diagnostics.begin()
    checkKeys()
    if workspace.settings.reportsMouse { perform(workspace.stack.toggleMouse(true)) }
    inputs.restore()
    warnings.listen()
    workspace.followStore()
    noticeOthers()
    transfers.syncs.noteLibrary()
    if deadSessions.goOn() { show() }
    nextChores = .now + pause
    while true {
      let event = events.next(timeout: timeout)
      if let event {
        workspace.completeSchema()
        handle(event)
      } else {
        hasOnlyMoved = false
      }
      let hasChores = hasChores
      if hasChores {
        if let ending = departure.ending { return ending }
        for chore in Self.chores { chore.run(self, event) }
        if let ending = departure.ending { return ending }
      }
      show(afterMove: !hasChores)
      if hasChores {
        nextChores = .now + pause
      } else if isWaiting {
        // Keys that come quickly must not delay the chores.
        nextChores = min(nextChores, .now + pause)
      }
    }
  }

  private var hasChores: Bool {
    workspace.news.take() || !hasOnlyMoved || ContinuousClock.now >= nextChores
  }

  /// Applies the person's keys; if a key has two meanings, the standard keys stay.
  private func checkKeys() {
    do throws(KeyProblem) {
      workspace.take(try workspace.settings.keys.checked())
    } catch {
      workspace.take(KeyMap(unchecked: [:], layout: workspace.settings.keys.layout))
      workspace.stack.message = BrowserWording.keysLeftOut(error)
    }
  }

  private static let chores = [
    Chore(reason: "Results from other threads come first, so that everything else sees them.") { browser, _ in
      browser.pictures.followTerminal()
      browser.takeNews()
    },
    Chore(reason: "A memory warning comes before work continues, which would fill the memory again.") {
      browser, _ in
      browser.warnings.answerSystem()
    },
    Chore(reason: "The effect of a key is shown before work continues; a search is such an effect.") {
      browser, event in
      if event == nil || event == .woken || browser.runner.work?.isSearch == true { browser.runner.goOn() }
    },
    Chore(reason: "The tables are opened again once the work that changed them is over.") { browser, _ in
      browser.openChangedTables()
    },
    Chore(reason: "The program may have waited for that work to quit.") { browser, _ in
      if browser.runner.takeQuit() { browser.departure.quitAfterWork() }
    },
    Chore(
      reason:
        "An effect that waits for a lock is retried before the search for a dead session, which needs the log."
    ) {
      browser, event in
      if event == nil { browser.tryAgain() }
    },
    Chore(reason: "Everything that may hydrate records comes before the budget.") { browser, _ in
      browser.perform(browser.lateLooks.due().map { .look($0) })
    },
    Chore(reason: "The state of the log is reported once everything that logs has run.") { browser, _ in
      browser.deadSessions.goOn()
      browser.isFinding = browser.workspace.stack.findMore()
      browser.history.goOn()
      browser.workspace.notices.sayLogState()
    },
    Chore(reason: "The budget comes before other programs' changes, which may replace the store.") {
      browser, event in
      browser.store.observation.noteTime()
      browser.upkeep.keepUp()
      if event == nil { browser.views.remember() }
      browser.noticeOthers()
    },
    Chore(reason: "The record beside the list is shown in its latest state.") { browser, _ in
      browser.restIfDue()
    },
    Chore(reason: "Related rows and typed input wait for idle time, after the record is on the screen.") {
      browser, event in
      if event == nil {
        browser.workspace.lookForRelated()
        browser.related.refresh()
        browser.inputs.keep()
      } else {
        browser.inputs.forgetSaved()
      }
    },
  ]

  private var timeout: Duration {
    let left = max(.zero, ContinuousClock.now.duration(to: nextChores))
    return restTimeout.map { min($0, left) } ?? left
  }

  /// None while work is under way, short after a lock; old edits and other programs are checked every second.
  private var pause: Duration {
    let own: Duration =
      if runner.isReady || deadSessions.isUnderWay || history.isFinding || isFinding || related.isWanted
        || workspace.lacksRelated
      {
        .zero
      } else if isWaiting || runner.work != nil {
        .milliseconds(50)
      } else {
        .seconds(1)
      }
    return [inspector.timeout, lateLooks.timeout].compactMap { $0 }.reduce(own, min)
  }

  /// Ends the store's threads after `run()`; returns a message if the file lacks some of what was written.
  public func close() -> Message? {
    store.close() ? nil : StoreWording.isPartlyInLog(store.path)
  }

  private func goOn(with store: BookStore) {
    let selected = store.schema.table == self.store.schema.table ? focus.selectedRecord : nil
    let shown = workspace.lists.isEmpty ? nil : (listing.schema.table, workspace.stack.showsGallery)
    replaceStore {
      views.keepView {
        workspace.replaceStore(with: store)
        guard workspace.lists.isEmpty, let table = store.tables.first(where: { $0.name == shown?.0 }) else {
          return
        }
        perform([.openList(ListSource(table: table.id))])
      }
    }
    guard let shown, !workspace.lists.isEmpty, listing.schema.table == shown.0 else { return }
    workspace.stack.showsGallery = shown.1
    if let selected, selected.table == listing.schema.id { focus.seek(selected) }
  }

  private func openLibrary(_ path: String) throws(StoreError) {
    let library = try workspace.library(at: path)
    leaveResult()
    libraries.forget()
    inputs.keep()
    views.remember()
    replaceStore { workspace.replaceStore(with: library) }
    deadSessions.startAgain()
    openFirstList()
    views.restore()
  }

  private func showResult(_ result: Workspace.ShownResult, in store: BookStore) {
    workspace.writeBack()
    switchStore { workspace.cover(with: store, result) }
    store.listing.countIfSmall()
    views.restore()
    workspace.stack.message = BrowserWording.ran(result.result)
  }

  private func leaveResult() {
    if workspace.result == nil {
      _ = workspace.dropResult()?.close()
    } else {
      let result = store
      switchStore { workspace.uncover() }
      result.close()
      workspace.lookAgain()
    }
  }

  /// Shows a record of the library over the result that names it.
  private func visit(_ id: RecordID) throws(StoreError) {
    switchStore { workspace.visitLibrary() }
    let count = workspace.stack.screenCount
    try navigation.openChanged(id)
    workspace.stack.beginVisit(above: count)
  }

  private func returnToResult() throws(StoreError) {
    let gone = workspace.stack.hasLostVisit ? workspace.stack.message ?? BrowserWording.sourceIsGone : nil
    let written = store.writeBack()
    if written.error == .busy { throw .busy }
    let problem = workspace.notices.unwritten(written)
    switchStore { workspace.returnToResult() }
    if let message = problem ?? gone { workspace.stack.message = message }
  }

  /// Shows the result again if another program deleted the visited record; otherwise drops the result.
  private func leaveVisit() {
    guard workspace.stack.hasLostVisit else { return leaveResult() }
    try? returnToResult()
  }

  /// Columns that were asked for come before those of the view.
  private func showFirstView() {
    guard let name = workspace.settings.firstView else { return }
    let (list, columns) = (listing, listing.columns)
    perform([views.effect(showing: name)])
    if workspace.settings.hasColumns, listing === list { perform([.showColumns(columns)]) }
  }

  private func openFirstList() {
    guard let source = navigation.firstList else { return }
    perform([.openList(source)])
  }

  private func replaceStore(_ body: () -> Void) {
    deadSessions.stop()
    switchStore {
      let former = store
      body()
      former.retire()
    }
    others.noteReopening()
    transfers.syncs.noteLibrary()
    diagnostics.startAgain()
  }

  private func switchStore(_ body: () -> Void) {
    if !runner.cancel() { focus.cancelArranging() }
    focus.forgetTarget()
    focus.forgetJump()
    conflicts.forget()
    suggestions.forget()
    inspector.forget()
    lateLooks.forget()
    related.forget()
    values.close()
    statistics.close()
    groups.close()
    duplicates.close()
    body()
    events.watchStatements()
  }

  // MARK: - Events

  private func handle(_ event: Event) {
    workspace.stack.today = .today
    hasOnlyMoved = false
    switch event {
    case .key(let key): press(key)
    case .mouse(let event): answer(event)
    case .paste(let text): perform(workspace.stack.paste(text))
    case .refused(let refusal): workspace.stack.message = BrowserWording.sentence(refusal)
    case .resized(let size): workspace.stack.resize(size)
    case .continued: terminal.invalidate()
    case .woken: break
    case .closed: end(by: .hangUp)
    case .signal(.memoryWarning): warnings.answer(MemoryWarning(level: .full, origin: .signal))
    case .signal(.stop): perform([.suspend])
    case .signal(let signal): end(by: signal)
    }
  }

  private func answer(_ event: MouseEvent) {
    guard !workspace.lock.hasTask else { return }
    events.drop()
    lastKey = .now
    follow { $0.answer(event) }
  }

  private func press(_ key: Key) {
    workspace.learnLayout()
    switch workspace.lock.answer(key) {
    case .handled: break
    case .ignored: return
    case .cancelled(let task): return cancel(task)
    }
    lastKey = .now
    if events.hold(key) { return workspace.stack.message = BrowserWording.keysHeld }
    if !workspace.settings.isPlain, strayKeys.swallow(key) {
      return workspace.stack.message = BrowserWording.keysSwallowed
    }
    let mode = workspace.stack.mode
    follow { $0.press(key) }
    if let said = workspace.stack.message, said == Wording.unbound(key, in: mode) { strayKeys.note(key) }
  }

  private func follow(_ ask: (inout ScreenStack) -> [Effect]) {
    let (place, count) = (workspace.stack.selectedPlace, workspace.stack.screenCount)
    focus.forgetJump()
    let effects = ask(&workspace.stack)
    perform(effects)
    let hasMoved = workspace.stack.selectedPlace != place
    // If the person has moved on, the cursor must not jump back.
    if hasMoved { focus.forgetTarget() }
    hasOnlyMoved = hasMoved && effects.isEmpty && workspace.stack.screenCount == count
    guard !hasOnlyMoved, workspace.hasClosedLists else { return }
    navigation.leaveList()
    workspace.dropClosedLists()
  }

  private func cancel(_ task: LockWait.Task) {
    workspace.stack.message =
      task.waiting == .patient ? BrowserWording.writingCancelled : StoreWording.cancelled
    if case .effect(.quit) = task {
      departure.askAboutQuitting(StoreWording.notWritten(store.counts.dirty, store.recordSchema, .busy))
    }
  }

  private func end(by signal: Signal) {
    events.startEnding()
    leaveResult()
    inputs.keep()
    diagnostics.note("ending because of the signal \(signal)")
    departure.end(by: signal)
  }

  // MARK: - Housekeeping

  private func takeNews() {
    if let end = store.writer.takeWriteBack() {
      if end.isForWarning {
        warnings.report(end.dehydration)
      } else {
        workspace.notices.note(end.dehydration.writeBack)
      }
    }
    // Work on all rows depends on their positions.
    focus.takeNews(isRefreshing: runner.work == nil)
    errands.takeNews { news in
      switch news {
      case .effects(let effects): perform(effects)
      case .rows: noticeOthers(isDue: true)
      case .library(let path):
        leaveResult()
        departure.goOn(to: path)
      case .result(let result, let store): showResult(result, in: store)
      }
    }
  }

  private func tryAgain() {
    if workspace.lock.takeLook(), let id = workspace.stack.needs.record { perform([.look(id)]) }
    switch workspace.lock.takeTask() {
    case .effect(let effect): perform([effect])
    case .writeBack: workspace.writeBack()
    case nil: break
    }
  }

  private func noticeOthers(isDue: Bool = false) {
    guard runner.work == nil, workspace.result == nil else { return }
    switch others.check(isDue: isDue) {
    case .nothing, .locked: return
    case .rows: workspace.lookAgain(atCovers: true)
    case .schema: readTablesAgain()
    case .everything: workspace.stack.message = LogWording.databaseChanged(reopen())
    }
  }

  private func readTablesAgain() {
    let (message, former) = (workspace.stack.message, others.failure)
    let reason = reopen()
    let isAddition = reason != .busy && transfers.takeAddition()
    workspace.stack.message = others.noteReading(reason, after: former, isAddition: isAddition) ?? message
  }

  private func openChangedTables() {
    guard store.fields.isOutdated, runner.work == nil else { return }
    let message = workspace.stack.message
    workspace.stack.message = reopen().map { .problem(StoreWording.sentence($0)) } ?? message
  }

  private func reopen() -> StoreError? {
    if let reason = store.writeBack().reason { return reason }
    do throws(StoreError) {
      goOn(with: try store.reopened())
      return nil
    } catch {
      return error
    }
  }

  /// Opens the file that is now at the database's path, and offers edits that fit it.
  private func openReplacement() {
    do throws(StoreError) {
      libraries.forget()
      goOn(with: try store.reopened())
      deadSessions.startAgain()
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }

  private func restIfDue() {
    guard let restTimeout, restTimeout <= .zero else { return }
    perform(workspace.stack.rest())
    pictures.readCover()
  }

  private var restTimeout: Duration? {
    let needs = workspace.stack.needs
    guard (workspace.stack.isSplit && needs.restingRow != nil) || pictures.awaitsRest else { return nil }
    return max(.zero, ContinuousClock.now.duration(to: lastKey + Self.rest))
  }

  // MARK: - What is shown

  private func show(afterMove hasOnlyMoved: Bool = false) {
    if workspace.hasLeftVisit { leaveVisit() }
    // If only the cursor has moved, rows are read for other places only, and figures for another total only.
    if !hasOnlyMoved || focus.isLockedOut || workspace.stack.needs.visiblePlaces != shownPlaces {
      showRows()
      if !hasOnlyMoved || focus.isLockedOut || listing.total != workspace.stack.meter.count { showFigures() }
    }
    errands.refresh()
    terminal.draw(workspace.stack.frame())
    terminal.send(.takeText(mode.isTyping))
    if workspace.settings.showsWindowTitle { terminal.send(.setTitle(windowTitle)) }
  }

  private func showRows() {
    guard !workspace.lists.isEmpty else { return }
    workspace.fitColumns()
    for _ in 0..<2 {
      shownPlaces = workspace.stack.needs.visiblePlaces
      workspace.stack.receive(.window(focus.window(shownPlaces)))
      if workspace.stack.needs.visiblePlaces == shownPlaces { break }
    }
  }

  private func showFigures() {
    workspace.stack.isReadOnly = store.isReadOnly
    if workspace.lists.isEmpty || workspace.stack.kind == .schema {
      workspace.stack.receive(.tables(store.tables))
    }
    for id in workspace.stack.needs.dirtyRecords where store.shelf.state(of: id) != .dirty {
      workspace.stack.receive(.written(id))
    }
    workspace.stack.meter = meter
    workspace.stack.receive(.progress(progress))
    beginWhatIsShown()
  }

  private func beginWhatIsShown() {
    let needs = workspace.stack.needs
    if needs.showsGroups { errands.begin(groups) }
    if needs.picture != nil { errands.begin(pictures) }
    if needs.suggestions != nil { errands.begin(suggestions) }
    if needs.showsHistory { errands.begin(history) }
    if needs.inspectorPage != nil { errands.begin(inspector) }
  }

  private var meter: Meter {
    let counts = store.counts
    return Meter(
      count: workspace.lists.isEmpty ? .exactly(store.tables.count) : listing.total,
      found: listing.isFiltered && !workspace.lists.isEmpty ? listing.count : nil,
      hydrated: counts.hydrated, dirty: counts.dirty, byteCount: counts.byteCount,
      hasConflicts: store.conflicts.unsettledCount > 0 || !store.conflicts.standing.isEmpty
        || workspace.unsettled.count > 0,
      canUndo: store.history.canUndo, unsettledCount: workspace.unsettled.count)
  }

  private var progress: WorkProgress? {
    if workspace.lock.hasTask || workspace.lock.isWorkLocked { return waitingProgress }
    if let progress = errands.progress { return progress }
    if let activity = listing.activity {
      return WorkProgress(
        activity.isWaiting
          ? BrowserWording.waitingForLock
          : BrowserWording.doing(activity.kind, listing.latestOrder, listing.schema),
        fraction: activity.fraction, isCancellable: activity.kind == .sorting || workspace.isArranging)
    }
    if store.writer.isWritingBack {
      return WorkProgress(BrowserWording.writingBack, isCancellable: store.writer.isWritingLong)
    }
    if lateLooks.isWaiting { return WorkProgress(BrowserWording.slowLook) }
    return isWaiting ? waitingProgress : nil
  }

  private var isWaiting: Bool { workspace.lock.isWaiting || focus.isLockedOut }

  private var waitingProgress: WorkProgress {
    workspace.lock.progress(needsList: runner.work?.needsList == true)
  }

  private var windowTitle: String {
    let dirty = store.counts.dirty
    return Wording.name(of: workspace.stack.schema) + (dirty > 0 ? " · \(Wording.number(dirty)) dirty" : "")
  }

  /// Whether there is work in progress that the status line shows.
  public var isWorking: Bool { progress != nil }

  /// Whether a record on screen still waits for its fields, or the inspector for its row.
  public var isAwaitingLook: Bool { lateLooks.isWaiting || inspector.isAwaitingRow }

  // MARK: - Effects

  private func perform(_ effects: [Effect]) {
    // The messages below must not replace a message about the log.
    guard !effects.isEmpty else { return }
    for effect in effects {
      do {
        if effect.isRefusedDuringWork, runner.work != nil {
          workspace.stack.message = Wording.stillWorking
        } else {
          try perform(effect)
        }
      } catch {
        if error == .busy {
          if case .look = effect {
            workspace.lock.waitForLook()
          } else {
            workspace.notices.wait(for: .effect(effect))
          }
          continue
        }
        // Nothing can be shown for a missing row; the list reports it.
        if case .look(let id) = effect, error == .rowGone { workspace.stack.receive(.deleted(id)) }
        workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
      }
    }
    workspace.notices.sayLogState()
  }

  private func perform(_ effect: Effect) throws(StoreError) {
    switch effect {
    case .look(let id) where lateLooks.putOff(id): break
    case .look(let id):
      workspace.stack.receive(.record(try store.shelf.snapshot(of: id)))
      related.refresh()
    case .lookAtNeighbor(let id, let offset):
      try navigation.lookAtNeighbor(of: id, offset)
      related.refresh()
    case .set(let id, let field, let value): try editor.set(value, at: field, of: id)
    case .insert(let values, let table):
      try editor.insert(values, into: table)
      perform(workspace.stack.takeInserted())
    case .openList(let source): try navigation.open(source)
    case .openLink(let link): try navigation.open(link.target)
    case .copyText(let text): copies.copy(text)
    case .copyField(let id, let field): try copies.copy(field, of: id)
    case .copyRows(let rows, let form): try copies.copy(rows, form)
    case .openAddress(let address): workspace.stack.message = AddressOpener.open(address)
    case .openReferences(let id): try navigation.openReferences(to: id)
    case .related(let effect): try related.perform(effect)
    case .reading(let effect): try reading.perform(effect)
    case .quick(let effect): try quick.perform(effect)
    case .chooseRow(let table, let field): perform(try navigation.chooseRow(table, field))
    case .takeRow(let id, let reference): perform(try navigation.takeRow(id, reference))
    case .delete(let id): try deletions.delete(id)
    case .replace(let ids, let effect):
      for id in ids { try deletions.delete(id) }
      perform([effect])
    case .askToDelete(let rows, let count, let title):
      noticeOthers(isDue: true)
      try deletions.ask(about: rows, count, title)
    case .askToDeleteRelated(let id, let said):
      noticeOthers(isDue: true)
      try deletions.ask(aboutRelated: id, said)
    case .deleteRows(let rows):
      runner.begin(DeleteAction(workspace, rows, titles: deletions.askedTitles), rows)
    case .setRows(let rows, let field, let value):
      let action = try RuleAction(setting: field, to: value, in: workspace)
      runner.begin(action, rows)
      quick.noteShelf(value, in: field)
    case .markAll(let marks): focus.markAll(besides: marks)
    case .hydrate(let rows): runner.begin(HydrateAction(store: store), rows)
    case .jump(let jump): focus.go(jump)
    case .order(let order, let id): try navigation.order(by: order, keeping: id)
    case .openViews: views.open()
    case .askToChangeField(let table, let request): try fields.ask(about: request, of: table)
    case .arrangeFields(let table, let arrangement): try fields.arrange(table, as: arrangement, views)
    case .foldFields(let table, let foldsEmpty): try fields.fold(table, foldsEmpty, views)
    case .changeField(let table, let change): try fields.begin(change, of: table)
    case .createTables(let books): try fields.createTables(for: books)
    case .openValues(let table, let field): try values.open(field, of: table)
    case .matchValues(let words, let value): try values.match(words, keeping: value)
    case .findValue(let field, let value): try values.find(field, value)
    case .changeValue(_, let old, let new): try values.change(from: old, to: new)
    case .statistics(let effect): try statistics.perform(effect)
    case .groups(let effect): try groups.perform(effect)
    case .duplicates(let effect): try duplicates.perform(effect)
    case .rule(let effect): transfers.change(by: effect)
    case .saveView(let name): views.save(as: name)
    case .removeView(let name): views.remove(name)
    case .showColumns(let columns):
      try listing.show(columns: columns)
      views.keepColumns()
    case .find(let words, let id): try navigation.find(words, keeping: id)
    case .findNext(let words, let step):
      let place = workspace.stack.needs.selectedPlace
      listing.marked = workspace.stack.needs.markedRows
      let finder = listing.finder(words)
      runner.begin(SearchWork(finder, from: place, isForward: step > 0, in: workspace).work)
    case .cancelWork where errands.cancel(): break
    case .cancelWork: listing.activity == nil ? upkeep.stopWritingBack() : focus.cancelArranging()
    case .editExternally(let text): perform(editor.editExternally(text))
    case .goOn(let step): perform(workspace.stack.goOn(step))
    case .beginForm: editor.beginForm()
    case .takeBack(let id): try editor.takeBack(id)
    case .duplicate(let id): try editor.duplicate(id)
    case .checkIsChangeable(let table, let field): try editor.checkIsChangeable(table, field)
    case .openLarge(let id, let field):
      try store.editor.checkIsChangeable(id.table, .edit, field: field)
      workspace.stack.receive(.large(id, field: field, try store.shelf.read(field, of: id)))
      // Whether a file is text is known only after reading all of it.
      if workspace.stack.needs.isChoosingFile { files.list("") }
    case .say(let message): workspace.stack.message = message
    case .listFolder(let path): files.list(path)
    case .readFile(let path, let isConfirmed): try files.readFile(path, isConfirmed: isConfirmed)
    case .writeFile(let id, let field, let path, let isConfirmed):
      try files.writeFile(id, field, to: path, isConfirmed: isConfirmed)
    case .importFile(let request): transfers.importFile(request)
    case .exportRows(let path, let part, let isSure): transfers.export(part, to: path, isConfirmed: isSure)
    case .library(.showView(let name)):
      guard let view = views.show(named: name), let statement = view.statement else { break }
      leaveResult()
      try libraries.run(statement, shownAs: view)
    case .library(.openRow(let row)): if let id = try libraries.source(of: row) { try visit(id) }
    case .library(.returnToResult): try returnToResult()
    case .library(let effect):
      switch effect {
      case .runCommand, .readNames: break
      default: leaveResult()
      }
      try libraries.perform(effect)
    case .explain(let group):
      workspace.stack.receive(.explained(group, workspace.plan(of: group.latest.sql)))
    case .memoryWarning: warnings.dehydrateAll(for: nil)
    case .redraw: terminal.invalidate()
    case .reportMouse(let isOn): terminal.send(.reportMouse(isOn))
    case .suspend: suspend()
    case .quit:
      leaveResult()
      departure.quit()
    case .quitFinishing: runner.quitAfterwards()
    case .quitStopping: departure.stopAndQuit()
    case .quitKeeping: try departure.quitKeeping()
    case .quitDiscarding: try departure.quitDiscarding()
    case .openRecord(let id): try navigation.openChanged(id)
    case .askToRestore: workspace.askToRestore()
    case .takeOverLog: deadSessions.takeOverLog()
    case .openReplacement: openReplacement()
    case .rescue: others.rescue()
    case .undo, .redo, .passOver:
      let isStep = effect == .undo || effect == .redo
      if isStep { noticeOthers(isDue: true) }
      // With the old columns, rows would look as if another program had changed them.
      if let failure = others.failure { throw failure }
      let isCall = isStep ? try duplicates.reverseCall(isRedo: effect == .redo) : false
      if !isCall { try undoing.perform(effect) }
      values.noteChange()
    case .moveRows(let rows, let move, let isConfirmed):
      try workspace.moves.move(rows, move, isConfirmed: isConfirmed)
    case .openHistory(let source): try history.open(source)
    case .readHistory(let part, let source, let limit, let words):
      try history.read(part, of: source, limit: limit, words: words)
    case .restore: recover(try store.recovery.startRestoring())
    case .discardAbandoned: recover(try store.recovery.startDiscarding())
    case .openConflicts:
      if workspace.unsettled.count == 0 { try conflicts.open() } else { transfers.sync(by: .askConflicts) }
    case .resolve(let id, let field, let choice): try conflicts.resolve(id, field, choice)
    case .readConflicts(let part, let limit): conflicts.read(part, limit: limit)
    case .resolveAll(let choice, let isConfirmed): try conflicts.resolveAll(choice, isConfirmed: isConfirmed)
    case .insertAgain(let id):
      try conflicts.settle(id, LogWording.insertedAgain) { () throws(StoreError) in
        try store.conflicts.insertAgain(id)
      }
    case .discard(let id): try conflicts.settle(id, LogWording.discardedRow) { store.conflicts.discard(id) }
    case .settleStanding(let number, let isDiscarded):
      try conflicts.settleStanding(Int(number), isDiscarded: isDiscarded)
    }
  }

  private func recover(_ recovery: RecoveryJob?) {
    guard let recovery else { return }
    let name = recovery.isDiscarding ? "Discarding" : "Restoring"
    runner.start(
      Work(name: name, job: recovery) { [workspace] end in
        workspace.focus.seekSelectedAgain()
        workspace.lookAgain(atCovers: true)
        let done =
          recovery.isDiscarding
          ? LogWording.discarded(recovery.discardedCount) : LogWording.restored(recovery.restoration)
        workspace.stack.message = end == .done ? done : LogWording.stopped(done, end.error)
      })
    runner.goOn()
  }

  private func suspend() {
    // Suspending must not wait; the edit log keeps what cannot be written.
    if let problem = workspace.notices.unwritten(store.writeBack()) { workspace.stack.message = problem }
    // A suspended program may never be resumed.
    store.flushLog()
    terminal.suspend()
    terminal.invalidate()
  }
}

private struct Chore: Sendable {
  let reason: String
  let run: @Sendable (Browser, Event?) -> Void
}

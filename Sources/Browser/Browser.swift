import BookStore
import Cells
import MemoryPressure
import Platform
import Queries
import Records
import Screens

/// The loop that connects a store, the screens and a terminal: takes an event, performs its effects, draws a frame.
///
/// Not sendable: it lives on the thread that made its store and its terminal.
public final class Browser {
  /// How long the keys must be idle before the record beside the list follows the cursor.
  private static let rest = Duration.milliseconds(150)

  private let workspace: Workspace
  private let events: EventQueue
  private let runner: WorkRunner
  private let deletions: Deletions
  private let editor: RowCommands
  private let history: HistoryReader
  private let conflicts: ConflictChoices
  private let undoing: Undoing
  private let deadSessions: DeadSessionSearch
  private let others: OtherPrograms
  private let files: FileErrands
  private let pictures: PictureErrands
  private let inspector: InspectorFeed
  private let comparison: ComparisonFeed
  private let lateLooks: LateLooks
  private let warnings: MemoryWarnings
  private let upkeep: Upkeep
  private let views: ViewMemory
  private let values: ValueLists
  private let fields: FieldCommands
  private let suggestions: SuggestionErrands
  private let related: RelatedErrands
  private let inputs: InputKeeper
  private let transfers: TransferErrands
  private let clipboard: Clipboard
  private let diagnostics: Diagnostics
  private var ending: Ending?
  /// The message to print after the terminal is closed, about work that was in progress.
  public private(set) var farewell: Message?
  /// When the last key was pressed.
  private var lastKey = ContinuousClock.now

  /// Makes a browser over an open store.
  ///
  /// - Parameters:
  /// - greeting: The message on the status line of the first frame.
  /// - pictureMaker: Draws pictures; by default, the program found in PATH.
  public convenience init(
    store: BookStore, terminal: any Terminal, settings: Settings = Settings(), greeting: Message? = nil,
    pictureMaker: PictureMaker? = nil
  ) {
    self.init(
      store: store, terminal: terminal, settings: settings, greeting: greeting, pictureMaker: pictureMaker,
      ways: nil)
  }

  /// Makes a browser that copies only in the given ways.
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
    undoing = Undoing(workspace: workspace, runner: runner, history: history, conflicts: conflicts)
    deadSessions = DeadSessionSearch(workspace)
    others = OtherPrograms(workspace)
    files = FileErrands(workspace)
    pictures = PictureErrands(workspace, maker: pictureMaker)
    inspector = InspectorFeed(workspace)
    comparison = ComparisonFeed(workspace)
    lateLooks = LateLooks(workspace)
    diagnostics = Diagnostics(workspace)
    warnings = MemoryWarnings(workspace, inspector, diagnostics)
    upkeep = Upkeep(workspace, diagnostics)
    workspace.stack.message = greeting
    views = ViewMemory(workspace)
    values = ValueLists(workspace, runner)
    fields = FieldCommands(workspace: workspace, runner: runner)
    suggestions = SuggestionErrands(workspace)
    related = RelatedErrands(workspace)
    inputs = InputKeeper(workspace)
    transfers = TransferErrands(workspace)
    clipboard = Clipboard(workspace, ways: settings.copiesThroughTerminal ? [.terminal] : ways)
    workspace.stack.isSplit = settings.isSplit ?? views.wasSplit
    if settings.opensInspector { workspace.stack.toggleInspector() }
  }

  private var store: BookStore { workspace.store }
  private var terminal: any Terminal { workspace.terminal }
  private var listing: Listing { workspace.listing }
  private var focus: ListFocus { workspace.focus }

  /// How the person has arranged the fields of a database's tables, for `StoreOptions`.
  ///
  /// - Parameter path: The database, which need not exist.
  public static func arrangements(of path: String, in settings: Settings) -> [String: FieldArrangement] {
    guard let file = settings.stateFile, let database = Folder.realPath(of: path) else { return [:] }
    return ViewFile(path: file).read().arrangements(of: database)
  }

  /// Whether work on many rows does one step between two frames, instead of as many as fit in the time.
  public var isStepwise: Bool {
    get { runner.isStepwise }
    set { runner.isStepwise = newValue }
  }

  // MARK: - In words

  /// The spoken form of the screens.
  public var speech: Speech { workspace.stack.speech }

  /// What the top screen is doing, which determines what a key means.
  public var mode: Mode { workspace.stack.mode }

  /// Which key does what.
  public var keys: KeyMap { workspace.keys }

  // MARK: - The loop

  /// Shows the list and handles events until the person or a signal ends it.
  ///
  /// When it returns, all edits have been written back, unless the ending says otherwise. The terminal is still open.
  public func run() -> Ending {
    defer {
      views.remember()
      // However it ends: the terminal may be gone, and the process may be killed before the store is closed.
      store.flushLog()
      files.cancel()
      transfers.cancelAndWait()
      clipboard.cancel()
      pictures.cancel()
      // No partly written file may remain.
      store.files.cancelTransfer(waiting: true)
    }
    events.watchStatements()
    store.listing.countIfSmall()
    openBooks()
    views.restore()
    show()
    diagnostics.begin()
    checkKeys()
    if workspace.settings.reportsMouse { perform(workspace.stack.toggleMouse(true)) }
    inputs.restore()
    warnings.listen()
    workspace.followStore()
    // Later checks are compared with this state.
    noticeOthers()
    if deadSessions.goOn() { show() }
    while true {
      let event = events.next(timeout: timeout)
      if let event { handle(event) }
      if let ending { return ending }
      keepHouse(after: event)
      if let ending { return ending }
      show()
    }
  }

  /// Applies the person's key settings, unless a key has two meanings: then the standard keys stay.
  private func checkKeys() {
    do throws(KeyProblem) {
      workspace.take(try workspace.settings.keys.checked())
    } catch {
      workspace.take(.standard)
      workspace.stack.message = StoreWording.keysLeftOut(error)
    }
  }

  /// Does what is due after an event, or after a while without one. The order matters:
  /// - News from other threads is taken first, so that everything else sees it.
  /// - A memory warning comes before work continues, which would fill the memory again.
  /// - Work continues only if no key was pressed, because the effect of a key is shown first; a search is such an
  ///   effect. Quitting follows, because the program may have waited for that work to end.
  /// - What waits for a lock is retried before looking for a dead session's changes, which needs the log.
  /// - The budget comes after everything that may hydrate records, and before checking for other programs' changes,
  ///   which may replace the store.
  /// - The record beside the list comes last, in its latest state. Related rows, and saving typed input, wait for
  ///   idle time, after the record is on the screen.
  private func keepHouse(after event: Event?) {
    takeNews()
    let effects = files.takeResults()
    if !effects.isEmpty { perform(effects) }
    clipboard.takeResult()
    if transfers.takeResult() { noticeOthers(isDue: true) }
    warnings.answerSystem()
    if event == nil || event == .woken || runner.work?.isSearch == true { runner.goOn() }
    openChangedTables()
    if runner.takeQuit() { quitAfterWork() }
    if event == nil { tryAgain() }
    if lateLooks.isWaiting { perform(lateLooks.due().map { .look($0) }) }
    deadSessions.goOn()
    workspace.notices.sayLogState()
    upkeep.keepUp()
    if event == nil { views.remember() }
    noticeOthers()
    restIfDue()
    if event == nil {
      related.refresh()
      inputs.keep()
    } else {
      inputs.forgetSaved()
    }
  }

  /// How long the loop waits for an event: work continues immediately, a lock is retried soon, and old edits and
  /// other programs' changes are checked once a second.
  private var timeout: Duration? {
    let own: Duration =
      if runner.isReady || deadSessions.isUnderWay || related.isWanted {
        .zero
      } else if isWaiting || runner.work != nil {
        .milliseconds(50)
      } else {
        .seconds(1)
      }
    return [own, restTimeout, inspector.timeout, comparison.timeout, lateLooks.timeout].compactMap { $0 }
      .min()
  }

  /// Whether something will be retried soon because of a lock.
  private var isWaiting: Bool { workspace.lock.isWaiting || focus.isLockedOut || runner.isLocked }

  /// Ends the store's threads after `run()` has returned; the caller then releases the store.
  ///
  /// - Returns: A message about the file, if not everything that was written is in it.
  public func close() -> Message? {
    store.close() ? nil : StoreWording.isPartlyInLog(store.path)
  }

  /// Continues with a reopened store, on the first screen.
  private func goOn(with store: BookStore) {
    let selected = store.schema.table == self.store.schema.table ? focus.selectedRecord : nil
    replaceStore { views.keepView { workspace.replaceStore(with: store) } }
    if let selected, !workspace.lists.isEmpty { focus.seek(selected) }
  }

  /// Makes a library and continues with it.
  private func makeLibrary(_ text: Text) throws(StoreError) {
    let (path, template) = Template.read(text.expandingHome)
    var options = StoreOptions()
    (options.arrangements, options.editLog) = (
      Self.arrangements(of: path, in: workspace.settings), store.options.editLog
    )
    try BookStore.create(at: path, template: template)
    if let reason = store.writeBack().reason { throw reason }
    let library = try BookStore(path: path, options: options)
    inputs.keep()
    views.remember()
    replaceStore { workspace.replaceStore(with: library) }
    others.noteReopening()
    deadSessions.startAgain()
    openBooks()
    views.restore()
    workspace.stack.message = StoreWording.created(path, hasSample: false)
  }

  /// Stops everything that is running on the store before replacing it.
  private func replaceStore(_ body: () -> Void) {
    runner.cancel()
    focus.forgetTarget()
    focus.forgetJump()
    conflicts.forget()
    deadSessions.stop()
    suggestions.forget()
    comparison.forget()
    lateLooks.forget()
    let former = store
    body()
    former.retire()
    diagnostics.startAgain()
    events.watchStatements()
  }

  // MARK: - Events

  private func handle(_ event: Event) {
    switch event {
    case .key(let key): press(key)
    case .mouse(let event): answer(event)
    case .paste(let text): perform(workspace.stack.paste(text))
    case .refused(let refusal): workspace.stack.message = StoreWording.sentence(refusal)
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
    lastKey = .now
    follow { $0.answer(event) }
  }

  private func press(_ key: Key) {
    switch workspace.lock.answer(key) {
    case .handled: break
    case .ignored: return
    case .cancelled(let task): return cancel(task)
    }
    lastKey = .now
    follow { $0.press(key) }
  }

  /// Performs what a person asks the screens for.
  private func follow(_ ask: (inout ScreenStack) -> [Effect]) {
    let place = workspace.stack.selectedPlace
    focus.forgetJump()
    perform(ask(&workspace.stack))
    if workspace.hasClosedLists {
      leaveList()
      workspace.dropClosedLists()
    }
    // A person who moves on is not taken back.
    if workspace.stack.selectedPlace != place { focus.forgetTarget() }
  }

  /// Says that something is no longer retried.
  private func cancel(_ task: LockWait.Task) {
    workspace.stack.message =
      task.waiting == .patient ? StoreWording.writingCancelled : StoreWording.cancelled
    if case .effect(.quit) = task {
      askAboutQuitting(StoreWording.notWritten(store.counts.dirty, store.recordSchema, .busy))
    }
  }

  /// Writes back because a signal ends the program.
  private func end(by signal: Signal) {
    events.startEnding()
    // There is nobody left to retry.
    store.waitForLocks(.milliseconds(250))
    inputs.keep()
    diagnostics.note("ending because of the signal \(signal)")
    ending = .signal(signal, unwritten: Ending.Unwritten(store.writeBack(), of: store))
  }

  // MARK: - Housekeeping

  /// Takes the news from the store's threads.
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
  }

  /// Retries what another program's lock has prevented.
  private func tryAgain() {
    if workspace.lock.takeLook(), let id = workspace.stack.needs.record { perform([.look(id)]) }
    switch workspace.lock.takeTask() {
    case .effect(let effect): perform([effect])
    case .writeBack: workspace.writeBack()
    case nil: break
    }
  }

  /// Shows what other programs have written, and reopens the database if its tables have changed.
  ///
  /// - Parameter isDue: Whether to check now, even within a second of the last check.
  private func noticeOthers(isDue: Bool = false) {
    guard runner.work == nil else { return }
    switch others.check(isDue: isDue) {
    case .nothing: return
    case .rows: workspace.lookAgain()
    case .schema: workspace.stack.message = StoreWording.schemaChanged(reopen())
    case .everything: workspace.stack.message = StoreWording.databaseChanged(reopen())
    }
  }

  /// Reopens the database after its fields have been changed here, and keeps the message about that.
  private func openChangedTables() {
    guard store.fields.isOutdated, runner.work == nil else { return }
    let message = workspace.stack.message
    workspace.stack.message = reopen().map { .problem(StoreWording.sentence($0)) } ?? message
  }

  /// Reopens the database, unless edits cannot be written first.
  private func reopen() -> StoreError? {
    if let reason = store.writeBack().reason { return reason }
    do throws(StoreError) {
      goOn(with: try store.reopened())
      return nil
    } catch {
      return error
    }
  }

  /// Opens the file now at the database's path; edits that fit it are offered like those of a dead session.
  private func openReplacement() {
    do throws(StoreError) {
      goOn(with: try store.reopened())
      others.noteReopening()
      deadSessions.startAgain()
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }

  /// Shows the selected row beside the list when no key has been pressed for a while.
  private func restIfDue() {
    if let restTimeout, restTimeout <= .zero { perform(workspace.stack.rest()) }
  }

  /// How long until the record beside the list follows, or nil if it need not.
  private var restTimeout: Duration? {
    workspace.stack.needs.restingRow == nil
      ? nil : max(.zero, ContinuousClock.now.duration(to: lastKey + Self.rest))
  }

  // MARK: - What is shown

  /// Updates the screens from the store and draws them.
  private func show() {
    refresh()
    diagnostics.follow()
    pictures.draw()
    terminal.draw(workspace.stack.frame())
    if workspace.settings.showsWindowTitle { terminal.send(.setTitle(windowTitle)) }
  }

  /// The title of the window: the list, and the number of unwritten records.
  private var windowTitle: String {
    let dirty = store.counts.dirty
    return Wording.name(of: workspace.stack.schema) + (dirty > 0 ? " · \(Wording.number(dirty)) dirty" : "")
  }

  /// Passes the visible rows and the figures of the meter to the screens.
  private func refresh() {
    workspace.stack.isReadOnly = store.isReadOnly
    // If the list turns out to be shorter, the view can move once more.
    for _ in 0..<2 {
      let places = workspace.stack.needs.visiblePlaces
      if !workspace.lists.isEmpty { workspace.stack.receive(.window(focus.window(places))) }
      if workspace.stack.needs.visiblePlaces == places { break }
    }
    if workspace.lists.isEmpty { workspace.stack.receive(.tables(store.tables)) }
    for id in workspace.stack.needs.dirtyRecords where store.state(of: id) != .dirty {
      workspace.stack.receive(.written(id))
    }
    workspace.stack.meter = meter
    let progress = progress
    workspace.stack.receive(.progress(progress))
    history.refresh(isBusy: progress != nil)
    inspector.refresh(isWorking: runner.work != nil)
    comparison.refresh()
    values.refresh()
    suggestions.refresh()
  }

  /// The figures of the status line.
  private var meter: Meter {
    let counts = store.counts
    return Meter(
      count: workspace.lists.isEmpty ? .exactly(store.tables.count) : listing.total,
      found: listing.isFiltered ? listing.count : nil,
      hydrated: counts.hydrated, dirty: counts.dirty, byteCount: counts.byteCount,
      hasConflicts: store.conflicts.unsettledCount > 0 || !store.conflicts.standing.isEmpty,
      canUndo: store.history.canUndo)
  }

  /// Whether there is work in progress that the status line shows.
  public var isWorking: Bool { progress != nil }

  /// Whether a record on screen waits for its fields because hydration is slow.
  public var isAwaitingLook: Bool { lateLooks.isWaiting }

  /// The work in progress, for the status line.
  private var progress: WorkProgress? {
    if workspace.lock.hasTask || runner.isLocked { return waitingProgress }
    if let work = runner.work {
      return WorkProgress(
        runner.quitsAfterwards ? StoreWording.thenQuitting(work.name) : work.name, fraction: work.fraction,
        isCancellable: true, needsList: work.needsList)
    }
    if let progress = files.progress ?? transfers.progress ?? values.progress { return progress }
    if let activity = listing.activity {
      return WorkProgress(
        activity.isWaiting
          ? StoreWording.waitingForLock
          : StoreWording.doing(activity.kind, listing.latestOrder, listing.schema),
        fraction: activity.fraction,
        isCancellable: activity.kind == .sorting || isArranging)
    }
    if store.writer.isWritingBack {
      return WorkProgress(StoreWording.writingBack, isCancellable: store.writer.isWritingLong)
    }
    if lateLooks.isWaiting { return WorkProgress(StoreWording.slowLook) }
    return isWaiting ? waitingProgress : nil
  }

  private var waitingProgress: WorkProgress {
    workspace.lock.progress(isWorkLocked: runner.isLocked, needsList: runner.work?.needsList == true)
  }

  /// Whether a requested sort or filter is not visible yet: Esc cancels only such a one, and otherwise removes the
  /// visible filter, even while its rows are searched again.
  private var isArranging: Bool {
    listing.words != listing.latestWords || listing.order != listing.latestOrder
  }

  // MARK: - Effects

  /// Performs the effects that the screens ask for.
  private func perform(_ effects: [Effect]) {
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
        // There is nothing to show for a row that is gone; the list says so.
        if case .look(let id) = effect, error == .rowGone { workspace.stack.receive(.deleted(id)) }
        workspace.stack.message = .problem(workspace.notices.sentence(error, in: workspace.stack.schema))
      }
    }
    workspace.notices.sayLogState()
  }

  private func perform(_ effect: Effect) throws(StoreError) {
    switch effect {
    case .look(let id) where lateLooks.putOff(id): break
    case .look(let id): workspace.stack.receive(.record(try store.snapshot(of: id)))
    case .lookAtNeighbor(let id, let offset): try lookAtNeighbor(of: id, offset)
    case .set(let id, let field, let value): try editor.set(value, at: field, of: id)
    case .insert(let values, let table):
      try editor.insert(values, into: table)
      perform(workspace.stack.takeInserted())
    case .openList(let source): try open(source)
    case .openLink(let link): try open(link.target)
    case .copyText(let text): clipboard.put(text, named: "“\(Wording.shortened(text, to: 40))”")
    case .copyField(let id, let field): try copy(field, of: id)
    case .copyRows(let rows, let form): try copy(rows, form)
    case .openAddress(let address): workspace.stack.message = AddressOpener.open(address)
    case .openReferences(let id): try openReferences(to: id)
    case .readRelated(let id, let rows): try related.read(rows, of: id)
    case .addRelated(let source):
      try related.add(to: source)
      try editor.checkIsChangeable(source.table, nil)
    case .chooseRow(let table, let field): try chooseRow(table, field)
    case .takeRow(let id, let reference): try takeRow(id, reference)
    case .delete(let id): try deletions.delete(id)
    case .replace(let ids, let effect):
      for id in ids { try deletions.delete(id) }
      perform([effect])
    case .askToDelete(let rows, let count, let title):
      noticeOthers(isDue: true)
      try deletions.ask(about: rows, count, title)
    case .deleteRows(let rows):
      runner.begin(
        RowWork(DeleteAction(workspace, rows, titles: deletions.askedTitles), rows, in: workspace))
    case .setRows(let rows, let field, let value):
      runner.begin(RowWork(SetAction(workspace, field, value), rows, in: workspace))
    case .hydrate(let rows): runner.begin(RowWork(HydrateAction(store: store), rows, in: workspace))
    case .jump(let jump): focus.go(jump)
    case .order(let order, let id):
      try arrange(by: order, finding: listing.latestWords, keeping: id)
    case .openViews: views.open()
    case .askToChangeField(let table, let request): try fields.ask(about: request, of: table)
    case .arrangeFields(let table, let arrangement): try fields.arrange(table, as: arrangement, views)
    case .changeField(let table, let change): try fields.begin(change, of: table)
    case .openValues(let table, let field): try values.open(field, of: table)
    case .findValue(let field, let value): try values.find(field, value)
    case .changeValue(_, let old, let new): values.change(from: old, to: new)
    case .saveView(let name): views.save(as: name)
    case .showView(let name): views.show(saved: name)
    case .removeView(let name): views.remove(name)
    case .showColumns(let columns): try listing.show(columns: columns)
    case .find(let words, let id): try arrange(by: listing.latestOrder, finding: words, keeping: id)
    case .findNext(let words, let step):
      let place = workspace.stack.selectedPlace
      listing.marked = workspace.stack.needs.markedRows
      let finder = Query(words, fields: listing.schema.fields, today: .today)
      runner.begin(SearchWork(finder, from: place, isForward: step > 0, in: workspace))
    case .cancelWork where values.cancel() || transfers.cancel(): break
    case .cancelWork:
      runner.work == nil && listing.activity == nil ? upkeep.stopWritingBack() : runner.cancel()
    case .editExternally(let text): perform(editor.editExternally(text))
    case .goOn(let step): perform(workspace.stack.goOn(step))
    case .beginForm: editor.beginForm()
    case .takeBack(let id): try editor.takeBack(id)
    case .duplicate(let id): try duplicate(id)
    case .checkIsChangeable(let table, let field): try editor.checkIsChangeable(table, field)
    case .openLarge(let id, let field):
      try store.editor.checkIsChangeable(id.table, .edit, field: field)
      workspace.stack.receive(.large(id, field: field, try store.read(field, of: id)))
      // Only all of its bytes show that it is not a text.
      if workspace.stack.needs.isChoosingFile { files.list("") }
    case .say(let message): workspace.stack.message = message
    case .askToday: workspace.stack.receive(.today(Clock.secondsSince1970()))
    case .listFolder(let path): files.list(path)
    case .readFile(let path, let isConfirmed): try files.readFile(path, isConfirmed: isConfirmed)
    case .writeFile(let id, let field, let path, let isConfirmed):
      try files.writeFile(id, field, to: path, isConfirmed: isConfirmed)
    case .importFile(let path, let isTrial): transfers.importFile(path, isTrial: isTrial)
    case .exportRows(let path, let isConfirmed): transfers.export(to: path, isConfirmed: isConfirmed)
    case .makeLibrary(let text): try makeLibrary(text)
    case .explain(let group):
      workspace.stack.receive(.explained(group, store.observation.plan(of: group.latest.sql)))
    case .memoryWarning: warnings.dehydrateAll(for: nil)
    case .redraw: terminal.invalidate()
    case .reportMouse(let isOn): terminal.send(.reportMouse(isOn))
    case .suspend: suspend()
    case .quit: quit()
    case .quitFinishing: runner.quitAfterwards()
    case .quitStopping: stopAndQuit()
    case .quitKeeping: ending = .quit
    case .quitDiscarding:
      try store.history.discardUnwritten()
      ending = .quit
    case .openRecord(let id): try openChanged(id)
    case .askToRestore: workspace.askToRestore()
    case .takeOverLog: deadSessions.takeOverLog()
    case .openReplacement: openReplacement()
    case .rescue: others.rescue()
    case .undo, .redo:
      try undoing.reverse(isRedo: effect == .redo)
      values.noteChange()
    case .passOver(let isRedo):
      try undoing.passOver(isRedo: isRedo)
      values.noteChange()
    case .openHistory(let source): try history.open(source)
    case .readHistory(let part, let source, let limit): try history.read(part, of: source, limit: limit)
    case .restore: recover(try store.recovery.startRestoring())
    case .discardAbandoned: recover(try store.recovery.startDiscarding())
    case .openConflicts: try conflicts.open()
    case .resolve(let id, let field, let choice): try conflicts.resolve(id, field, choice)
    case .readConflicts(let part, let limit): conflicts.read(part, limit: limit)
    case .resolveAll(let choice, let isConfirmed): try conflicts.resolveAll(choice, isConfirmed: isConfirmed)
    case .insertAgain(let id):
      try conflicts.settle(id, StoreWording.insertedAgain) { () throws(StoreError) in
        try store.conflicts.insertAgain(id)
      }
    case .discard(let id): try conflicts.settle(id, StoreWording.discardedRow) { store.conflicts.discard(id) }
    case .settleStanding(let number, let isDiscarded):
      try conflicts.settleStanding(Int(number), isDiscarded: isDiscarded)
    }
  }

  private func lookAtNeighbor(of id: RecordID, _ offset: Int) throws(StoreError) {
    // If an edit has removed the record from the list, the next one is at the selected position.
    guard listing.schema.id == id.table else { return workspace.stack.message = StoreWording.noNeighbors }
    let place = try listing.position(of: id) ?? workspace.stack.selectedPlace - (offset > 0 ? 1 : 0)
    guard place + offset >= 0,
      let row = try store.rows(in: place + offset..<place + offset + 1, of: listing).first ?? nil
    else { return workspace.stack.message = StoreWording.noNeighbor(listing.schema, isAfter: offset > 0) }
    // A form is not shown before its fields have been read.
    let isLate = workspace.stack.mode == .detail && lateLooks.putOff(row.id)
    workspace.stack.receive(isLate ? .lateNeighbor(row) : .neighbor(try store.snapshot(of: row.id)))
    workspace.stack.receive(.selected(place + offset))
  }

  /// Restores or discards the changes of a dead session, between key presses.
  private func recover(_ recovery: RecoveryJob?) {
    guard let recovery else { return }
    runner.start(RecoveryWork(recovery, workspace))
    runner.goOn()
  }

  private func suspend() {
    // A person who suspends the program does not want to wait; the edit log keeps what cannot be written.
    if let problem = workspace.notices.unwritten(store.writeBack()) { workspace.stack.message = problem }
    // A suspended program may never be resumed.
    store.flushLog()
    terminal.suspend()
    terminal.invalidate()
  }

  // MARK: - Lists and records

  /// Opens a list and shows it.
  private func open(_ source: ListSource) throws(StoreError) {
    let list = try store.open(source)
    leaveList()
    workspace.push(list, of: source)
    views.restore()
  }

  /// Stops what is running for the current list.
  private func leaveList() {
    views.remember()
    if runner.work != nil { runner.cancel() }
    focus.forgetTarget()
    focus.forgetJump()
  }

  /// Opens the list of books if the first screen would list the tables of a reading library (book and reading).
  private func openBooks() {
    guard workspace.lists.isEmpty, store.tables.contains(where: { $0.name == "reading" }),
      let books = store.tables.first(where: { $0.name == "book" })
    else { return }
    perform([.openList(ListSource(table: books.id))])
  }

  /// Opens the list of the rows that point to a record; if there are several lists, the person chooses one.
  private func openReferences(to id: RecordID) throws(StoreError) {
    let references = try store.references(to: id)
    if references.isEmpty { return workspace.stack.message = StoreWording.noReferences }
    if references.count == 1 { return try open(references[0].source) }
    var choices: [ListChoice] = []
    for (source, reference) in references {
      let schema = try store.schema(of: source.table)
      choices.append(ListChoice(name: StoreWording.name(of: reference, in: schema), source: source))
    }
    workspace.stack.receive(.choice(choices))
  }

  /// Opens the list of the rows that a field may point to, or the field's editor if the database has no such table.
  private func chooseRow(_ table: TableID, _ field: Int) throws(StoreError) {
    let schema = try store.schema(of: table)
    guard let reference = schema.references.first(where: { $0.fields == [field] }),
      let parent = store.tables.first(where: { $0.name.lowercased() == reference.table.lowercased() })
    else { return perform(workspace.stack.goOn(.edit)) }
    try open(ListSource(table: parent.id))
    workspace.stack.receive(.choosing(reference))
  }

  /// Passes the chosen row's value that a foreign key references to the form below the list.
  private func takeRow(_ id: RecordID, _ reference: Reference) throws(StoreError) {
    let schema = try store.schema(of: id.table)
    guard let column = reference.columns.first?.lowercased() else { return }
    let value: Value
    if let place = schema.key.columns.firstIndex(where: { $0.lowercased() == column }) {
      value = id.values[place]
    } else if let field = schema.fields.firstIndex(where: { $0.column.lowercased() == column }) {
      value = try store.read(field, of: id)
    } else {
      value = id.values[0]
    }
    leaveList()
    let effects = workspace.stack.takeRow(value, title: workspace.title(of: id, schema))
    workspace.dropClosedLists()
    perform(effects)
  }

  /// Opens the detail of a record in any table.
  private func open(_ id: RecordID) throws(StoreError) {
    workspace.stack.receive(.linked(try store.snapshot(of: id), try store.schema(of: id.table)))
  }

  /// Copies a field's value as it is displayed.
  private func copy(_ index: Int, of id: RecordID) throws(StoreError) {
    let field = try store.schema(of: id.table).fields[index]
    let value = try store.read(index, of: id)
    guard !field.takesFile(for: value) else {
      return workspace.stack.message = StoreWording.noTextToCopy(field)
    }
    clipboard.put(value.isNull ? "" : field.text(of: value), named: field.label)
  }

  /// Copies rows between key presses.
  private func copy(_ rows: RowSet, _ form: CopyForm) throws(StoreError) {
    let count = rows.count(in: listing.count)
    guard count.value <= CopyAction.limit else {
      return workspace.stack.message = StoreWording.tooManyToCopy(workspace.stack.schema)
    }
    var schema = listing.schema
    if case .rows(let ids) = rows, let id = ids.first { schema = try store.schema(of: id.table) }
    runner.begin(RowWork(CopyAction(form, of: schema, clipboard, in: workspace), rows, in: workspace))
  }

  /// Starts a new record with the values of another one.
  private func duplicate(_ id: RecordID) throws(StoreError) {
    let schema = try store.schema(of: id.table)
    var values: [Value] = []
    for (index, field) in schema.fields.enumerated() {
      values.append(field.isGenerated ? .null : try store.read(index, of: id))
    }
    workspace.stack.receive(.begun(schema, DraftStart(like: values)))
    try editor.checkIsChangeable(id.table, nil)
  }

  /// Opens the record of a change, or says that it is gone.
  private func openChanged(_ id: RecordID?) throws(StoreError) {
    do throws(StoreError) {
      guard let id else { throw .rowGone }
      try open(id)
    } catch {
      guard error == .rowGone else { throw error }
      workspace.stack.message = StoreWording.isGone
    }
  }

  /// Sorts or filters the rows.
  ///
  /// A search for a row is cancelled, because its rows change; work on all rows needs them unchanged.
  private func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    if let work = runner.work, work.needsList { return workspace.stack.message = Wording.stillWorking }
    if runner.work?.isSearch == true { runner.cancel() }
    listing.marked = workspace.stack.needs.markedRows
    try focus.arrange(by: order, finding: words, keeping: id)
  }

  // MARK: - Quitting

  /// Writes back and quits; asks first if that would leave work half done.
  private func quit() {
    if let work = runner.work, work.asksBeforeLeaving {
      return workspace.stack.receive(.alert(.quitting(Message("\(work.name) is not finished."))))
    }
    if transfers.isBusy {
      return workspace.stack.receive(.alert(.stopping(Message("\(transfers.name) is not finished."))))
    }
    let result = store.writeBack()
    if result.error == .busy { return workspace.notices.wait(for: .effect(.quit)) }
    guard let problem = workspace.notices.unwritten(result) else {
      ending = .quit
      return
    }
    guard result.isUnsettled else { return askAboutQuitting(problem) }
    let question = StoreWording.toBeSettled(result, isQuestion: true)
    askAboutQuitting(.problem(question), canSettle: true)
  }

  /// Cancels the work in progress, and reports what was done after the screen is gone.
  private func stopAndQuit() {
    transfers.cancelAndWait()
    if runner.work != nil {
      runner.cancel()
      farewell = workspace.stack.message
    }
    quit()
  }

  /// Quits because the awaited work is over, unless something is being typed.
  private func quitAfterWork() {
    if workspace.stack.needs.isTypingValue { return }
    farewell = workspace.stack.message
    quit()
  }

  /// Asks what to do with edits that cannot be written.
  ///
  /// - Parameter canSettle: Whether unresolved conflicts are the only obstacle.
  private func askAboutQuitting(_ problem: Message, canSettle: Bool = false) {
    // The question says it.
    farewell = nil
    let first: AlertScreen.Answer =
      canSettle ? .init("Settle", effects: [.openConflicts]) : .init("Try again", effects: [.quit])
    let hasLog = store.logState == .ready
    let discard = AlertScreen.Answer(
      hasLog ? "Discard" : "Discard and quit", effects: [.quitDiscarding], isDestructive: true)
    let keep: [AlertScreen.Answer] = hasLog ? [.init("Keep for later", effects: [.quitKeeping])] : []
    workspace.stack.receive(
      .alert(AlertScreen(problem, answers: [.init("Cancel"), first] + keep + [discard])))
  }
}

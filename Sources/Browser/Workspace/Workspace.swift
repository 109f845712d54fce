import BookStore
import Cells
import Platform
import Queries
import Records
import Screens
import Synchronization

/// What all parts of the browser share: the open store, its lists, the screens, and the terminal.
final class Workspace {
  /// How long the store waits for a lock before the loop continues and retries.
  private static let lockTimeout = Duration.milliseconds(5)

  let terminal: any Terminal
  let settings: Settings
  /// The keys after the person's settings have been checked.
  private(set) var keys = KeyMap.standard
  private(set) var store: BookStore
  var stack: ScreenStack
  /// From the bottom up.
  private(set) var lists: [Listing]
  /// The list whose related fields are known.
  private weak var complete: Listing?
  /// The tables whose related fields were looked for while no key was waiting.
  private var lookedFor: Set<TableID> = []
  /// The result of a statement that covers the library, if any.
  private(set) var result: ShownResult?
  /// The library, while a result covers it or is left for a record.
  private var library: Layer?
  /// The result that the person has left for a record of the library.
  private var leftResult: Layer?
  let lock = LockWait()
  let news = NewsFlag()
  /// Wakes the loop for news.
  let waker: Waker
  let errands = Errands()
  var unsettled = (count: 0, path: "")
  private(set) lazy var focus = ListFocus(self)
  private(set) lazy var notices = Notices(self)
  private(set) lazy var moves = RowMoves(self)

  init(store: BookStore, terminal: any Terminal, settings: Settings) {
    (self.store, self.terminal, self.settings) = (store, terminal, settings)
    waker = Waker { [news, waker = terminal.waker] in
      news.raise()
      waker.wake()
    }
    stack = Self.makeStack(store, terminal, settings)
    lists = stack.needs.lists.isEmpty ? [] : [store.listing]
  }

  /// The result of a statement, which owns its file, and the view to show it in.
  struct ShownResult {
    let result: StatementResult
    let view: ListView?
    /// The library's table from which the rows are taken, and the column with their keys.
    let key: (table: TableID, column: String)?
  }

  /// A store with its lists and screens.
  private struct Layer {
    let store: BookStore
    let stack: ScreenStack
    let lists: [Listing]
    let result: ShownResult?
  }

  private static func makeStack(_ store: BookStore, _ terminal: any Terminal, _ settings: Settings)
    -> ScreenStack
  {
    var stack = ScreenStack(
      schema: store.schema, size: terminal.size, isReadOnly: store.isReadOnly,
      tables: store.tables.count > 1 ? store.tables : [], startsWithTables: settings.startsWithTables)
    (stack.settings.hasSeveralTables, stack.settings.isUnicode) = (store.tables.count > 1, terminal.isUnicode)
    (stack.settings.canReportMouse, stack.settings.keys) = (terminal.hasMouse, settings.keys)
    // The first frame shows overdue loans in red, too.
    stack.today = .today
    (stack.settings.followsCursor, stack.settings.hasLongMeter) = (
      settings.followsCursor, settings.hasLongMeter
    )
    return stack
  }

  func take(_ keys: KeyMap) {
    self.keys = settings.isPlain ? keys.leavingOut(\.needsFullScreen) : keys
    stack.settings.keys = self.keys
  }

  func learnLayout() {
    let told = terminal.baseKeys
    guard keys.layout.told != told else { return }
    keys.layout.told = told
    stack.settings.keys = keys
  }

  /// Continues with a reopened store, on the first screen; the panes stay.
  func replaceStore(with store: BookStore) {
    let (isSplit, page, hasMouse) = (stack.isSplit, stack.needs.inspectorPage, stack.needs.hasMouse)
    (self.store, lookedFor) = (store, [])
    stack = Self.makeStack(store, terminal, settings)
    (stack.isSplit, stack.settings.keys) = (isSplit, keys)
    // The terminal is reporting the mouse already.
    _ = stack.toggleMouse(hasMouse)
    if let page { stack.toggleInspector(page) }
    lists = stack.needs.lists.isEmpty ? [] : [store.listing]
    lock.forget()
    followStore()
  }

  /// Shows the result of a statement over the library.
  func cover(with store: BookStore, _ result: ShownResult) {
    library = current
    self.result = result
    replaceStore(with: store)
    stack.isSplit = false
    if let library { stack.showResult(after: library.stack.commands, opensRecords: result.key != nil) }
  }

  /// Shows the library again, as it was when the result covered it.
  func uncover() {
    if let library { show(library) }
    (library, leftResult) = (nil, nil)
  }

  /// Shows the library over the result, which comes back by `returnToResult()`.
  func visitLibrary() {
    guard let library else { return }
    leftResult = current
    show(library)
  }

  func returnToResult() {
    guard let leftResult else { return }
    self.leftResult = nil
    show(leftResult)
  }

  /// Forgets a result to which the person does not return, and returns its store.
  func dropResult() -> BookStore? {
    defer { (library, leftResult) = (nil, nil) }
    stack.endVisit()
    return leftResult?.store
  }

  /// Whether the person has left a result for a record, and then that record.
  var hasLeftVisit: Bool { leftResult != nil && !stack.isVisiting }

  private var current: Layer { Layer(store: store, stack: stack, lists: lists, result: result) }

  private func show(_ layer: Layer) {
    let (hasMouse, commands) = (stack.needs.hasMouse, stack.commands)
    (store, stack, lists, result) = (layer.store, layer.stack, layer.lists, layer.result)
    stack.resize(terminal.size)
    stack.closeReports()
    dropClosedLists()
    stack.take(commands)
    stack.settings.keys = keys
    _ = stack.toggleMouse(hasMouse)
    lock.forget()
    followStore()
  }

  /// The names that the library declares, also while a result covers it.
  func libraryNames() throws(StoreError) -> [String] {
    try (result == nil ? store : library?.store ?? store).declaredNames()
  }

  /// Whether something is under way that would be lost if another store took the place of this one.
  var isBusy: Bool { lock.hasTask || listing.activity != nil || errands.hasProgress }

  /// The path of the library, also while a result covers it.
  var libraryPath: String { library?.store.path ?? store.path }

  /// Dehydrates the records of the library that a result covers; what could not be written stays dirty.
  func dehydrateCovered() { if result != nil { _ = library?.store.dehydrateAll() } }

  /// The record of the library that a row of the result is taken from; nil if it holds no key.
  func source(of row: RecordID) throws(StoreError) -> RecordID? {
    guard let key = result?.key, let library, let field = listing.schema.field(named: key.column),
      case .integer(let number) = try store.shelf.snapshot(of: row).values[field]
    else { return nil }
    let id = RecordID(.rowid(number), in: key.table)
    _ = try library.store.shelf.snapshot(of: id)
    return id
  }

  func followStore() {
    store.waitForLocks(Self.lockTimeout)
    store.onNews { [waker] in waker.wake() }
    listing.scoutAhead()
    if lists.isEmpty { store.lists.countTables() }
  }

  /// SQLite's plan for a statement; works also for the statement whose result is shown.
  func plan(of sql: String) -> [PlanStep] {
    if let result = result?.result, result.text == sql { return result.plan }
    return store.observation.plan(of: sql)
  }

  // MARK: - The lists

  /// Looks for the related fields of the list before a key can ask for them; after a failure, the next key retries.
  func completeSchema() {
    defer { fitColumns() }
    guard complete !== listing, listing.schema.related.isEmpty,
      let schema = try? store.lists.completeSchema(of: listing.schema.id)
    else { return }
    complete = listing
    if !schema.related.isEmpty { stack.receive(.completed(schema.id, schema.related)) }
  }

  /// Shows default columns as the list's width allows, with values of other rows, for which the first screen does not wait.
  func fitColumns() {
    // The columns may be new even if the rows cannot be read again.
    guard !lists.isEmpty, (try? listing.fitColumns(isWide: stack.needs.hasWideList)) != false else { return }
    if !listing.schema.related.isEmpty {
      stack.receive(.completed(listing.schema.id, listing.schema.related))
    }
  }

  /// Whether the list may show values of other rows that nobody has looked for yet.
  var lacksRelated: Bool {
    !lists.isEmpty && listing.lacksRelated && !lookedFor.contains(listing.schema.id)
  }

  func lookForRelated() {
    guard lacksRelated else { return }
    lookedFor.insert(listing.schema.id)
    completeSchema()
  }

  var listing: Listing { lists.last ?? store.listing }

  /// The rows that the list shows, in no order.
  var rows: RowQuery {
    var rows = RowQuery()
    (rows.query, rows.scope) = (listing.latestQuery?.finder ?? Query("", in: listing.schema), listing.scope)
    rows.markedRows = listing.marked
    return rows
  }

  func library(at path: String) throws(StoreError) -> BookStore {
    var options = StoreOptions(isReadOnly: store.options.isReadOnly, editLog: store.options.editLog)
    options.articles = store.options.articles
    options.arrangements = settings.arrangements(of: path)
    return try BookStore(path: path, options: options)
  }

  func greetNewLibrary(_ path: String) {
    stack.message = StoreWording.created(path, hasSample: false)
    guard settings.makesDefault != nil, let path = Folder.realPath(of: path),
      path == Folder.realPath(of: store.path)
    else { return }
    stack.receive(.alert(.makingDefault(path)))
  }

  /// Whether a requested sort or filter is not visible yet, so that Esc cancels it instead of removing the visible filter.
  var isArranging: Bool {
    listing.words != listing.latestWords || listing.order != listing.latestOrder
  }

  func push(_ list: Listing, of source: ListSource) {
    lists.append(list)
    stack.receive(.opened(source, list.schema))
    list.scoutAhead()
  }

  var hasClosedLists: Bool { stack.needs.lists.count < lists.count }

  func dropClosedLists() {
    lists.removeLast(lists.count - stack.needs.lists.count)
    if lists.isEmpty { store.lists.countTables() }
  }

  // MARK: - Edits

  var isSavingAtOnce: Bool {
    if case .unavailable = store.logState { true } else { settings.saveOn == .edit }
  }

  func writeBack() { notices.report(store.writeBack()) }

  /// Reads the records on screen again, and closes the screens of rows that are gone.
  ///
  /// - Parameter atCovers: Whether photos may have changed, too.
  func lookAgain(atCovers: Bool = false) {
    stack.refreshPreview()
    if atCovers { stack.receive(.forgetCovers) }
    for id in stack.needs.shownRecords {
      do throws(StoreError) {
        stack.receive(.record(try store.shelf.snapshot(of: id)))
      } catch {
        if error == .rowGone { stack.receive(.deleted(id)) }
      }
    }
  }

  func askToRestore() {
    guard let found = store.recovery.abandoned else { return }
    stack.receive(.alert(.recovering(found, from: MomentText.text(found.first))))
  }

  func title(of id: RecordID, _ schema: Schema) -> String {
    guard let title = (try? store.shelf.snapshot(of: id)).map({ schema.title(of: $0.shownValues) }),
      !title.isNull
    else { return Wording.empty }
    return schema.text(ofTitle: title)
  }
}

/// A flag that threads raise when they have news for the loop.
final class NewsFlag: Sendable {
  private let isRaised = Atomic(false)

  func raise() { isRaised.store(true, ordering: .releasing) }

  /// Whether there is news that was not taken yet.
  func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}

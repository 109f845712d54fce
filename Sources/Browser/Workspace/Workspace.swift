import BookStore
import Cells
import Platform
import Records
import Screens

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
  let lock = LockWait()
  let errands = Errands()
  var unsettled = (count: 0, path: "")
  private(set) lazy var focus = ListFocus(self)
  private(set) lazy var notices = Notices(self)
  private(set) lazy var moves = RowMoves(self)

  init(store: BookStore, terminal: any Terminal, settings: Settings) {
    (self.store, self.terminal, self.settings) = (store, terminal, settings)
    stack = Self.makeStack(store, terminal, settings)
    lists = stack.needs.lists.isEmpty ? [] : [store.listing]
  }

  private static func makeStack(_ store: BookStore, _ terminal: any Terminal, _ settings: Settings)
    -> ScreenStack
  {
    var stack = ScreenStack(
      schema: store.schema, size: terminal.size, isReadOnly: store.isReadOnly,
      tables: store.tables.count > 1 ? store.tables : [], startsWithTables: settings.startsWithTables)
    (stack.settings.hasSeveralTables, stack.settings.isUnicode) = (store.tables.count > 1, terminal.isUnicode)
    (stack.settings.canReportMouse, stack.settings.keys) = (terminal.hasMouse, settings.keys)
    (stack.settings.followsCursor, stack.settings.hasLongMeter) = (
      settings.followsCursor, settings.hasLongMeter
    )
    if let result = settings.result { stack.showResult(after: result.commands) }
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
    self.store = store
    stack = Self.makeStack(store, terminal, settings)
    (stack.isSplit, stack.settings.keys) = (isSplit, keys)
    // The terminal is reporting the mouse already.
    _ = stack.toggleMouse(hasMouse)
    if let page { stack.toggleInspector(page) }
    lists = stack.needs.lists.isEmpty ? [] : [store.listing]
    lock.forget()
    followStore()
  }

  func followStore() {
    store.waitForLocks(Self.lockTimeout)
    store.onNews { [waker = terminal.waker] in waker.wake() }
    listing.scoutAhead()
    if lists.isEmpty { store.lists.countTables() }
  }

  /// SQLite's plan for a statement; works also for the statement whose result is shown.
  func plan(of sql: String) -> [PlanStep] {
    if let result = settings.result?.result, result.text == sql { return result.plan }
    return store.observation.plan(of: sql)
  }

  // MARK: - The lists

  /// Looks for the related fields of the list before a key can ask for them; after a failure, the next key retries.
  func completeSchema() {
    guard listing.schema.related.isEmpty, let schema = try? store.lists.completeSchema(of: listing.schema.id),
      !schema.related.isEmpty
    else { return }
    stack.receive(.completed(schema.id, schema.related))
  }

  var listing: Listing { lists.last ?? store.listing }

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
  func lookAgain() {
    stack.refreshPreview()
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

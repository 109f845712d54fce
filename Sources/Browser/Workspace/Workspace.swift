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
  private(set) var keys = KeyMap.standard
  private(set) var store: BookStore
  var stack: ScreenStack
  /// From the bottom up.
  private(set) var lists: [Listing]
  private weak var complete: Listing?
  private var lookedFor: Set<TableID> = []
  private(set) var result: ShownResult?
  private var library: Layer?
  /// The result that the person has left for a record of the library.
  private var leftResult: Layer?
  let lock = LockWait()
  let news = NewsFlag()
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
    let key: (table: TableID, column: String)?
  }

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

  func cover(with store: BookStore, _ result: ShownResult) {
    library = current
    self.result = result
    replaceStore(with: store)
    stack.isSplit = false
    if let library { stack.showResult(after: library.stack.commands, opensRecords: result.key != nil) }
  }

  func uncover() {
    if let library { show(library) }
    (library, leftResult) = (nil, nil)
  }

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

  /// Returns the store of a result to which the person does not return.
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

  func libraryNames() throws(StoreError) -> [String] {
    try (result == nil ? store : library?.store ?? store).declaredNames()
  }

  /// Whether something is under way that would be lost if another store took the place of this one.
  var isBusy: Bool { lock.hasTask || listing.activity != nil || errands.hasProgress }
  var libraryPath: String { library?.store.path ?? store.path }

  /// Records that could not be written stay dirty.
  func dehydrateCovered() { if result != nil { _ = library?.store.dehydrateAll() } }

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

  func plan(of sql: String) -> [PlanStep] {
    if let result = result?.result, result.text == sql { return result.plan }
    return store.observation.plan(of: sql)
  }

  // MARK: - The lists

  /// Looks before a key can ask; after a failure, the next key retries.
  func completeSchema() {
    defer { fitColumns() }
    guard complete !== listing, listing.schema.related.isEmpty,
      let schema = try? store.lists.completeSchema(of: listing.schema.id)
    else { return }
    complete = listing
    if !schema.related.isEmpty { stack.receive(.completed(schema.id, schema.related)) }
  }

  /// Shows default columns as the width allows, some of which the first screen does not wait for.
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

  /// Whether a sort or filter is not visible yet, so that Esc cancels it and keeps the visible filter.
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

  /// Closes the screens of rows that are gone; `atCovers` if photos may have changed, too.
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

final class NewsFlag: Sendable {
  private let isRaised = Atomic(false)

  func raise() { isRaised.store(true, ordering: .releasing) }
  func take() -> Bool { isRaised.exchange(false, ordering: .acquiring) }
}

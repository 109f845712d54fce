import BookStore
import Platform
import Records
import Screens

final class ViewMemory {
  private unowned let workspace: Workspace
  private let file: ViewFile?
  private var known: [String: ListView] = [:]
  /// By table, from before their named views.
  private var formerViews: [String: ListView] = [:]
  private var noted: OpenedFile?
  private var hasSaidFailure = false

  init(_ workspace: Workspace) {
    self.workspace = workspace
    file = workspace.settings.stateFile.map(ViewFile.init)
  }

  private var listing: Listing { workspace.listing }

  /// A list of related rows is only temporary.
  private var isTable: Bool { !workspace.lists.isEmpty && listing.scope == nil }
  var path: String? { Folder.realPath(of: workspace.libraryPath) }

  private func name(_ saved: String? = nil) -> ViewName? {
    let isResult = workspace.result != nil
    // A result is remembered only if it is saved.
    if isResult, saved == nil { return nil }
    return path.map { ViewName(database: $0, table: isResult ? "" : listing.schema.table, name: saved) }
  }

  // MARK: - Files

  /// The latest first.
  var recentFiles: [OpenedFile] { file?.read().files ?? [] }

  /// A failure affects only the list of recent files.
  private func noteFile() {
    guard let file, let path, workspace.result == nil else { return }
    var entry = OpenedFile(path: path, openedAt: Int(SystemClock.secondsSince1970))
    if let noted, noted.path == path { entry = noted }
    if !workspace.lists.isEmpty, case .exactly(let count) = listing.total { entry.rowCount = count }
    guard entry != noted else { return }
    noted = entry
    try? file.change { $0.note(entry) }
  }

  // MARK: - As it was left

  /// Before a table is open, the last table decides.
  var wasSplit: Bool {
    guard !workspace.settings.startsFresh, let document = file?.read() else { return true }
    if isTable { return name().flatMap { document[$0] }?.isSplit ?? true }
    return document.views.first { $0.name.database == path && $0.name.name == nil }?.view.isSplit ?? true
  }

  /// Options on the command line take precedence over the remembered view.
  func restore() {
    tellNames()
    former = nil
    if let view = workspace.result?.view { return show(view) }
    guard isTable, let file, let name = name() else { return }
    let carried = CarriedViews(stateFile: file.path).take(from: workspace.store)
    if carried > 0 {
      tellNames()
      workspace.stack.message = workspace.stack.message ?? BrowserWording.carriedViews(carried)
    }
    guard !workspace.settings.startsFresh, let view = file.read()[name] else { return noteAsKnown() }
    show(view, keepingColumns: workspace.settings.hasColumns)
    former = view.former.first
    noteAsKnown()
    if !view.filter.isEmpty, workspace.stack.message == nil {
      workspace.stack.message = BrowserWording.filterRestored(
        ListWording.words(of: view.filter, in: listing.schema))
    }
  }

  func keepView(_ body: () -> Void) {
    let before = isTable ? (table: listing.schema.table, view: current) : nil
    body()
    tellNames()
    if let before, isTable, listing.schema.table == before.table { show(before.view) }
  }

  private func noteAsKnown() { known[listing.schema.table] = current }

  private var current: ListView {
    var view = ListView(of: listing, isSplit: workspace.stack.isSplit)
    view.statement = workspace.result?.result.text
    view.former = [former].compactMap(\.self)
    return view
  }

  private func show(_ view: ListView, keepingColumns: Bool = false) {
    do throws(StoreError) {
      if view.needsRelated(in: listing.schema) { workspace.completeSchema() }
      workspace.fitColumns()
      if !keepingColumns { try listing.show(columns: view.columns(of: listing)) }
      let order = view.order(in: listing.schema)
      guard order != listing.latestOrder || view.filter != listing.latestWords else { return }
      try workspace.focus.arrange(by: order, finding: view.filter, keeping: nil)
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }

  func remember() {
    noteFile()
    guard isTable, let file, let name = name() else { return }
    let view = current
    guard known[listing.schema.table] != view else { return }
    let isDone = change(file) { document in
      var view = view
      if let before = document[name] { view.keepArrangement(of: before) }
      document.set(view == ListView() ? nil : view, for: name)
    }
    if isDone { noteAsKnown() }
  }

  func remember(_ arrangement: FieldArrangement, of table: String) {
    guard let file, let name = name().map({ ViewName(database: $0.database, table: table, name: nil) }) else {
      return
    }
    _ = change(file) { document in
      var view = document[name] ?? ListView()
      (view.fields, view.hidden) = (arrangement.columns, arrangement.hidden.sorted())
      view.foldsEmpty = arrangement.foldsEmpty
      document.set(view == ListView() ? nil : view, for: name)
    }
  }

  /// Returns false if the write failed; the failure is reported once, and the change is retried later.
  private func change(_ file: ViewFile, _ body: (inout ViewDocument) -> Void) -> Bool {
    do throws(SystemError) {
      try file.change(body)
      return true
    } catch {
      if error.number == EAGAIN { return false }
      if !hasSaidFailure { workspace.stack.message = BrowserWording.viewsNotKept(error) }
      hasSaidFailure = true
      return false
    }
  }

  // MARK: - Under a name

  private var savedNames: [String] {
    guard let path, let document = file?.read() else { return [] }
    let ofStatements = document.savedNames(of: path, "")
    if workspace.result != nil { return ofStatements }
    let ofTable = document.savedNames(of: path, listing.schema.table)
    return ofTable + ofStatements.filter { !ofTable.contains($0) }
  }

  private var choices: [ViewChoice] {
    let saved = savedNames
    let isOfTable = workspace.result == nil && !workspace.lists.isEmpty
    let ready = isOfTable ? ReadyView.allCases.filter { !saved.contains($0.name) } : []
    return saved.map { ViewChoice($0) }
      + ready.compactMap { $0.choice(from: listing.schema, workspace.store.tables) }
  }

  /// Tells the lists which views have names, so that a list is called by the view that it shows.
  private func tellNames() {
    guard isTable else { return }
    var views: [NamedView] = []
    if let path, let document = file?.read() {
      let statement = workspace.result?.result.text
      let table = statement == nil ? listing.schema.table : ""
      for name in document.savedNames(of: path, table) {
        let view = document[ViewName(database: path, table: table, name: name)]
        if let view, view.statement == statement { views.append(view.named(name)) }
      }
    }
    if workspace.result == nil {
      views += ReadyView.allCases.compactMap { $0.view(of: listing.schema)?.named($0.name) }
    }
    workspace.stack.receive(.namedViews(listing.schema.id, views))
  }

  func open() { workspace.stack.openViews(choices) }

  func effect(showing name: String) -> Effect {
    choices.first { $0.name.lowercased() == name.lowercased() }?.effect ?? .library(.showView(name))
  }

  func save(as text: String) {
    guard let file, let name = name(text) else { return workspace.stack.message = BrowserWording.noViewFile }
    hasSaidFailure = false
    let isNew = file.read()[name] == nil
    var view = current
    view.former = []
    guard change(file, { $0.set(view, for: name) }) else { return }
    tellNames()
    workspace.stack.message = BrowserWording.savedView(text, isNew: isNew)
  }

  /// Returns a view of another statement, which has to run first; a ready view keeps the columns.
  func show(named text: String) -> ListView? {
    let document = file?.read()
    let saved = name(text).flatMap { document?[$0] ?? document?[ofStatement($0)] }
    let ready = workspace.result == nil ? ReadyView(rawValue: text)?.view(of: listing.schema) : nil
    guard !workspace.lists.isEmpty, let view = saved ?? ready else {
      workspace.stack.message = BrowserWording.noView(text)
      return nil
    }
    if view.statement != workspace.result?.result.text { return view }
    beginView(of: view.filter)
    show(view, keepingColumns: saved == nil)
    workspace.stack.message = BrowserWording.shownView(text)
    return nil
  }

  // MARK: - The end of a view

  private var former: ListView? {
    get { isTable ? formerViews[listing.schema.table] : nil }
    set { if isTable { formerViews[listing.schema.table] = newValue } }
  }

  /// A view that hides no rows has no end.
  func beginView(of filter: String) {
    let list = current
    var before = ListView()
    (before.columns, before.order, before.filter) = (list.columns, list.order, list.filter)
    former = filter.isEmpty ? nil : former ?? before
  }

  func former(endedBy words: String) -> ListView? {
    former.flatMap { words.isEmpty || words == $0.filter ? $0 : nil }
  }

  func endView() { former = nil }

  /// The order that the person has set during a view outlives the view.
  func keepOrder() { former?.order = current.order }
  func keepColumns() { former?.columns = current.columns }

  private func ofStatement(_ name: ViewName) -> ViewName {
    ViewName(database: name.database, table: "", name: name.name)
  }

  func remove(_ text: String) {
    guard let file, let name = name(text) else { return }
    hasSaidFailure = false
    let isOfTable = file.read()[name] != nil
    guard change(file, { $0.set(nil, for: isOfTable ? name : ofStatement(name)) }) else { return }
    tellNames()
    workspace.stack.receive(.views(choices))
    workspace.stack.message = BrowserWording.removedView(text)
  }
}

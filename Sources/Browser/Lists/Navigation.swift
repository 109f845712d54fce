import BookStore
import Records
import Screens

/// Opens lists and records; the effects that it returns come from the screens below them.
final class Navigation {
  private let workspace: Workspace
  private let runner: WorkRunner
  private let views: ViewMemory
  private let lateLooks: LateLooks

  init(_ workspace: Workspace, _ runner: WorkRunner, _ views: ViewMemory, _ lateLooks: LateLooks) {
    (self.workspace, self.runner, self.views, self.lateLooks) = (workspace, runner, views, lateLooks)
  }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }
  private var focus: ListFocus { workspace.focus }

  func open(_ source: ListSource) throws(StoreError) {
    let list = try store.lists.open(source, besides: workspace.lists)
    let isFirst = source == firstList
    leaveList()
    workspace.push(list, of: source)
    if isFirst { workspace.stack.markHome() }
    views.restore()
  }

  /// Opens the rows of the topmost list that a query finds as a list of their own, in the same order.
  func openPart(finding text: String) throws(StoreError) {
    let order = listing.latestOrder
    try open(ListSource(table: listing.schema.id, scope: listing.scope))
    try focus.arrange(by: order, finding: text, keeping: nil)
    workspace.stack.receive(.finding(text))
    // The message may be about the filter with which the table was left.
    workspace.stack.message = nil
  }

  func beginView(of filter: String) { views.beginView(of: filter) }

  func leaveList() {
    views.remember()
    _ = runner.cancel()
    focus.forgetTarget()
    focus.forgetJump()
  }

  /// The table that was asked for, or the books of a reading library, while the list of tables is on top.
  var firstList: ListSource? {
    guard workspace.lists.isEmpty else { return nil }
    if !workspace.settings.startsWithTables { return ListSource(table: store.schema.id) }
    guard store.tables.contains(where: { $0.name == "reading" }) else { return nil }
    return store.tables.first { $0.name == "book" }.map { ListSource(table: $0.id) }
  }

  func openReferences(to id: RecordID) throws(StoreError) {
    let references = try store.shelf.references(to: id)
    if references.isEmpty { return workspace.stack.message = BrowserWording.noReferences }
    if references.count == 1 { return try open(references[0].source) }
    var choices: [ListChoice] = []
    for (source, reference) in references {
      let schema = try store.schema(of: source.table)
      choices.append(ListChoice(name: Wording.name(of: reference, in: schema), source: source))
    }
    workspace.stack.receive(.choice(choices))
  }

  func chooseRow(_ table: TableID, _ field: Int) throws(StoreError) -> [Effect] {
    let schema = try store.schema(of: table)
    guard let reference = schema.references.first(where: { $0.fields == [field] }),
      let parent = store.tables.first(where: { $0.name.isSameName(as: reference.table) })
    else { return workspace.stack.goOn(.edit) }
    try open(ListSource(table: parent.id))
    workspace.stack.receive(.choosing(reference))
    return []
  }

  func takeRow(_ id: RecordID, _ reference: Reference) throws(StoreError) -> [Effect] {
    let schema = try store.schema(of: id.table)
    guard let column = reference.columns.first else { return [] }
    let value: Value
    if let place = schema.key.columns.firstIndex(where: { $0.isSameName(as: column) }) {
      value = id.values[place]
    } else if let field = schema.field(named: column) {
      value = try store.shelf.read(field, of: id)
    } else {
      value = id.values[0]
    }
    leaveList()
    let effects = workspace.stack.takeRow(value, title: workspace.title(of: id, schema))
    workspace.dropClosedLists()
    return effects
  }

  func order(by order: ListOrder, keeping id: RecordID?) throws(StoreError) {
    if try arrange(by: order, finding: listing.latestWords, keeping: id) { views.keepOrder() }
  }

  /// If that ends a view, the order and the columns from before it come back.
  func find(_ words: String, keeping id: RecordID?) throws(StoreError) {
    // While words are typed, an empty search ends nothing.
    let former = workspace.stack.mode == .find ? nil : views.former(endedBy: words)
    let order = former?.order(in: listing.schema) ?? listing.latestOrder
    // An empty search that was empty before ends nothing, either.
    guard former != nil || !words.isEmpty || !listing.latestWords.isEmpty else { return }
    guard try arrange(by: order, finding: words, keeping: id), let former else { return }
    try listing.show(columns: former.columns(of: listing))
    views.endView()
  }

  private func arrange(
    by order: ListOrder, finding words: String, keeping id: RecordID?
  ) throws(StoreError) -> Bool {
    if let work = runner.work, work.needsList {
      workspace.stack.message = Wording.stillWorking
      return false
    }
    if runner.work?.isSearch == true { _ = runner.cancel() }
    listing.marked = workspace.stack.needs.markedRows
    try focus.arrange(by: order, finding: words, keeping: id)
    return true
  }

  func open(_ id: RecordID) throws(StoreError) {
    workspace.stack.receive(.linked(try store.shelf.snapshot(of: id), try store.schema(of: id.table)))
  }

  func openChanged(_ id: RecordID?) throws(StoreError) {
    do throws(StoreError) {
      guard let id else { throw .rowGone }
      try open(id)
    } catch {
      guard error == .rowGone else { throw error }
      workspace.stack.message = LogWording.isGone
    }
  }

  func lookAtNeighbor(of id: RecordID, _ offset: Int) throws(StoreError) {
    // If an edit has removed the record from the list, the next one is at the selected position.
    guard listing.schema.id == id.table else { return workspace.stack.message = BrowserWording.noNeighbors }
    let place = try listing.position(of: id) ?? workspace.stack.needs.selectedPlace - (offset > 0 ? 1 : 0)
    guard place + offset >= 0,
      let row = try store.lists.rows(in: place + offset..<place + offset + 1, of: listing).first ?? nil
    else { return workspace.stack.message = BrowserWording.noNeighbor(listing.schema, isAfter: offset > 0) }
    // A form is shown only after its fields have been read.
    let isLate = workspace.stack.mode == .detail && lateLooks.putOff(row.id)
    workspace.stack.receive(isLate ? .lateNeighbor(row) : .neighbor(try store.shelf.snapshot(of: row.id)))
    workspace.stack.receive(.selected(place + offset))
  }
}

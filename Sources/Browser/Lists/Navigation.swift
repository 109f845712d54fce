import BookStore
import Records
import Screens

/// Opens lists and records, and goes from one to the next.
///
/// Some functions return effects, which come from the screens below what was closed or opened.
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

  // MARK: - Lists

  /// Opens a list and shows it.
  func open(_ source: ListSource) throws(StoreError) {
    let list = try store.lists.open(source, besides: workspace.lists)
    leaveList()
    workspace.push(list, of: source)
    views.restore()
  }

  /// Opens a list over the current one, of those rows that a query finds.
  func open(_ source: ListSource, finding text: String) throws(StoreError) {
    try open(source)
    try workspace.focus.arrange(by: workspace.listing.latestOrder, finding: text, keeping: nil)
    workspace.stack.receive(.finding(text))
  }

  /// Stops what is running for the current list.
  func leaveList() {
    views.remember()
    _ = runner.cancel()
    focus.forgetTarget()
    focus.forgetJump()
  }

  /// The list of books if the first screen would list the tables of a reading library (book and reading).
  var firstList: ListSource? {
    guard workspace.lists.isEmpty, store.tables.contains(where: { $0.name == "reading" }) else { return nil }
    return store.tables.first { $0.name == "book" }.map { ListSource(table: $0.id) }
  }

  /// Opens the list of the rows that point to a record; if there are several lists, the person chooses one.
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

  /// Opens the list of the rows that a field may point to, or the field's editor if the database has no such table.
  func chooseRow(_ table: TableID, _ field: Int) throws(StoreError) -> [Effect] {
    let schema = try store.schema(of: table)
    guard let reference = schema.references.first(where: { $0.fields == [field] }),
      let parent = store.tables.first(where: { $0.name.isSameName(as: reference.table) })
    else { return workspace.stack.goOn(.edit) }
    try open(ListSource(table: parent.id))
    workspace.stack.receive(.choosing(reference))
    return []
  }

  /// Passes the chosen row's value that a foreign key references to the form below the list.
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

  /// Sorts or filters the rows.
  ///
  /// A search for a row is cancelled, because its rows change; work on all rows needs them unchanged.
  func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    if let work = runner.work, work.needsList { return workspace.stack.message = Wording.stillWorking }
    if runner.work?.isSearch == true { _ = runner.cancel() }
    listing.marked = workspace.stack.needs.markedRows
    try focus.arrange(by: order, finding: words, keeping: id)
  }

  // MARK: - Records

  /// Opens the detail of a record in any table.
  func open(_ id: RecordID) throws(StoreError) {
    workspace.stack.receive(.linked(try store.shelf.snapshot(of: id), try store.schema(of: id.table)))
  }

  /// Opens the record of a change, or says that it is gone.
  func openChanged(_ id: RecordID?) throws(StoreError) {
    do throws(StoreError) {
      guard let id else { throw .rowGone }
      try open(id)
    } catch {
      guard error == .rowGone else { throw error }
      workspace.stack.message = LogWording.isGone
    }
  }

  /// Shows the row before or after a record, in the order of the list.
  func lookAtNeighbor(of id: RecordID, _ offset: Int) throws(StoreError) {
    // If an edit has removed the record from the list, the next one is at the selected position.
    guard listing.schema.id == id.table else { return workspace.stack.message = BrowserWording.noNeighbors }
    let place = try listing.position(of: id) ?? workspace.stack.needs.selectedPlace - (offset > 0 ? 1 : 0)
    guard place + offset >= 0,
      let row = try store.lists.rows(in: place + offset..<place + offset + 1, of: listing).first ?? nil
    else { return workspace.stack.message = BrowserWording.noNeighbor(listing.schema, isAfter: offset > 0) }
    // A form is not shown before its fields have been read.
    let isLate = workspace.stack.mode == .detail && lateLooks.putOff(row.id)
    workspace.stack.receive(isLate ? .lateNeighbor(row) : .neighbor(try store.shelf.snapshot(of: row.id)))
    workspace.stack.receive(.selected(place + offset))
  }
}

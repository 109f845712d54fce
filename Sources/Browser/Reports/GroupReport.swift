import BookStore
import Queries
import Records
import Screens

/// Counts the groups of the sorted list, for their screen and for headings.
final class GroupReport: Report<GroupRun> {
  private var subject: Subject?
  /// The field whose numbers are added up, by table.
  private var totals: [TableID: Int] = [:]

  private struct Subject: Equatable {
    var source: ListSource
    var words: String
    var order: ListOrder
  }

  init(_ workspace: Workspace) { super.init(.groups, workspace) }

  func perform(_ effect: GroupEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .total(let field):
      totals[workspace.listing.schema.id] = field
      reader?.start(field)
    case .find(let group): try find(group)
    case .unfold(let place):
      workspace.stack.receive(.headings(true))
      workspace.focus.go(.row(place + 1))
    }
  }

  /// Writes edits back first, because SQLite counts what is in the database.
  private func open() throws(StoreError) {
    let listing = workspace.listing
    guard !workspace.lists.isEmpty, let field = listing.latestOrder.field else {
      return workspace.stack.message = GroupWording.sortFirst
    }
    guard !listing.schema.field(at: field).kind.isBytes else {
      return workspace.stack.message = BrowserWording.noValues(of: listing.schema.field(at: field))
    }
    try writeBack()
    workspace.stack.openGroups(listing.schema, field: field, at: workspace.stack.needs.selectedPlace)
    if let shown, subject == current { workspace.stack.receive(.groups(shown)) }
  }

  private var current: Subject? {
    guard let listing = workspace.lists.last, let field = listing.latestOrder.field else { return nil }
    // The rest of the order does not matter, nor do the names of views.
    let order = ListOrder(field: field, isDescending: listing.latestOrder.isDescending)
    return Subject(
      source: ListSource(table: listing.schema.id, scope: listing.scope), words: listing.latestWords,
      order: order)
  }

  private func find(_ group: RowGroup) throws(StoreError) {
    guard let listing = workspace.lists.last, let field = shown?.field else { return }
    let terms = group.values.compactMap { Query.term(listing.schema.field(at: field), equals: $0) }
    guard !terms.isEmpty else { return workspace.stack.message = BrowserWording.notFindable }
    let either = terms.count == 1 ? terms[0] : "(" + terms.joined(separator: " | ") + ")"
    let finder = listing.latestQuery?.finder ?? Query("", in: listing.schema)
    workspace.stack.closeToList()
    try workspace.focus.arrange(by: listing.latestOrder, finding: finder.adding(either), keeping: nil)
  }

  // MARK: Counting

  override func name(_ run: GroupRun) -> String { GroupWording.counting }
  override var isShown: Bool { workspace.stack.needs.showsGroups }
  override var hasProgress: Bool { workspace.stack.kind == .groups }
  override var isOver: Bool { subject == nil }

  /// SQLite counts only written records.
  override var currentEdition: (rows: Int, dirtyCount: Int) {
    (workspace.store.relatedEdition, workspace.store.counts.dirty)
  }

  override func show(_ result: RowGroups, of run: GroupRun) { workspace.stack.receive(.groups(result)) }

  override func wasClosed() { subject = nil }

  override func prepare() {
    guard subject != current else { return }
    subject = current
    workspace.stack.receive(.groups(nil))
    guard let current = subject else { return begin(nil) }
    var rows = rows
    rows.order = current.order
    let table = workspace.listing.schema.id
    let selection = try? RowSelection(of: workspace.store, table: table, rows)
    begin(selection?.startGroups(in: workspace.store, total: totals[table]))
  }
}

import BookStore
import Queries
import Records
import Screens

/// Counts the groups of the sorted list for the screen that shows them and for headings, and the authors of any list.
final class GroupReport: Report<GroupRun> {
  private let navigation: Navigation
  private var subject: Subject?
  private var totals: [TableID: Int] = [:]
  /// Nil for the groups of the sorted list.
  private var authors: Authors?
  private var hasOtherTotals = false
  private var hasBegunAgain = false

  private struct Authors {
    let listing: Listing
    let field: Int
    var totals: [Int]
  }

  private struct Subject: Equatable {
    var source: ListSource
    var words: String
    var order: ListOrder
  }

  init(_ workspace: Workspace, _ navigation: Navigation) {
    self.navigation = navigation
    super.init(.groups, workspace)
  }

  func perform(_ effect: GroupEffect) throws(StoreError) {
    switch effect {
    case .open: try open()
    case .openAuthors: try openAuthors()
    case .total(let field): total(field)
    case .find(let group): try find(group)
    case .unfold(let place): unfold(place)
    }
  }

  private func open() throws(StoreError) {
    let listing = workspace.listing
    guard !workspace.lists.isEmpty, let field = listing.latestOrder.field else {
      return workspace.stack.message = GroupWording.sortFirst
    }
    guard !listing.schema.field(at: field).kind.isBytes else {
      return workspace.stack.message = BrowserWording.noValues(of: listing.schema.field(at: field))
    }
    try writeBack()
    if authors != nil { count(nil) }
    workspace.stack.openGroups(listing.schema, field: field, at: workspace.stack.needs.selectedPlace)
    if let shown, subject == current { workspace.stack.receive(.groups(shown)) }
  }

  private func openAuthors() throws(StoreError) {
    workspace.completeSchema()
    let schema = workspace.listing.schema
    guard !workspace.lists.isEmpty, let field = schema.authorField else {
      return workspace.stack.message = GroupWording.noAuthors
    }
    try writeBack()
    let totals = [schema.pageField, schema.starField].compactMap(\.self)
    count(Authors(listing: workspace.listing, field: field, totals: totals))
    let isSorted = workspace.listing.latestOrder.field == field
    workspace.stack.openGroups(schema, field: field, at: isSorted ? workspace.stack.needs.selectedPlace : 0)
  }

  private func count(_ authors: Authors?) {
    (self.authors, subject, hasOtherTotals) = (authors, nil, false)
  }

  private var topmost: Authors? {
    authors.flatMap { $0.listing === workspace.lists.last ? $0 : nil }
  }

  private var isCovered: Bool {
    authors != nil && topmost == nil && !workspace.stack.needs.showsHeadings
  }

  private var fields: [Int?] {
    guard let authors = isCovered ? authors : topmost else { return [totals[workspace.listing.schema.id]] }
    return authors.totals.isEmpty ? [nil] : authors.totals
  }

  private var current: Subject? {
    guard let listing = workspace.lists.last, let field = topmost?.field ?? listing.latestOrder.field else {
      return nil
    }
    let source = ListSource(table: listing.schema.id, scope: listing.scope)
    // The rest of the order does not matter, nor do the names of views.
    let isDescending = field == listing.latestOrder.field && listing.latestOrder.isDescending
    return Subject(
      source: source, words: listing.latestWords, order: ListOrder(field: field, isDescending: isDescending))
  }

  private func total(_ field: Int?) {
    if authors == nil {
      totals[workspace.listing.schema.id] = field
    } else {
      authors?.totals = field.map { [$0] } ?? []
    }
    hasOtherTotals = true
    startAgain()
  }

  /// Authors get headings only in a list that is sorted by them.
  private func unfold(_ place: Int) {
    let listing = workspace.listing
    if let authors, authors.field != listing.latestOrder.field {
      return workspace.stack.message = GroupWording.sortFirst(by: listing.schema.field(at: authors.field))
    }
    workspace.stack.receive(.headings(true))
    if let shown, authors == nil { workspace.stack.receive(.groups(shown)) }
    workspace.focus.go(.row(place + 1))
  }

  private func find(_ group: RowGroup) throws(StoreError) {
    guard let listing = workspace.lists.last, let field = shown?.field else { return }
    let terms = group.values.compactMap { Query.term(listing.schema.field(at: field), equals: $0) }
    guard !terms.isEmpty else { return workspace.stack.message = BrowserWording.notFindable }
    let either = terms.count == 1 ? terms[0] : "(" + terms.joined(separator: " | ") + ")"
    let text = (listing.latestQuery?.finder ?? Query("", in: listing.schema)).adding(either)
    guard topmost == nil else { return try navigation.openPart(finding: text) }
    workspace.stack.closeToList()
    try workspace.focus.arrange(by: listing.latestOrder, finding: text, keeping: nil)
  }

  override func name(_ run: GroupRun) -> String { GroupWording.counting }
  override var isShown: Bool { workspace.stack.needs.showsGroups }
  override var hasProgress: Bool { workspace.stack.kind == .groups }
  override var isOver: Bool { subject == nil }
  override func mayReadAgain() -> Bool { !isCovered }

  /// SQLite counts only written records.
  override var currentEdition: (rows: Int, dirtyCount: Int) {
    (workspace.store.relatedEdition, workspace.store.counts.dirty)
  }

  override func startAgain() {
    hasBegunAgain = true
    reader?.start(fields[0])
  }

  override var showsSame: Bool { (hasOtherTotals || hasBegunAgain) && reader?.result?.total == fields[0] }

  override func show(_ result: RowGroups, of run: GroupRun) {
    if hasOtherTotals { workspace.stack.receive(.groups(nil)) }
    (hasOtherTotals, hasBegunAgain) = (false, false)
    workspace.stack.receive(.groups(result))
    let next = fields.drop { $0 != result.total }.dropFirst().first
    if let next { run.start(next) }
  }

  override func wasClosed() { count(nil) }

  override func prepare() {
    // With their list on top again, the authors' screen has been closed.
    if topmost != nil, workspace.stack.kind == .list { count(nil) }
    guard !isCovered, subject != current else { return }
    subject = current
    workspace.stack.receive(.groups(nil))
    guard let current = subject else { return begin(nil) }
    var rows = workspace.rows
    rows.order = current.order
    let selection = try? RowSelection(of: workspace.store, table: current.source.table, rows)
    begin(selection?.startGroups(in: workspace.store, total: fields[0]))
  }
}

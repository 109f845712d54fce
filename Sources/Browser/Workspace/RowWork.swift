import BookStore
import Records
import Screens

protocol RowAction {
  var name: String { get }
  /// Whether quitting asks first, because the action would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether rows keep their positions, so that the first can be processed while others are being found.
  var keepsPlaces: Bool { get }
  /// Whether marked rows are processed in the order of the list, if it shows them.
  var followsList: Bool { get }
  /// In rows between two checks of the clock; they must take less time than a frame.
  var batchSize: Int { get }
  /// How the message starts if no row could be processed; empty if the reason is enough.
  var failure: String { get }

  /// - Throws: Then none of these rows counts as done.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError)

  func sentence(_ rows: RowWork, heldCount: Int) -> String

  func conclude()
}

extension RowAction {
  var asksBeforeLeaving: Bool { true }
  var keepsPlaces: Bool { true }
  var followsList: Bool { false }
  var batchSize: Int { 64 }
  var failure: String { "" }
  func conclude() {}
}

final class RowWork: Job {
  private let workspace: Workspace
  private let action: any RowAction
  private let ids: [RecordID]?
  private var found: FoundRows?
  private let exceptions: Set<RecordID>
  private var total: Int
  private var done = 0
  private(set) var count = 0

  init(_ action: any RowAction, _ rows: RowSet, in workspace: Workspace) {
    (self.action, self.workspace) = (action, workspace)
    switch rows {
    case .rows(let rows):
      let listed = action.followsList ? workspace.focus.knownIDs?.filter(rows.contains) ?? [] : []
      // In the order of the table, which makes SQLite read the fewest pages.
      ids = listed + rows.subtracting(listed).sorted { $0.rowid ?? 0 < $1.rowid ?? 0 }
      exceptions = []
      total = rows.count
    case .all(let exceptions):
      ids = nil
      self.exceptions = exceptions
      total = workspace.listing.count.value
    }
    if action.keepsPlaces { workspace.store.reserve(total, within: workspace.settings.memoryBudget) }
  }

  init(_ action: any RowAction, _ found: FoundRows, and ids: [RecordID], in workspace: Workspace) {
    (self.action, self.workspace, self.found, self.ids) = (action, workspace, found, ids)
    (exceptions, total) = ([], found.count + ids.count)
    workspace.store.reserve(total, within: workspace.settings.memoryBudget)
  }

  func leaveOut(_ number: Int) { count -= number }

  var schema: Schema { workspace.listing.schema }
  var fraction: Double { total == 0 ? 1 : Double(done) / Double(total) }

  var work: Work {
    Work(
      name: action.name, job: self, asksBeforeLeaving: action.asksBeforeLeaving, needsList: ids == nil,
      isWaiting: { self.isWaiting }, end: end)
  }

  private var isWaiting: Bool {
    let known = workspace.listing.count
    return ids == nil && !known.isExact && (!action.keepsPlaces || done >= known.value)
  }

  func step() throws(StoreError) -> Bool {
    if ids == nil, action.keepsPlaces || done == 0 { total = workspace.listing.count.value }
    guard done < total else { return isWaiting }
    // SQLite has to count up to each row of a view.
    let size = min(schema.key == .position ? 1 : action.batchSize, total - done)
    guard let next = try next(size) else { return true }
    try action.act(on: next, of: self)
    done += size
    count += next.count
    // The work ends with its last row, so that Esc then applies to what comes next.
    return done < total || isWaiting
  }

  private func next(_ size: Int) throws(StoreError) -> [RecordID]? {
    if let ids {
      let found = found?.ids(in: done..<done + size) ?? []
      let first = max(0, done - (self.found?.count ?? 0))
      return found + ids[first..<first + size - found.count]
    }
    // Starts at the end of the list if rows disappear.
    let places = action.keepsPlaces ? done..<done + size : total - done - size..<total - done
    let rows = try workspace.listing.rows(in: places)
    guard !rows.contains(nil) else { return nil }
    return rows.compactMap { $0?.id }.filter { !exceptions.contains($0) }
  }

  private func end(_ end: WorkEnd) {
    if end == .done { workspace.stack.refreshPreview() }
    workspace.stack.message = message(end)
    if let error = end.error { workspace.notices.sayWhatIsUnsafe(error) }
    guard end == .done else { return }
    workspace.notices.sayLogState()
    action.conclude()
  }

  private var heldCount: Int {
    // If something cannot be written, the next check of the budget reports it.
    _ = workspace.store.writer.keepWithin(
      bytes: workspace.settings.memoryBudget, keeping: workspace.stack.needs.shownRecords)
    return workspace.store.counts.hydrated
  }

  private func message(_ end: WorkEnd) -> Message {
    switch end {
    case .done: return Message(action.sentence(self, heldCount: heldCount))
    case .cancelled:
      if count == 0 { return StoreWording.cancelled }
      return Message("Cancelled. \(action.sentence(self, heldCount: heldCount))")
    case .failed(let error):
      let reason = StoreWording.sentence(error, in: schema)
      if count == 0 { return .problem(action.failure + reason) }
      return .problem("\(action.sentence(self, heldCount: count)) The rest stays. \(reason)")
    }
  }
}

struct HydrateAction: RowAction {
  let store: BookStore

  var name: String { "Hydrating" }
  var asksBeforeLeaving: Bool { false }
  var batchSize: Int { 512 }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try store.shelf.hydrate(ids)
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    let held = heldCount < rows.count ? "; the budget holds \(Wording.number(heldCount))" : ""
    return "Hydrated \(Wording.count(rows.count, rows.schema))\(held)."
  }
}

final class DeleteAction: RowAction {
  private let workspace: Workspace
  private let step: EditStep
  private let titles: SeenTitles?
  private var otherCount = 0

  init(_ workspace: Workspace, _ rows: RowSet, titles: SeenTitles?) {
    (self.workspace, step) = (workspace, workspace.store.beginStep())
    if case .rows = rows { self.titles = titles } else { self.titles = nil }
  }

  var name: String { "Deleting" }
  var keepsPlaces: Bool { false }
  var failure: String { "Nothing was deleted. " }

  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError) {
    try workspace.focus.keepingSelection { () throws(StoreError) in
      otherCount += try workspace.store.delete(ids, seenAs: titles, in: step)
    }
    workspace.stack.receive(.deletedRows(.rows(Set(ids))))
  }

  func sentence(_ rows: RowWork, heldCount: Int) -> String {
    "Deleted \(Wording.count(rows.count, rows.schema))\(HistoryWording.along(otherCount))."
  }

  func conclude() { if otherCount > 0 { workspace.lookAgain() } }
}

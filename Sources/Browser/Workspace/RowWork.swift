import BookStore
import Records
import Screens

/// An action on each of many rows.
protocol RowAction {
  /// Its name while it runs, without a full stop.
  var name: String { get }
  /// Whether quitting asks first, because something would be left half done.
  var asksBeforeLeaving: Bool { get }
  /// Whether rows keep their positions, so that the first ones can be processed while others are still being found.
  var keepsPlaces: Bool { get }
  /// Whether marked rows are processed in the order of the list, as far as it shows them.
  var followsList: Bool { get }
  /// How many rows are processed between two checks of the clock; it must take less time than a frame.
  var batchSize: Int { get }
  /// How the message starts if it fails before any row is done; empty if the reason is enough.
  var failure: String { get }

  /// Processes some rows.
  ///
  /// - Throws: The errors of the store's calls; none of these rows counts as done then.
  func act(on ids: [RecordID], of rows: RowWork) throws(StoreError)

  /// Says what was done, as a sentence.
  func sentence(_ rows: RowWork, heldCount: Int) -> String

  /// Runs after all rows are done.
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

/// Runs an action on many rows of the list.
final class RowWork: Job {
  private let workspace: Workspace
  private let action: any RowAction
  /// The keys of the rows, or nil for all rows of the list.
  private let ids: [RecordID]?
  /// Rows that a thread has found, which come before `ids`.
  private var found: FoundRows?
  /// The rows to skip if all are meant.
  private let exceptions: Set<RecordID>
  /// The number of rows, as far as known.
  private var total: Int
  /// How many rows are done, and how many of them were changed.
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

  /// Processes rows that were found, followed by some others.
  init(_ action: any RowAction, _ found: FoundRows, and ids: [RecordID], in workspace: Workspace) {
    (self.action, self.workspace, self.found, self.ids) = (action, workspace, found, ids)
    (exceptions, total) = ([], found.count + ids.count)
    workspace.store.reserve(total, within: workspace.settings.memoryBudget)
  }

  /// Notes that some of the processed rows did not count after all.
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
    // It ends with its last row, so that Esc then applies to what comes next.
    return done < total || isWaiting
  }

  /// The keys of the next rows; nil if they are still being read.
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

  /// How many rows are hydrated after the budget has evicted the excess.
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

/// Hydrates rows.
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

/// Deletes rows.
final class DeleteAction: RowAction {
  private let workspace: Workspace
  private let step: EditStep
  /// The titles of the rows when the person was asked; nil if all rows of the list were meant.
  private let titles: SeenTitles?
  /// How many other rows were deleted or changed with them.
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

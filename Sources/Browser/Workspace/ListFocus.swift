import BookStore
import Records
import Screens

/// The position in the current list: its selected row, and the row to select when it arrives.
final class ListFocus {
  /// A record to select in a list whose rows are still arriving.
  private struct Target {
    /// The record, or nil if any first row will do.
    let id: RecordID?
    /// Whether the selection stays in place until then; otherwise the first row is selected.
    let keepsPlace: Bool
  }

  private unowned let workspace: Workspace
  private var target: Target?
  /// The jump that waits for the number of rows.
  private var pendingJump: Jump?
  /// The rows that were marked before all of the list were.
  private var marksBesides: Set<RecordID> = []
  /// Whether the rows could not be read because another connection has locked the database.
  private(set) var isLockedOut = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

  /// Reads the rows at some positions for the screen; rows that cannot be read because of a lock stay empty.
  func window(_ places: Range<Int>) -> ListWindow {
    var rows: [ListRow?] = places.map { _ in nil }
    do {
      rows = try store.lists.rows(in: places, of: listing, forFrame: true)
      isLockedOut = false
    } catch {
      isLockedOut = error == .busy
      if !isLockedOut { workspace.stack.message = .problem(StoreWording.sentence(error)) }
    }
    var window = ListWindow(
      start: places.lowerBound, rows: rows, count: listing.count, order: listing.order,
      latestOrder: listing.latestOrder, filter: listing.words, columns: listing.columns,
      fields: listing.shownFields)
    window.leftOutWords = listing.leftOutWords
    if listing.count == .exactly(0) { window.suggestion = store.lists.suggestion(for: listing) }
    return window
  }

  /// Takes the news from the store's threads.
  ///
  /// - Parameter isRefreshing: Whether rows may move.
  func takeNews(isRefreshing: Bool) {
    keepingSelection {
      do throws(StoreError) { try store.lists.takeNews(refreshing: isRefreshing) } catch { say(error) }
    }
    seek()
    nameMarks()
    guard let jump = pendingJump else { return }
    if jump == .end || listing.count.isExact { return go(jump) }
    if case .row(let number) = jump, number <= listing.count.value { go(jump) }
  }

  private func say(_ error: StoreError) {
    if error != .busy { workspace.stack.message = .problem(StoreWording.sentence(error)) }
  }

  // MARK: - The selected record

  /// The record at the list's selected position, or nil if unknown.
  var selectedRecord: RecordID? {
    let place = workspace.stack.needs.selectedPlace
    return (try? store.lists.rows(in: place..<place + 1, of: listing, forFrame: true))?.first??.id
  }

  /// The selected record, or nil while another one is waiting to be selected.
  var settledRecord: RecordID? { target == nil ? selectedRecord : nil }

  /// Does something that may move rows of the list, and keeps the same record selected; if the list no longer shows
  /// the record, the position stays.
  func keepingSelection<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let id = settledRecord
    try body()
    if let id, selectedRecord != id { seek(id) }
  }

  /// Selects a row if the list shows it, and otherwise another one.
  func seek(_ id: RecordID, otherwise other: RecordID?) { seek(shows(id) ? id : other) }

  /// Selects the same record again after rows have changed, or the first row if the list loses it.
  func seekSelectedAgain() {
    if let id = settledRecord, shows(id) { seek(id, keepsPlace: false) }
  }

  private func shows(_ id: RecordID) -> Bool {
    id.table == listing.schema.id && (try? listing.position(of: id)) ?? nil != nil
  }

  /// Selects a record as soon as the list shows it.
  ///
  /// - Parameter keepsPlace: Whether the selection stays in place until then; otherwise the first row is selected.
  func seek(_ id: RecordID?, keepsPlace: Bool = true) {
    target = Target(id: id, keepsPlace: keepsPlace)
    seek()
  }

  private func seek() {
    guard let target, listing.isShowingLatest else { return }
    do {
      if let id = target.id, let place = try listing.position(of: id) {
        select(place)
      } else {
        if !target.keepsPlace { select(0) }
        self.target = listing.isSettled ? nil : Target(id: target.id, keepsPlace: true)
      }
    } catch {
      say(error)
    }
  }

  /// Forgets the record to select, because the person has moved on.
  func forgetTarget() { target = nil }

  /// Forgets the waiting jump.
  func forgetJump() { pendingJump = nil }

  private func select(_ place: Int) {
    target = nil
    workspace.stack.receive(.selected(max(0, place)))
  }

  // MARK: - Marks

  /// The most rows that are marked one by one, so many as can be named within a frame.
  static let markLimit = 10_000

  /// Marks every row of the list besides those that are marked; if all are, marks none of them.
  ///
  /// The rows of a longer list are marked as a whole, which says nothing of another search.
  func markAll(besides marks: RowSet) {
    var new = RowSet.none
    if case .rows(let rows) = marks {
      let ids = knownIDs.map { Set($0) }
      new = ids.map { .rows($0.isSubset(of: rows) ? rows.subtracting($0) : rows.union($0)) } ?? .all
      marksBesides = rows
      if listing.count.value > Self.markLimit { workspace.stack.message = ListWording.marksEndWithSearch }
    }
    workspace.stack.receive(.marked(new))
  }

  /// Marks the rows of the list by their names, if they were marked before all of them were found.
  private func nameMarks() {
    guard case .all(let exceptions) = workspace.stack.needs.markedRows, let ids = knownIDs else { return }
    workspace.stack.receive(.marked(.rows(marksBesides.union(ids).subtracting(exceptions))))
  }

  /// The rows of the list in their order; nil if they are not known, or too many.
  var knownIDs: [RecordID]? {
    guard listing.isSettled, case .exactly(let count) = listing.count, count <= Self.markLimit else {
      return nil
    }
    return listing.knownIDs(count: count)
  }

  // MARK: - Orders and filters

  /// Sorts or filters the rows, and selects a record in the result as soon as it is there.
  func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    try listing.arrange(by: order, finding: words)
    seek(id, keepsPlace: false)
  }

  /// Goes back to the visible rows, if a sort or a filter is still running.
  func cancelArranging() {
    guard listing.activity != nil else { return }
    let id = target?.id ?? selectedRecord
    listing.cancelArranging()
    seek(id)
    workspace.stack.message = StoreWording.cancelled
  }

  // MARK: - Jumps

  /// Goes to a place in the list; if the number of rows is needed and unknown, goes as far as possible for now.
  func go(_ jump: Jump) {
    pendingJump = nil
    switch (jump, listing.count) {
    case (.row(let number), .exactly(let count)) where number > count: land(at: count - 1, of: count)
    case (.row(let number), .exactly): select(number - 1)
    case (.row(let number), .atLeast(let count)) where number <= count: select(number - 1)
    case (.percent(let percent), .exactly(let count)):
      land(at: min(count * percent / 100, count - 1), of: count)
    case (.end, .exactly(let count)): select(count - 1)
    case (.firstTitle(let character), _): goToFirst(from: String(character))
    // Until the rest is known, what is known has to do.
    case (.percent(let percent), .atLeast(let count)): wait(with: jump, at: count * percent / 100)
    case (.row, .atLeast(let count)), (.end, .atLeast(let count)): wait(with: jump, at: count - 1)
    }
  }

  /// Goes to a position that the person has not named by number, and says which it is.
  private func land(at place: Int, of count: Int) {
    select(place)
    if count > 0 { workspace.stack.message = BrowserWording.landed(at: place, of: count) }
  }

  private func wait(with jump: Jump, at place: Int) {
    select(place)
    pendingJump = jump
  }

  private func goToFirst(from text: String) {
    do {
      guard let place = try listing.firstPosition(from: text) else {
        return workspace.stack.message = ListWording.sortByTextFirst
      }
      select(min(place, listing.count.value - 1))
    } catch {
      workspace.stack.message = .problem(StoreWording.sentence(error))
    }
  }
}

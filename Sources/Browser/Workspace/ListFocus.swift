import BookStore
import Records
import Screens

/// The position in the current list: its selected row, and the row to select when it arrives.
final class ListFocus {
  private struct Target {
    /// Nil if any first row will do.
    let id: RecordID?
    /// Otherwise the first row is selected until the record arrives.
    let keepsPlace: Bool
  }

  private unowned let workspace: Workspace
  private var target: Target?
  private var pendingJump: Jump?
  private var marksBesides: Set<RecordID> = []
  private(set) var isLockedOut = false

  init(_ workspace: Workspace) { self.workspace = workspace }

  private var store: BookStore { workspace.store }
  private var listing: Listing { workspace.listing }

  /// Rows that cannot be read because of a lock stay empty.
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
    (window.leftOutWords, window.extraCount) = (listing.leftOutWords, listing.extraCount)
    if listing.count == .exactly(0) { window.suggestion = store.lists.suggestion(for: listing) }
    return window
  }

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

  var selectedRecord: RecordID? {
    let place = workspace.stack.needs.selectedPlace
    return (try? store.lists.rows(in: place..<place + 1, of: listing, forFrame: true))?.first??.id
  }

  var settledRecord: RecordID? { target == nil ? selectedRecord : nil }

  /// The position stays if the list no longer shows the record.
  func keepingSelection<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let id = settledRecord
    try body()
    if let id, selectedRecord != id { seek(id) }
  }

  func seek(_ id: RecordID, otherwise other: RecordID?) { seek(shows(id) ? id : other) }

  func seekSelectedAgain() {
    if let id = settledRecord, shows(id) { seek(id, keepsPlace: false) }
  }

  private func shows(_ id: RecordID) -> Bool {
    id.table == listing.schema.id && (try? listing.position(of: id)) ?? nil != nil
  }

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

  func forgetTarget() { target = nil }
  func forgetJump() { pendingJump = nil }

  private func select(_ place: Int) {
    target = nil
    workspace.stack.receive(.selected(max(0, place)))
  }

  // MARK: - Marks

  /// The most rows whose IDs can be collected within a frame.
  static let markLimit = 10_000

  /// Marks every row, or removes the marks if all are marked.
  ///
  /// The marks of a list that is too long for IDs end with the next search.
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

  private func nameMarks() {
    guard case .all(let exceptions) = workspace.stack.needs.markedRows, let ids = knownIDs else { return }
    workspace.stack.receive(.marked(.rows(marksBesides.union(ids).subtracting(exceptions))))
  }

  /// In their order; nil if they are unknown or too many.
  var knownIDs: [RecordID]? {
    guard listing.isSettled, case .exactly(let count) = listing.count, count <= Self.markLimit else {
      return nil
    }
    return listing.knownIDs(count: count)
  }

  // MARK: - Orders and filters

  func arrange(by order: ListOrder, finding words: String, keeping id: RecordID?) throws(StoreError) {
    try listing.arrange(by: order, finding: words)
    seek(id, keepsPlace: false)
  }

  func cancelArranging() {
    guard listing.activity != nil else { return }
    let id = target?.id ?? selectedRecord
    listing.cancelArranging()
    seek(id)
    workspace.stack.message = StoreWording.cancelled
  }

  // MARK: - Jumps

  func go(_ jump: Jump) {
    pendingJump = nil
    switch (jump, listing.count) {
    case (.row(let number), .exactly(let count)) where number > count: land(at: count - 1, of: count)
    case (.row(let number), .exactly): select(number - 1)
    case (.row(let number), .atLeast(let count)) where number <= count: select(number - 1)
    case (.percent(let percent), .exactly(let count)):
      land(at: min(count * percent / 100, count - 1), of: count)
    case (.end, .exactly(let count)): select(count - 1)
    case (.anywhere, .exactly(let count)): land(at: Int.random(in: 0..<max(1, count)), of: count)
    case (.firstTitle(let character), _): goToFirst(from: String(character))
    case (.percent(let percent), .atLeast(let count)): wait(with: jump, at: count * percent / 100)
    case (.row, .atLeast(let count)), (.end, .atLeast(let count)), (.anywhere, .atLeast(let count)):
      wait(with: jump, at: count - 1)
    }
  }

  /// Reports a position that was not given as a number.
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

import BookStore
import Queries
import Records
import Screens

/// Finds the next matching row, wrapping around: tests near rows one by one, and lets a thread search the others.
final class SearchWork: Job {
  private let workspace: Workspace
  private let finder: Query
  private let isForward: Bool
  private let start: Int
  private var total: Int
  private var done = 0
  private var hasFound = false

  private static let size = 64
  /// In rows; a statement searches the others.
  private static let nearCount = 256

  init(_ finder: Query, from start: Int, isForward: Bool, in workspace: Workspace) {
    (self.finder, self.start, self.isForward, self.workspace) = (finder, start, isForward, workspace)
    total = workspace.listing.count.value
  }

  private var listing: Listing { workspace.listing }

  var work: Work {
    let isWaiting = { self.listing.isSeeking || !self.listing.isSettled }
    return Work(
      name: "Finding", job: self, asksBeforeLeaving: false, isSearch: true, isWaiting: isWaiting, end: end)
  }

  var fraction: Double { listing.seekFraction ?? (total == 0 ? 1 : Double(done) / Double(total)) }

  func step() throws(StoreError) -> Bool {
    if done == 0 { total = listing.count.value }
    guard done < total else { return false }
    guard done < Self.nearCount, listing.schema.key != .position else { return try seekFar() }
    for _ in 0..<min(Self.size, total - done) {
      let offset = isForward ? done + 1 : -(done + 1)
      let place = (start + offset + 2 * total) % total
      let row = try listing.rows(in: place..<place + 1).first ?? nil
      let isMatch = try row.map { row throws(StoreError) in try listing.matches(finder, row.id) } ?? false
      done += 1
      if isMatch {
        found(place)
        return false
      }
    }
    return true
  }

  private func seekFar() throws(StoreError) -> Bool {
    switch try workspace.store.lists.endOfSeek(in: listing) {
    case .found(let place): found(place)
    case .nothing: break
    case nil:
      if !listing.isSeeking {
        try workspace.store.lists.startSeeking(finder, from: start, isForward: isForward, in: listing)
      }
      return listing.isSeeking
    }
    return false
  }

  private func found(_ place: Int) {
    hasFound = true
    workspace.stack.receive(.selected(place))
  }

  private func end(_ end: WorkEnd) {
    workspace.listing.cancelSeeking()
    switch end {
    case .done:
      workspace.stack.refreshPreview()
      if !hasFound { workspace.stack.message = Message("No \(listing.schema.singular) matches.") }
      workspace.notices.sayLogState()
    case .cancelled: workspace.stack.message = StoreWording.cancelled
    case .failed(let error):
      workspace.stack.message = .problem(StoreWording.sentence(error, in: listing.schema))
      workspace.notices.sayWhatIsUnsafe(error)
    }
  }
}

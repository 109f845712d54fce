import Records

/// Looks for the next row that matches, on the search thread of a listing.
final class Seeking {
  /// A look that is being done, or is done.
  struct Running {
    let seek: RowSeek
    var fraction = 0.0
    var result: Result<RecordID?, StoreError>?
  }

  private let searcher: Worker
  private let inbox: Inbox<ListNews>
  /// The number of the latest look; news of others is dropped.
  private var count = 0
  /// The latest look, unless it was cancelled.
  private(set) var running: Running?

  init(_ searcher: Worker, _ inbox: Inbox<ListNews>) { (self.searcher, self.inbox) = (searcher, inbox) }

  /// Whether a look is being done.
  var isUnderWay: Bool { running.map { $0.result == nil } ?? false }

  /// Starts a look in place of what the thread does; if that is paused, it starts when that resumes.
  func start(_ seek: RowSeek, isPaused: Bool) {
    count += 1
    running = Running(seek: seek)
    guard !isPaused else { return }
    searcher.start(
      { [inbox, count] connection throws(StoreError) in
        let found = try seek.run(on: connection) { inbox.post(.seekProgress(seek: count, $0)) }
        inbox.post(.sought(seek: count, found))
      }, fail: { [inbox, count] in inbox.post(.seekFailed(seek: count, $0)) })
  }

  /// Ends the look.
  func cancel() {
    if isUnderWay { searcher.cancel() }
    count += 1
    running = nil
  }

  /// Takes in what the thread says about a look.
  func absorb(_ news: ListNews, isPaused: Bool) {
    switch news {
    case .seekProgress(let seek, let fraction) where seek == count: running?.fraction = fraction
    case .sought(let seek, let id) where seek == count: running?.result = .success(id)
    case .seekFailed(let seek, .busy) where seek == count:
      if let seek = running?.seek { start(seek, isPaused: isPaused) }
    case .seekFailed(let seek, let error) where seek == count: running?.result = .failure(error)
    default: break
    }
  }
}

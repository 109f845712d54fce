import Records

/// A look for the next row that matches words, on the search thread.
extension Listing {
  /// A look that is being done, or is done.
  struct RunningSeek {
    let seek: RowSeek
    var fraction = 0.0
    var result: Result<RecordID?, StoreError>?
  }

  /// Whether a look for a row is being done.
  public var isSeeking: Bool { runningSeek.map { $0.result == nil } ?? false }

  /// The part of the look for a row that is done, from 0 to 1, or nil where none is being done.
  public var seekFraction: Double? { runningSeek?.fraction }

  /// Begins to look for a row in the background, in place of what the search thread does.
  func start(_ seek: RowSeek) {
    seekCount += 1
    runningSeek = RunningSeek(seek: seek)
    guard !isPaused else { return }
    searcher.start(
      { [inbox, seekCount] connection throws(StoreError) in
        let found = try seek.run(on: connection) { inbox.post(.seekProgress(seek: seekCount, $0)) }
        inbox.post(.sought(seek: seekCount, found))
      }, fail: { [inbox, seekCount] in inbox.post(.seekFailed(seek: seekCount, $0)) })
  }

  /// Ends the look for a row.
  public func cancelSeeking() {
    if isSeeking { searcher.cancel() }
    seekCount += 1
    runningSeek = nil
  }

  /// Takes in what the thread says about a look for a row.
  func absorbSeek(_ news: ListNews) {
    switch news {
    case .seekProgress(let seek, let fraction) where seek == seekCount: runningSeek?.fraction = fraction
    case .sought(let seek, let id) where seek == seekCount: runningSeek?.result = .success(id)
    case .seekFailed(let seek, .busy) where seek == seekCount:
      if let seek = runningSeek?.seek { start(seek) }
    case .seekFailed(let seek, let error) where seek == seekCount: runningSeek?.result = .failure(error)
    default: break
    }
  }
}

import Records
import SQLite

final class Seeking {
  struct Running {
    let seek: RowSeek
    var fraction = 0.0
    var result: Result<RecordID?, StoreError>?
  }

  private let searcher: Worker
  private let runs: Runs<ListNews>
  private(set) var running: Running?

  init(_ searcher: Worker, _ inbox: Inbox<ListNews>) {
    self.searcher = searcher
    runs = Runs(on: searcher, to: inbox)
  }

  var isUnderWay: Bool { running.map { $0.result == nil } ?? false }

  /// Replaces the thread's other work; while paused, waits for the end of the pause.
  func start(_ seek: RowSeek, isPaused: Bool) {
    runs.forget()
    running = Running(seek: seek)
    guard !isPaused else { return }
    runs.start(
      { connection, report throws(StoreError) in
        report(.sought(try seek.run(on: connection) { report(.seekProgress($0)) }))
      }, failure: { .seekFailed($0) })
  }

  func cancel() {
    if isUnderWay { searcher.cancel() }
    runs.forget()
    running = nil
  }

  func absorb(_ news: ListNews, isPaused: Bool) {
    switch news {
    case .seekProgress(let fraction): running?.fraction = fraction
    case .sought(let id): running?.result = .success(id)
    case .seekFailed(.busy):
      if let seek = running?.seek { start(seek, isPaused: isPaused) }
    case .seekFailed(let error): running?.result = .failure(error)
    default: break
    }
  }
}

/// The result of a search for a row.
public enum SeekEnd: Hashable, Sendable {
  case found(Int)
  case nothing
}

import Synchronization

/// Jobs of one kind on a worker: only what the latest run reports counts.
///
/// Several kinds can share a worker and an inbox. It belongs to the thread that takes the news.
package final class Runs<News: Sendable> {
  /// Takes what a run reports, on any thread.
  package typealias Report = @Sendable (News) -> Void

  private let worker: Worker
  private let inbox: Inbox<News>
  private var latest: Run?

  /// Creates the jobs of one kind.
  package init(on worker: Worker, to inbox: Inbox<News>) { (self.worker, self.inbox) = (worker, inbox) }

  /// Runs a job in place of what the worker does; the news of earlier runs no longer count.
  ///
  /// - Parameter failure: Makes news of the error with which the job ends.
  package func start(
    _ job: @escaping @Sendable (Connection, @escaping Report) throws(StoreError) -> Void,
    failure: @escaping @Sendable (StoreError) -> News
  ) {
    forget()
    let run = Run()
    latest = run
    let report: Report = { [inbox] in inbox.post($0, of: run) }
    worker.start(
      { connection throws(StoreError) in try job(connection, report) }, fail: { report(failure($0)) })
  }

  /// Drops the news of the latest run, also those that have arrived.
  package func forget() {
    latest?.end()
    latest = nil
  }
}

/// One run of a job.
final class Run: Sendable {
  private let hasEnded = Atomic(false)

  /// Whether what it reports no longer counts.
  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}

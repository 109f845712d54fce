import Synchronization

/// Jobs of one kind on a worker, of which only the latest run's reports count; belongs to the thread that takes them.
package final class Runs<News: Sendable> {
  package typealias Report = @Sendable (News) -> Void

  private let worker: Worker
  private let inbox: Inbox<News>
  private var latest: Run?

  package init(on worker: Worker, to inbox: Inbox<News>) { (self.worker, self.inbox) = (worker, inbox) }

  /// Runs a job in place of what the worker does; the news of earlier runs no longer counts.
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

  /// Drops the news of the latest run, including what has already arrived.
  package func forget() {
    latest?.end()
    latest = nil
  }
}

final class Run: Sendable {
  private let hasEnded = Atomic(false)

  var isOver: Bool { hasEnded.load(ordering: .relaxed) }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}

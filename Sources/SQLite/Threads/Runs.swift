import Synchronization

/// Jobs of one kind on a worker, of which only the latest run's reports count; belongs to the thread that takes them.
package final class Runs<News: Sendable> {
  package typealias Report = @Sendable (News) -> Void

  private let worker: Worker
  private let inbox: Inbox<News>
  private var latest: Cancellation?

  package init(on worker: Worker, to inbox: Inbox<News>) { (self.worker, self.inbox) = (worker, inbox) }

  package func start(
    _ job: @escaping @Sendable (Connection, @escaping Report) throws(StoreError) -> Void,
    failure: @escaping @Sendable (StoreError) -> News
  ) {
    forget()
    let run = Cancellation()
    latest = run
    let report: Report = { [inbox] in inbox.post($0, of: run) }
    worker.start(
      { connection throws(StoreError) in try job(connection, report) }, fail: { report(failure($0)) })
  }

  package func forget() {
    latest?.cancel()
    latest = nil
  }
}

package final class Cancellation: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package func cancel() { flag.store(true, ordering: .relaxed) }

  package var isCancelled: Bool { flag.load(ordering: .relaxed) }

  package func check() throws(StoreError) {
    if isCancelled { throw .interrupted }
  }
}

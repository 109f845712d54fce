import Dispatch
import Synchronization

/// A thread with its own connection, for work that takes longer than a frame.
///
/// It runs one job at a time. A new job replaces earlier ones, which are interrupted. The first job starts the thread and opens
/// the connection, which stays on the thread.
package final class Worker: Sendable {
  package typealias Job = @Sendable (Connection) throws(StoreError) -> Void

  private struct State {
    var job: (run: Job, fail: @Sendable (StoreError) -> Void)?
    var isBusy = false
    var hasThread = false
    var isStopped = false
    var isAwaited = false
    var connection: RawConnection?
  }

  private let state = Mutex(State())
  private let jobs = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)
  private let isCancelled = Atomic(false)

  private let path: String
  private let options: ConnectionOptions
  private let name: String

  /// The first job starts the thread; debuggers show `name`.
  package init(path: String, options: ConnectionOptions, name: String) {
    (self.path, self.options, self.name) = (path, options, name)
  }

  /// Runs a job as soon as the previous one has ended.
  ///
  /// - Parameter fail: Called on the worker's thread if the job fails; not for `interrupted`.
  package func start(_ job: @escaping Job, fail: @escaping @Sendable (StoreError) -> Void) {
    replaceJob((job, fail))
    startThread()
    jobs.signal()
  }

  private func startThread() {
    let isFirst = state.withLock { state in
      defer { state.hasThread = true }
      return !state.hasThread
    }
    guard isFirst else { return }
    options.threads?.enter()
    BackgroundThread.start(name) { [self] in
      work()
      options.threads?.leave()
    }
  }

  package func cancel() { replaceJob(nil) }

  /// Interrupts the current job, which reports that; a waiting job still runs.
  package func interrupt() {
    state.withLock { state in
      guard state.isBusy else { return }
      isCancelled.store(true, ordering: .relaxed)
      state.connection?.interrupt()
    }
  }

  /// Cancels, and returns once the connection holds no locks.
  package func cancelAndWait() {
    replaceJob(nil)
    let isBusy = state.withLock { state in
      state.isAwaited = state.isBusy
      return state.isBusy
    }
    if isBusy { end.wait() }
  }

  package func stop() {
    state.withLock { $0.isStopped = true }
    cancel()
    jobs.signal()
  }

  private func replaceJob(_ job: (Job, @Sendable (StoreError) -> Void)?) {
    state.withLock { state in
      state.job = job
      guard state.isBusy else { return }
      // Under the lock, so that the next job is never hit instead. SQLite forgets an interrupt that arrives between two
      // statements, so the next statement checks the flag.
      isCancelled.store(true, ordering: .relaxed)
      state.connection?.interrupt()
    }
  }

  private func watch(_ connection: Connection) {
    connection.stop { [unowned self] in isCancelled.load(ordering: .relaxed) }
  }

  private func work() {
    var connection: Connection?
    while true {
      jobs.wait()
      let (job, isStopped) = state.withLock { state in
        defer { state.job = nil }
        state.isBusy = state.job != nil && !state.isStopped
        if state.isBusy { isCancelled.store(false, ordering: .relaxed) }
        return (state.job, state.isStopped)
      }
      guard !isStopped else { return state.withLock { $0.connection = nil } }
      guard let job else { continue }
      do throws(StoreError) {
        let opened = if let connection { connection } else { try Connection(path: path, options: options) }
        if connection == nil { watch(opened) }
        connection = opened
        state.withLock { $0.connection = opened.raw }
        try job.run(opened)
      } catch {
        if error != .interrupted { job.fail(error) }
      }
      // Cached pages and statements would only take memory between two jobs.
      connection?.releaseMemory()
      let isAwaited = state.withLock { state in
        defer { (state.isBusy, state.isAwaited) = (false, false) }
        return state.isAwaited
      }
      if isAwaited { end.signal() }
    }
  }
}

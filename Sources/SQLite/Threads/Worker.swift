import Dispatch
import Platform
import Synchronization

/// A thread with its own connection, for long work; a new job interrupts and replaces earlier ones.
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

  package init(path: String, options: ConnectionOptions, name: String) {
    (self.path, self.options, self.name) = (path, options, name)
  }

  /// Runs a job after the current one has ended; `fail` is called on the worker's thread, except for `interrupted`.
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

  /// The current job reports the interruption; a waiting job still runs.
  package func interrupt() {
    state.withLock { state in
      guard state.isBusy else { return }
      isCancelled.store(true, ordering: .relaxed)
      state.connection?.interrupt()
    }
  }

  /// Returns once the connection holds no locks.
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
      // Under the lock, so that the next job is not interrupted instead. SQLite forgets an interrupt between two
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

package enum BackgroundThread {
  private static let niceValue: Int32 = 10
  /// SQLite recurses for each term of an expression; a thousand terms exceed some systems' default stack.
  private static let stackSize = 8 << 20

  package static func start(_ name: String, _ work: @escaping @Sendable () -> Void) {
    SystemThread.start(name, stackSize: stackSize) {
      #if canImport(Darwin)
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
      #endif
      stepBack()
      work()
    }
  }

  /// Lowers the thread's priority; on Linux, each thread has its own nice value (setpriority(2)).
  package static func stepBack() {
    #if canImport(Glibc)
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceValue)
    #elseif canImport(Musl)
      _ = setpriority(PRIO_PROCESS, 0, niceValue)
    #endif
  }
}

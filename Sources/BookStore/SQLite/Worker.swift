import Dispatch
import Synchronization

/// A thread with a connection of its own, for work that takes longer than a frame.
///
/// It does one job at a time. A new one replaces those before it, which are interrupted. The connection
/// is opened by the first job and stays on its thread, which is started then.
final class Worker: Sendable {
  /// Work on the worker's connection.
  typealias Job = @Sendable (Connection) throws(StoreError) -> Void

  private struct State {
    var job: (run: Job, fail: @Sendable (StoreError) -> Void)?
    var isBusy = false
    var hasThread = false
    var isStopped = false
    /// Whether somebody waits for the end of the job.
    var isAwaited = false
    var connection: RawConnection?
  }

  private let state = Mutex(State())
  private let jobs = DispatchSemaphore(value: 0)
  private let end = DispatchSemaphore(value: 0)
  /// Whether the job that is being done is not wanted any more.
  private let isCancelled = Atomic(false)

  private let path: String
  private let options: StoreOptions
  private let name: String

  /// Makes a worker whose thread is started by the first job; `name` is what debuggers show.
  init(path: String, options: StoreOptions, name: String) {
    self.path = path
    self.options = options
    self.name = name
  }

  /// Does a job as soon as the one before it has ended.
  ///
  /// - Parameter fail: what to do, on the worker's thread, if the job ends with an error; `interrupted` is not
  ///   reported, because the caller has interrupted it.
  func start(_ job: @escaping Job, fail: @escaping @Sendable (StoreError) -> Void) {
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

  /// Interrupts the job that is being done and forgets the one that waits.
  func cancel() {
    replaceJob(nil)
  }

  /// Interrupts the job that is being done, which reports it; a waiting one is still done.
  func interrupt() {
    state.withLock { state in
      guard state.isBusy else { return }
      isCancelled.store(true, ordering: .relaxed)
      state.connection?.interrupt()
    }
  }

  /// Cancels, and returns once the connection holds no lock any more.
  func cancelAndWait() {
    replaceJob(nil)
    let isBusy = state.withLock { state in
      state.isAwaited = state.isBusy
      return state.isBusy
    }
    if isBusy { end.wait() }
  }

  /// Ends the thread; a job that is being done is interrupted.
  func stop() {
    state.withLock { $0.isStopped = true }
    cancel()
    jobs.signal()
  }

  private func replaceJob(_ job: (Job, @Sendable (StoreError) -> Void)?) {
    state.withLock { state in
      state.job = job
      guard state.isBusy else { return }
      // Under the lock, so that the job after the one that is meant is never hit. SQLite forgets an interruption that
      // comes between two statements, and asks for the flag in the next one.
      isCancelled.store(true, ordering: .relaxed)
      state.connection?.interrupt()
    }
  }

  /// Makes statements look at the flag every few thousand steps.
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
      // Between two jobs its pages and statements would only be held.
      connection?.releaseMemory()
      let isAwaited = state.withLock { state in
        defer { (state.isBusy, state.isAwaited) = (false, false) }
        return state.isAwaited
      }
      if isAwaited { end.signal() }
    }
  }
}

import SQLite

/// A thread that reads for one owner, alongside the lists.
///
/// Only the news of its latest job count. A job ends while the store writes, and begins again afterwards, or if another
/// program kept the database busy. The reader belongs to its store's thread.
package final class TableReader<News: Sendable>: ListReader {
  /// Reports news, and returns the last one.
  package typealias Job =
    @Sendable (Connection, _ report: @escaping @Sendable (News) -> Void) throws(StoreError) -> News

  private enum Report: Sendable {
    case news(News)
    case end(News)
    case failure(StoreError)
  }

  private let worker: Worker
  private let inbox = Inbox<Report>()
  private let runs: Runs<Report>
  private var isPaused = false
  private var job: Job?
  private var again: (() throws(StoreError) -> Void)?
  private var take: (Result<News, StoreError>) throws(StoreError) -> Void = { _ in }
  /// Whether a job is running, or its end was not taken yet.
  package private(set) var isWorking = false

  package init(_ database: Database, named name: String) {
    worker = Worker(path: database.path, options: database.options.readOnly, name: name)
    runs = Runs(on: worker, to: inbox)
  }

  deinit { worker.stop() }

  /// Sets the closure that takes the news on the store's thread; at a job's last news or failure, the reader is not working.
  package func onNews(take: @escaping (Result<News, StoreError>) throws(StoreError) -> Void) {
    self.take = take
  }

  /// Starts a job in place of the one before.
  ///
  /// - Parameter again: Begins the work again after an interruption; by default the same job.
  package func start(again: (() throws(StoreError) -> Void)? = nil, _ job: @escaping Job) {
    (self.job, self.again, isWorking) = (job, again, true)
    if !isPaused { run(job) }
  }

  private func run(_ job: @escaping Job) {
    runs.start(
      { connection, report throws(StoreError) in
        report(.end(try job(connection) { report(.news($0)) }))
      }, failure: { .failure($0) })
  }

  private func beginAgain() throws(StoreError) {
    if let again { try again() } else if let job { run(job) }
  }

  package func cancel(isWaiting: Bool = false) {
    if isWaiting { worker.cancelAndWait() } else { worker.cancel() }
    runs.forget()
    isWorking = false
  }

  func endThread() { worker.stop() }

  func pause() {
    isPaused = true
    if isWorking { worker.cancelAndWait() }
  }

  func resume() throws(StoreError) {
    guard isPaused else { return }
    isPaused = false
    if isWorking { try beginAgain() }
  }

  func takeNews() throws(StoreError) {
    for report in inbox.take() {
      switch report {
      case .news(let news): try take(.success(news))
      case .end(let news):
        isWorking = false
        try take(.success(news))
      case .failure(.busy): try beginAgain()
      case .failure(let error):
        isWorking = false
        try take(.failure(error))
      }
    }
  }

  func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }
}

/// A reader of any news.
protocol ListReader: AnyObject {
  var isWorking: Bool { get }
  func pause()
  func resume() throws(StoreError)
  func endThread()
  func takeNews() throws(StoreError)
  /// Sets a callback, called on any thread, for when `takeNews()` has something to process.
  func onNews(_ wake: @escaping @Sendable () -> Void)
}

import Listings
import Records
import SQLite

/// A report on many rows, such as statistics, that a thread reads; it must be used on its store's thread.
public final class ReportRun<Request: Sendable, Result: Sendable>: ListReader {
  /// The table.
  public let schema: Schema
  /// The request, and its result, which is nil until it has been read.
  public private(set) var (request, result): (Request, Result?)
  /// Whether the thread is reading.
  public private(set) var isWorking = false
  /// The fraction read, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?

  typealias Reader =
    @Sendable (Request, Connection, _ progress: @escaping (Double) -> Void) throws(StoreError) -> Result

  private let read: Reader
  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>

  private enum News: Sendable {
    case progress(Double)
    case result(Result)
    case failed(StoreError)
  }

  init(
    _ request: Request, of schema: Schema, named name: String, in store: BookStore, read: @escaping Reader
  ) {
    (self.read, self.schema) = (read, schema)
    (self.request, result) = (request, nil)
    let database = store.database
    worker = Worker(path: database.path, options: database.options.readOnly, name: name)
    runs = Runs(on: worker, to: inbox)
    store.lists.adopt(self)
    start(request)
  }

  deinit { worker.stop() }

  /// Starts reading another result for the same rows; the old one stays until then.
  public func start(_ request: Request) {
    (self.request, isWorking, fraction) = (request, true, nil)
    runs.start(
      { [read] connection, report throws(StoreError) in
        report(.result(try read(request, connection) { report(.progress($0)) }))
      }, failure: { .failed($0) })
  }

  /// Repeats the last request.
  public func startAgain() { start(request) }

  /// Cancels the work; the previous result stays.
  public func cancel() {
    worker.cancel()
    runs.forget()
    isWorking = false
  }

  package func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  package func pause() { if isWorking { worker.cancelAndWait() } }

  package func resume() throws(StoreError) { if isWorking { startAgain() } }

  package func takeNews() throws(StoreError) {
    for news in inbox.take() {
      switch news {
      case .progress(let fraction): self.fraction = fraction
      case .result(let result): (self.result, isWorking) = (result, false)
      case .failed(.busy): startAgain()
      case .failed(let error):
        isWorking = false
        throw error
      }
    }
  }
}

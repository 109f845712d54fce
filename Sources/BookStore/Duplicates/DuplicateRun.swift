import Listings
import Records
import SQLite

/// The rows that may be the same, which a thread finds; it belongs to its store's thread.
public final class DuplicateRun: ListReader {
  /// The table.
  public let schema: Schema
  /// What was found; nil until the search has ended.
  public private(set) var result: DuplicateList?
  /// Whether the thread is searching.
  public private(set) var isWorking = false
  /// The fraction that was searched, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?

  private let search: DuplicateSearch
  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>

  private enum News: Sendable {
    case progress(Double)
    case result(DuplicateList)
    case failed(StoreError)
  }

  init(_ search: DuplicateSearch, of schema: Schema, _ database: Database) {
    (self.search, self.schema) = (search, schema)
    worker = Worker(path: database.path, options: database.options.readOnly, name: "duplicates")
    runs = Runs(on: worker, to: inbox)
  }

  deinit { worker.stop() }

  /// Starts the search; what was found before stays until it ends.
  public func start() {
    (isWorking, fraction) = (true, nil)
    runs.start(
      { [search] connection, report throws(StoreError) in
        report(.result(try search.find(on: connection) { report(.progress($0)) }))
      }, failure: { .failed($0) })
  }

  /// Ends the search.
  public func cancel() {
    worker.cancel()
    runs.forget()
    isWorking = false
  }

  package func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  /// Makes the thread release the database until `resume()`.
  package func pause() { if isWorking { worker.cancelAndWait() } }

  /// Restarts what was not finished.
  package func resume() throws(StoreError) { if isWorking { start() } }

  /// Takes the news from the thread.
  ///
  /// - Throws: The error that ended its work.
  package func takeNews() throws(StoreError) {
    for news in inbox.take() {
      switch news {
      case .progress(let fraction): self.fraction = fraction
      case .result(let result): (self.result, isWorking) = (result, false)
      case .failed(.busy): start()
      case .failed(let error):
        isWorking = false
        throw error
      }
    }
  }
}

import Listings
import Records
import SQLite
import Statistics

/// Statistics that a thread reads; it belongs to its store's thread.
public final class StatisticsRun: ListReader {
  /// The table.
  public let schema: Schema
  /// The request, and its result, which is nil until it has been read.
  public private(set) var (request, result): (StatisticsRequest, StatisticsResult?)
  /// Whether the thread is reading.
  public private(set) var isWorking = false
  /// The fraction that was read, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?

  private let reader: StatisticsReader
  private let worker: Worker
  private let inbox = Inbox<News>()
  private let runs: Runs<News>

  private enum News: Sendable {
    case progress(Double)
    case result(StatisticsResult)
    case failed(StoreError)
  }

  init(_ reader: StatisticsReader, of schema: Schema, _ request: StatisticsRequest, _ database: Database) {
    (self.reader, self.schema) = (reader, schema)
    (self.request, result) = (request, nil)
    worker = Worker(path: database.path, options: database.options.readOnly, name: "statistics")
    runs = Runs(on: worker, to: inbox)
  }

  deinit { worker.stop() }

  /// Starts reading other statistics of the same rows; those that were found stay until then.
  public func start(_ request: StatisticsRequest) {
    (self.request, isWorking, fraction) = (request, true, nil)
    runs.start(
      { [reader] connection, report throws(StoreError) in
        report(.result(try reader.read(request, on: connection) { report(.progress($0)) }))
      }, failure: { .failed($0) })
  }

  /// Ends the work; what was found before stays.
  public func cancel() {
    worker.cancel()
    runs.forget()
    isWorking = false
  }

  package func onNews(_ wake: @escaping @Sendable () -> Void) { inbox.onNews(wake) }

  /// Makes the thread release the database until `resume()`.
  package func pause() { if isWorking { worker.cancelAndWait() } }

  /// Restarts what was not finished.
  package func resume() throws(StoreError) { if isWorking { start(request) } }

  /// Takes the news from the thread.
  ///
  /// - Throws: The error that ended its work.
  package func takeNews() throws(StoreError) {
    for news in inbox.take() {
      switch news {
      case .progress(let fraction): self.fraction = fraction
      case .result(let result): (self.result, isWorking) = (result, false)
      case .failed(.busy): try resume()
      case .failed(let error):
        isWorking = false
        throw error
      }
    }
  }
}

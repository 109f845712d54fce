import Listings
import Records
import SQLite

/// A report on many rows, such as statistics, that a thread reads; it must be used on its store's thread.
public final class ReportRun<Request: Sendable, Result: Sendable> {
  /// The table.
  public let schema: Schema
  /// The request, and its result, which is nil until it has been read.
  public private(set) var (request, result): (Request, Result?)
  /// Whether the thread is reading.
  public var isWorking: Bool { reader.isWorking }
  /// The fraction read, from 0 to 1, or nil if unknown.
  public private(set) var fraction: Double?

  typealias Reader =
    @Sendable (Request, Connection, _ progress: @escaping (Double) -> Void) throws(StoreError) -> Result

  private let read: Reader
  private let reader: TableReader<News>

  private enum News: Sendable {
    case progress(Double)
    case result(Result)
  }

  init(
    _ request: Request, of schema: Schema, named name: String, in store: BookStore, read: @escaping Reader
  ) {
    (self.read, self.schema) = (read, schema)
    (self.request, result) = (request, nil)
    reader = TableReader(store.database, named: name)
    reader.onNews(take: { [weak self] news throws(StoreError) in try self?.take(news) })
    store.lists.adopt(reader)
    start(request)
  }

  /// Starts reading another result for the same rows; the old one stays until then.
  public func start(_ request: Request) {
    (self.request, fraction) = (request, nil)
    reader.start { [read] connection, report throws(StoreError) in
      .result(try read(request, connection) { report(.progress($0)) })
    }
  }

  /// Repeats the last request.
  public func startAgain() { start(request) }

  /// Cancels the work; the previous result stays.
  public func cancel() { reader.cancel() }

  private func take(_ news: Swift.Result<News, StoreError>) throws(StoreError) {
    switch news {
    case .success(.progress(let fraction)): self.fraction = fraction
    case .success(.result(let result)): self.result = result
    case .failure(let error): throw error
    }
  }
}

import Queries
import Records
import SQLite

extension RowSelection {
  /// Whether the rows are books, and the library records when they were read.
  public var hasReadings: Bool { get throws(StoreError) { try statisticsReader().hasReadings } }

  /// Reads statistics of the rows, without unwritten edits, in O(*n*) time and at most 16 MB of memory.
  public func statistics(_ request: StatisticsRequest) throws(StoreError) -> StatisticsResult {
    try statisticsReader().read(request, on: database.connection)
  }

  /// Starts reading statistics of the rows on a thread.
  public func startStatistics(
    _ request: StatisticsRequest, in store: BookStore
  ) throws(StoreError) -> StatisticsRun {
    let reader = try statisticsReader()
    return StatisticsRun(request, of: schema, named: "statistics", in: store) {
      (request, connection, progress) throws(StoreError) in
      try reader.read(request, on: connection, progress: progress)
    }
  }

  private func statisticsReader() throws(StoreError) -> StatisticsReader {
    try StatisticsReader(database, source)
  }
}

/// Statistics that a thread reads.
public typealias StatisticsRun = ReportRun<StatisticsRequest, StatisticsResult>

import Records
import SQLite
import Statistics

/// Statistics of the rows, without records. Edits that are not written yet do not count.
extension RowSelection {
  /// Whether the rows are books, and the library notes when they were read.
  ///
  /// - Throws: Why a table cannot be read.
  public var hasReadings: Bool { get throws(StoreError) { try statisticsReader().hasReadings } }

  /// Reads statistics of the rows.
  ///
  /// - Complexity: O(*n*) in the rows; SQLite sorts the values of a field, on disk if they are many. In memory are at most
  ///   16 MB of names and of parts of lists.
  /// - Throws: Why the rows cannot be read.
  public func statistics(_ request: StatisticsRequest) throws(StoreError) -> StatisticsResult {
    try statisticsReader().read(request, on: database.connection)
  }

  /// Starts reading statistics of the rows on a thread.
  ///
  /// - Throws: Why a table cannot be read.
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
    try StatisticsReader(database, query)
  }
}

/// Statistics that a thread reads.
public typealias StatisticsRun = ReportRun<StatisticsRequest, StatisticsResult>

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

  /// The fields without a value in the first 500 rows of the table.
  public var emptyFields: Set<Int> {
    get throws(StoreError) {
      guard schema.source == .table else { return [] }
      var empty = Set(schema.fields.indices)
      // For a type alone, SQLite reads no large value.
      let columns = schema.fields.indices.map { "typeof(\(sql.columnList([$0]))) <> 'null'" }
      let text = "SELECT \(columns.joined(separator: ", ")) FROM \(sql.table) LIMIT 500"
      try database.connection.uncachedStatement(text, for: .list).forEachRow { row in
        empty = empty.filter { row.integer(at: Int32($0)) == 0 }
      }
      return empty
    }
  }

  private func statisticsReader() throws(StoreError) -> StatisticsReader {
    try StatisticsReader(database, query)
  }
}

/// Statistics that a thread reads.
public typealias StatisticsRun = ReportRun<StatisticsRequest, StatisticsResult>

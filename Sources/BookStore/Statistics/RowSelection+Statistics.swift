import Records
import SQLite
import Statistics

/// Statistics of the rows, without records. Unwritten edits do not count.
extension RowSelection {
  /// Whether the rows are books, and the library records when they were read.
  public var hasReadings: Bool { get throws(StoreError) { try statisticsReader().hasReadings } }

  /// Reads statistics of the rows; SQLite sorts the values of a field, on disk if they are many.
  ///
  /// - Complexity: O(*n*); at most 16 MB in memory.
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

  /// The fields without a value in the first rows of the table, so few that they are read at once.
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
